"""Serves a shop of tests/packages/python, and prints the cookie of a visitor with a yes: serve.py <framework> <port>"""

import socket
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

sys.path.insert(0, str(Path(__file__).parents[3] / "packages/python"))

from ageway import Ageway
from shops import SHOPS

_, framework, port = sys.argv
shop = SHOPS[framework](Ageway("http://127.0.0.1:1", "pk_test_gate"))
until = (datetime.now(timezone.utc) + timedelta(minutes=20)).isoformat()
shop.put({"deviceId": "d", "age": 18, "until": until, "pluginKey": "pk_test_gate"})


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


app = shop.handler if framework.startswith("django") else shop.app
if framework.endswith("asgi"):
    import uvicorn

    listening = socket.create_server(("127.0.0.1", int(port)))
    print(shop.cookies(), flush=True)
    uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="warning")).run(sockets=[listening])
else:
    server = make_server("127.0.0.1", int(port), app, handler_class=Quiet)
    print(shop.cookies(), flush=True)
    server.serve_forever()
