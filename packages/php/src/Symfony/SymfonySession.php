<?php

declare(strict_types=1);

namespace Ageway\Symfony;

use Ageway\Gate\Session;
use Symfony\Component\HttpFoundation\Request;

/** Symfony's session of a request: for the gate's `isConfirmed` and `forget` in a hook of a shop system. */
final class SymfonySession implements Session
{
    public function __construct(private readonly Request $request)
    {
    }

    public function read(): mixed
    {
        return $this->request->hasPreviousSession() ? $this->request->getSession()->get(self::NAME) : null;
    }

    public function write(array $state): void
    {
        $this->request->getSession()->set(self::NAME, $state);
    }

    /** Ends PHP's lock, so that the visitor's other tabs need not wait for the API. */
    public function release(): void
    {
        $this->request->getSession()->save();
    }

    public function renew(): void
    {
        $this->request->getSession()->migrate();
    }
}
