<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

use Ageway\WooCommerce\Client\Ageway;
use InvalidArgumentException;

defined('ABSPATH') || exit;

/** What the shop has said of its instance, each as an option of WordPress. */
final class Settings
{
    public const LANGUAGES = ['da', 'de', 'en', 'fi', 'nb', 'sv'];
    public const AGES = [16, 18];
    /** The oldest WooCommerce whose hooks close every way of an order. */
    private const WOOCOMMERCE = '8.9';

    public static function get(string $name): string
    {
        return trim((string) get_option("ageway_$name", ''));
    }

    /** Null, where the shop is closed because it names no instance or no key: `$flaw` tells the member. */
    public static function instance(?string &$flaw = null): ?Ageway
    {
        [$url, $key, $secret] = array_map(self::get(...), ['url', 'key', 'secret']);
        $flaw = match (true) {
            /* translators: %s: a version */
            version_compare(WC()->version, self::WOOCOMMERCE, '<') => sprintf(__('WooCommerce is older than %s', 'ageway-for-woocommerce'), self::WOOCOMMERCE),
            $url === '' => __('there is no address of an instance', 'ageway-for-woocommerce'),
            $key === '' => __('there is no plugin key', 'ageway-for-woocommerce'),
            !self::isKey($key) => __('the plugin key does not begin with pk_test_ or pk_live_', 'ageway-for-woocommerce'),
            !self::isSecret($secret) => __('the secret does not begin with sk_', 'ageway-for-woocommerce'),
            default => null,
        };
        try {
            return $flaw === null ? new Ageway($url, $key, $secret, client: new WpTransport()) : null;
        } catch (InvalidArgumentException) {
            $flaw = __('the address of the instance is none, such as https://age.example', 'ageway-for-woocommerce');
            return null;
        }
    }

    public static function isKey(string $key): bool
    {
        return preg_match('/^pk_(?:test|live)_\w+$/D', $key) === 1;
    }

    public static function isSecret(string $secret): bool
    {
        return $secret === '' || preg_match('/^sk_\w+$/D', $secret) === 1;
    }

    public static function isTest(): bool
    {
        return str_starts_with(self::get('key'), 'pk_test_');
    }

    public static function provider(): string
    {
        return self::get('provider') === 'b' ? 'b' : 's';
    }

    public static function language(): ?string
    {
        $language = self::get('language');
        return in_array($language, self::LANGUAGES, true) ? $language : Words::language();
    }
}
