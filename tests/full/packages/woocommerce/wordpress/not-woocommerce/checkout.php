<?php

declare(strict_types=1);

class WC_Cart
{
    public function get_cart(): array
    {
        return array_map(static fn ($id) => ['data' => wc_get_product($id)], (array) WC()->session?->get('cart', []));
    }

    public function add_to_cart(int $id): void
    {
        WC()->session->set('cart', [...(array) WC()->session->get('cart', []), $id]);
        WC()->session->set_customer_session_cookie(true);
    }

    public function empty_cart(): void
    {
        WC()->session->set('cart', []);
    }
}

/** `WC_Checkout`: what is sent, then the order, then payment on delivery. */
class WC_Checkout
{
    public function process_checkout(): void
    {
        $isAjax = isset($_GET['wc-ajax']);
        $isMeant = wp_verify_nonce($_POST['woocommerce-process-checkout-nonce'] ?? '', 'woocommerce-process_checkout');
        $errors = new WP_Error();
        do_action('woocommerce_before_checkout_process');
        $isMeant && WC()->cart->get_cart() !== [] ? do_action('woocommerce_checkout_process') : wc_add_notice('The session has ended.', 'error');
        do_action('woocommerce_check_cart_items');
        do_action('woocommerce_after_checkout_validation', $_POST, $errors);
        array_map(static fn ($text) => wc_add_notice($text, 'error'), $errors->get_error_messages());
        if (WC()->notices !== []) {
            $isAjax && wp_send_json(['result' => 'failure', 'messages' => implode('', array_column(WC()->notices, 0))]);
            return;
        }
        if (isset($_POST['createaccount'])) {
            $user = wp_create_user($_POST['billing_email'], wp_generate_password(), $_POST['billing_email']);
            wp_set_current_user($user);
            wp_set_auth_cookie($user);
            WC()->session->init_session_cookie();
        }
        $order = wc_get_order($this->create_order($_POST));
        do_action('woocommerce_checkout_order_processed', $order->get_id(), $_POST, $order);
        self::pay($order);
        $isAjax && wp_send_json(['result' => 'success', 'redirect' => self::thanks($order)]);
        wp_safe_redirect(self::thanks($order));
        exit;
    }

    public function create_order(array $data): int
    {
        $order = new WC_Order();
        $order->set_billing_email($data['billing_email'] ?? '');
        array_map(static fn ($item) => $order->add_product($item['data']), WC()->cart->get_cart());
        $order->set_status('pending');
        do_action('woocommerce_checkout_create_order', $order, $data);
        $order->save();
        do_action('woocommerce_checkout_update_order_meta', $order->get_id(), $data);
        do_action('woocommerce_checkout_order_created', $order);
        return $order->get_id();
    }

    public static function pay(WC_Order $order): void
    {
        $order->update_status('processing');
        WC()->cart->empty_cart();
    }

    public static function thanks(WC_Order $order): string
    {
        return wc_get_checkout_url() . "order-received/{$order->get_id()}/";
    }
}
