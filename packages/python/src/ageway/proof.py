"""Which answers of `auth_check` are a yes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Literal, Optional, Union, get_args

from .ask import Answer, NoAnswer

MinimumAge = Literal[16, 18]
MINIMUM_AGES = get_args(MinimumAge)
Mode = Literal["live", "test"]

WhyNotAllowed = Literal[
    # The visitor brought none, or brought something that cannot be one.
    "no_token",
    # The session started no check.
    "no_device",
    # Made up, expired, or of another session, shop or mode: the API tells nobody which.
    "token_unknown",
    # A check that did not end with a yes: too young, cancelled, or broken off. The API tells nobody which.
    "not_confirmed",
    # A yes to a lower age than yours.
    "age_too_low",
    # A test yes for a live key, or the other way round.
    "wrong_mode",
    # A yes whose time is over.
    "expired",
    "rate_limited",
    # The instance could not answer: nobody listened, the connection broke, or 5xx.
    "unavailable",
    "timeout",
    # Something that is no answer of the API: another status, no JSON, fields of other types, too long.
    "answer_invalid",
]


@dataclass(frozen=True)
class Allowed:
    """True in an `if`."""

    # When the yes ends, 30 minutes after the check at most.
    until: datetime
    # Whether a person or a test persona proved it.
    mode: Mode
    allowed: Literal[True] = True

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class NotAllowed:
    """False in an `if`."""

    why: WhyNotAllowed
    allowed: Literal[False] = False

    def __bool__(self) -> Literal[False]:
        return False


Checked = Union[Allowed, NotAllowed]

# What a token is written in; tokens have 43 characters today.
TOKEN = re.compile(r"(?!\.+\Z)[\w.~-]{1,512}", re.ASCII)
# However far an instance's clock is off, a yes counts no longer than this. Contract §3.
MAX_TTL = timedelta(minutes=30)
TIME = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)", re.ASCII)


def proof_in(answer: Union[Answer, NoAnswer], age: int, mode: Mode, now: datetime) -> Checked:
    if isinstance(answer, NoAnswer):
        return NotAllowed(answer.why)
    if answer.status != 200:
        return NotAllowed(_why_of(answer.status))
    if not isinstance(answer.json, dict):
        return NotAllowed("answer_invalid")
    verified, proven = answer.json.get("verified"), answer.json.get("age")
    if verified is False:
        is_plain_no = "age" in answer.json and proven is None
        return NotAllowed("not_confirmed" if is_plain_no else "answer_invalid")
    # To Python, `True` is an `int`.
    if verified is not True or type(proven) is not int:
        return NotAllowed("answer_invalid")
    expires, proven_in = time_in(answer.json.get("expires_at")), answer.json.get("mode")
    if proven_in not in ("live", "test") or expires is None:
        return NotAllowed("answer_invalid")
    # An age that nobody asks for, such as 0 of an empty setting, is no lower one.
    if type(age) is not int or age not in MINIMUM_AGES or proven < age:
        return NotAllowed("age_too_low")
    if proven_in != mode:
        return NotAllowed("wrong_mode")
    if expires <= now:
        return NotAllowed("expired")
    return Allowed(min(expires, now + MAX_TTL), mode)


def _why_of(status: int) -> WhyNotAllowed:
    if status == 404:
        return "token_unknown"
    if status == 429:
        return "rate_limited"
    return "unavailable" if status >= 500 else "answer_invalid"


def time_in(value: object) -> Optional[datetime]:
    """Before 3.11, Python's own reader knows no `Z`."""
    given = TIME.fullmatch(value) if isinstance(value, str) else None
    if given is None:
        return None
    second, fraction, zone = given.groups()
    try:
        time = datetime.fromisoformat(f"{second}.{(fraction or '0')[:6]:0<6}{'+00:00' if zone == 'Z' else zone}")
        return time.astimezone(timezone.utc)
    except (ValueError, OverflowError):
        return None
