<?php

declare(strict_types=1);

namespace Ageway\Symfony;

use Ageway\Gate\Session;
use Symfony\Component\HttpFoundation\Request;

/** Of a request: `$gate->isConfirmed(new SymfonySession($request))`. */
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
