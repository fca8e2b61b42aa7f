"""The shop of `shops.py` as a bare ASGI app, and a server of ASGI without a network."""

import asyncio
import base64
import json
from collections import namedtuple
from http.cookies import SimpleCookie
from urllib.parse import unquote
from uuid import uuid4

Heard = namedtuple("Heard", "status headers body")


class AsgiShop:
    """Its sessions are in a cookie that nobody signs, or behind an id after `keep_sessions_on_the_server`."""

    has_store = False

    def __init__(self, ageway, mount="", match=("/checkout", "/wine", "/nb/pages/tasting"), **options):
        from ageway.asgi import AgeGate

        self.mount, self.is_root_taken_off, self.kept, self.framework = mount, False, None, {}
        gate = {"sessions": self.with_session, "renew": lambda scope: scope["ids"].append(str(uuid4())), **options}
        self.app = AgeGate(speaking_last(show), ageway=ageway, match=match, **gate)
        self.begin_anew()

    def begin_anew(self):
        self.jar = SimpleCookie()

    def keep_sessions_on_the_server(self):
        self.kept = {}

    def with_session(self, app):
        async def answer(scope, receive, send):
            fields = dict(scope.get("headers", ()))
            cookie = SimpleCookie(fields.get(b"cookie", b"").decode()).get("shop")
            before = unpacked(cookie) if self.kept is None else self.kept.get(cookie and cookie.value, {})
            session = dict(before)
            ids = [cookie.value if cookie else str(uuid4())]
            if b"x-cart" in fields:
                session["cart"] = fields[b"x-cart"].decode()

            async def send_with_cookie(message):
                if message["type"] == "http.response.start" and session != before:
                    if self.kept is not None:
                        self.kept.pop(ids[0], None)
                        self.kept[ids[-1]] = session
                    value = packed(session) if self.kept is None else ids[-1]
                    message["headers"] = [*message["headers"], (b"set-cookie", f"shop={value}; Path=/".encode())]
                await send(message)

            await app({**scope, "session": session, "ids": ids}, receive, send_with_cookie)

        return answer

    def ask(self, path, method="GET", headers=None):
        return ask_asgi(self.app, self.jar, path, method, headers, self.mount, self.is_root_taken_off, **self.framework)

    def ask_both(self, slow, quick, headers):
        """Asks for both at once: in which order they were answered."""
        order = []

        async def ask(path):
            await call_asgi(self.app, self.jar, {"type": "http", "method": "GET", "scheme": "https"}, path, headers)
            order.append(path)
            if path == quick:
                self.on_quick()

        async def ask_all():
            await asyncio.gather(ask(slow), ask(quick))

        asyncio.run(ask_all())
        return order

    def first_word(self, kind, path="/"):
        """What a WebSocket, or the server as it starts, hears first."""
        return asyncio.run(call_asgi(self.app, self.jar, {"type": kind, "scheme": "wss"}, path, {}))[0]["type"]

    def state(self, name="ageway"):
        return unpacked(self.jar.get("shop")).get(name)

    def cookies(self):
        return "; ".join(f"{name}={morsel.value}" for name, morsel in self.jar.items())

    def put(self, state):
        self.jar["shop"] = packed({**unpacked(self.jar.get("shop")), "ageway": state})


async def show(scope, receive, send):
    if scope["type"] != "http":
        return await send({"type": "websocket.accept" if scope["type"] == "websocket" else "lifespan.startup.complete"})
    fields = dict(scope["headers"])
    await send({"type": "http.response.start", "status": 200, "headers": fields_in(fields.get(b"x-view", b"{}"))})
    await send({"type": "http.response.body", "body": b"<h1>Welcome</h1>"})


def speaking_last(app):
    """Middleware between the gate and the shop, which adds to the head or makes another."""

    async def answer(scope, receive, send):
        async def send_last(message):
            if message["type"] == "http.response.start":
                fields = dict(scope["headers"])
                given = fields_in(fields.get(b"x-last", b"{}")) + fields_in(fields.get(b"x-anew", b"{}"))
                told = {name for name, _ in given}
                message = {**message, "headers": [field for field in message["headers"] if field[0] not in told] + given}
            await send(message)

        await app(scope, receive, send_last)

    return answer


def fields_in(text):
    return [(name.lower().encode(), value.encode()) for name, value in json.loads(text).items()]


def packed(session):
    return base64.urlsafe_b64encode(json.dumps(session).encode()).decode().rstrip("=")


def unpacked(cookie):
    return json.loads(base64.urlsafe_b64decode(cookie.value + "==")) if cookie else {}


def ask_asgi(app, jar, path, method, headers, mount="", is_root_taken_off=False, /, **framework):
    scope = {"type": "http", "method": method, "scheme": "https", **framework}
    told = asyncio.run(call_asgi(app, jar, scope, path, headers, mount, is_root_taken_off))
    fields = {}
    for name, value in told[0]["headers"]:
        fields[name.decode().title()] = value.decode("latin-1")
        if name.lower() == b"set-cookie":
            jar.load(value.decode())
    return Heard(told[0]["status"], fields, b"".join(message.get("body", b"") for message in told[1:]).decode())


async def call_asgi(app, jar, scope, path, headers, mount="", is_root_taken_off=False):
    """What the app sent. `is_root_taken_off`: servers have sent the path without the root, too."""
    raw, _, query = path.partition("?")
    raw = raw[len(mount) :] if is_root_taken_off else raw
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in jar.items())
    sent = {"Host": "shop.example", "Cookie": cookies, **(headers or {})}
    where = {
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "path": unquote(raw),
        "raw_path": raw.encode(),
        "query_string": query.encode(),
        "root_path": mount,
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in sent.items() if value],
        "client": ("127.0.0.1", 1),
        "server": ("shop.example", 443),
    }
    told = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        told.append(message)

    await app({**scope, **where}, receive, send)
    return told
