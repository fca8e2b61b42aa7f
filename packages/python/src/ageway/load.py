"""What asks for a page."""

from __future__ import annotations

import re
from typing import Callable, Literal, Optional

# A header of the request, by its name.
Header = Callable[[str], Optional[str]]

# `silent` for what no person waits for (a load ahead of time, something in a page, only the headers), `navigation` for a
# person's browser that says so, `program` for what wants JSON, `page` for the rest: a form, an old browser, a crawler.
Load = Literal["silent", "navigation", "program", "page"]

AHEAD = re.compile(r"\bpre(?:fetch|render|view)\b", re.IGNORECASE)
PURPOSES = ("Sec-Purpose", "Purpose", "X-Purpose", "X-Moz")


def load_of(method: str, header: Header) -> Load:
    if method in ("HEAD", "OPTIONS") or any(AHEAD.search(header(name) or "") for name in PURPOSES):
        return "silent"
    destination = header("Sec-Fetch-Dest")
    if destination and destination not in ("document", "empty"):
        return "silent"
    if destination == "empty" or _prefers_json(header("Accept") or ""):
        return "program"
    is_navigation = destination == "document" and header("Sec-Fetch-Mode") == "navigate"
    return "navigation" if method == "GET" and is_navigation else "page"


def is_press(load: Load, header: Header) -> bool:
    """Has a person followed a link of the shop, or typed it? As far as the browser says."""
    is_of_another = header("Sec-Fetch-Site") == "cross-site"
    return load != "program" and not is_of_another and (header("Sec-Fetch-Mode") or "navigate") == "navigate"


def _prefers_json(accept: str) -> bool:
    """Does `Accept` name JSON above HTML? A wildcard names nothing."""
    return _quality_of(accept, r"application/(?:[\w.-]+\+)?json") > _quality_of(accept, r"text/html")


def _quality_of(accept: str, kind: str) -> float:
    best = 0.0
    for element in accept.lower().split(","):
        name, *parts = [part.strip() for part in element.split(";")]
        if re.fullmatch(kind, name, re.ASCII):
            told = next((part[2:] for part in parts if part.startswith("q=")), "1")
            best = max(best, float(told) if re.fullmatch(r"\d*\.?\d+", told, re.ASCII) else 0.0)
    return best
