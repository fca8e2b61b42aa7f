<?php

declare(strict_types=1);

namespace Ageway\Laravel;

use Ageway\Gate\Session as GateSession;
use Illuminate\Contracts\Session\Session;

/** Of a request: `$gate->isConfirmed(new LaravelSession($request->session()))`. */
final class LaravelSession implements GateSession
{
    public function __construct(private readonly Session $session)
    {
    }

    public function read(): mixed
    {
        return $this->session->get(self::NAME);
    }

    public function write(array $state): void
    {
        $this->session->put(self::NAME, $state);
    }

    /** Laravel locks no session, and reads it once for a request. */
    public function release(): void
    {
    }

    public function renew(): void
    {
        $this->session->migrate();
    }
}
