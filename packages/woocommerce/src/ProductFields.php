<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

defined('ABSPATH') || exit;

/** The minimum age on the screens of a product and of a category. */
final class ProductFields
{
    private const FIELD = 'ageway_minimum_age';

    public static function register(): void
    {
        add_action('woocommerce_product_options_general_product_data', self::showForProduct(...));
        add_action('woocommerce_admin_process_product_object', self::saveProduct(...));
        add_action('product_cat_add_form_fields', self::showForNewCategory(...));
        add_action('product_cat_edit_form_fields', self::showForCategory(...));
        add_action('created_product_cat', self::saveCategory(...));
        add_action('edited_product_cat', self::saveCategory(...));
    }

    /** @return array<string, string> */
    public static function choices(string $inherited): array
    {
        $ages = ['' => $inherited, '0' => __('None: nobody is asked', 'ageway-for-woocommerce')];
        foreach (Settings::AGES as $age) {
            $ages[(string) $age] = "$age+";
        }
        return $ages;
    }

    public static function showForProduct(): void
    {
        woocommerce_wp_select([
            'id' => self::FIELD,
            'label' => self::label(),
            'value' => (string) get_post_meta((int) get_the_ID(), Ages::META, true),
            'options' => self::choices(__('As its categories say, or the shop', 'ageway-for-woocommerce')),
        ]);
    }

    /** WooCommerce has looked at the nonce and the permission. */
    public static function saveProduct(\WC_Product $product): void
    {
        if (isset($_POST[self::FIELD])) { // phpcs:ignore WordPress.Security.NonceVerification.Missing
            $product->update_meta_data(Ages::META, self::posted());
        }
    }

    public static function showForNewCategory(): void
    {
        printf('<div class="form-field"><label for="%s">%s</label>%s</div>', esc_attr(self::FIELD), esc_html(self::label()), self::select('')); // phpcs:ignore WordPress.Security.EscapeOutput
    }

    public static function showForCategory(\WP_Term $term): void
    {
        $select = self::select((string) get_term_meta($term->term_id, Ages::META, true));
        printf('<tr class="form-field"><th scope="row"><label for="%s">%s</label></th><td>%s</td></tr>', esc_attr(self::FIELD), esc_html(self::label()), $select); // phpcs:ignore WordPress.Security.EscapeOutput
    }

    /** WordPress has looked at the nonce of the form; a program that makes categories sends none. */
    public static function saveCategory(int $term): void
    {
        if (isset($_POST[self::FIELD]) && current_user_can('edit_term', $term)) { // phpcs:ignore WordPress.Security.NonceVerification.Missing
            update_term_meta($term, Ages::META, self::posted());
        }
    }

    private static function posted(): string
    {
        $value = sanitize_text_field(wp_unslash($_POST[self::FIELD] ?? '')); // phpcs:ignore WordPress.Security.NonceVerification.Missing
        return Ages::read($value) === null ? '' : $value;
    }

    private static function label(): string
    {
        return __('Minimum age', 'ageway-for-woocommerce');
    }

    private static function select(string $value): string
    {
        $options = '';
        foreach (self::choices(__('As the category above it says, or the shop', 'ageway-for-woocommerce')) as $one => $text) {
            $options .= sprintf('<option value="%s"%s>%s</option>', esc_attr((string) $one), selected($value, (string) $one, false), esc_html($text));
        }
        return sprintf('<select name="%1$s" id="%1$s">%2$s</select>', esc_attr(self::FIELD), $options);
    }
}
