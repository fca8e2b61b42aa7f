<?php

declare(strict_types=1);

namespace Ageway\Gate;

use Closure;
use InvalidArgumentException;

/** @internal Which paths are gated. Routers differ in what they decode and ignore, so a path is gated if any reading of it is. */
final class Paths
{
    /** A path, or a whole address. No browser sends `//host/path` or a fragment, and of those each reader makes another path. */
    private const PLAIN = '~^(?:/(?![/\\\\])|https?://[^/\\\\?#]+(?:/(?![/\\\\])|\?|$))[^#]*$~Di';
    /** @var list<string>|Closure(string): bool|null */
    private readonly array|Closure|null $match;

    /** Throws for what could never match, so that a shop finds out when it starts. */
    public function __construct(string|array|Closure|null $match)
    {
        if ($match === []) {
            throw new InvalidArgumentException('match names no path');
        }
        $this->match = is_string($match) || is_array($match) ? array_map(self::prefixOf(...), array_values((array) $match)) : $match;
    }

    /** @param list<string> $others by which the shop may route the same request */
    public function include(string $target, array $others = []): bool
    {
        if ($this->match === null || preg_match(self::PLAIN, $target) !== 1) {
            return true;
        }
        foreach ([Address::of($target)->path, (string) parse_url($target, PHP_URL_PATH), ...$others] as $path) {
            if ($path !== '' && $this->isMetBy($path)) {
                return true;
            }
        }
        return false;
    }

    private function isMetBy(string $path): bool
    {
        $normal = self::normal($path);
        // A backslash is a slash to browsers and Windows, and a letter to others.
        $letters = self::normal($path, '~/+~');
        foreach ([$path, $normal, ...array_map(self::resolved(...), [$normal, self::folded($normal), self::folded($letters)])] as $form) {
            $isMet = is_array($this->match)
                ? array_filter($this->match, static fn ($prefix) => self::isBelow($form, $prefix)) !== []
                : ($this->match)($form);
            if ($isMet) {
                return true;
            }
        }
        return false;
    }

    private static function prefixOf(string $path): string
    {
        $path = preg_replace('~/\*{1,2}$~D', '', $path) ?: '/';
        if ($path[0] !== '/' || strpbrk($path, '*:?#()') !== false) {
            throw new InvalidArgumentException("match must be paths such as /checkout, or a function: $path");
        }
        return self::folded(self::normal($path));
    }

    private static function isBelow(string $form, string $prefix): bool
    {
        return $prefix === '/' || preg_match('~^' . preg_quote($prefix, '~') . '(?:[/;]|$)~D', $form) === 1;
    }

    /** Decoded, with single slashes and none at its end, in lower case. */
    private static function normal(string $path, string $slashes = '~[\\\\/]+~'): string
    {
        // A line's end there is nothing to `$` in a shop's routes.
        $decoded = preg_replace('~\n\z~', '', strtolower(rawurldecode($path)));
        return rtrim(preg_replace($slashes, '/', "/$decoded"), '/') ?: '/';
    }

    /** Routes without regard to case know more letters than ASCII's: these are taken for them, as by `/iu`. */
    private static function folded(string $path): string
    {
        $ascii = strtr($path, ["\u{130}" => 'i', "\u{131}" => 'i', "\u{17f}" => 's', "\u{212a}" => 'k']);
        return function_exists('mb_strtolower') ? mb_strtolower($ascii, 'UTF-8') : $ascii;
    }

    private static function resolved(string $path): string
    {
        $segments = [];
        foreach (explode('/', trim($path, '/')) as $segment) {
            if ($segment === '..') {
                array_pop($segments);
            } elseif ($segment !== '.') {
                $segments[] = $segment;
            }
        }
        return '/' . implode('/', $segments);
    }
}
