"""The gate, without a framework. It is closed, except to a session with a yes. No fault of the API opens it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Callable, Optional, Tuple, Union
from urllib.parse import urljoin, urlsplit

from .address import (
    Address,
    address_of,
    as_sent,
    asks_to_start,
    cleaned,
    origin_of,
    target_of,
    token_in,
    whole_address,
    with_start,
)
from .client import Ageway, Language, Provider
from .closed import Closed, ClosedPage, State, json, nothing, page, plain_page, redirect
from .link import NotStarted, Started
from .load import Header, Load, is_press, load_of
from .match import Match, is_plain, matcher
from .proof import MINIMUM_AGES, MinimumAge, NotAllowed, WhyNotAllowed
from .session import Session, begin, begin_anew, device_ids_in, is_confirmed, keep, put_back, send, state_in
from .visitor import prefix_of


@dataclass(frozen=True)
class Visit:
    """A request, in words that every framework has.

    target: path and query, as they arrived. paths: those that your routes see, where they are others.
    origin: where the request says that it was sent to: `http://shop.example`.
    reload: the session, read anew: another request may have changed it while the instance answered.
    address: the visitor's, or that of the proxy before the shop.
    renew: gives the session another id, where it has one: nobody who knew it before the yes may have a part in it.
    """

    method: str
    target: str
    header: Header
    session: Callable[[], Session]
    origin: Callable[[], str]
    paths: Tuple[str, ...] = ()
    reload: Optional[Callable[[], Session]] = None
    renew: Callable[[], object] = lambda: None
    address: Optional[str] = None


@dataclass(frozen=True)
class Pass:
    """The shop answers. What is gated is of one visitor: send it, and what a closed gate answers, with the fields of `caches.privately`."""

    is_gated: bool = False


# No answer about the token came: it may still be a yes.
OUTAGES = ("unavailable", "timeout", "rate_limited", "answer_invalid")
# What visitors do, which the log leaves out.
VISITORS = ("no_token", "no_device", "token_unknown", "not_confirmed", "expired")


def warn(closed: Union[NotAllowed, NotStarted]) -> None:
    if closed.why not in VISITORS:
        logging.getLogger("ageway").warning("%s", closed.why)


class Gate:
    """match: which paths are gated; all that reach the gate unless told. See `ageway.match.Match`.
    origin: where visitors see the shop: `https://shop.example`. Unless told, what the request says; behind a proxy that may be wrong.
    return_to: the page to come back to, such as `/cart`: for gated paths that are no pages. Requests for it must reach the gate, too.
    provider: which of the instance's two eIDs.
    language: of our pages; the browser's unless told.
    page: a page of your own in place of ours, as HTML. It gets the address of the one link that it must have.
    visitor: a function that answers the visitor's address, behind a proxy that your framework does not know.
    on_closed: hears why somebody was not let in or no check could start. Unless told, the log does, but for what visitors do.
    """

    def __init__(
        self,
        ageway: Ageway,
        *,
        age: MinimumAge = 18,
        match: Optional[Match] = None,
        origin: Optional[str] = None,
        return_to: Optional[str] = None,
        provider: Provider = "s",
        language: Optional[Language] = None,
        page: Callable[[ClosedPage], str] = plain_page,
        on_closed: Callable[[Union[NotAllowed, NotStarted]], object] = warn,
        visitor: Optional[Callable[[Visit], Optional[str]]] = None,
    ) -> None:
        if not isinstance(ageway, Ageway):
            raise ValueError("ageway must be an Ageway")
        if type(age) is not int or age not in MINIMUM_AGES:
            raise ValueError("age must be " + " or ".join(map(str, MINIMUM_AGES)))
        if origin is not None and whole_address(origin.rstrip("/"), "/") is None:
            raise ValueError("origin must be as https://shop.example")
        self.ageway, self.age, self.provider, self.language = ageway, age, provider, language
        self.origin, self.return_to = origin and origin.rstrip("/"), return_to
        self.page, self.on_closed, self.visitor = page, on_closed, visitor
        self._matches = matcher(match)
        self._home = None if return_to is None else urlsplit(urljoin("http://shop/", return_to)).path
        # The programs that were told to start at `return_to`; `None` once somebody came there.
        self._told = None if return_to is None else 0

    def __call__(self, visit: Visit) -> Union[Pass, Closed]:
        address = address_of(visit.target)
        load = load_of(visit.method, visit.header)
        is_gated = self.is_gated(visit)
        if address.path == self._home:
            self._told = None
        comes = visit.method == "GET" and load != "silent" and (is_gated or address.path == self._home)
        token = token_in(address) if comes else None
        asks = comes and asks_to_start(address) and is_press(load, visit.header)
        if not is_gated and not asks and token is None:
            return Pass()
        if token is not None:
            why = self._take(token, visit)
            is_page = load != "program"
            if is_page and why == "no_device" and not asks:
                # The address itself, since a cookie that is `Strict` comes with a press. If not even then, another check is wanted.
                return self._page("lost", with_start(as_sent(address)))
            if why in OUTAGES and not is_confirmed(visit.session(), self.ageway, self.age):
                return self._page("unavailable", as_sent(address)) if is_page else json(self.age, None)
            if not is_page or why != "no_device":
                return redirect(cleaned(address))
        session = visit.session()
        if is_confirmed(session, self.ageway, self.age):
            return redirect(cleaned(address)) if asks else Pass(is_gated=True)
        if load == "silent":
            return nothing()

        return_url = self._return_url_of(address, visit, load)
        if return_url is None:
            return self._page("unavailable", None)
        state = state_in(session)
        # A start costs a locked key a call, so a visitor whose first request is the link sees the page first.
        pressed = asks and (state or not self.ageway.is_locked)
        # What another site made of a link or a script may cost nothing.
        is_free = not self.ageway.is_locked and self.provider != "b"
        comes_itself = load == "navigation" and (is_free or visit.header("Sec-Fetch-Site") != "cross-site")
        if pressed or (comes_itself and not state.get("asked") and not state.get("sent")):
            started = self._start(session, return_url, visit)
            if isinstance(started, Started):
                return redirect(started.url)
            self.on_closed(started)
            return self._page("unavailable", with_start(target_of(return_url)), started.reason)
        if self.ageway.is_locked and load == "page":
            begin(session)
        start = with_start(target_of(return_url))
        if load == "program":
            if self._told is not None:
                self._told += 1
                if self._told == 3:
                    logging.getLogger("ageway").warning("nobody comes to %s, does the gate see it?", self._home)
            return json(self.age, urljoin(return_url, start))
        return self._page("asked" if state.get("asked") else "lost" if asks else "closed", start)

    def is_gated(self, visit: Visit) -> bool:
        """Is one of the paths of this visit gated? Then no shared cache may keep what the shop answers."""
        return not is_plain(visit.target) or any(map(self._matches, (address_of(visit.target).path, *visit.paths)))

    def may_ask(self, visit: Visit) -> bool:
        """May this visit have to wait for an answer of Ageway?"""
        address = address_of(visit.target)
        if token_in(address) is not None:
            return True
        starts = asks_to_start(address) or self.is_gated(visit)
        return self.ageway.is_locked and starts and not is_confirmed(visit.session(), self.ageway, self.age)

    def _take(self, token: object, visit: Visit) -> Optional[WhyNotAllowed]:
        """Why it is no yes; `None` where it is one."""
        device_id, *before = device_ids_in(visit.session()) or [None]
        checked = self.ageway.check(token, device_id, self.age)
        if before and isinstance(checked, NotAllowed) and checked.why == "token_unknown":
            device_id = before[0]
            checked = self.ageway.check(token, device_id, self.age)
        why = checked.why if isinstance(checked, NotAllowed) else None
        if isinstance(checked, NotAllowed):
            self.on_closed(checked)
        if device_id is None:
            return "no_device"
        # Signed out meanwhile, or another session by now: then nothing is kept.
        session = (visit.reload or visit.session)()
        if device_id in device_ids_in(session) and why not in OUTAGES:
            keep(session, self.ageway, checked, self.age)
            if checked:
                visit.renew()
        return why

    def _start(self, session: Session, return_url: str, visit: Visit) -> Union[Started, NotStarted]:
        was = state_in(session)
        device_id = send(session)
        if not self.ageway.is_locked:
            return Started(self._link(device_id, return_url))
        address, forwarded = (visit.address, visit.header("X-Forwarded-For")) if self.visitor is None else (self.visitor(visit), None)
        visitor = prefix_of(address, forwarded)
        started = self._ask_for_link(device_id, return_url, visitor)
        if isinstance(started, NotStarted) and started.reason == "already_verified":
            # A proof exists that this session has not heard of, and nobody else's answer may count for it.
            started = self._ask_for_link(begin_anew(session), return_url, visitor)
        if was and isinstance(started, NotStarted):
            put_back(session, was)
        return started

    def _link(self, device_id: str, return_url: str) -> str:
        return self.ageway.start_url(
            device_id=device_id,
            age=self.age,
            return_url=return_url,
            provider=self.provider,
            language=self.language,
        )

    def _ask_for_link(self, device_id: str, return_url: str, visitor: Optional[str]) -> Union[Started, NotStarted]:
        return self.ageway.start(
            visitor=visitor,
            device_id=device_id,
            age=self.age,
            return_url=return_url,
            provider=self.provider,
            language=self.language,
        )

    def _return_url_of(self, address: Address, visit: Visit, load: Load) -> Optional[str]:
        """A page that shows itself again, or else the page that a form or a script was on. `None`: the shop has no origin."""
        shop = self.origin or visit.origin()
        own = whole_address(shop, cleaned(address))
        if own is None:
            return None
        if self.return_to is not None:
            return urljoin(own, self.return_to)
        referer = "" if visit.method == "GET" and load != "program" else visit.header("Referer") or ""
        came_from = address_of(referer)
        is_ours = origin_of(referer) == shop.lower() and self._matches(came_from.path)
        return whole_address(shop, cleaned(came_from)) if is_ours else own

    def _page(self, state: State, start: Optional[str], reason: Optional[str] = None) -> Closed:
        closed = ClosedPage(self.age, state, start)
        return page(closed, self.page(closed), reason)
