<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

use Ageway\WooCommerce\Client\Gate\Address;
use Ageway\WooCommerce\Client\Gate\Closed;
use Ageway\WooCommerce\Client\Gate\SharedCaches;
use Ageway\WooCommerce\Client\Gate\Visit;

defined('ABSPATH') || exit;

/** Closes the page of the checkout, and that on which an order is paid. A check starts there, and comes back to it. */
final class Page
{
    public static function register(): void
    {
        // After WooCommerce's own AJAX (0), before its redirects (10).
        add_action('template_redirect', self::guard(...), 1);
    }

    public static function guard(): void
    {
        // WooCommerce's own word is about one page, and the block may be on another.
        if ((!is_checkout() && !has_block('woocommerce/checkout')) || is_order_received_page()) {
            return;
        }
        $order = is_wc_endpoint_url('order-pay') ? wc_get_order(absint(get_query_var('order-pay'))) : null;
        // WooCommerce shows it with its key alone. Nobody else learns what is in it.
        $isMeant = $order instanceof \WC_Order && $order->key_is_valid(sanitize_text_field(wp_unslash($_GET['key'] ?? ''))); // phpcs:ignore WordPress.Security.NonceVerification.Recommended
        $age = $isMeant ? Ages::ofOrder($order) : Ages::ofCart();
        $visit = self::visit();
        $address = Address::of($visit->target);
        if ($age === 0 && $address->token() === null && !$address->asksToStart()) {
            return;
        }
        self::keepOutOfCaches();
        $closed = $age === 0 ? Closed::redirect($address->cleaned()) : self::answer($age, $visit);
        if ($closed !== null) {
            // They are of a page that does not come.
            $visit->method === 'POST' && wc_clear_notices();
            $closed->send();
            exit;
        }
    }

    private static function answer(int $age, Visit $visit): ?Closed
    {
        $session = CartSession::current();
        $gate = Gatekeeper::gate($age);
        return $gate === null || $session === null
            ? Closed::page('unavailable', ClosedPage::html($age, 'unavailable', null), null)
            : $gate->answer($visit, $session);
    }

    /** WordPress puts slashes into what it was sent. */
    private static function visit(): Visit
    {
        // phpcs:ignore WordPress.Security.ValidatedSanitizedInput
        $sent = static fn (string $name): ?string => isset($_SERVER[$name]) ? wp_unslash($_SERVER[$name]) : null;
        return new Visit(
            $sent('REQUEST_METHOD') ?? '',
            $sent('REQUEST_URI') ?? '/',
            Gatekeeper::origin(),
            static fn (string $name): ?string => $sent('HTTP_' . strtoupper(strtr($name, '-', '_'))),
            [],
            $sent('REMOTE_ADDR'),
        );
    }

    /** WordPress' page caches by their constant, those in front by the head, LiteSpeed's by a field of its own. */
    private static function keepOutOfCaches(): void
    {
        nocache_headers();
        SharedCaches::keepOut();
        $settle = static function (): void {
            SharedCaches::settle();
            header('X-LiteSpeed-Cache-Control: no-cache');
        };
        $settle();
        header_register_callback($settle);
    }
}
