"""ASGI (FastAPI, Starlette): `app.add_middleware(AgeGate, ageway=ageway, match="/checkout", sessions=…)`, the last."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, Awaitable, Callable, Dict, Iterable, List, MutableMapping, Optional, Tuple
from urllib.parse import quote, unquote

from .caches import privately
from .client import Ageway
from .closed import Closed
from .gate import Gate, Visit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

# So many visitors may wait for an answer of Ageway at once.
THREADS = 32


class AgeGate:
    """Gates the paths of an app, its WebSockets too. The options are those of `ageway.gate.Gate`.

    sessions: puts your sessions around an app: `lambda app: SessionMiddleware(app, secret_key=…)`. So the gate is around
      them and all else that may write `Cache-Control`. Unless told, `scope["session"]` is of middleware around the gate.
    renew: gives a session that your server keeps another id.
    """

    def __init__(
        self,
        app: App,
        ageway: Ageway,
        *,
        sessions: Callable[[App], App] = lambda app: app,
        renew: Callable[[Scope], object] = lambda scope: None,
        **options: Any,
    ) -> None:
        self.app, self.gate, self.renew = app, Gate(ageway, **options), renew
        self._inside = sessions(self._answer)
        self._threads = ThreadPoolExecutor(THREADS, "ageway")
        self._is_told = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_gated = scope["type"] == "http" and self.gate.is_gated(self._visit(scope))
        if is_gated:
            self._warn(scope)
        await self._inside(scope, receive, _privately(send) if is_gated else send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            return await self.app(scope, receive, send)
        visit = self._visit(scope)
        if self.gate.may_ask(visit):
            context = copy_context()
            gated = await asyncio.get_running_loop().run_in_executor(self._threads, context.run, self.gate, visit)
        else:
            gated = self.gate(visit)
        if not isinstance(gated, Closed):
            return await self.app(scope, receive, send)
        if scope["type"] == "websocket":
            await receive()
            return await send({"type": "websocket.close", "code": 1008})
        body = gated.body.encode()
        fields = {**gated.headers, "Content-Length": str(len(body))}
        await send({"type": "http.response.start", "status": gated.status, "headers": _encoded(fields.items())})
        await send({"type": "http.response.body", "body": body})

    def _visit(self, scope: Scope) -> Visit:
        fields: Dict[str, str] = {}
        for field in scope["headers"]:
            name, value = (text.decode("latin-1") for text in field)
            fields[name.lower()] = f"{fields[name.lower()]}, {value}" if name.lower() in fields else value
        path, root = scope["path"], scope.get("root_path", "").rstrip("/")
        raw = (scope.get("raw_path") or quote(path, safe="/:@!$&'()*+,;=~").encode()).split(b"?")[0].decode("latin-1")
        # A server or a mount may have taken the root off.
        sent = raw if not raw.startswith("/") or _below(root, unquote(raw)) is not None else quote(root) + raw

        def session() -> Any:
            if "session" not in scope:
                raise RuntimeError("There is no session: give AgeGate `sessions`, or put your session middleware around it")
            return scope["session"]

        return Visit(
            # Nobody is sent to a check from a WebSocket.
            method=scope["method"] if scope["type"] == "http" else "HEAD",
            target=f"{sent}?{scope['query_string'].decode('latin-1')}",
            paths=(path, _below(root, path) or path),
            header=lambda name: fields.get(name.lower()),
            session=session,
            renew=lambda: self.renew(scope),
            address=(scope.get("client") or [None])[0],
            origin=lambda: f"{scope.get('scheme', 'http')}://{fields.get('host', '')}",
        )

    def _warn(self, scope: Scope) -> None:
        """Says once where Starlette has middleware around the gate, which may let a shared cache keep a gated answer."""
        others = getattr(scope.get("app"), "user_middleware", None)
        if others and others[0].cls is not AgeGate and not self._is_told:
            self._is_told = True
            logging.getLogger("ageway").warning("Add AgeGate last: %s, around it, may let caches keep pages", others[0].cls)


def _below(root: str, path: str) -> Optional[str]:
    """The path without its root; `None` where that is not before it."""
    return path[len(root) :] if f"{path}/".startswith(f"{root}/") else None


def _privately(send: Send) -> Send:
    async def send_privately(message: Message) -> None:
        if message["type"] == "http.response.start":
            fields = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message.get("headers", ())]
            message = {**message, "headers": _encoded(privately(fields))}
        await send(message)

    return send_privately


def _encoded(fields: Iterable[Tuple[str, str]]) -> List[Tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in fields]
