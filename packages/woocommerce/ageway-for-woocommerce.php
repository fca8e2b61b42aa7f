<?php
/**
 * Plugin Name: Ageway for WooCommerce
 * Description: Takes no order for a product with a minimum age until a national eID confirms the customer.
 * Version: 0.1.0
 * Author: Ageway
 * Requires at least: 6.5
 * Requires PHP: 8.1
 * Requires Plugins: woocommerce
 * WC requires at least: 8.9
 * WC tested up to: 11.0
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: ageway-for-woocommerce
 * Domain Path: /languages
 */

declare(strict_types=1);

namespace Ageway\WooCommerce;

defined('ABSPATH') || exit;

/** `Client` is the package ageway/ageway, which packing puts there under a namespace of this plugin's own. */
spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Ageway\\WooCommerce\\')) {
        $file = __DIR__ . '/src/' . strtr(substr($class, 19), '\\', '/') . '.php';
        is_file($file) && require $file;
    }
});

add_action('before_woocommerce_init', static function (): void {
    // One that is too old for the plugin may have no such class.
    $declare = [\Automattic\WooCommerce\Utilities\FeaturesUtil::class, 'declare_compatibility'];
    foreach (is_callable($declare) ? ['custom_order_tables', 'cart_checkout_blocks'] : [] as $feature) {
        $declare($feature, __FILE__, true);
    }
});

add_action('plugins_loaded', static function (): void {
    // Somebody may have taken WooCommerce away by hand.
    if (!function_exists('WC')) {
        return;
    }
    add_action('init', static fn () => Words::load(__DIR__ . '/languages'), 0);
    CartSession::register();
    DomainRecord::register();
    Checkout::register();
    Page::register();
    OrderRecord::register();
    ProductFields::register();
    Status::register();
    add_filter('woocommerce_get_settings_pages', static fn (array $pages): array => [...$pages, new SettingsTab()]);
    add_filter('plugin_action_links_' . plugin_basename(__FILE__), static fn (array $links): array => [
        sprintf('<a href="%s">%s</a>', esc_url(Status::address()), esc_html__('Settings', 'ageway-for-woocommerce')),
        ...$links,
    ]);
    if (defined('WP_CLI') && \WP_CLI) {
        \WP_CLI::add_command('ageway gate-test', Command::class);
    }
});
