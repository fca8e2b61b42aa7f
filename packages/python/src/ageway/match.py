"""Which paths are gated."""

from __future__ import annotations

import re
from typing import Callable, Iterator, Optional, Pattern, Sequence, Union
from urllib.parse import unquote

# A text stands for itself and all below it: `/checkout` gates `/checkout/pay`, too. An expression or a function gets the
# path, as it was sent and in its normal form, and gates it if it says yes to one of them.
Match = Union[str, Pattern[str], Callable[[str], bool], Sequence[Union[str, Pattern[str]]]]

# A path, or a whole address. No browser sends `//host/path` or a fragment, and of those each reader makes another path.
_PLAIN = re.compile(r"(?:/(?![/\\])|https?://[^/\\?#]+(?:/(?![/\\])|\?|$))[^#]*", re.IGNORECASE)


def is_plain(target: str) -> bool:
    return _PLAIN.fullmatch(target) is not None


def matcher(match: Optional[Match]) -> Callable[[str], bool]:
    """Raises `ValueError` for what could never match, so that a shop finds out when it starts."""
    if match is None:
        return lambda path: True
    if callable(match):
        tests = [match]
    else:
        tests = [_test_of(one) for one in ([match] if isinstance(match, (str, re.Pattern)) else match)]
    if not tests:
        raise ValueError("match names no path")
    return lambda path: any(test(form) for form in _forms_of(path) for test in tests)


def _test_of(one: Union[str, Pattern[str]]) -> Callable[[str], bool]:
    if isinstance(one, re.Pattern):
        return lambda form: one.search(form) is not None
    path = re.sub(r"/\*{1,2}$", "", one) or "/"
    if not path.startswith("/") or re.search(r"[*:?#()<>]", path):
        raise ValueError(f'match must be paths such as "/checkout", or an expression: {one}')
    prefix = _normal(path)
    return lambda form: prefix == "/" or form == prefix or form.startswith((f"{prefix}/", f"{prefix};"))


def _forms_of(path: str) -> Iterator[str]:
    """Routers differ in what they decode and ignore, so a path is gated if any reading of it is."""
    yield path
    yield _normal(path)
    for slashes in (_SLASHES, "/+"):
        resolved: list[str] = []
        for part in _normal(path, slashes).split("/")[1:]:
            if part == "..":
                resolved = resolved[:-1]
            elif part != ".":
                resolved.append(part)
        yield "/" + "/".join(resolved)


# Letters that `re.IGNORECASE` takes for ASCII's.
_ASCII = str.maketrans({"\u0130": "i", "\u0131": "i", "\u017f": "s", "\u212a": "k"})


# A backslash is a slash to browsers and Windows, and a letter to others.
_SLASHES = r"[\\/]+"


def _normal(path: str, slashes: str = _SLASHES) -> str:
    """Decoded, with single slashes and none at its end, in lower case. A line's end there is nothing to a router's `$`."""
    return re.sub(slashes, "/", re.sub(r"\n\Z", "", unquote(path))).translate(_ASCII).lower().rstrip("/") or "/"
