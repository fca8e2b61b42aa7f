<?php

declare(strict_types=1);

namespace Ageway\Http;

/** @internal */
final class CurlTransport extends Transport
{
    protected function get(string $url, array $headers, float $deadline): Answer
    {
        $received = [];
        $body = '';
        $isTooLong = false;
        $curl = curl_init();
        curl_setopt_array($curl, [
            CURLOPT_URL => $url,
            CURLOPT_HTTPHEADER => self::lines($headers),
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            // No proxy of the environment: it would read the tokens. A shop behind a proxy brings a client of its own.
            CURLOPT_PROXY => '',
            CURLOPT_TIMEOUT_MS => (int) ceil(1_000 * self::secondsUntil($deadline)),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$received): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $received = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $received[strtolower($name)] = trim($value);
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($_, string $bytes) use (&$body, &$isTooLong): int {
                $body .= $bytes;
                $isTooLong = strlen($body) > self::MAX_BYTES;
                return $isTooLong ? 0 : strlen($bytes);
            },
        ]);
        $isWhole = curl_exec($curl);
        return match (true) {
            $isTooLong => Answer::none('answer_invalid'),
            curl_errno($curl) === CURLE_OPERATION_TIMEDOUT => Answer::none('timeout'),
            $isWhole !== true => Answer::none('unavailable'),
            default => Answer::read(curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $received, $body),
        };
    }
}
