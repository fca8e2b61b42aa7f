from __future__ import annotations

import re
import time
from datetime import datetime, timezone
from typing import Literal, Optional, Union
from urllib.parse import quote, urlencode, urlsplit
from uuid import uuid4

from .ask import ask
from .link import TRANSIENT, NotStarted, Started, started_by
from .proof import TOKEN, Checked, MinimumAge, Mode, NotAllowed, proof_in
from .visitor import digest_of

Provider = Literal["s", "b"]
Language = Literal["da", "de", "en", "fi", "nb", "sv"]

# Seconds before a second try.
WAIT = 0.25
# The longest that `start` waits before its second try, whatever `Retry-After` asks for.
MAX_WAIT = 1.0


class Ageway:
    """An instance, and your plugin key at it. May be shared by threads.

    url: the base address of the instance, such as `https://age.example`.
    plugin_key: `pk_test_…` or `pk_live_…`. It is public.
    secret: `sk_…`, only for a locked key. It never leaves your backend. Empty, as an environment has it, is none.
    timeout: how many seconds one call may take, with its answer read.

    Raises `ValueError` for a configuration that could never work, so that a shop finds out when it starts.
    """

    def __init__(self, url: str, plugin_key: str, secret: Optional[str] = None, timeout: float = 5.0) -> None:
        self.url = _base_of(url)
        if not _is(r"pk_(?:test|live)_\w+", plugin_key):
            raise ValueError("plugin_key must begin with pk_test_ or pk_live_")
        if secret and not _is(r"sk_\w+", secret):
            raise ValueError("secret must begin with sk_")
        if not timeout > 0:
            raise ValueError("timeout must be above 0")
        self.plugin_key = plugin_key
        self.mode: Mode = "live" if plugin_key.startswith("pk_live_") else "test"
        self._secret = secret or None
        self._timeout = timeout

    def __repr__(self) -> str:
        return f"Ageway({self.url!r}, {self.plugin_key!r})"

    @property
    def is_locked(self) -> bool:
        """True for a locked key: then only `start` begins a check, and a link gets 403."""
        return self._secret is not None

    def start_url(
        self,
        *,
        device_id: str,
        age: MinimumAge,
        return_url: str,
        provider: Provider = "s",
        language: Optional[Language] = None,
    ) -> str:
        """An address for a link. A browser that goes there is sent on to our page.

        device_id: random, made by your backend for this visitor's session. Never the visitor's word.
        return_url: the page to come back to, whole: `https://shop.example/checkout`. Its query and fragment are kept.
        provider: which of the instance's two eIDs.
        language: of our pages; the browser's unless told.
        """
        path = _path(self.plugin_key, device_id, str(age))
        query = {"domain": return_url, **({"lang": language} if language else {})}
        return f"{self.url}/api/url_generator_{provider}/{path}?{urlencode(query, errors='replace')}"

    def start(
        self,
        *,
        device_id: str,
        age: MinimumAge,
        return_url: str,
        provider: Provider = "s",
        language: Optional[Language] = None,
        idempotency_key: Optional[str] = None,
        visitor: Optional[str] = None,
    ) -> Union[Started, NotStarted]:
        """The address of our page, asked for by your backend. Never raises, and never starts two checks for one call.

        visitor: what counts of the visitor's address, so that one starts a few checks of a locked key at most. The instance gets
        a digest of it.
        """
        url = self.start_url(
            device_id=device_id, age=age, return_url=return_url, provider=provider, language=language
        )
        headers = {"Idempotency-Key": idempotency_key or str(uuid4())}
        if self._secret is not None:
            headers["Authorization"] = f"Bearer {self._secret}"
            if visitor is not None:
                headers["Ageway-Visitor"] = digest_of(visitor, self._secret)
        first = started_by(ask(url, headers, self._timeout))
        if isinstance(first, Started) or first.why not in TRANSIENT:
            return first
        # The key makes the second try safe: an instance that heard the first one answers with its link.
        time.sleep(min(WAIT if first.retry_after is None else first.retry_after, MAX_WAIT))
        return started_by(ask(url, headers, self._timeout))

    def check(self, token: object, device_id: object, age: MinimumAge, *, once: bool = False) -> Checked:
        """Did this visitor prove to be of age? Never raises: anything but a clear yes is false in an `if`.

        token: what `token_age_verified` said. Of any type on purpose: a query may hold it twice, or not at all.
        device_id: from the visitor's session, the id with which that session started a check.
        once: the first question alone gets the yes. For a shop that keeps the answer rather than the token.
        """
        if not isinstance(token, str) or not TOKEN.fullmatch(token):
            return NotAllowed("no_token")
        if not isinstance(device_id, str) or device_id == "":
            return NotAllowed("no_device")
        query = {"plugin_key": self.plugin_key, **({"once": "1"} if once else {})}
        url = f"{self.url}/api/auth_check/{_path(token, device_id)}?{urlencode(query)}"
        first = proof_in(ask(url, {}, self._timeout), age, self.mode, datetime.now(timezone.utc))
        # With `once`, the answer that was lost may have been the only yes.
        if once or not isinstance(first, NotAllowed) or first.why != "unavailable":
            return first
        time.sleep(WAIT)
        return proof_in(ask(url, {}, self._timeout), age, self.mode, datetime.now(timezone.utc))


def _is(pattern: str, value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(pattern, value, re.ASCII) is not None


def _path(*parts: str) -> str:
    return "/".join(quote(part, safe="", errors="replace") for part in parts)


def _base_of(text: str) -> str:
    """Without a slash at its end, so that a path can follow."""
    if _is(r"https?://[^\s?#@]+", text):
        parts = urlsplit(text)
        host = (parts.hostname or "").encode("idna").decode() if ":" not in (parts.hostname or "") else f"[{parts.hostname}]"
        port = "" if parts.port is None else f":{parts.port}"
        if host:
            return f"{parts.scheme}://{host}{port}{quote(parts.path, safe='/%:@!$&()*+,;=~')}".rstrip("/")
    raise ValueError("url must be the base address of an instance, such as https://age.example")
