<?php

declare(strict_types=1);

namespace Ageway\Http;

use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;

/** @internal Asks with a client of the shop's. PSR-18 knows no time-outs: the client must bring one, or have Guzzle's. */
final class PsrTransport extends Transport
{
    public function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface $requests,
    ) {
    }

    protected function get(string $url, array $headers, float $deadline): Answer
    {
        $request = $this->requests->createRequest('GET', $url);
        foreach ($headers + ['Accept-Encoding' => 'identity'] as $name => $value) {
            $request = $request->withHeader($name, $value);
        }
        // Guzzle can be told for one call.
        $answer = $this->client instanceof \GuzzleHttp\ClientInterface
            ? $this->client->send($request, [
                'timeout' => self::secondsUntil($deadline),
                'allow_redirects' => false,
                'http_errors' => false,
            ])
            : $this->client->sendRequest($request);
        $body = '';
        while (!$answer->getBody()->eof()) {
            $body .= $answer->getBody()->read(8_192);
            if (strlen($body) > self::MAX_BYTES) {
                return Answer::none('answer_invalid');
            }
            if (microtime(true) > $deadline) {
                return Answer::none('timeout');
            }
        }
        $length = $answer->getHeaderLine('Content-Length');
        if ($length !== '' && strlen($body) < (int) $length) {
            return Answer::none('unavailable');
        }
        $received = ['content-type', 'retry-after', 'ageway-reason', 'ageway-reference'];
        $values = array_map(static fn ($name) => $answer->hasHeader($name) ? $answer->getHeaderLine($name) : null, $received);
        return Answer::read($answer->getStatusCode(), array_filter(array_combine($received, $values), 'is_string'), $body);
    }
}
