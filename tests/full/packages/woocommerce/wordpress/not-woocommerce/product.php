<?php

declare(strict_types=1);

/** Of a post, with meta. */
class WC_Product
{
    protected const TYPE = 'product';

    protected array $set = [];
    protected array $meta = [];
    protected array $categories = [];

    public function __construct(protected int $id = 0)
    {
    }

    public function get_id(): int
    {
        return $this->id;
    }

    public function get_parent_id(): int
    {
        return (int) wp_get_post_parent_id($this->id);
    }

    public function set_parent_id(int $id): void
    {
        $this->set['post_parent'] = $id;
    }

    public function set_name(string $name): void
    {
        $this->set['post_title'] = $name;
    }

    public function set_category_ids(array $ids): void
    {
        $this->categories = $ids;
    }

    public function update_meta_data(string $name, mixed $value): void
    {
        $this->meta[$name] = $value;
    }

    public function save(): int
    {
        $this->id = $this->id ?: wp_insert_post(['post_type' => static::TYPE, 'post_status' => 'publish'] + $this->set);
        wp_set_object_terms($this->id, $this->categories, 'product_cat');
        array_map(fn ($name, $value) => update_post_meta($this->id, $name, $value), array_keys($this->meta), $this->meta);
        return $this->id;
    }

    public function __call(string $name, array $given): void
    {
    }
}

class WC_Product_Simple extends WC_Product
{
}

class WC_Product_Variation extends WC_Product
{
    protected const TYPE = 'product_variation';
}
