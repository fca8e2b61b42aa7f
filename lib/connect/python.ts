import type { Blanks } from "./snippets.ts";

export const python = ({ ageway, key, provider, page }: Blanks) => `# shop.py: start it with "python3 shop.py"
import json, os, secrets
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, urlsplit
from urllib.request import urlopen

AGEWAY = "${ageway}"
KEY = "${key}"
PAGE = "${page}"  # where visitors come back to
sessions = {}  # your shop has its own

def is_adult(token, device):  # anything but a clear yes is a no
    path = quote(token, safe="") + "/" + quote(device, safe="")
    try:
        with urlopen(AGEWAY + "/api/auth_check/" + path + "?plugin_key=" + KEY, timeout=5) as answer:
            proof = json.load(answer)
            return answer.status == 200 and proof["verified"] is True and proof["age"] >= 18
    except Exception:
        return False

class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        cookies = {name: one.value for name, one in SimpleCookie(self.headers.get("Cookie")).items()}
        known = cookies.get("shop_session")
        session_id = known if known in sessions else secrets.token_urlsafe(16)
        session = sessions.setdefault(session_id, {"device": secrets.token_hex(16), "is_adult": False})
        device = cookies.get("device_id", session["device"])  # the script tag's, or our own
        token = parse_qs(urlsplit(self.path).query).get("token_age_verified")
        if token:
            session["is_adult"] = session["is_adult"] or is_adult(token[0], device)
        self.send_response(303 if token else 200)
        self.send_header("Set-Cookie", f"shop_session={session_id}; Path=/; HttpOnly; SameSite=Lax")
        self.send_header(*(("Location", PAGE) if token else ("Content-Type", "text/html; charset=utf-8")))
        self.end_headers()
        start = f"{AGEWAY}/api/url_generator_${provider}/{KEY}/{quote(device, safe='')}/18?domain={quote(PAGE, safe='')}"
        link = f'<a href="{start}">Confirm that you are 18 or over</a>'
        self.wfile.write(b"" if token else b"<h1>Welcome</h1>" if session["is_adult"] else link.encode())

ThreadingHTTPServer(("localhost", int(os.environ.get("PORT", 8080))), Shop).serve_forever()
`;
