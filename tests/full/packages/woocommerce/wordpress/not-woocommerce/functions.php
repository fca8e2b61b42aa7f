<?php

declare(strict_types=1);

final class WooCommerce
{
    /** The oldest that the plugin takes. */
    public string $version = '8.9';
    public ?WC_Session $session = null;
    public ?WC_Cart $cart = null;
    public array $notices = [];

    public function checkout(): WC_Checkout
    {
        return new WC_Checkout();
    }
}

abstract class WC_Settings_Page
{
    protected string $id = '';
    protected string $label = '';

    public function __construct()
    {
    }

    public function output(): void
    {
        foreach ($this->get_settings_for_default_section() as $field) {
            printf('<label for="%1$s">%2$s</label> <span>%3$s</span>', esc_attr($field['id']), esc_html($field['title'] ?? ''), esc_html($field['desc'] ?? ''));
        }
    }

    public function save(): void
    {
        foreach ($this->get_settings_for_default_section() as ['id' => $id]) {
            isset($_POST[$id]) && update_option($id, sanitize_text_field(wp_unslash($_POST[$id])));
        }
    }
}

final class WC_Admin_Settings
{
    public static array $errors = [];

    public static function add_error(string $text): void
    {
        self::$errors[] = $text;
    }
}

function WC(): WooCommerce
{
    static $one;
    return $one ??= new WooCommerce();
}

function wc_get_product(mixed $id): WC_Product|false
{
    return match (get_post_type((int) $id)) {
        'product' => new WC_Product((int) $id),
        'product_variation' => new WC_Product_Variation((int) $id),
        default => false,
    };
}

function wc_get_product_term_ids(int $id, string $taxonomy): array
{
    return wp_get_post_terms($id, $taxonomy, ['fields' => 'ids']);
}

function wc_get_order(mixed $id): WC_Order|false
{
    return get_post_type((int) $id) === 'shop_order' ? new WC_Order((int) $id) : false;
}

function wc_get_orders(array $asked): array
{
    $ids = get_posts(['post_type' => 'shop_order', 'post_status' => array_keys(get_post_stati()), 'numberposts' => -1, 'fields' => 'ids']);
    return array_map(wc_get_order(...), $ids);
}

function wc_get_order_item_meta(int $item, string $name): mixed
{
    return $name === '_product_id' ? $item : '';
}

function wc_create_order(): WC_Order
{
    $order = new WC_Order();
    $order->set_status('pending');
    $order->save();
    return $order;
}

function wc_get_order_notes(array $asked): array
{
    return array_map(static fn ($content) => (object) ['content' => $content], get_post_meta($asked['order_id'], '_note'));
}

function wc_get_checkout_url(): string
{
    return get_permalink((int) get_option('woocommerce_checkout_page_id'));
}

function wc_get_cart_url(): string
{
    return get_permalink((int) get_option('woocommerce_cart_page_id'));
}

function wc_add_notice(string $text, string $type = 'success'): void
{
    WC()->notices[] = [$text, $type];
}

function wc_clear_notices(): void
{
    WC()->notices = [];
}

function wc_get_logger(): object
{
    return new class () {
        public function warning(string $text, array $context): void
        {
            error_log("{$context['source']}: $text");
        }
    };
}

function is_checkout(): bool
{
    return is_page((int) get_option('woocommerce_checkout_page_id'));
}

function is_cart(): bool
{
    return is_page((int) get_option('woocommerce_cart_page_id'));
}

function is_wc_endpoint_url(string $name): bool
{
    return get_query_var($name) !== '';
}

function is_order_received_page(): bool
{
    return is_checkout() && is_wc_endpoint_url('order-received');
}

function woocommerce_wp_select(array $field): void
{
    printf('<select name="%s" data-value="%s"></select>', esc_attr($field['id']), esc_attr($field['value']));
}
