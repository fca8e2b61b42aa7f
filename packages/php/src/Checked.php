<?php

declare(strict_types=1);

namespace Ageway;

use Ageway\Http\Answer;
use DateTimeImmutable;

/** What `check` found out. Only `allowed` opens anything; `why` is for your log. */
final class Checked
{
    /** However far an instance's clock is off, a yes counts no longer than this. */
    private const MAX_TTL_SECONDS = 30 * 60;

    /** @internal */
    public const MINIMUM_AGES = [16, 18];

    /** @param 'live'|'test'|null $mode whether a person or a test persona proved it; null for a no */
    private function __construct(
        public readonly bool $allowed,
        /** When the yes ends, 30 minutes after the check at most; null for a no. */
        public readonly ?DateTimeImmutable $until,
        public readonly ?string $mode,
        public readonly ?WhyNotAllowed $why,
    ) {
    }

    /** @internal */
    public static function no(WhyNotAllowed $why): self
    {
        return new self(false, null, null, $why);
    }

    /** @internal The one rule: which answers of `auth_check` are a yes. */
    public static function by(Answer $answer, int $age, string $mode, int $now): self
    {
        if ($answer->status === null) {
            return self::no(WhyNotAllowed::from($answer->fault));
        }
        if ($answer->status !== 200) {
            return self::no(self::whyOf($answer->status));
        }
        $verified = $answer->field('verified');
        $proven = $answer->field('age');
        if ($verified === false) {
            return self::no($proven === null ? WhyNotAllowed::NotConfirmed : WhyNotAllowed::AnswerInvalid);
        }
        $provenIn = $answer->field('mode');
        $expires = self::secondsOf($answer->field('expires_at'));
        if ($verified !== true || !is_int($proven) || !in_array($provenIn, ['live', 'test'], true) || $expires === null) {
            return self::no(WhyNotAllowed::AnswerInvalid);
        }
        return match (true) {
            // An age that nobody asks for, such as 0 of an empty setting, is no lower one.
            !in_array($age, self::MINIMUM_AGES, true) || $proven < $age => self::no(WhyNotAllowed::AgeTooLow),
            $provenIn !== $mode => self::no(WhyNotAllowed::WrongMode),
            $expires <= $now => self::no(WhyNotAllowed::Expired),
            default => new self(true, new DateTimeImmutable('@' . min($expires, $now + self::MAX_TTL_SECONDS)), $mode, null),
        };
    }

    private static function whyOf(int $status): WhyNotAllowed
    {
        return match (true) {
            $status === 404 => WhyNotAllowed::TokenUnknown,
            $status === 429 => WhyNotAllowed::RateLimited,
            $status >= 500 => WhyNotAllowed::Unavailable,
            default => WhyNotAllowed::AnswerInvalid,
        };
    }

    /** Only what the API writes: PHP itself would take "tomorrow" for a time. */
    private static function secondsOf(mixed $time): ?int
    {
        if (!is_string($time) || preg_match('/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/D', $time) !== 1) {
            return null;
        }
        $seconds = strtotime($time);
        return $seconds === false ? null : $seconds;
    }
}
