<?php

declare(strict_types=1);

namespace Ageway;

use Ageway\Http\Answer;

/** What `start` got: the address of our page, or why there is none. */
final class Started
{
    private function __construct(
        public readonly bool $started,
        public readonly ?string $url,
        public readonly ?WhyNotStarted $why,
        /** A word of the instance's catalogue (`/reasons`). */
        public readonly ?string $reason = null,
        /** Eight letters that find the call in the dashboard. */
        public readonly ?string $reference = null,
        public readonly ?int $retryAfterMs = null,
    ) {
    }

    /** @internal Which answers of a generator are a link. */
    public static function by(Answer $answer): self
    {
        $why = self::whyNot($answer);
        if ($why === null) {
            return new self(true, $answer->field('url'), null);
        }
        $seconds = $answer->header('Retry-After');
        return new self(
            false,
            null,
            $why,
            $answer->header('Ageway-Reason'),
            $answer->header('Ageway-Reference'),
            $seconds !== null && ctype_digit($seconds) ? 1_000 * (int) $seconds : null,
        );
    }

    private static function whyNot(Answer $answer): ?WhyNotStarted
    {
        $url = $answer->field('url');
        return match (true) {
            $answer->status === null => WhyNotStarted::from($answer->fault),
            $answer->status === 429 => WhyNotStarted::RateLimited,
            $answer->status >= 500 => WhyNotStarted::Unavailable,
            $answer->status >= 400 => WhyNotStarted::Refused,
            $answer->status !== 200 => WhyNotStarted::AnswerInvalid,
            !is_string($url) || preg_match('~^https?://\S+$~D', $url) !== 1 => WhyNotStarted::AnswerInvalid,
            default => null,
        };
    }
}
