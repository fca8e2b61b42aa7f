<?php // This is not WooCommerce. It fires WooCommerce's hooks in WooCommerce's order, in a real WordPress, for a plugin's tests.

/**
 * Plugin Name: Not WooCommerce
 *
 * What a visitor sends, what is stored and what is answered is as little as the tests need. A session is an option, an order a
 * post. What WooCommerce itself does with these hooks is tested where `WOOCOMMERCE_ZIP` names it.
 */

declare(strict_types=1);

foreach (['named', 'session', 'product', 'order', 'checkout', 'functions', 'store-api'] as $part) {
    require __DIR__ . "/$part.php";
}

add_action('plugins_loaded', static fn () => do_action('before_woocommerce_init'), 1);
add_action('init', static function (): void {
    array_map([get_role('administrator'), 'add_cap'], ['edit_shop_orders', 'manage_woocommerce']);
    register_post_type('product', ['public' => true]);
    register_post_type('product_variation');
    register_post_type('shop_order');
    register_taxonomy('product_cat', 'product', ['hierarchical' => true]);
    foreach (['pending', 'processing', 'on-hold', 'completed', 'failed', 'checkout-draft'] as $status) {
        register_post_status("wc-$status", ['internal' => true]);
    }
    foreach (['order-pay', 'order-received'] as $endpoint) {
        add_rewrite_endpoint($endpoint, EP_PAGES);
    }
    add_shortcode('woocommerce_cart', static function (): string {
        do_action('woocommerce_check_cart_items');
        return implode('', array_map(static fn ($notice) => "<p>$notice[0]</p>", WC()->notices));
    });
    add_shortcode('woocommerce_checkout', static function (): string {
        $isPay = get_query_var('order-pay') !== '';
        [$action, $field] = $isPay ? ['woocommerce-pay', 'woocommerce-pay-nonce'] : ['woocommerce-process_checkout', 'woocommerce-process-checkout-nonce'];
        return '<form method="post">' . wp_nonce_field($action, $field, true, false) . '<button>Place order</button></form>';
    });
    is_admin() || WC()->session = new WC_Session_Handler();
    WC()->session?->init();
    WC()->cart = new WC_Cart();
});
add_action('wp_loaded', static function (): void {
    isset($_GET['add-to-cart']) && WC()->cart->add_to_cart((int) $_GET['add-to-cart']);
    isset($_POST['woocommerce_checkout_place_order']) && WC()->checkout()->process_checkout();
}, 20);
add_action('wp', static function (): void {
    $order = isset($_POST['woocommerce_pay'], $_GET['key']) ? wc_get_order(absint(get_query_var('order-pay'))) : false;
    if (!$order || !wp_verify_nonce($_POST['woocommerce-pay-nonce'] ?? '', 'woocommerce-pay')) {
        return;
    }
    if (hash_equals($order->get_order_key(), $_GET['key']) && $order->needs_payment()) {
        do_action('woocommerce_before_pay_action', $order);
        WC_Checkout::pay($order);
        wp_safe_redirect(WC_Checkout::thanks($order));
        exit;
    }
}, 20);
add_action('template_redirect', static function (): void {
    $asked = $_GET['wc-ajax'] ?? '';
    if ($asked !== '') {
        $asked === 'checkout' ? WC()->checkout()->process_checkout() : do_action("wc_ajax_$asked");
        exit;
    }
}, 0);
