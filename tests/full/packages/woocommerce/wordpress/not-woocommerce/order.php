<?php

declare(strict_types=1);

abstract class WC_Abstract_Order
{
}

class WC_Order extends WC_Abstract_Order
{
    private array $meta;
    private string $status = '';
    public string $before = '';

    public function __construct(private int $id = 0)
    {
        $this->meta = $id === 0 ? [] : array_map(static fn ($all) => maybe_unserialize($all[0]), get_post_meta($id));
        $this->status = $this->before = $id === 0 ? 'checkout-draft' : substr((string) get_post_status($id), 3);
    }

    public function get_id(): int
    {
        return $this->id;
    }

    public function get_status(): string
    {
        return $this->status;
    }

    public function has_status(array $any): bool
    {
        return in_array($this->status, $any, true);
    }

    public function set_status(string $status): void
    {
        $this->status = $status;
    }

    public function update_status(string $status, string $note = ''): void
    {
        $this->set_status($status);
        $this->save();
        $note === '' || $this->add_order_note($note);
    }

    public function get_meta(string $name): mixed
    {
        return $this->meta[$name] ?? '';
    }

    public function update_meta_data(string $name, mixed $value): void
    {
        $this->meta[$name] = $value;
    }

    public function delete_meta_data(string $name): void
    {
        unset($this->meta[$name]);
        $this->id === 0 || delete_post_meta($this->id, $name);
    }

    public function get_meta_data(): array
    {
        $own = array_filter($this->meta, static fn ($name) => str_starts_with($name, '_ageway'), ARRAY_FILTER_USE_KEY);
        return array_map(static fn ($key, $value) => new class (compact('key', 'value')) {
            public function __construct(private array $data)
            {
            }

            public function get_data(): array
            {
                return $this->data;
            }
        }, array_keys($own), $own);
    }

    public function save(): int
    {
        do_action('woocommerce_before_order_object_save', $this, null);
        $post = ['post_type' => 'shop_order', 'post_title' => 'Order', 'post_status' => "wc-$this->status"];
        $this->id = $this->id === 0 ? wp_insert_post($post) : wp_update_post(['ID' => $this->id] + $post);
        $this->meta += ['_order_key' => 'wc_order_' . bin2hex(random_bytes(8))];
        array_map(fn ($name, $value) => update_post_meta($this->id, $name, $value), array_keys($this->meta), $this->meta);
        return $this->id;
    }

    public function add_product(WC_Product $product): void
    {
        $this->meta['_products'] = [...$this->meta['_products'] ?? [], $product->get_id()];
    }

    public function get_items(): array
    {
        return array_map(static fn ($id) => new WC_Order_Item_Product($id), $this->meta['_products'] ?? []);
    }

    public function set_billing_email(string $email): void
    {
        $this->meta['_billing_email'] = $email;
    }

    public function get_billing_email(): string
    {
        return $this->meta['_billing_email'] ?? '';
    }

    public function key_is_valid(string $key): bool
    {
        return hash_equals($this->get_order_key(), $key);
    }

    public function is_paid(): bool
    {
        return $this->has_status(['processing', 'completed']);
    }

    public function get_order_key(): string
    {
        return $this->meta['_order_key'];
    }

    public function get_checkout_payment_url(): string
    {
        return wc_get_checkout_url() . "order-pay/$this->id/?pay_for_order=true&key={$this->get_order_key()}";
    }

    public function needs_payment(): bool
    {
        return $this->has_status(['pending', 'failed', 'checkout-draft']);
    }

    public function payment_complete(): void
    {
        $this->has_status(['pending', 'failed', 'on-hold', 'checkout-draft']) && $this->update_status('processing');
    }

    public function add_order_note(string $text): void
    {
        add_post_meta($this->id, '_note', $text);
    }

    public function calculate_totals(): void
    {
    }
}

class WC_Order_Item_Product
{
    /** Its own id is that of its product. */
    public function __construct(private int $id)
    {
    }

    public function get_id(): int
    {
        return $this->id;
    }

    /** 0 for a product that is gone, as WooCommerce reads it. */
    public function get_product_id(): int
    {
        return get_post_type($this->id) === 'product' ? $this->id : 0;
    }

    public function get_product(): WC_Product|false
    {
        return wc_get_product($this->id);
    }
}
