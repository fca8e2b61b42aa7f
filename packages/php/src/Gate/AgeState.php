<?php

declare(strict_types=1);

namespace Ageway\Gate;

use Ageway\Ageway;
use DateTimeImmutable;

/** @internal What a session holds about a visitor's age. Never a token. */
final class AgeState
{
    /** A yes counts for 30 minutes, and one more for clocks that differ, whatever end a session holds. */
    private const MAX_TTL_SECONDS = 31 * 60;

    private function __construct(
        /** Made when this session starts its first check, and kept: the tabs of a browser share it. */
        public readonly string $deviceId,
        /** The visitor is at least of this age, until then, as far as this plugin key has heard. */
        private readonly ?int $age = null,
        private readonly ?string $until = null,
        private readonly ?string $pluginKey = null,
        /** The last return brought no yes: the visitor presses a link before another check starts. */
        public readonly bool $asked = false,
        /** How often the visitor was sent to a check since something came home. */
        public readonly int $sent = 0,
        /** The device id before that one: a tab may still come home with its answer. */
        public readonly ?string $before = null,
    ) {
    }

    public static function begin(): self
    {
        return new self(Ageway::randomId());
    }

    /** Null: this session has started no check. */
    public static function in(Session $session): ?self
    {
        $state = $session->read();
        if (!is_array($state) || !is_string($state['deviceId'] ?? null) || $state['deviceId'] === '') {
            return null;
        }
        ['age' => $age, 'until' => $until, 'pluginKey' => $key] = $state + array_fill_keys(['age', 'until', 'pluginKey'], null);
        $yes = is_int($age) && is_string($until) && is_string($key) ? [$age, $until, $key] : [null, null, null];
        ['sent' => $sent, 'before' => $before] = $state + ['sent' => 0, 'before' => null];
        $rest = ['sent' => is_int($sent) ? $sent : 0, 'before' => is_string($before) ? $before : null];
        return new self($state['deviceId'], ...$yes, ...['asked' => ($state['asked'] ?? null) === true, ...$rest]);
    }

    public function confirms(int $age, string $pluginKey): bool
    {
        $left = $this->until === null ? 0 : (int) strtotime($this->until) - time();
        return $this->age >= $age && $this->pluginKey === $pluginKey && $left > 0 && $left <= self::MAX_TTL_SECONDS;
    }

    public function withYes(int $age, DateTimeImmutable $until, string $pluginKey): self
    {
        return new self($this->deviceId, $age, $until->format(DATE_ATOM), $pluginKey);
    }

    public function afterNo(): self
    {
        return new self($this->deviceId, $this->age, $this->until, $this->pluginKey, asked: true, before: $this->before);
    }

    /** Sent to a check. After two that brought nothing home the next has another device id: their proof is in another browser. */
    public function sent(): self
    {
        $next = $this->sent < 2 ? $this : $this->withDevice(Ageway::randomId());
        $sent = $this->sent < 2 ? $this->sent + 1 : 1;
        return new self($next->deviceId, $this->age, $this->until, $this->pluginKey, $this->asked, $sent, $next->before);
    }

    /** Another device id; this one is remembered. */
    public function withDevice(string $deviceId): self
    {
        return new self($deviceId, $this->age, $this->until, $this->pluginKey, $this->asked, $this->sent, $this->deviceId);
    }

    /** @return array<string, string|int|bool> */
    public function toArray(): array
    {
        return array_filter(get_object_vars($this), static fn ($value) => $value !== null && $value !== false && $value !== 0);
    }
}
