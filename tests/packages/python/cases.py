"""Meets the starts of `packages/gate-test/cases.json`, and more. A line of JSON for each. Its order: `{"url", "start", "tls", "pages"}` on stdin."""

import ast
import json
import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import ageway
from ageway import Ageway, Started
from ageway.closed import ClosedPage, plain_page

KEYS = {"test": "pk_test_cases", "live": "pk_live_cases"}
DEVICE = "6f9f2f60-5f0b-4c0e-9a1c-0c8d3d6f7a11"
ORDER = json.load(sys.stdin)


def told(checked):
    return {"if": bool(checked), "allowed": checked.allowed, "why": checked.why}


def start(n, _):
    client = Ageway(f"{ORDER['url']}/start/{n}", KEYS["test"], secret="sk_cases", timeout=10)
    started = client.start(device_id=DEVICE, age=18, return_url="https://shop.example/a?b=c&d=é#e")
    told = {"url": started.url} if isinstance(started, Started) else vars(started)
    return {"at": f"start/{n}", "if": bool(started), "started": started.started, **told}


def others():
    # Nobody listens there: an answer other than `unavailable` came without a question.
    client = Ageway("http://127.0.0.1:1", KEYS["test"])
    no_tokens = [None, "", ["token", "token"], {"$ne": ""}, 18, b"token", "a/b", "a b", "é", "token\n", ".", "..", "a" * 513]
    yield {"at": "no token", "why": [client.check(token, DEVICE, 18).why for token in no_tokens]}
    yield {"at": "no device", "why": [client.check("token", device, 18).why for device in (None, "", 7, b"x")]}
    client = Ageway(f"{ORDER['url']}/check/0", KEYS["test"], timeout=10)
    yield {"at": "no such age", "why": [client.check("token", DEVICE, age).why for age in (0, 17, 15, True, "18", None)]}
    client = Ageway("http://127.0.0.1:1", KEYS["test"])
    yield {"at": "nobody listens", **told(client.check("token", DEVICE, 18))}
    for name, port in ORDER["tls"].items():
        client = Ageway(f"https://localhost:{port}", KEYS["test"], timeout=10)
        vouches = "an authority vouches" if name == "trusted" else "nobody vouches"
        yield {"at": f"a certificate that {vouches} for", **told(client.check("token", DEVICE, 18))}
    for page in ORDER["pages"]:
        yield {"at": "page", "html": plain_page(ClosedPage(**page))}
    yield {"at": "no such text", **told(client.check("token", "\ud800", 18))}
    yield {"at": "secret", "text": repr(Ageway("https://age.example", KEYS["test"], "sk_cases"))}
    yield {"at": "no secret", "locked": [Ageway("https://age.example", KEYS["live"], secret).is_locked for secret in (None, "")]}


def bad_configuration():
    for given in [
        ("age.example", KEYS["test"]),
        ("https://age.example/?a=b", KEYS["test"]),
        ("https://age.example:port", KEYS["test"]),
        ("https://member:word@age.example", KEYS["test"]),
        ("https://", KEYS["test"]),
        ("ftp://age.example", KEYS["test"]),
        ("https://age.example", "sk_live_1"),
        ("https://age.example", "pk_live_1\n"),
        ("https://age.example", None),
        (None, KEYS["test"]),
        ("https://age.example", KEYS["live"], "pk_live_1"),
        ("https://age.example", KEYS["live"], "sk_live_1\r\nHost: elsewhere"),
        ("https://age.example", KEYS["live"], None, 0),
        ("https://age.example", KEYS["live"], None, float("nan")),
    ]:
        try:
            Ageway(*given)
            yield {"at": "configuration", "given": given[:3], "is_refused": False}
        except ValueError:
            yield {"at": "configuration", "given": given[:3], "is_refused": True}


def silent_resolver():
    """The machine's resolver, which no time-out of a socket ends."""
    is_over = threading.Event()
    resolve, socket.getaddrinfo = socket.getaddrinfo, lambda *_, **__: is_over.wait(20)
    checked = Ageway("http://age.example", KEYS["test"], timeout=0.2).check("token", DEVICE, 18)
    socket.getaddrinfo = resolve
    is_over.set()
    return {"at": "silent resolver", **told(checked)}


def unannotated():
    """What a type checker of a shop would not see. The sources must be those of Python 3.9, too."""
    for path in sorted(Path(ageway.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"), feature_version=(3, 9))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                given = [*node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
                missing = [one.arg for one in given if one and one.annotation is None and one.arg != "self"]
                if missing or node.returns is None:
                    yield {"at": "no types", "file": path.name, "name": node.name}


with ThreadPoolExecutor(max_workers=16) as pool:
    lines = [pool.submit(start, n, given) for n, given in enumerate(ORDER["start"])]
    for line in lines:
        print(json.dumps(line.result()))
for line in [*others(), *bad_configuration(), *unannotated(), silent_resolver()]:
    print(json.dumps(line))
