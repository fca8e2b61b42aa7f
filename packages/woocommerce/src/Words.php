<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

defined('ABSPATH') || exit;

/** The plugin's texts. A language has one file for all its countries. */
final class Words
{
    private const DOMAIN = 'ageway-for-woocommerce';
    private const FILES = ['da' => 'da_DK', 'de' => 'de_DE', 'fi' => 'fi', 'nb' => 'nb_NO', 'nn' => 'nb_NO', 'sv' => 'sv_SE'];

    public static function load(string $folder): void
    {
        $file = self::FILES[substr(determine_locale(), 0, 2)] ?? null;
        if ($file !== null) {
            // WordPress reads the `.l10n.php` beside the name that it is given.
            load_textdomain(self::DOMAIN, "$folder/" . self::DOMAIN . "-$file.mo", determine_locale());
        }
    }

    /** Of the pages of the check, where the settings name none: that of the shop's page. Null: the browser's. */
    public static function language(): ?string
    {
        $language = substr(determine_locale(), 0, 2);
        $language = in_array($language, ['nn', 'no'], true) ? 'nb' : $language;
        return in_array($language, Settings::LANGUAGES, true) ? $language : null;
    }

    public static function confirm(int $age): string
    {
        /* translators: %d: an age in years */
        return sprintf(__('Confirm that you are %d or over', 'ageway-for-woocommerce'), $age);
    }

    /** Why an order is not taken, with the way to the check. As HTML. */
    public static function refusal(int $age, string $start): string
    {
        return esc_html(self::refusalText($age)) . sprintf(' <a href="%s" rel="nofollow">%s</a>', esc_url($start), esc_html(self::confirm($age)));
    }

    public static function refusalText(int $age): string
    {
        /* translators: %d: an age in years */
        return sprintf(__('Your basket has a product for people of %d or over, and your age is not confirmed.', 'ageway-for-woocommerce'), $age);
    }
}
