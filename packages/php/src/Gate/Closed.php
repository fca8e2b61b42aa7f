<?php

declare(strict_types=1);

namespace Ageway\Gate;

/** What to send instead of the gated page. */
final class Closed
{
    private const LATER = ['Retry-After' => '5'];
    private const HEADERS = ['Cache-Control' => 'no-store', 'Referrer-Policy' => 'no-referrer'];

    /** @param array<string, string> $headers */
    private function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body = '',
    ) {
    }

    /** @internal */
    public static function redirect(string $to): self
    {
        return new self(303, self::HEADERS + ['Location' => $to]);
    }

    /** @internal */
    public static function nothing(): self
    {
        return new self(403, self::HEADERS);
    }

    /** @internal Null as `$start` where nobody answers now. */
    public static function json(int $age, ?string $start): self
    {
        $body = ['error' => 'age_not_confirmed', 'age' => $age, 'start' => $start];
        $json = json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
        $headers = self::HEADERS + ['Content-Type' => 'application/json'];
        return $start === null ? new self(503, $headers + self::LATER, $json) : new self(403, $headers, $json);
    }

    /** @internal */
    public static function page(string $state, string $html, ?string $reason): self
    {
        $headers = self::HEADERS + ['Content-Type' => 'text/html; charset=utf-8', 'X-Content-Type-Options' => 'nosniff'];
        if ($state !== 'unavailable') {
            return new self(403, $headers, $html);
        }
        return new self(503, $headers + self::LATER + ($reason === null ? [] : ['Ageway-Reason' => $reason]), $html);
    }

    /** @internal The page of a shop that brings none of its own. */
    public static function plainPage(int $age, string $state, ?string $start): string
    {
        [$title, $text, $link] = match ($state) {
            'closed' => ["Confirm that you are $age or over", 'This page is open to you after an age check.', 'Start the age check'],
            'asked' => ['Your age is not confirmed', "The last check did not confirm that you are $age or over.", 'Try again'],
            'lost' => ['Your age is not confirmed', 'This came without your session. If this page comes back, allow cookies.', 'Try again'],
            default => ['The age check is not available', 'This page stays closed until it is. Try again in a moment.', 'Try again'],
        };
        $way = $start === null ? '' : '<p><a rel="nofollow" href="' . htmlspecialchars($start, ENT_QUOTES) . "\">$link</a></p>";
        $style = ':root{color-scheme:light dark}body{max-width:30rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui}'
            . 'h1{line-height:1.25}a{line-height:3}';
        return '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">'
            . "<title>$title</title><style>$style</style><h1>$title</h1><p>$text</p>$way</html>";
    }

    /** For plain PHP. What the page has printed already stays unsent, as long as PHP holds it. */
    public function send(): void
    {
        while (ob_get_level() > 0 && ob_end_clean()) {
        }
        // They are of the page that does not come.
        header_remove('Content-Length');
        header_remove('Content-Encoding');
        // CGI and FPM send this one in the place of the status.
        header_remove('Status');
        foreach ($this->headers as $name => $value) {
            // The status with each: a status line that the shop has written is stronger than `http_response_code`.
            header("$name: $value", true, $this->status);
        }
        echo $this->body;
    }
}
