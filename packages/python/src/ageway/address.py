"""What the gate reads in an address, and what it leaves of one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional, Tuple, Union
from urllib.parse import quote, unquote_plus, urlsplit

# What the visitor brings home.
TOKEN = "token_age_verified"
# `?age_check=start`: the visitor has pressed the link of the closed page.
START = "age_check=start"
# The longest return URL that an instance takes. Contract §1, rule 6.
MAX_URL = 2_048


@dataclass(frozen=True)
class Address:
    """The path and the query of a request, as they were sent."""

    path: str
    parameters: Tuple[str, ...]


def address_of(target: str) -> Address:
    """target: of the request line. A proxy may send a whole address."""
    path, _, query = target_of(target).partition("?")
    return Address(path or "/", tuple(one for one in query.split("&") if one))


def target_of(url: str) -> str:
    """Path and query, without a host and a fragment."""
    return re.sub(r"^https?://[^/?#]*", "", url, flags=re.IGNORECASE).split("#")[0]


def token_in(address: Address) -> Union[None, str, Tuple[str, ...]]:
    """`None`: the query has none. A tuple, where it is there more than once or in brackets: that is no token."""
    tokens = tuple(one for one in address.parameters if _is_token(one))
    if len(tokens) == 1 and _name_of(tokens[0]) == TOKEN:
        return unquote_plus(tokens[0].partition("=")[2])
    return tokens or None


def asks_to_start(address: Address) -> bool:
    return START in address.parameters


def cleaned(address: Address) -> str:
    """The same address without what is ours, for `Location`: the rest to the letter, and never the name of a host."""
    kept = [one for one in address.parameters if not _is_token(one) and one != START]
    path = re.sub(r"^[\\/]*", "/", address.path, count=1)
    return f"{path}?{'&'.join(kept)}" if kept else path


def as_sent(address: Address) -> str:
    """The same address with all that is ours, and never the name of a host."""
    return "?".join((re.sub(r"^[\\/]*", "/", address.path, count=1), "&".join(address.parameters)))


def with_start(address: str) -> str:
    """The same, with the wish to start a check."""
    return f"{address}{'&' if '?' in address else '?'}{START}"


def whole_address(origin: str, path: str) -> Optional[str]:
    """An address of the shop, whole, and no longer than an instance takes. `None`: `origin` is none."""
    if not re.fullmatch(r"https?://[^\s/\\?#@]+", origin, re.IGNORECASE):
        return None
    url = origin + quote(path, safe="/?&=%:@!$'()*+,;~[]", errors="replace")
    if len(url) > MAX_URL:
        url = url.partition("?")[0]
    return f"{origin}/" if len(url) > MAX_URL else url


def origin_of(url: str) -> Optional[str]:
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    return f"{parts.scheme}://{parts.netloc}".lower() if parts.scheme and parts.netloc else None


def _is_token(parameter: str) -> bool:
    name = _name_of(parameter)
    return name == TOKEN or name.startswith(f"{TOKEN}[")


def _name_of(parameter: str) -> str:
    return unquote_plus(parameter.partition("=")[0])
