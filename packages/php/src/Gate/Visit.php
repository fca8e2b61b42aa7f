<?php

declare(strict_types=1);

namespace Ageway\Gate;

use Closure;
use Psr\Http\Message\ServerRequestInterface;
use Symfony\Component\HttpFoundation\Request;

/** A request, in words that every framework has. */
final class Visit
{
    /**
     * @param Closure(string): ?string $headers
     * @param list<string> $paths by which the shop may route, beside that of the target
     */
    public function __construct(
        public readonly string $method,
        /** Path and query, as they arrived. */
        public readonly string $target,
        /** Where the request says that it was sent to: `http://shop.example`. */
        public readonly string $origin,
        private readonly Closure $headers,
        public readonly array $paths = [],
        /** The visitor's, or that of the proxy before the shop. */
        public readonly ?string $address = null,
    ) {
    }

    public static function ofPhp(): self
    {
        $isHttps = !in_array(strtolower($_SERVER['HTTPS'] ?? ''), ['', 'off'], true);
        return new self(
            $_SERVER['REQUEST_METHOD'] ?? '',
            $_SERVER['REQUEST_URI'] ?? '/',
            ($isHttps ? 'https://' : 'http://') . ($_SERVER['HTTP_HOST'] ?? ''),
            static fn (string $name): ?string => $_SERVER['HTTP_' . strtoupper(strtr($name, '-', '_'))] ?? null,
            Readings::of($_SERVER),
            $_SERVER['REMOTE_ADDR'] ?? null,
        );
    }

    /** Of Symfony, or of Laravel, whose requests are Symfony's. */
    public static function ofRequest(Request $request): self
    {
        return new self(
            // Not what a form says that it wishes to be.
            $request->getRealMethod(),
            $request->getRequestUri(),
            $request->getSchemeAndHttpHost(),
            $request->headers->get(...),
            // What its router reads: without the folder and the name of the front controller. And without that name alone.
            [$request->getPathInfo(), $request->getBasePath() . $request->getPathInfo()],
            $request->getClientIp(),
        );
    }

    /** Of PSR-7. What the server heard comes before what middleware has made of it. */
    public static function ofPsr(ServerRequestInterface $request): self
    {
        ['REQUEST_METHOD' => $method, 'REQUEST_URI' => $target, 'REMOTE_ADDR' => $address] = $server = $request->getServerParams()
            + ['REQUEST_METHOD' => $request->getMethod(), 'REQUEST_URI' => $request->getRequestTarget(), 'REMOTE_ADDR' => null];
        return new self(
            $method,
            $target,
            "{$request->getUri()->getScheme()}://{$request->getUri()->getAuthority()}",
            static fn (string $name): ?string => $request->hasHeader($name) ? $request->getHeaderLine($name) : null,
            [$request->getUri()->getPath(), ...Readings::of($server)],
            $address,
        );
    }

    public function header(string $name): ?string
    {
        return ($this->headers)($name);
    }
}
