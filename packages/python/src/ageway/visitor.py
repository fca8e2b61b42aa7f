"""What counts of a visitor's address, so that one visitor starts a few checks of a locked key at most."""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import re
from typing import Optional

# Of networks that lead to no visitor: a proxy's address, or that of the shop's own machine.
_PRIVATE = re.compile(
    r"(?:0|10|127)\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|0:0:0:0$|f[cd]..:|fe[89ab].:", re.ASCII
)


def prefix_of(address: Optional[str], forwarded: Optional[str]) -> Optional[str]:
    """That of IPv4 whole, and the /64 of IPv6, as a subscriber has. `None`: it tells no visitors apart."""
    # A proxy writes where it was called from. An address that it did not write is the proxy's own.
    if not address or (forwarded and address not in [entry.strip() for entry in forwarded.split(",")]):
        return None
    try:
        parsed = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return None
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    text = str(parsed)
    if isinstance(parsed, ipaddress.IPv6Address):
        text = ":".join(f"{int(group, 16):x}" for group in parsed.exploded.split(":")[:4])
    if _PRIVATE.match(text):
        return None
    return f"{text}::/64" if isinstance(parsed, ipaddress.IPv6Address) else text


def digest_of(prefix: str, secret: str) -> str:
    """Under the key's secret: the instance tells visitors apart by it, and learns no address."""
    digest = hmac.new(secret.encode(), prefix.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
