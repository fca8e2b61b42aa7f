<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

use Ageway\WooCommerce\Client\Ageway;
use Ageway\WooCommerce\Client\WhyNotAllowed;

defined('ABSPATH') || exit;

/** Tells the shop's people where it stands: whether orders are taken, and why. */
final class Status
{
    public static function register(): void
    {
        add_action('admin_notices', self::warn(...));
    }

    /** Of the settings. */
    public static function address(): string
    {
        return admin_url('admin.php?page=wc-settings&tab=ageway');
    }

    /** One sentence, and how WordPress shows it: `error`, `warning` or `success`. @return array{string, string} */
    public static function standing(): array
    {
        $why = self::whyClosed();
        return match (true) {
            /* translators: %s: the reason */
            $why !== null => ['error', sprintf(__('Closed: nobody can order a product with a minimum age, because %s.', 'ageway-for-woocommerce'), $why)],
            !Ages::areSet() => ['warning', __('Open to everybody: neither the shop nor a category or a product has a minimum age.', 'ageway-for-woocommerce')],
            Settings::isTest() => ['warning', __('TEST: open to anybody who plays a test person, until you enter a live key.', 'ageway-for-woocommerce')],
            default => ['success', __('Open to customers whose age an eID has confirmed in the last 30 minutes.', 'ageway-for-woocommerce')],
        };
    }

    private static function whyClosed(): ?string
    {
        $fault = Settings::get('fault');
        return match (true) {
            Settings::instance($flaw) === null => $flaw,
            _wp_http_get_object()->block_request(Settings::get('url')) => __('WordPress may not call the instance: WP_ACCESSIBLE_HOSTS does not name it', 'ageway-for-woocommerce'),
            /* translators: %s: a word for programs, such as timeout */
            $fault !== '' => sprintf(__('the last call to the instance failed (%s)', 'ageway-for-woocommerce'), $fault),
            default => null,
        };
    }

    /** On the other screens of WooCommerce: that such products cannot be ordered, or that no real person is checked. */
    public static function warn(): void
    {
        $screen = (string) get_current_screen()?->id;
        $isOurs = ($_GET['tab'] ?? '') === 'ageway'; // phpcs:ignore WordPress.Security.NonceVerification.Recommended
        if ($isOurs || preg_match('/woocommerce|wc-/', $screen) !== 1 || !current_user_can('manage_woocommerce')) {
            return;
        }
        [$level, $text] = self::standing();
        if ($level === 'error' || Settings::isTest()) {
            printf('<div class="notice notice-%s"><p><a href="%s">Ageway</a>: %s</p></div>', esc_attr($level), esc_url(self::address()), esc_html($text));
        }
    }

    /**
     * Does what a shop does for a visitor: asks about a token, and starts a check that nobody takes. Empty without an instance.
     *
     * @return list<array{bool, string}>
     */
    public static function tryIt(): array
    {
        $ageway = Settings::instance();
        if ($ageway === null) {
            return [];
        }
        update_option('ageway_fault', ''); // Of the time before: what fails now is said anew.
        $device = Ageway::randomId();
        $why = $ageway->check('try-it', $device, 18)->why;
        if ($why !== WhyNotAllowed::TokenUnknown) {
            /* translators: %s: a word for programs, such as timeout */
            return [self::failed($why->value, __('The instance does not answer as one: %s.', 'ageway-for-woocommerce'))];
        }
        $answers = [true, __('The instance answers, and gives no yes to a token that is made up.', 'ageway-for-woocommerce')];
        return [$answers, self::tryToStart($ageway, $device)];
    }

    /** @return array{bool, string} */
    private static function tryToStart(Ageway $ageway, string $device): array
    {
        if (Settings::provider() === 'b' && !Settings::isTest()) {
            return [true, __('No check was started: with this eID and a live key it would be billed.', 'ageway-for-woocommerce')];
        }
        $started = $ageway->start($device, 18, wc_get_checkout_url(), Settings::provider(), Settings::language());
        if ($started->started) {
            return [true, __('A check can be started for the checkout.', 'ageway-for-woocommerce')];
        }
        /* translators: 1: a word for programs, 2: an address */
        $text = __('No check can be started: %1$s. See %2$s.', 'ageway-for-woocommerce');
        return self::failed($started->reason ?? $started->why->value, $text, rtrim("$ageway->url/reasons/$started->reason", '/'));
    }

    /** The sentence knows it, too, until an answer helps. @return array{bool, string} */
    private static function failed(string $why, string $text, string ...$more): array
    {
        update_option('ageway_fault', $why);
        return [false, sprintf($text, $why, ...$more)];
    }
}
