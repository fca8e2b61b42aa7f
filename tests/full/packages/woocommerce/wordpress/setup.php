<?php

declare(strict_types=1);

// Installs WordPress with a shop in it: six products, categories with an age, pages, and payment on delivery.

$argv[1] === 'install' && define('WP_INSTALLING', true);
$_SERVER += ['HTTP_HOST' => parse_url(getenv('SHOP_URL'), PHP_URL_HOST), 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/'];
require __DIR__ . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';

if ($argv[1] === 'install') {
    wp_install('Wine & more', 'admin', 'admin@shop.example', true, '', 'a long pass word');
    update_option('permalink_structure', '/%postname%/');
    update_option('active_plugins', ['woocommerce/woocommerce.php', 'ageway-for-woocommerce/ageway-for-woocommerce.php']);
    $page = static fn (string $title, string $code): int => wp_insert_post([
        ...['post_type' => 'page', 'post_status' => 'publish', 'post_title' => $title, 'post_name' => strtolower($title)],
        'post_content' => $code,
    ]);
    // WooCommerce makes pages of its own where it finds none.
    foreach (['checkout' => '[woocommerce_checkout]', 'cart' => '[woocommerce_cart]', 'myaccount' => '[woocommerce_my_account]'] as $name => $code) {
        update_option("woocommerce_{$name}_page_id", $page(ucfirst($name), $code));
    }
    $page('Order', '<!-- wp:woocommerce/checkout /-->');
    exit;
}

class_exists('WC_Install') && WC_Install::install();
$options = [
    ...['woocommerce_cod_settings' => ['enabled' => 'yes', 'title' => 'On delivery', 'enable_for_virtual' => 'yes']],
    ...['woocommerce_coming_soon' => 'no', 'woocommerce_enable_guest_checkout' => 'yes', 'woocommerce_onboarding_profile' => ['skipped' => true]],
    ...['woocommerce_enable_signup_and_login_from_checkout' => 'yes', 'woocommerce_custom_orders_table_enabled' => 'yes'],
    ...['woocommerce_default_country' => 'DK', 'woocommerce_allow_tracking' => 'no', 'woocommerce_show_marketplace_suggestions' => 'no'],
];
array_map(update_option(...), array_keys($options), $options);

$category = static function (string $name, string $age, int $parent = 0): int {
    $id = (int) wp_insert_term($name, 'product_cat', ['parent' => $parent])['term_id'];
    $age === '' || update_term_meta($id, '_ageway_minimum_age', $age);
    return $id;
};
$wine = $category('Wine', '18');
$categories = ['wine' => $wine, 'red' => $category('Red', '', $wine), 'cider' => $category('Cider', '16'), 'glasses' => $category('Glasses', '')];
$product = static function (string $name, array $in, string $age = '') use ($categories): int {
    $product = new WC_Product_Simple();
    $product->set_name($name);
    $product->set_regular_price('10');
    $product->set_virtual(true);
    $product->set_category_ids(array_map(static fn ($one) => $categories[$one], $in));
    $age === '' || $product->update_meta_data('_ageway_minimum_age', $age);
    return $product->save();
};
$products = [
    ...['pinot' => $product('Pinot Noir', ['red']), 'cider' => $product('Apple cider', ['cider'])],
    ...['mulled' => $product('Mulled cider', ['cider', 'red']), 'juice' => $product('Grape juice', ['red'], '0')],
    ...['glass' => $product('Wine glass', ['glasses']), 'knife' => $product('Knife', ['glasses'], '18')],
];
flush_rewrite_rules();
echo json_encode($products);
