<?php

declare(strict_types=1);

namespace Ageway\Psr15;

use Ageway\Gate\Session;
use Psr\Http\Message\ServerRequestInterface;

/** The session that Mezzio or CakePHP has put into a request: `$gate->isConfirmed(RequestSession::of($request))`. */
final class RequestSession implements Session
{
    private function __construct(private readonly object $session, private readonly bool $isMezzios)
    {
    }

    /** Null: there is none of theirs. */
    public static function of(ServerRequestInterface $request): ?self
    {
        $session = $request->getAttribute('session');
        $has = static fn (string ...$names): bool => is_object($session)
            && array_filter($names, static fn ($name) => !method_exists($session, $name)) === [];
        $isMezzios = $has('get', 'set', 'regenerate');
        return $isMezzios || $has('read', 'write', 'close', 'renew') ? new self($session, $isMezzios) : null;
    }

    public function read(): mixed
    {
        return $this->isMezzios ? $this->session->get(self::NAME) : $this->session->read(self::NAME);
    }

    public function write(array $state): void
    {
        $this->isMezzios ? $this->session->set(self::NAME, $state) : $this->session->write(self::NAME, $state);
    }

    /** Ends PHP's lock, which CakePHP keeps. Mezzio reads once for a request. */
    public function release(): void
    {
        $this->isMezzios || $this->session->close();
    }

    public function renew(): void
    {
        $this->isMezzios ? $this->session->regenerate() : $this->session->renew();
    }
}
