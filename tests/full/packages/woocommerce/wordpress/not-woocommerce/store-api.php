<?php

declare(strict_types=1);

use Automattic\WooCommerce\StoreApi\Exceptions\RouteException;

/** What the Store API does with an order, a new one or one that is there. */
function not_woocommerce_store_checkout(WP_REST_Request $request): WP_REST_Response|WP_Error
{
    try {
        if (!wp_verify_nonce($request->get_header('Nonce') ?? '', 'wc_store_api')) {
            throw new RouteException('woocommerce_rest_missing_nonce', 'The nonce is not right.', 401);
        }
        $order = isset($request['id']) ? wc_get_order((int) $request['id']) : new WC_Order();
        if (!isset($request['id'])) {
            $errors = new WP_Error();
            do_action('woocommerce_store_api_cart_errors', $errors, WC()->cart);
            if ($errors->has_errors()) {
                return new WP_Error($errors->get_error_code(), $errors->get_error_message(), ['status' => 409] + (array) $errors->get_error_data());
            }
            array_map(static fn ($item) => $order->add_product($item['data']), WC()->cart->get_cart());
            $order->save();
        } elseif (!$order || !hash_equals($order->get_order_key(), (string) $request['key']) || !$order->needs_payment()) {
            throw new RouteException('invalid_order', 'There is no such order.', 401);
        }
        $order->set_billing_email($request['billing_address']['email'] ?? '');
        do_action('woocommerce_store_api_checkout_update_order_from_request', $order, $request);
        $order->save();
        do_action('woocommerce_store_api_checkout_order_processed', $order);
        WC_Checkout::pay($order);
        return new WP_REST_Response(['order_id' => $order->get_id(), 'status' => wc_get_order($order->get_id())->get_status()]);
    } catch (RouteException $refusal) {
        return new WP_Error($refusal->errorCode, $refusal->getMessage(), ['status' => $refusal->getCode()] + $refusal->data);
    }
}

// The Store API knows a visitor by the cookie, without WordPress' nonce.
add_filter('rest_authentication_errors', static function (mixed $given): mixed {
    return $given ?: (str_contains($_SERVER['REQUEST_URI'], '/wc/store/') ?: $given);
});
add_action('rest_api_init', static function (): void {
    $open = ['permission_callback' => '__return_true'];
    register_rest_route('wc/store/v1', '/cart', ['methods' => 'GET', ...$open, 'callback' => static function (): WP_REST_Response {
        $errors = new WP_Error();
        do_action('woocommerce_store_api_cart_errors', $errors, WC()->cart);
        return new WP_REST_Response(['errors' => $errors->get_error_codes()], 200, ['Nonce' => wp_create_nonce('wc_store_api')]);
    }]);
    $checkout = ['methods' => 'POST', ...$open, 'allow_batch' => ['v1' => true], 'callback' => 'not_woocommerce_store_checkout'];
    register_rest_route('wc/store/v1', '/checkout', $checkout);
    register_rest_route('wc/store/v1', '/checkout/(?P<id>\d+)', $checkout);
    register_rest_route('wc/store/v1', '/batch', ['methods' => 'POST', ...$open, 'callback' => static fn (WP_REST_Request $request) => rest_get_server()->serve_batch_request_v1($request)]);
});
