"""Keeps an answer of one visitor out of caches that visitors share, whatever the shop says of it."""

from __future__ import annotations

import re
from typing import Iterable, List, Tuple

# Speak to shared caches before `Cache-Control` does: RFC 9213's targeted fields, those of single makers, and HTTP/1.0's.
_TARGETED = re.compile(r".+-cache-control|surrogate-control|edge-control|x-accel-expires|expires", re.ASCII | re.IGNORECASE)


def privately(fields: Iterable[Tuple[str, str]]) -> List[Tuple[str, str]]:
    """The fields of a gated answer as they may leave: give these to WSGI's `start_response`."""
    given, others = [], []
    for name, value in fields:
        if name.lower() == "cache-control":
            given.append(value)
        elif not _TARGETED.fullmatch(name):
            others.append((name, value))
    return [*others, ("Cache-Control", _private_form(", ".join(given)))]


def _private_form(given: str) -> str:
    """`Cache-Control` as it may leave: the shop's own where that lets no shared cache keep the answer (RFC 9111 §5.2.2.7)."""
    directives = [one.strip() for one in given.lower().split(",")]
    is_private = "private" in directives or "no-store" in directives
    # `private="field"` is about that field alone, and `must-understand` has a cache ignore `no-store` (§5.2.2.3).
    is_shared = '"' in given or any(re.match(r"(?:public|s-maxage|must-understand)\b", one) for one in directives)
    if is_private and not is_shared:
        return given
    return "private, no-store" if "no-store" in directives else "private, no-cache"
