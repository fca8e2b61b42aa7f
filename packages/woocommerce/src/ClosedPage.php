<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

defined('ABSPATH') || exit;

/** What a visitor without a yes sees instead of the checkout. A theme would load what the page is closed for. */
final class ClosedPage
{
    /** As the gate calls it: `$state` is `closed`, `asked`, `lost` or `unavailable`. */
    public static function html(int $age, string $state, ?string $start): string
    {
        [$title, $text, $link] = self::words($age, $state);
        $way = $start === null ? '' : sprintf('<p><a class="start" rel="nofollow" href="%s">%s</a></p>', esc_url($start), esc_html($link));
        $back = sprintf('<p><a href="%s">%s</a></p>', esc_url(wc_get_cart_url()), esc_html__('Back to the basket', 'ageway-for-woocommerce'));
        $style = ':root{color-scheme:light dark}body{max-width:30rem;margin:12vh auto;padding:0 1rem;font:1rem/1.5 system-ui}h1{line-height:1.25}'
            . 'a{display:inline-block;padding:.5rem 0}.start{padding:.75rem 1.25rem;border:2px solid;border-radius:.5rem;font-weight:600;text-decoration:none}';
        return sprintf('<!doctype html><html %s><meta charset="utf-8">', get_language_attributes())
            . '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">'
            . sprintf('<title>%s</title><style>%s</style><p>%s</p>', esc_html($title), $style, esc_html(get_bloginfo('name')))
            . sprintf('<main><h1>%s</h1><p>%s</p>%s%s</main></html>', esc_html($title), esc_html($text), $way, $back);
    }

    /** @return array{string, string, string} */
    private static function words(int $age, string $state): array
    {
        $again = __('Try again', 'ageway-for-woocommerce');
        $not = __('Your age is not confirmed', 'ageway-for-woocommerce');
        return match ($state) {
            'closed' => [Words::confirm($age), Words::refusalText($age), __('Start the age check', 'ageway-for-woocommerce')],
            /* translators: %d: an age in years */
            'asked' => [$not, sprintf(__('The last check did not confirm that you are %d or over.', 'ageway-for-woocommerce'), $age), $again],
            'lost' => [$not, __('This came without your session. If this page comes back, allow cookies.', 'ageway-for-woocommerce'), $again],
            default => [
                __('The age check is not available', 'ageway-for-woocommerce'),
                __('The checkout stays closed until it is. Your basket is kept. Try again in a moment.', 'ageway-for-woocommerce'),
                $again,
            ],
        };
    }
}
