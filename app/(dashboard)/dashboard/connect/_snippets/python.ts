import type { Blanks } from "./blanks.ts";

export const python = ({
  ageway,
  key,
  provider,
  age,
  page,
  port,
  cookie,
}: Blanks) => `# age.py: start it with "python3 age.py"
import hmac, json, os, secrets
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, urlencode, urlsplit
from urllib.request import Request, urlopen

AGEWAY = os.environ.get("AGEWAY_URL", "${ageway}")
KEY = os.environ.get("AGEWAY_KEY", "${key}")
PAGE = "${page}"  # where visitors come back to
SIGNS = (os.environ.get("SHOP_SECRET") or secrets.token_hex()).encode()  # signs the cookies, also after a restart
UNLOCKS = os.environ.get("AGEWAY_SECRET")  # a locked key

def ask(*path, **query):
    url = AGEWAY + "/api/" + "/".join(quote(part, safe="") for part in path) + "?" + urlencode(query)
    headers = {"Authorization": f"Bearer {UNLOCKS}"} if UNLOCKS else {}
    try:
        with urlopen(Request(url, headers=headers), timeout=5) as answer:
            return dict(json.load(answer)) if answer.status == 200 else {}
    except Exception:
        return {}
def is_adult(token, device):  # anything but a clear yes is a no
    proof = ask("auth_check", token, device, plugin_key=KEY) if token else {}
    return proof.get("verified") is True and type(proof.get("age")) is int and proof["age"] >= ${age}
def sign(text):
    return text + "." + hmac.new(SIGNS, text.encode(), "sha256").hexdigest()

class Shop(BaseHTTPRequestHandler):
    def session(self):  # the device id of this visitor's own checks, and the token that said yes
        given = SimpleCookie(self.headers.get("Cookie")).get("age")
        text = given.value.rpartition(".")[0] if given else ""
        return text.split(".") if given and hmac.compare_digest(sign(text), given.value) else [secrets.token_hex(16), ""]
    def leave_to(self, url, text=None):
        self.send_response(303)
        if text: self.send_header("Set-Cookie", f"age={sign(text)}; ${cookie}")
        self.send_header("Location", url)
        self.end_headers()
    def end_headers(self):
        for header in ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"): self.send_header(*header)
        super().end_headers()
    def do_POST(self):  # only a press starts a check
        device, token = self.session()
        url = ask("url_generator_${provider}", KEY, device, "${age}", domain=PAGE).get("url")
        self.leave_to(url, f"{device}.{token}") if url else self.leave_to(PAGE)
    def do_GET(self):
        device, token = self.session()
        back = parse_qs(urlsplit(self.path).query, keep_blank_values=True).get("token_age_verified")
        if back:  # keep a token that says yes, and take it out of the address
            return self.leave_to(PAGE, is_adult(back[0], device) and f"{device}.{back[0]}")
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        form = b'<form method="post"><button>Confirm that you are ${age}+</button></form>'
        self.wfile.write(b"<h1>Welcome</h1>" if is_adult(token, device) else form)  # asked anew for its 30 minutes

ThreadingHTTPServer(("localhost", int(os.environ.get("PORT", ${port}))), Shop).serve_forever()
`;
