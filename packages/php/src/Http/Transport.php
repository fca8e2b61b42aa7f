<?php

declare(strict_types=1);

namespace Ageway\Http;

use InvalidArgumentException;
use LogicException;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Throwable;

/** @internal One GET, in bounded time and memory. Follows no redirect: the API sends none to a server. */
abstract class Transport
{
    /** A true answer has some 200 bytes. */
    protected const MAX_BYTES = 64 * 1024;
    /** By so much a client's own clock may run ahead of ours. */
    private const CLOCK_SECONDS = 0.02;

    /** Throws where this PHP has no way to ask. */
    public static function for(string $url, ?object $client, ?object $requests): self
    {
        if ($client instanceof self) {
            return $client;
        }
        if ($client !== null || $requests !== null) {
            if (!$client instanceof ClientInterface || !$requests instanceof RequestFactoryInterface) {
                throw new InvalidArgumentException('client must be a PSR-18 client, and requests a PSR-17 factory of requests');
            }
            return new PsrTransport($client, $requests);
        }
        if (function_exists('curl_init')) {
            return new CurlTransport();
        }
        $transport = str_starts_with($url, 'https:') ? 'ssl' : 'tcp';
        if (!function_exists('stream_socket_client') || !in_array($transport, stream_get_transports(), true)) {
            throw new LogicException('PHP needs its curl extension, or sockets with its openssl extension, to ask Ageway');
        }
        return new SocketTransport();
    }

    /**
     * Never throws.
     *
     * @param array<string, string> $headers
     * @param float $deadline a moment, as `microtime(true)` says it
     */
    public function ask(string $url, array $headers, float $deadline): Answer
    {
        try {
            return $this->get($url, $headers, $deadline);
        } catch (Throwable) {
            // PHP's warnings too, where the shop makes exceptions of them.
            return Answer::none(microtime(true) + self::CLOCK_SECONDS < $deadline ? 'unavailable' : 'timeout');
        }
    }

    /** @param array<string, string> $headers */
    abstract protected function get(string $url, array $headers, float $deadline): Answer;

    /** @return list<string> */
    protected static function lines(array $headers): array
    {
        return array_map(static fn ($name, $value) => "$name: $value", array_keys($headers), $headers);
    }

    protected static function secondsUntil(float $deadline): float
    {
        return max(0.001, $deadline - microtime(true));
    }
}
