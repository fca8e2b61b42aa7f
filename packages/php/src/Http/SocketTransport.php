<?php

declare(strict_types=1);

namespace Ageway\Http;

use RuntimeException;

/**
 * @internal HTTP over PHP's own sockets, where curl is not there. PHP's `fopen` could not do it: its time-out starts
 * again with every byte, and a body that breaks off looks whole to it.
 */
final class SocketTransport extends Transport
{
    private const MAX_HEAD_BYTES = 16 * 1024;

    protected function get(string $url, array $headers, float $deadline): Answer
    {
        ['scheme' => $scheme, 'host' => $host] = $parts = parse_url($url);
        $isTls = strtolower($scheme) === 'https';
        $port = $parts['port'] ?? ($isTls ? 443 : 80);
        $context = stream_context_create(['ssl' => ['peer_name' => trim($host, '[]')]]);
        $socket = @stream_socket_client("tcp://$host:$port", $_, $_, self::secondsUntil($deadline), STREAM_CLIENT_CONNECT, $context);
        if ($socket === false) {
            throw new RuntimeException("$host does not answer");
        }
        stream_set_blocking($socket, false);
        if ($isTls) {
            self::encrypt($socket, $deadline);
        }
        $path = ($parts['path'] ?? '/') . '?' . ($parts['query'] ?? '');
        $headers = ['Host' => isset($parts['port']) ? "$host:$port" : $host, 'Connection' => 'close'] + $headers;
        self::write($socket, implode("\r\n", ["GET $path HTTP/1.1", ...self::lines($headers), '', '']), $deadline);
        return self::read($socket, $deadline);
    }

    /** @param resource $socket */
    private static function encrypt($socket, float $deadline): void
    {
        while (($done = @stream_socket_enable_crypto($socket, true, STREAM_CRYPTO_METHOD_TLS_CLIENT)) === 0) {
            self::wait([$socket], [], $deadline);
        }
        if ($done !== true) {
            throw new RuntimeException('Nobody with a certificate for that name is there');
        }
    }

    /** @param resource $socket */
    private static function write($socket, string $text, float $deadline): void
    {
        while ($text !== '') {
            $written = @fwrite($socket, $text);
            if ($written === false) {
                throw new RuntimeException('The connection broke');
            }
            $text = substr($text, $written);
            if ($text !== '') {
                self::wait([], [$socket], $deadline);
            }
        }
    }

    /** @param resource $socket */
    private static function read($socket, float $deadline): Answer
    {
        $received = '';
        while (($answer = self::parsed($received, feof($socket))) === null) {
            self::wait([$socket], [], $deadline);
            // Reads without a pause until nothing is left: select does not see what TLS has decrypted already.
            while (!in_array($bytes = @fread($socket, 8_192), ['', false], true) && microtime(true) < $deadline) {
                $received .= $bytes;
            }
        }
        return $answer;
    }

    /** The answer, once it is whole; null while more may come. */
    private static function parsed(string $received, bool $isEnd): ?Answer
    {
        $isLong = strlen($received) > self::MAX_HEAD_BYTES + 2 * self::MAX_BYTES;
        [$head, $body] = explode("\r\n\r\n", $received, 2) + [1 => null];
        if (!str_starts_with('HTTP/1.', substr($head, 0, 7))) {
            return Answer::none('unavailable');
        }
        if ($body === null) {
            return $isEnd ? Answer::none('unavailable') : ($isLong ? Answer::none('answer_invalid') : null);
        }
        $lines = explode("\r\n", $head);
        if (preg_match('~^HTTP/1\.\d (\d{3})(?: |$)~D', $lines[0], $match) !== 1) {
            return Answer::none('unavailable');
        }
        $status = (int) $match[1];
        if ($status < 200) {
            return self::parsed($body, $isEnd);
        }
        $headers = [];
        foreach (array_slice($lines, 1) as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
        }
        [$body, $isWhole] = self::bodyIn($body, $headers, $isEnd);
        return match (true) {
            $isLong || strlen($body) > self::MAX_BYTES => Answer::none('answer_invalid'),
            $isWhole => Answer::read($status, $headers, $body),
            $isEnd => Answer::none('unavailable'),
            default => null,
        };
    }

    /** @param array<string, string> $headers @return array{string, bool} */
    private static function bodyIn(string $text, array $headers, bool $isEnd): array
    {
        if (strtolower($headers['transfer-encoding'] ?? '') === 'chunked') {
            return self::chunksIn($text);
        }
        if (!isset($headers['content-length'])) {
            return [$text, $isEnd];
        }
        $length = (int) $headers['content-length'];
        return [substr($text, 0, $length), strlen($text) >= $length];
    }

    /** @return array{string, bool} */
    private static function chunksIn(string $text): array
    {
        $body = '';
        while (preg_match('~^([0-9a-f]{1,6})[^\r\n]*\r\n~i', $text, $match) === 1) {
            $size = (int) hexdec($match[1]);
            if ($size === 0) {
                return [$body, true];
            }
            $chunk = substr($text, strlen($match[0]), $size);
            $body .= $chunk;
            $text = substr($text, strlen($match[0]) + $size + 2);
            if (strlen($chunk) < $size) {
                break;
            }
        }
        return [$body, false];
    }

    /** @param list<resource> $readable @param list<resource> $writable */
    private static function wait(array $readable, array $writable, float $deadline): void
    {
        $seconds = $deadline - microtime(true);
        if ($seconds <= 0) {
            throw new RuntimeException('The time is over');
        }
        $none = [];
        stream_select($readable, $writable, $none, (int) $seconds, (int) (fmod($seconds, 1) * 1_000_000));
    }
}
