<?php

declare(strict_types=1);

abstract class WC_Session
{
    protected string $_customer_id = '';
    protected array $_data = [];
    protected bool $_dirty = false;

    public function get(string $name, mixed $default = null): mixed
    {
        return isset($this->_data[$name]) ? maybe_unserialize($this->_data[$name]) : $default;
    }

    public function set(string $name, mixed $value): void
    {
        $this->_data[$name] = maybe_serialize($value);
        $this->_dirty = true;
    }

    public function get_customer_id(): string
    {
        return $this->_customer_id;
    }
}

class WC_Session_Handler extends WC_Session
{
    private bool $hasCookie = false;

    public function init(): void
    {
        add_action('shutdown', [$this, 'save_data'], 20);
        add_action('wp_logout', [$this, 'destroy_session']);
        $this->init_session_cookie();
    }

    public function init_session_cookie(): void
    {
        [$id, $sum] = explode('|', wp_unslash($_COOKIE[self::cookie()] ?? '')) + ['', ''];
        $isGuest = str_starts_with($id, 't_');
        $isOurs = $id !== '' && hash_equals(wp_hash($id), $sum) && ($isGuest || $id === (string) get_current_user_id());
        $this->hasCookie = $this->hasCookie || $isOurs;
        $this->_customer_id = $isOurs ? $id : $this->generate_customer_id();
        $this->_data = $this->get_session_data();
        if ($isOurs && $isGuest && is_user_logged_in()) {
            [$this->_customer_id, $this->_dirty] = [$this->generate_customer_id(), true];
            $this->delete_session($id);
            do_action('woocommerce_guest_session_to_user_id', $id, $this->_customer_id);
            $this->set_customer_session_cookie(true);
        }
    }

    public function generate_customer_id(): string
    {
        return is_user_logged_in() ? (string) get_current_user_id() : 't_' . bin2hex(random_bytes(14));
    }

    public function has_session(): bool
    {
        return $this->hasCookie || is_user_logged_in();
    }

    public function set_customer_session_cookie(bool $set): void
    {
        $this->hasCookie = true;
        headers_sent() || setcookie(self::cookie(), "$this->_customer_id|" . wp_hash($this->_customer_id), ['path' => '/', 'httponly' => true]);
    }

    public function get_session_data(): array
    {
        return (array) get_option("_session_$this->_customer_id", []);
    }

    public function save_data(): void
    {
        $this->_dirty && $this->has_session() && update_option("_session_$this->_customer_id", $this->_data, false);
        $this->_dirty = false;
    }

    public function delete_session(string $id): void
    {
        delete_option("_session_$id");
    }

    public function destroy_session(): void
    {
        $this->delete_session($this->_customer_id);
        [$this->_data, $this->_dirty, $this->_customer_id, $this->hasCookie] = [[], false, $this->generate_customer_id(), false];
    }

    private static function cookie(): string
    {
        return apply_filters('woocommerce_cookie', 'wp_woocommerce_session_' . COOKIEHASH);
    }
}
