<?php

declare(strict_types=1);

namespace Ageway\Http;

/** @internal What came back: an answer as it was read, or why there is none. */
final class Answer
{
    private readonly mixed $json;

    /** @param 'timeout'|'unavailable'|'answer_invalid'|null $fault @param array<string, string> $headers names in lower case */
    private function __construct(
        public readonly ?int $status,
        public readonly ?string $fault,
        private readonly array $headers = [],
        string $body = '',
    ) {
        $isJson = preg_match('~^application/(?:[\w.-]+\+)?json\b~i', $headers['content-type'] ?? '') === 1;
        $this->json = $isJson ? json_decode($body) : null;
    }

    /** @param array<string, string> $headers names in lower case */
    public static function read(int $status, array $headers, string $body): self
    {
        return new self($status, null, $headers, $body);
    }

    /** @param 'timeout'|'unavailable'|'answer_invalid' $fault */
    public static function none(string $fault): self
    {
        return new self(null, $fault);
    }

    /** A field of the JSON; null where there is none, or where the body is no object. */
    public function field(string $name): mixed
    {
        return $this->json instanceof \stdClass ? $this->json->$name ?? null : null;
    }

    public function header(string $name): ?string
    {
        return $this->headers[strtolower($name)] ?? null;
    }
}
