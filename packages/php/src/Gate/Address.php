<?php

declare(strict_types=1);

namespace Ageway\Gate;

/** @internal The path and the query of a request, as they were sent. */
final class Address
{
    /** What the visitor brings home. */
    private const TOKEN = 'token_age_verified';
    /** `?age_check=start`: the visitor has pressed the link of the closed page. */
    private const START = 'age_check=start';
    /** The longest return URL that an instance takes. */
    private const MAX_BYTES = 2_048;

    /** @param list<string> $parameters */
    private function __construct(public readonly string $path, private readonly array $parameters)
    {
    }

    /** A proxy may send a whole address. */
    public static function of(string $target): self
    {
        $own = preg_replace('~^https?://[^/?#]*~i', '', $target);
        [$path, $query] = explode('?', explode('#', $own, 2)[0], 2) + ['', ''];
        return new self($path === '' ? '/' : $path, array_values(array_filter(explode('&', $query), static fn ($one) => $one !== '')));
    }

    /** @return string|list<string>|null null: the query has none; a list, where it has more than one, or brackets: that is no token */
    public function token(): string|array|null
    {
        $tokens = array_values(array_filter($this->parameters, self::isToken(...)));
        if (count($tokens) === 1 && self::nameOf($tokens[0]) === self::TOKEN) {
            return urldecode(explode('=', $tokens[0], 2)[1] ?? '');
        }
        return $tokens === [] ? null : $tokens;
    }

    public function asksToStart(): bool
    {
        return in_array(self::START, $this->parameters, true);
    }

    /** The same address without what is ours, for `Location`: the rest to the letter, and never the name of a host. */
    public function cleaned(): string
    {
        $isShops = static fn (string $one): bool => !self::isToken($one) && $one !== self::START;
        $kept = array_filter($this->parameters, $isShops);
        $path = '/' . ltrim($this->path, '\\/');
        return $kept === [] ? $path : "$path?" . implode('&', $kept);
    }

    /** The same address with all that is ours, and never the name of a host. */
    public function asSent(): string
    {
        return '/' . ltrim($this->path, '\\/') . '?' . implode('&', $this->parameters);
    }

    /** For a link of a page: whoever sends the request says in `Host` what the host would be. */
    public static function withoutHost(string $address): string
    {
        return '/' . ltrim(preg_replace('~^https?://[^/?#]*~i', '', $address), '\\/');
    }

    /** The same, with the wish to start a check. */
    public static function withStart(string $address): string
    {
        [$address, $fragment] = explode('#', $address, 2) + [1 => null];
        $address .= (str_contains($address, '?') ? '&' : '?') . self::START;
        return $fragment === null ? $address : "$address#$fragment";
    }

    /** An address of the shop, whole, and no longer than an instance takes. Null: `$origin` is none. */
    public static function whole(string $origin, string $path): ?string
    {
        if (preg_match('~^https?://[^\s/\\\\?#@]+$~iD', $origin) !== 1) {
            return null;
        }
        $path = preg_replace_callback('/[^\x21-\x7e]/', static fn ($byte) => rawurlencode($byte[0]), $path);
        foreach ([$path, explode('?', $path)[0]] as $one) {
            if (strlen("$origin$one") <= self::MAX_BYTES) {
                return "$origin$one";
            }
        }
        return "$origin/";
    }

    private static function isToken(string $parameter): bool
    {
        $name = self::nameOf($parameter);
        return $name === self::TOKEN || str_starts_with($name, self::TOKEN . '[');
    }

    private static function nameOf(string $parameter): string
    {
        return urldecode(explode('=', $parameter, 2)[0]);
    }
}
