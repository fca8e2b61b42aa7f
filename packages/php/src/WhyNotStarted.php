<?php

declare(strict_types=1);

namespace Ageway;

enum WhyNotStarted: string
{
    /** The call was refused; `reason` says why, in a word of the instance's catalogue (`/reasons`). */
    case Refused = 'refused';
    case RateLimited = 'rate_limited';
    case Unavailable = 'unavailable';
    case Timeout = 'timeout';
    case AnswerInvalid = 'answer_invalid';

    /** May a second try mend it? */
    public function isTransient(): bool
    {
        return $this === self::Unavailable || $this === self::Timeout;
    }
}
