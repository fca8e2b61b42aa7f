<?php

declare(strict_types=1);

namespace Ageway;

enum WhyNotAllowed: string
{
    /** The visitor brought none, or brought something that cannot be one. */
    case NoToken = 'no_token';
    /** The session started no check. */
    case NoDevice = 'no_device';
    /** Made up, expired, or of another session, shop or mode: the API tells nobody which. */
    case TokenUnknown = 'token_unknown';
    /** A check that did not end with a yes: too young, cancelled, or broken off. The API tells nobody which. */
    case NotConfirmed = 'not_confirmed';
    /** A yes to a lower age than yours. */
    case AgeTooLow = 'age_too_low';
    /** A test yes for a live key, or the other way round. */
    case WrongMode = 'wrong_mode';
    /** A yes whose time is over. */
    case Expired = 'expired';
    case RateLimited = 'rate_limited';
    /** The instance could not answer: nobody listened, the connection broke, or 5xx. */
    case Unavailable = 'unavailable';
    case Timeout = 'timeout';
    /** Something that is no answer of the API: another status, no JSON, fields of other types, too long. */
    case AnswerInvalid = 'answer_invalid';

    /** Did no answer about the token come? Then it may still be a yes. */
    public function isOutage(): bool
    {
        return in_array($this, [self::Unavailable, self::Timeout, self::RateLimited, self::AnswerInvalid], true);
    }

    /** Is it what visitors do, which the log leaves out? */
    public function isVisitors(): bool
    {
        return in_array($this, [self::NoToken, self::NoDevice, self::TokenUnknown, self::NotConfirmed, self::Expired], true);
    }
}
