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
        add_action('template_redirect', self::guard(...), 1); // After WooCommerce's own AJAX (0), before its redirects (10).
    }

    public static function guard(): void
    {
        $orders = self::unpaid();
        // WooCommerce's own word is about one page, and the block may be on another.
        if ((!is_checkout() && !has_block('woocommerce/checkout')) || ($orders === [] && is_order_received_page())) {
            return;
        }
        $age = $orders === [] ? Ages::ofCart() : max(array_map(Ages::ofOrder(...), $orders));
        $visit = self::visit();
        $address = Address::of($visit->target);
        if ($age === 0 && $address->token() === null && !$address->asksToStart()) {
            return;
        }
        self::keepOutOfCaches();
        $closed = $age === 0 ? Closed::redirect($address->cleaned()) : self::answer($age, $visit);
        if ($closed !== null) {
            $visit->method === 'POST' && wc_clear_notices(); // They are of a page that does not come.
            $closed->send();
            exit;
        }
    }

    /**
     * What the page lets whoever has its key pay: that of its path, and a pending one of its query, as in old links.
     * @return array<\WC_Order>
     */
    private static function unpaid(): array
    {
        // phpcs:disable WordPress.Security.NonceVerification.Recommended
        $key = sanitize_text_field(wp_unslash($_GET['key'] ?? ''));
        $ofPath = is_wc_endpoint_url('order-pay') ? wc_get_order(absint(get_query_var('order-pay'))) : null;
        $ofQuery = isset($_GET['order']) ? wc_get_order(absint($_GET['order'])) : null;
        // phpcs:enable
        $isMeant = static fn (mixed $order): bool => $order instanceof \WC_Order && $order->key_is_valid($key);
        $isPending = $isMeant($ofQuery) && $ofQuery->has_status(['pending']);
        return array_filter([$ofPath, $isPending ? $ofQuery : null], $isMeant);
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
