"""One GET, in bounded time and memory."""

from __future__ import annotations

import http.client
import io
import json
import re
import socket
import ssl
import threading
import time
from dataclasses import dataclass
from email.message import Message
from functools import lru_cache
from typing import Any, Literal, Mapping, Union
from urllib.parse import urlsplit

# A true answer has some 200 bytes.
MAX_BYTES = 64 * 1024
JSON_TYPE = re.compile(r"application/(?:[\w.-]+\+)?json\b", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True)
class Answer:
    """What came back. `json` is `None` where the body is no JSON, as it is for `null`: neither says anything."""

    status: int
    headers: Message
    json: Any


@dataclass(frozen=True)
class NoAnswer:
    why: Literal["timeout", "unavailable", "answer_invalid"]


def ask(url: str, headers: Mapping[str, str], timeout: float) -> Union[Answer, NoAnswer]:
    """Never raises. Follows no redirect: the API sends none to a server. Takes no proxy from the environment."""
    deadline = time.monotonic() + timeout
    try:
        return _ask(url, headers, deadline)
    except Exception:
        return NoAnswer("timeout" if time.monotonic() >= deadline else "unavailable")


def _ask(url: str, headers: Mapping[str, str], deadline: float) -> Union[Answer, NoAnswer]:
    parts = urlsplit(url)
    connection = (_TlsConnection if parts.scheme == "https" else _Connection)(parts.netloc, deadline)
    sent = {"Accept": "application/json", "Connection": "close", "User-Agent": "ageway-python/0.1.0", **headers}
    try:
        connection.request("GET", f"{parts.path}?{parts.query}", headers=sent)
        with connection.getresponse() as response:
            body = response.read(MAX_BYTES + 1)
            if len(body) > MAX_BYTES:
                return NoAnswer("answer_invalid")
            # With a limit, `read` hands over a body that broke off as if it were whole.
            if response.length:
                raise http.client.IncompleteRead(body, response.length)
            return Answer(response.status, response.headers, _parsed(response.headers, body))
    finally:
        connection.close()


def _parsed(headers: Message, body: bytes) -> Any:
    if not JSON_TYPE.match(headers.get("Content-Type", "")):
        return None
    try:
        return json.loads(body.decode("utf-8-sig", "replace"))
    except (ValueError, RecursionError):
        return None


class _Connection(http.client.HTTPConnection):
    """Ends at a deadline, however the time was spent. A `timeout` alone begins anew with each byte that comes."""

    def __init__(self, netloc: str, deadline: float) -> None:
        super().__init__(netloc)
        self.deadline = deadline

    def connect(self) -> None:
        fault: OSError = socket.gaierror("The name has no address")
        for family, kind, protocol, _, address in _addresses_of(self.host, self.port, _left(self.deadline)):
            self.sock = socket.socket(family, kind, protocol)
            try:
                self.sock.settimeout(_left(self.deadline))
                self.sock.connect(address)
                self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return self.sock.settimeout(_left(self.deadline))
            except OSError as caught:
                fault = caught
                self.sock.close()
        raise fault

    def response_class(self, sock: Any, *args: Any, **named: Any) -> http.client.HTTPResponse:  # type: ignore[override]
        return http.client.HTTPResponse(_Readable(sock, self.deadline), *args, **named)  # type: ignore[arg-type]


class _TlsConnection(_Connection):
    default_port = http.client.HTTPS_PORT

    def connect(self) -> None:
        super().connect()
        self.sock = _tls().wrap_socket(self.sock, server_hostname=self.host)
        self.sock.settimeout(_left(self.deadline))


class _Readable:
    """As much of a socket as `HTTPResponse` uses."""

    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self.sock, self.deadline = sock, deadline

    def makefile(self, _: str) -> io.BufferedReader:
        return io.BufferedReader(_Reader(self.sock, self.deadline))


class _Reader(io.RawIOBase):
    def __init__(self, sock: socket.socket, deadline: float) -> None:
        self.sock, self.raw, self.deadline = sock, sock.makefile("rb", buffering=0), deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.sock.settimeout(_left(self.deadline))
        return self.raw.readinto(buffer) or 0

    def close(self) -> None:
        self.raw.close()
        super().close()


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout("The deadline is over")
    return left


def _addresses_of(host: str, port: int, timeout: float) -> list[Any]:
    """In a thread of its own: nothing else can leave a resolver that is silent."""
    found: list[Any] = []

    def resolve() -> None:
        try:
            found.extend(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except Exception:
            pass  # No address, which `connect` says.

    thread = threading.Thread(target=resolve, daemon=True)
    thread.start()
    thread.join(timeout)
    return list(found)


@lru_cache(maxsize=None)
def _tls() -> ssl.SSLContext:
    """Reading the machine's certificates takes some 20 ms."""
    return ssl.create_default_context()
