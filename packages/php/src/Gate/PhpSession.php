<?php

declare(strict_types=1);

namespace Ageway\Gate;

use RuntimeException;

/** @internal PHP's own session. It begins with the first thing to keep. */
final class PhpSession implements Session
{
    private bool $isReleased = false;

    public function __construct(private readonly string $origin)
    {
    }

    public function read(): mixed
    {
        if (session_status() !== PHP_SESSION_ACTIVE && !isset($_COOKIE[session_name()])) {
            return null;
        }
        $this->begin();
        return $_SESSION[self::NAME] ?? null;
    }

    public function write(array $state): void
    {
        $this->begin();
        $_SESSION[self::NAME] = $state;
    }

    /** Ends PHP's lock, so that the visitor's other tabs need not wait for the API. */
    public function release(): void
    {
        session_write_close();
        $this->isReleased = true;
    }

    public function renew(): void
    {
        session_regenerate_id();
    }

    private function begin(): void
    {
        if (session_status() === PHP_SESSION_ACTIVE) {
            return;
        }
        // What it began with is the shop's, if the shop began it.
        $options = $this->isReleased ? [] : [
            'cookie_httponly' => true,
            'cookie_samesite' => 'Lax',
            'cookie_secure' => str_starts_with($this->origin, 'https:'),
            'use_strict_mode' => true,
        ];
        if (!session_start($options)) {
            throw new RuntimeException('PHP could not start a session');
        }
    }
}
