<?php

declare(strict_types=1);

namespace Ageway\WooCommerce;

use Ageway\WooCommerce\Client\Gate;
use Ageway\WooCommerce\Client\Gate\Address;

defined('ABSPATH') || exit;

/** Says whether this visitor's session has a yes, and where a check starts. */
final class Gatekeeper
{
    /** Null: the shop is closed, since it names no instance or no key. */
    public static function gate(int $age): ?Gate
    {
        $ageway = Settings::instance();
        return $ageway === null ? null : new Gate(
            $ageway,
            $age,
            origin: self::origin(),
            provider: Settings::provider(),
            language: Settings::language(),
            page: ClosedPage::html(...),
            onClosed: self::log(...),
        );
    }

    /** May this visitor have what asks for that age? No session, no key, no instance and no yes are all a no. */
    public static function isOpen(int $age): bool
    {
        $session = CartSession::current();
        return $age === 0 || ($session !== null && self::gate($age)?->isConfirmed($session) === true);
    }

    /** The page on which a check starts: the checkout, or that of an order which waits to be paid. */
    public static function start(?\WC_Order $order = null): string
    {
        return Address::withStart($order?->get_checkout_payment_url() ?? wc_get_checkout_url());
    }

    /** Where visitors see the shop: never what a request says. */
    public static function origin(): string
    {
        $home = wp_parse_url(home_url());
        return "{$home['scheme']}://{$home['host']}" . (isset($home['port']) ? ":{$home['port']}" : '');
    }

    /** What visitors do is left out. */
    private static function log(Client\Checked|Client\Started $closed): void
    {
        if (!($closed->why instanceof Client\WhyNotAllowed && $closed->why->isVisitors())) {
            $reason = $closed instanceof Client\Started ? " {$closed->reason} {$closed->reference}" : '';
            wc_get_logger()->warning(rtrim("{$closed->why?->value}$reason"), ['source' => 'ageway']);
        }
    }
}
