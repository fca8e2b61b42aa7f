<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

use Ageway\WooCommerce\Client\Gate\Session;

defined('ABSPATH') || exit;

/**
 * WooCommerce's session of this visitor. A signed-in customer has one for all browsers, and a link with a cart's token
 * copies one: so what is kept names the sign-in, or the guest, that it is of.
 */
final class CartSession implements Session
{
    /** What an order keeps of the yes. */
    private const RECORD = 'ageway_record';

    /** Of a sign-in in this request, as when an account is opened with an order: no cookie has it yet. */
    private static ?string $signIn = null;

    private function __construct(private readonly \WC_Session $session)
    {
    }

    public static function register(): void
    {
        add_action('set_logged_in_cookie', static function (mixed ...$said): void {
            self::$signIn = $said[5] ?? null;
        }, 10, 6);
        add_action('woocommerce_guest_session_to_user_id', self::adopt(...));
    }

    /** Null: this request has none, as a call of the REST API with a key. */
    public static function current(): ?self
    {
        return WC()->session instanceof \WC_Session ? new self(WC()->session) : null;
    }

    public function read(): mixed
    {
        $state = $this->session->get(self::NAME);
        return is_array($state) && hash_equals($this->owner(), (string) ($state['owner'] ?? '')) ? $state : null;
    }

    public function write(array $state): void
    {
        if ($this->session instanceof \WC_Session_Handler && !$this->session->has_session()) {
            $this->session->set_customer_session_cookie(true);
        }
        $until = $this->read()['until'] ?? null;
        $this->session->set(self::NAME, $state === [] ? null : $state + ['owner' => $this->owner()]);
        if (isset($state['until']) && $state['until'] !== $until) {
            $this->session->set(self::RECORD, [gmdate('Y-m-d\TH:i\Z'), WpTransport::$reference]);
        }
        // WooCommerce would store it after the answer has left, and the browser may be back by then.
        $this->session instanceof \WC_Session_Handler && $this->session->save_data();
    }

    /** WooCommerce locks no session. */
    public function release(): void
    {
    }

    /** A guest gets another session with the same basket; the one before ends. A customer's yes is of one sign-in. */
    public function renew(): void
    {
        if (!$this->session instanceof \WC_Session_Handler || is_user_logged_in()) {
            return;
        }
        $before = $this->session->get_customer_id();
        $this->session->save_data();
        $kept = $this->session->get_session_data();
        unset($_COOKIE[apply_filters('woocommerce_cookie', 'wp_woocommerce_session_' . COOKIEHASH)]);
        $this->session->init_session_cookie();
        foreach ($kept as $name => $value) {
            $this->session->set($name, maybe_unserialize($value));
        }
        $this->session->set_customer_session_cookie(true);
        $this->session->delete_session($before);
    }

    /** When the yes came, to the minute, and the reference of that answer. @return array{string, ?string}|null */
    public function record(): ?array
    {
        return $this->session->get(self::RECORD);
    }

    /** A guest who signs in takes the basket along, and the yes. */
    private static function adopt(string $guest): void
    {
        $session = self::current()?->session;
        $state = $session?->get(self::NAME);
        if (is_array($state) && ($state['owner'] ?? null) === self::digest($guest)) {
            $session->set(self::NAME, ['owner' => self::current()->owner()] + $state);
        }
    }

    private function owner(): string
    {
        $signIn = 'user ' . (self::$signIn ?? wp_get_session_token());
        return self::digest(is_user_logged_in() ? $signIn : (string) $this->session->get_customer_id());
    }

    private static function digest(string $text): string
    {
        return hash('sha256', $text);
    }
}
