<?php

declare(strict_types=1);

namespace Ageway\Gate;

use Closure;

/** @internal What counts of a visitor's address, so that one visitor starts a few checks of a locked key at most. */
final class VisitorAddress
{
    /** Of networks that lead to no visitor: a proxy's address, or that of the shop's own machine. */
    private const PRIVATE = '/^(?:(?:0|10|127)\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0:0:0:0$|f[cd]..:|fe[89ab].:)/D';

    /** @param Closure(Visit): ?string|null $visitor knows better, behind a proxy that PHP does not know */
    public static function of(Visit $visit, ?Closure $visitor): ?string
    {
        $forwarded = $visit->header('X-Forwarded-For');
        return $visitor === null ? self::prefix($visit->address, $forwarded) : self::prefix($visitor($visit), null);
    }

    /** That of IPv4 whole, and the /64 of IPv6, as a subscriber has. Null: it tells no visitors apart. */
    public static function prefix(?string $address, ?string $forwarded): ?string
    {
        $address ??= '';
        // A proxy writes where it was called from. An address that it did not write is the proxy's own.
        if (($forwarded ?? '') !== '' && !in_array($address, array_map('trim', explode(',', $forwarded)), true)) {
            return null;
        }
        $bytes = @inet_pton(preg_replace('/^::ffff:(?=\d+\.)|%.*$/i', '', $address));
        if ($bytes === false) {
            return null;
        }
        $isIpv4 = strlen($bytes) === 4;
        $text = $isIpv4 ? inet_ntop($bytes) : implode(':', array_map('dechex', unpack('n4', $bytes)));
        if (preg_match(self::PRIVATE, $text) === 1) {
            return null;
        }
        return $isIpv4 ? $text : "$text::/64";
    }
}
