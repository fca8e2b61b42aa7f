<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

defined('ABSPATH') || exit;

/** What an order says of the check: the confirmed age, when, and a reference. Never a birth date or a token. */
final class OrderRecord
{
    private const AGE = '_ageway_age';
    private const AT = '_ageway_confirmed_at';
    private const REFERENCE = '_ageway_reference';
    private const HELD = '_ageway_held';
    private const ALL = [self::AGE, self::AT, self::REFERENCE, self::HELD];

    public static function register(): void
    {
        add_action('woocommerce_checkout_order_created', self::settle(...));
        add_action('woocommerce_store_api_checkout_order_processed', self::settle(...));
        add_action('woocommerce_before_order_object_save', self::keepHeld(...));
        add_action('woocommerce_admin_order_data_after_billing_address', self::show(...));
        add_filter('woocommerce_privacy_export_order_personal_data_meta', static fn (array $meta): array => $meta + self::labels());
        add_action('woocommerce_privacy_remove_order_personal_data', self::erase(...));
    }

    /** Holds what came by a way that no other hook saw, such as a payment button of another plugin, for the shop. */
    public static function settle(\WC_Order $order): void
    {
        $age = Ages::ofOrder($order);
        if ($age === 0 || (int) $order->get_meta(self::AGE) >= $age) {
            return;
        }
        if (!Gatekeeper::isOpen($age)) {
            $order->update_meta_data(self::HELD, 'yes');
            /* translators: %d: an age in years */
            $order->update_status('on-hold', sprintf(__('Ageway: this order asks for the age of %d, and came without a confirmed age.', 'ageway-for-woocommerce'), $age));
            return;
        }
        [$at, $reference] = CartSession::current()?->record() ?? [gmdate('Y-m-d\TH:i\Z'), null];
        foreach ([self::AGE => $age, self::AT => $at, self::REFERENCE => (string) $reference] as $name => $value) {
            $order->update_meta_data($name, $value);
        }
        $order->delete_meta_data(self::HELD);
        $order->save();
        /* translators: 1: an age in years, 2: a moment, 3: a reference */
        $note = sprintf(__('Ageway: the customer is %1$d or over, confirmed %2$s, reference %3$s.', 'ageway-for-woocommerce'), $age, $at, $reference ?? '–');
        $order->add_order_note(Settings::isTest() ? "$note TEST" : $note);
    }

    /** A payment that comes in later does not release it: somebody of the shop does. */
    public static function keepHeld(\WC_Abstract_Order $order): void
    {
        if ($order instanceof \WC_Order && $order->get_meta(self::HELD) === 'yes' && $order->is_paid()) {
            current_user_can('edit_shop_orders') ? $order->delete_meta_data(self::HELD) : $order->set_status('on-hold');
        }
    }

    public static function show(\WC_Order $order): void
    {
        if ($order->get_meta(self::HELD) === 'yes') {
            printf('<p style="color:#b32d2e"><strong>%s</strong></p>', esc_html__('Ageway: no confirmed age. Look at this order before you send it.', 'ageway-for-woocommerce'));
            return;
        }
        foreach (self::labels() as $name => $label) {
            $value = (string) $order->get_meta($name);
            $shown = $name === self::AT ? (string) wp_date('Y-m-d H:i', (int) strtotime($value)) : $value;
            $value === '' || printf('<p><strong>%s:</strong> %s</p>', esc_html($label), esc_html($shown));
        }
    }

    /** Where the shop's settings let WooCommerce erase orders. */
    public static function erase(\WC_Order $order): void
    {
        array_map($order->delete_meta_data(...), self::ALL);
        $order->save();
    }

    /** @return array<string, string> */
    private static function labels(): array
    {
        return [
            self::AGE => __('Confirmed age', 'ageway-for-woocommerce'),
            self::AT => __('Age confirmed at', 'ageway-for-woocommerce'),
            self::REFERENCE => __('Reference of the age check', 'ageway-for-woocommerce'),
        ];
    }
}
