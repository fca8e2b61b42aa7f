<?php

declare(strict_types=1);

namespace Ageway\Psr15;

use Ageway\Gate;
use Ageway\Gate\Closed;
use Ageway\Gate\Session;
use Ageway\Gate\SharedCaches;
use Ageway\Gate\Visit;
use Closure;
use Psr\Http\Message\ResponseFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\ServerRequestInterface;
use Psr\Http\Server\MiddlewareInterface;
use Psr\Http\Server\RequestHandlerInterface;

/** Middleware for Slim, Mezzio, Laminas, CakePHP, TYPO3 and all else that takes PSR-15. */
final class AgeGate implements MiddlewareInterface
{
    /**
     * @param ResponseFactoryInterface $responses makes what a closed gate answers (PSR-17)
     * @param Closure(ServerRequestInterface): Session|null $session of a framework with sessions of its own; unless told,
     *   that of Mezzio or CakePHP, or else PHP's
     */
    public function __construct(
        private readonly Gate $gate,
        private readonly ResponseFactoryInterface $responses,
        private readonly ?Closure $session = null,
    ) {
    }

    public function process(ServerRequestInterface $request, RequestHandlerInterface $handler): ResponseInterface
    {
        $visit = Visit::ofPsr($request);
        $session = $this->session === null ? RequestSession::of($request) : ($this->session)($request);
        $closed = $this->gate->answer($visit, $session);
        if ($closed === null && !$this->gate->isGated($visit)) {
            return $handler->handle($request);
        }
        // Where PHP sends the head, it is settled once more after all other middleware.
        if (PHP_SAPI !== 'cli') {
            SharedCaches::keepOut();
        }
        return SharedCaches::privately($closed === null ? $handler->handle($request) : $this->response($closed));
    }

    private function response(Closed $closed): ResponseInterface
    {
        $response = $this->responses->createResponse($closed->status);
        foreach ($closed->headers as $name => $value) {
            $response = $response->withHeader($name, $value);
        }
        $response->getBody()->write($closed->body);
        return $response;
    }
}
