<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

use Automattic\WooCommerce\StoreApi\Exceptions\RouteException;

defined('ABSPATH') || exit;

/** Takes no order without a yes: at each way by which WooCommerce takes one, and before it is paid. */
final class Checkout
{
    /** Our word for the refusal, for programs. */
    public const CODE = 'ageway_required';

    public static function register(): void
    {
        // The last line of the classic checkout, as a page and as AJAX: there is no order yet, and the basket stays.
        add_action('woocommerce_after_checkout_validation', self::refuseClassic(...), 10, 2);
        // That of the Store API, also for an existing order: before payment.
        add_action('woocommerce_store_api_checkout_update_order_from_request', self::refuseStoreApi(...), 10, 2);
        // An existing order that is paid on its page.
        add_action('woocommerce_before_pay_action', self::refusePayment(...));
        // Earlier, so that nobody fills in a form for nothing. `Page` closes the page itself.
        add_action('woocommerce_store_api_cart_errors', self::warnStoreApi(...));
        add_action('woocommerce_check_cart_items', self::warnCart(...));
    }

    public static function refuseClassic(array $data, \WP_Error $errors): void
    {
        $age = Ages::ofCart();
        Gatekeeper::isOpen($age) || $errors->add(self::CODE, Words::refusal($age, Gatekeeper::start()));
    }

    public static function refuseStoreApi(\WC_Order $order, \WP_REST_Request $request): void
    {
        $age = Ages::ofOrder($order);
        if (!Gatekeeper::isOpen($age)) {
            // With an id in its address it pays an order that is there.
            $start = Gatekeeper::start(isset($request['id']) ? $order : null);
            throw new RouteException(self::CODE, Words::refusal($age, $start), 403, ['start' => esc_url_raw($start)]); // phpcs:ignore WordPress.Security.EscapeOutput
        }
    }

    /** The visitor comes back to the page of the order, which is closed until there is a yes. */
    public static function refusePayment(\WC_Order $order): void
    {
        if (!Gatekeeper::isOpen(Ages::ofOrder($order))) {
            wp_safe_redirect($order->get_checkout_payment_url(), 303);
            exit;
        }
        OrderRecord::settle($order);
    }

    public static function warnStoreApi(\WP_Error $errors): void
    {
        $age = Ages::ofCart();
        $start = Gatekeeper::start();
        Gatekeeper::isOpen($age) || $errors->add(self::CODE, Words::refusal($age, $start), ['status' => 403, 'start' => $start]);
    }

    /** Only a hint in the basket. At the checkout the last line says it. */
    public static function warnCart(): void
    {
        $age = is_cart() ? Ages::ofCart() : 0;
        Gatekeeper::isOpen($age) || wc_add_notice(Words::refusal($age, Gatekeeper::start()), 'notice');
    }
}
