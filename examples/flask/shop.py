import os
import secrets

from ageway import Ageway
from ageway.flask import AgeGate
from flask import Flask, request
from pages import catalogue, checkout, thanks
from werkzeug.serving import make_server

PORT = int(os.environ.get("PORT", "8080"))
SHOP_URL = os.environ.get("SHOP_URL", f"http://localhost:{PORT}")

shop = Flask(__name__)
# In production: one that outlives a restart.
shop.secret_key = os.environ.get("SESSION_SECRET", secrets.token_hex(32))
shop.config.update(SESSION_COOKIE_SAMESITE="Lax", SESSION_COOKIE_SECURE=SHOP_URL.startswith("https:"))

ageway = Ageway(os.environ["AGEWAY_URL"], os.environ["AGEWAY_KEY"], os.environ.get("AGEWAY_SECRET"))
AgeGate(shop, ageway, age=18, match=["/checkout", "/order"], origin=SHOP_URL)


@shop.get("/")
def show_catalogue():
    return catalogue()


@shop.get("/checkout")
def show_checkout():
    return checkout(request.args.get("wine"))


@shop.post("/order")
def take_order():
    return thanks()


if __name__ == "__main__":
    server = make_server("localhost", PORT, shop, threaded=True)
    print(f"The shop is open at {SHOP_URL}", flush=True)
    server.serve_forever()
