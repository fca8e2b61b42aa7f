<?php

declare(strict_types=1);

namespace Ageway\Gate;

use Psr\Http\Message\ResponseInterface;
use Symfony\Component\HttpFoundation\ResponseHeaderBag;

/** @internal Keeps an answer of one visitor out of caches that visitors share, whatever the shop says of it. */
final class SharedCaches
{
    /** Marks a request that was gated, for the last word on its answer. */
    public const MARK = 'ageway.gated';
    /** Speak to shared caches before `Cache-Control` does: RFC 9213's targeted fields, those of single makers, and HTTP/1.0's. */
    private const TARGETED = '/^(?:.+-cache-control|surrogate-control|edge-control|x-accel-expires|expires)$/Di';

    /** For plain PHP: now, and once more when the head leaves, after all that a theme or a page has set. */
    public static function keepOut(): void
    {
        // For caches of WordPress, which keep pages and read no header.
        defined('DONOTCACHEPAGE') || define('DONOTCACHEPAGE', true);
        if (headers_sent()) {
            error_log('Ageway: guard() came after the page had begun, so a shared cache may keep it');
            return;
        }
        self::settle();
        header_register_callback(self::settle(...));
    }

    /** For Symfony, and Laravel, whose answers are Symfony's. */
    public static function keepOutOf(ResponseHeaderBag $headers): void
    {
        foreach (preg_grep(self::TARGETED, $headers->keys()) as $name) {
            $headers->remove($name);
        }
        $headers->set('Cache-Control', self::privateForm($headers->get('Cache-Control') ?? ''));
    }

    /** For PSR-7. */
    public static function privately(ResponseInterface $response): ResponseInterface
    {
        foreach (preg_grep(self::TARGETED, array_keys($response->getHeaders())) as $name) {
            $response = $response->withoutHeader((string) $name);
        }
        return $response->withHeader('Cache-Control', self::privateForm($response->getHeaderLine('Cache-Control')));
    }

    /** What is said last: a program with a callback of its own for the head calls it there. */
    public static function settle(): void
    {
        $given = [];
        foreach (headers_list() as $line) {
            [$name, $value] = explode(':', $line, 2);
            if (strcasecmp($name, 'Cache-Control') === 0) {
                $given[] = trim($value);
            } elseif (preg_match(self::TARGETED, $name) === 1) {
                header_remove($name);
            }
        }
        header('Cache-Control: ' . self::privateForm(implode(', ', $given)));
    }

    /** `Cache-Control` as it may leave: the shop's own where that lets no shared cache keep the answer (RFC 9111 §5.2.2.7). */
    private static function privateForm(string $given): string
    {
        $directives = array_map('trim', explode(',', strtolower($given)));
        $isPrivate = array_intersect(['private', 'no-store'], $directives) !== [];
        // `private="field"` is about that field alone, and `must-understand` has a cache ignore `no-store` (§5.2.2.3).
        $isShared = str_contains($given, '"') || preg_grep('/^(?:public|s-maxage|must-understand)\b/', $directives) !== [];
        if ($isPrivate && !$isShared) {
            return $given;
        }
        return in_array('no-store', $directives, true) ? 'private, no-store' : 'private, no-cache';
    }
}
