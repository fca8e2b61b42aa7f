"""What a gate answers in place of the page that it keeps closed."""

from __future__ import annotations

import json as encoder
import re
from dataclasses import dataclass
from typing import Dict, Literal, Optional


@dataclass(frozen=True)
class Closed:
    """What your framework sends."""

    status: int
    headers: Dict[str, str]
    body: str = ""


# Why a page is shown. `asked`: the last check brought no yes. `lost`: the session did not come with it. `unavailable`: ask later.
State = Literal["closed", "asked", "lost", "unavailable"]


@dataclass(frozen=True)
class ClosedPage:
    age: int
    state: State
    start: Optional[str]


LATER = {"Retry-After": "5"}
HEADERS = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}


def redirect(to: str) -> Closed:
    return Closed(303, {**HEADERS, "Location": to})


def nothing() -> Closed:
    return Closed(403, dict(HEADERS))


def json(age: int, start: Optional[str]) -> Closed:
    """start: `None` where nobody answers now."""
    body = encoder.dumps({"error": "age_not_confirmed", "age": age, "start": start})
    later = LATER if start is None else {}
    return Closed(503 if start is None else 403, {**HEADERS, "Content-Type": "application/json", **later}, body)


def page(closed: ClosedPage, html: str, reason: Optional[str] = None) -> Closed:
    is_later = closed.state == "unavailable"
    headers = {
        **HEADERS,
        "Content-Type": "text/html; charset=utf-8",
        "X-Content-Type-Options": "nosniff",
        **(LATER if is_later else {}),
        **({"Ageway-Reason": reason} if reason else {}),
    }
    return Closed(503 if is_later else 403, headers, html)


def plain_page(closed: ClosedPage) -> str:
    """The page of a shop that brings none of its own."""
    title, text, link = {
        "closed": (
            f"Confirm that you are {closed.age} or over",
            "This page is open to you after an age check.",
            "Start the age check",
        ),
        "asked": (
            "Your age is not confirmed",
            f"The last check did not confirm that you are {closed.age} or over.",
            "Try again",
        ),
        "lost": (
            "Your age is not confirmed",
            "This came without your session. If this page comes back, allow cookies.",
            "Try again",
        ),
        "unavailable": (
            "The age check is not available",
            "This page stays closed until it is. Try again in a moment.",
            "Try again",
        ),
    }[closed.state]
    way = f'<p><a rel="nofollow" href="{_escaped(closed.start)}">{link}</a></p>' if closed.start else ""
    return f"{HEAD}<title>{title}</title>{STYLE}<h1>{title}</h1><p>{text}</p>{way}</html>"


def _escaped(text: str) -> str:
    return re.sub(r"[&<>\"']", lambda letter: f"&#{ord(letter[0])};", text)


HEAD = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width,initial-scale=1">'
)
STYLE = (
    "<style>:root{color-scheme:light dark}"
    "body{max-width:30rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui}"
    "h1{line-height:1.25}a{line-height:3}</style>"
)
