<?php

declare(strict_types=1);

namespace Ageway\Gate;

/** Where a framework keeps what it knows of a visitor, as far as the gate goes: one value, under the name `ageway`. */
interface Session
{
    public const NAME = 'ageway';

    /** Null where there is none. Begins no session. */
    public function read(): mixed;

    /** @param array<string, string|int|bool> $state */
    public function write(array $state): void;

    /** The gate asks Ageway now. What is read after it is read anew, where that is possible. */
    public function release(): void;

    /** Gives the session another id. What is known of the one before stays as it was. */
    public function renew(): void;
}
