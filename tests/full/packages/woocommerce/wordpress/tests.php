<?php

declare(strict_types=1);

// A plugin that must be used: what a test asks of the shop beside what visitors do.

add_filter('pre_wp_mail', '__return_true');
add_filter('locale', static fn (string $locale): string => get_option('ageway_tests_locale', '') ?: $locale);
// WordPress sends what it has when `shutdown` begins.
add_action('shutdown', static function (): void {
    $isUnsaved = function_exists('WC') && WC()->session !== null && (fn (): bool => $this->_dirty)->call(WC()->session);
    http_response_code() === 303 && $isUnsaved && update_option('ageway_tests_unsaved', 'yes');
}, 0);
// As WPML says which product another was translated from.
add_filter('wpml_object_id', static fn (mixed $id): mixed => get_option('ageway_tests_originals', [])[$id] ?? $id);
add_action('init', static fn () => ($version = get_option('ageway_tests_version', '')) === '' || WC()->version = $version);
// For a program that has no basket.
add_action('wp', static function (): void {
    $product = (int) get_option('ageway_tests_basket', 0);
    $product === 0 || WC()->cart->get_cart() !== [] || WC()->cart->add_to_cart($product);
});

/** Hears what the command says, where there is no WP-CLI. */
final class WP_CLI
{
    public static array $lines = [];

    public static function __callStatic(string $name, array $said): void
    {
        self::$lines[] = (string) $said[0];
    }
}

/** What is printed meanwhile. */
function ageway_tests_printed(Closure $act): string
{
    ob_start();
    $act();
    return ob_get_clean();
}

/** As the administration loads it. */
function ageway_tests_settings(): object
{
    if (!class_exists('WC_Settings_Page')) {
        require_once WC_ABSPATH . 'includes/admin/class-wc-admin-settings.php';
        require_once WC_ABSPATH . 'includes/admin/settings/class-wc-settings-page.php';
    }
    return new Ageway\WooCommerce\SettingsTab();
}
// As a payment plugin does that makes its order by itself.
add_action('wc_ajax_ageway_tests_button', static function (): void {
    $id = WC()->checkout()->create_order(['payment_method' => 'cod', 'billing_email' => 'button@shop.example']);
    wc_get_order($id)->payment_complete('paid by the button');
    wp_send_json(['order' => $id]);
});
add_action('template_redirect', static function (): void {
    $asked = $_GET['ageway-tests'] ?? null;
    if ($asked === null) {
        return;
    }
    $sent = json_decode(file_get_contents('php://input'), true) ?? [];
    wp_send_json(match ($asked) {
        'versions' => ['WooCommerce' => WC()->version, 'WordPress' => get_bloginfo('version'), 'PHP' => PHP_VERSION],
        'orders' => array_map(static fn ($order) => [
            ...['id' => $order->get_id(), 'status' => $order->get_status(), 'email' => $order->get_billing_email()],
            'meta' => array_column(array_map(static fn ($meta) => $meta->get_data(), $order->get_meta_data()), 'value', 'key'),
            'notes' => array_column(wc_get_order_notes(['order_id' => $order->get_id()]), 'content'),
        ], wc_get_orders(['limit' => -1])),
        'options' => array_map(update_option(...), array_keys($sent), $sent),
        'order' => (static function () use ($sent) {
            $order = wc_create_order();
            $order->add_product(wc_get_product($sent['product']));
            $order->set_billing_email('pay@shop.example');
            $order->calculate_totals();
            $order->update_status('pending');
            return ['id' => $order->get_id(), 'key' => $order->get_order_key(), 'url' => $order->get_checkout_payment_url()];
        })(),
        'product' => (static function () use ($sent) {
            $product = isset($sent['of']) ? new WC_Product_Variation() : new WC_Product_Simple();
            $product->set_name('One more');
            $product->set_parent_id($sent['of'] ?? 0);
            return ['id' => $product->save()];
        })(),
        'delete' => wp_delete_post($sent['id'], true),
        'session' => WC()->session->get('ageway'),
        'unsaved' => get_option('ageway_tests_unsaved', 'no'),
        // Half an hour later, as far as the yes goes.
        'end' => WC()->session->set('ageway', ['until' => gmdate(DATE_ATOM, time() - 1)] + WC()->session->get('ageway')),
        'sign-in' => (static function () use ($sent) {
            $user = get_user_by('login', $sent['user']) ?: get_user_by('id', wp_create_user($sent['user'], 'a long pass word', "{$sent['user']}@shop.example"));
            wp_set_auth_cookie($user->ID);
        })(),
        'sign-out' => wp_logout(),
        'locale' => update_option('ageway_tests_locale', $sent['locale']),
        'settings' => ($_GET['ageway_try'] = isset($sent['isTried']) ? wp_create_nonce('ageway_try') : '') === null ?: ['html' => ageway_tests_printed(ageway_tests_settings()->output(...))],
        'try' => Ageway\WooCommerce\Status::tryIt(),
        'checks' => array_map(static function (array $one): array {
            $ageway = new Ageway\WooCommerce\Client\Ageway($one['url'], $one['key'], timeoutMs: $one['timeoutMs'], client: new Ageway\WooCommerce\WpTransport());
            $checked = $ageway->check('token', 'a device id', $one['age']);
            return [$checked->allowed, $checked->why?->value];
        }, $sent),
        'command' => (static function () {
            (new Ageway\WooCommerce\Command())();
            return ['lines' => WP_CLI::$lines];
        })(),
        'record' => [
            'html' => ageway_tests_printed(static fn () => do_action('woocommerce_admin_order_data_after_billing_address', wc_get_order($sent['id']))),
            'exported' => apply_filters('woocommerce_privacy_export_order_personal_data_meta', []),
        ],
        'erase' => do_action('woocommerce_privacy_remove_order_personal_data', wc_get_order($sent['id'])),
        'status' => (static function () use ($sent) {
            wp_set_current_user(isset($sent['as']) ? get_user_by('login', $sent['as'])->ID : 0);
            wc_get_order($sent['id'])->update_status($sent['status']);
        })(),
        'ages' => array_map(static fn ($id) => Ageway\WooCommerce\Ages::ofProduct(wc_get_product($id)), $sent),
    });
}, 2);
