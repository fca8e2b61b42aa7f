"""Which answers of a generator are a link."""

from __future__ import annotations

import re
from dataclasses import dataclass
from email.message import Message
from typing import Literal, Optional, Union

from .ask import Answer, NoAnswer

# `refused`: `reason` says why, in a word of the instance's catalogue (`/reasons`).
WhyNotStarted = Literal["refused", "rate_limited", "unavailable", "timeout", "answer_invalid"]

# What a second try may mend.
TRANSIENT = ("unavailable", "timeout")


@dataclass(frozen=True)
class Started:
    """True in an `if`."""

    # The address of our page, where the visitor goes.
    url: str
    started: Literal[True] = True

    def __bool__(self) -> Literal[True]:
        return True


@dataclass(frozen=True)
class NotStarted:
    """False in an `if`."""

    why: WhyNotStarted
    reason: Optional[str] = None
    # Eight letters that find the call in the dashboard.
    reference: Optional[str] = None
    # In seconds.
    retry_after: Optional[float] = None
    started: Literal[False] = False

    def __bool__(self) -> Literal[False]:
        return False


def started_by(answer: Union[Answer, NoAnswer]) -> Union[Started, NotStarted]:
    if isinstance(answer, NoAnswer):
        return NotStarted(answer.why)
    if answer.status != 200:
        return _not_started(_why_of(answer.status), answer.headers)
    url = answer.json.get("url") if isinstance(answer.json, dict) else None
    if not isinstance(url, str) or not re.match(r"https?://", url):
        return _not_started("answer_invalid", answer.headers)
    return Started(url)


def _not_started(why: WhyNotStarted, headers: Message) -> NotStarted:
    seconds = headers.get("Retry-After", "")
    retry_after = float(seconds) if re.fullmatch(r"\d{1,9}", seconds, re.ASCII) else None
    return NotStarted(why, headers.get("Ageway-Reason"), headers.get("Ageway-Reference"), retry_after)


def _why_of(status: int) -> WhyNotStarted:
    if status == 429:
        return "rate_limited"
    if status >= 500:
        return "unavailable"
    return "refused" if status >= 400 else "answer_invalid"
