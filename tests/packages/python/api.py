"""An instance that says what it is told to, in a thread, and remembers what it was asked."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from datetime import datetime, timedelta, timezone

LINK = 200, {"url": "https://age.example/verify/s?session=abc"}, {}


def yes(age=18, minutes=29):
    ends = datetime.now(timezone.utc) + timedelta(minutes=minutes)
    return 200, {"age": age, "verified": True, "mode": "test", "expires_at": ends.isoformat()}, {}


NO = 200, {"age": None, "verified": False, "mode": "test"}, {}
AWAY = 503, {"url": None}, {"Ageway-Reason": "service_unavailable", "Retry-After": "0"}
PROVEN = 403, {"url": "https://shop.example/"}, {"Ageway-Reason": "already_verified"}


class Api:
    def __init__(self):
        api = self
        self.answers, self.asked = [], []
        # The last digest of a visitor's address.
        self.visitor = None
        # Called while a question waits for its answer.
        self.meanwhile = lambda: None

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                api.asked.append(self.path)
                api.visitor = self.headers.get("Ageway-Visitor")
                api.meanwhile()
                status, body, headers = api.answers.pop(0)
                text = json.dumps(body).encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", "Content-Length": len(text), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        self.url = f"http://127.0.0.1:{server.server_port}"

    def will(self, *answers):
        self.answers, self.asked, self.meanwhile = list(answers), [], lambda: None
