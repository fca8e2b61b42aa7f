<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

defined('ABSPATH') || exit;

/** Which age a product, a basket or an order asks for: 16, 18, or 0 for none. */
final class Ages
{
    /** Of products and of their categories: '' as what is above it says, '0' none, '16' or '18'. */
    public const META = '_ageway_minimum_age';

    public static function ofCart(): int
    {
        $items = WC()->cart?->get_cart() ?? [];
        return self::highest(array_map(static fn ($item) => self::ofProduct($item['data'] ?? null), $items));
    }

    public static function ofOrder(\WC_Order $order): int
    {
        return self::highest(array_map(self::ofItem(...), $order->get_items()));
    }

    /** A line that never was of a product, as of an invoice, asks for what the shop does. WooCommerce reads no id of what is gone. */
    private static function ofItem(\WC_Order_Item_Product $item): int
    {
        $product = $item->get_product_id() ?: (int) wc_get_order_item_meta($item->get_id(), '_product_id');
        return $product === 0 ? self::ofShop() : self::ofProduct($item->get_product());
    }

    private static function ofShop(): int
    {
        return self::read(Settings::get('age')) ?? 0;
    }

    /** The product's own, else the highest of its categories, else the shop's. What is gone asks for the highest. */
    public static function ofProduct(mixed $product): int
    {
        if (!$product instanceof \WC_Product) {
            return max(Settings::AGES);
        }
        $isVariation = $product instanceof \WC_Product_Variation;
        $ids = self::originals($isVariation ? $product->get_parent_id() : $product->get_id(), 'product');
        $own = self::said('post', $ids);
        if ($own !== []) {
            return max($own);
        }
        $terms = array_merge(...array_map(static fn ($id) => wc_get_product_term_ids($id, 'product_cat'), $ids));
        $ages = array_filter(array_map(self::ofCategory(...), array_unique($terms)), 'is_int');
        return $ages === [] ? self::ofShop() : self::highest($ages);
    }

    /** The category's own, else that of the nearest above it. Null: none says. */
    private static function ofCategory(int $category): ?int
    {
        foreach ([$category, ...get_ancestors($category, 'product_cat', 'taxonomy')] as $id) {
            $ages = self::said('term', self::originals($id, 'product_cat'));
            if ($ages !== []) {
                return max($ages);
            }
        }
        return null;
    }

    /** Of each that says one: a translation may hold an old copy. @param list<int> $ids @return array<int> */
    private static function said(string $type, array $ids): array
    {
        $ages = array_map(static fn ($id) => self::read((string) get_metadata($type, $id, self::META, true)), $ids);
        return array_filter($ages, 'is_int');
    }

    /** Itself, and what WPML or Polylang has it translated from. @return list<int> */
    private static function originals(int $id, string $type): array
    {
        $ids = [$id, (int) apply_filters('wpml_object_id', $id, $type, true, apply_filters('wpml_default_language', null))];
        if (function_exists('pll_get_post') && function_exists('pll_get_term') && function_exists('pll_default_language')) {
            $of = $type === 'product' ? 'pll_get_post' : 'pll_get_term';
            $ids[] = (int) $of($id, pll_default_language());
        }
        return array_values(array_unique(array_filter($ids)));
    }

    /** Does anything in the shop ask for an age? */
    public static function areSet(): bool
    {
        global $wpdb;
        $has = static fn (string $table): bool => $wpdb->get_var($wpdb->prepare(
            "SELECT 1 FROM $table WHERE meta_key = %s AND meta_value IN ('16', '18') LIMIT 1", // phpcs:ignore WordPress.DB
            self::META,
        )) !== null;
        return self::ofShop() > 0 || $has($wpdb->termmeta) || $has($wpdb->postmeta);
    }

    /** Null for '', and for what is no choice of ours: what is above it decides. */
    public static function read(string $value): ?int
    {
        return in_array($value, ['0', ...array_map('strval', Settings::AGES)], true) ? (int) $value : null;
    }

    /** @param array<int> $ages */
    private static function highest(array $ages): int
    {
        return max([0, ...array_values($ages)]);
    }
}
