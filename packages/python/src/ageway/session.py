"""What a session holds about a visitor's age, under the name `ageway`. Never a token.

deviceId: made when this session starts its first check, and kept: the tabs of a browser share it.
age, until, pluginKey: the visitor is at least of this age, until then (ISO), as far as this plugin key has heard.
asked: the last return brought no yes: the visitor presses a link before another check starts.
before: the device id before that one: a tab may still come home with its answer.
sent: how often the visitor was sent to a check since something came home.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from typing import Any, List, MutableMapping, Optional
from uuid import uuid4

from .client import Ageway
from .proof import Checked, MINIMUM_AGES, MinimumAge, time_in

# The session of your framework: a mapping that comes back with the visitor's next request.
Session = MutableMapping[str, Any]

NAME = "ageway"
# A yes counts for 30 minutes, and one more for clocks that differ, whatever end a session holds. Contract §3.
MAX_TTL = timedelta(minutes=31)


def begin(session: Session) -> str:
    """The device id of this visitor's checks. The first call makes it."""
    return device_id_in(session) or begin_anew(session)


def begin_anew(session: Session) -> str:
    """Gives the session another device id, and lets it remember one."""
    device_id, before = str(uuid4()), device_id_in(session)
    session[NAME] = {**state_in(session), "deviceId": device_id, **({"before": before} if before else {})}
    return device_id


def send(session: Session) -> str:
    """For the check that the visitor is sent to now. After two that brought nothing home it is new: their proof is in another browser."""
    sent = state_in(session).get("sent", 0)
    device_id = begin(session) if sent < 2 else begin_anew(session)
    session[NAME] = {**state_in(session), "sent": sent + 1 if sent < 2 else 1}
    return device_id


def put_back(session: Session, state: dict[str, Any]) -> None:
    """As it was before a check that did not start."""
    session[NAME] = state


def confirm(session: Session, ageway: Ageway, token: object, age: MinimumAge) -> Checked:
    """The visitor is back with a token: asks what it proves for the device id of this very session, and keeps a yes.

    Asks nothing if the session has started no check. Never raises for what the instance does.
    """
    checked = ageway.check(token, device_id_in(session), age)
    keep(session, ageway, checked, age)
    return checked


def is_confirmed(session: Session, ageway: Ageway, age: MinimumAge) -> bool:
    """Has this session a yes to at least this age that has not ended?"""
    state = state_in(session)
    proven, until = state.get("age"), time_in(state.get("until"))
    if state.get("pluginKey") != ageway.plugin_key or type(proven) is not int or until is None:
        return False
    # An age that nobody asks for, such as 0 of an empty setting, is no lower one.
    if type(age) is not int or age not in MINIMUM_AGES:
        return False
    return proven >= age and timedelta(0) < until - datetime.now(timezone.utc) <= MAX_TTL


def keep(session: Session, ageway: Ageway, checked: Checked, age: MinimumAge) -> None:
    """What became of a token. A no takes nothing from a yes that the session has; what is of another session says nothing."""
    state = state_in(session)
    if not state:
        return
    if not checked:
        if checked.why != "token_unknown" and not is_confirmed(session, ageway, age):
            session[NAME] = {**state, "asked": True, "sent": 0}
    elif not any(is_confirmed(session, ageway, higher) for higher in MINIMUM_AGES if higher > age):
        until = checked.until.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        key = {"pluginKey": ageway.plugin_key}
        session[NAME] = {"deviceId": state["deviceId"], "age": age, "until": until, **key}


def state_in(session: Session) -> dict[str, Any]:
    """Empty: this session has started no check."""
    state = session.get(NAME)
    device_id = state.get("deviceId") if isinstance(state, dict) else None
    return state if isinstance(state, dict) and isinstance(device_id, str) and device_id else {}


def device_ids_in(session: Session) -> List[str]:
    """Those of checks whose answer may still come, the last one first."""
    state = state_in(session)
    return [one for one in (state.get("deviceId"), state.get("before")) if isinstance(one, str)]


def device_id_in(session: Session) -> Optional[str]:
    return state_in(session).get("deviceId")
