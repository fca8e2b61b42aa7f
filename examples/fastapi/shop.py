import os
import secrets

import uvicorn
from ageway import Ageway
from ageway.asgi import AgeGate
from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from pages import catalogue, checkout, thanks
from starlette.middleware.sessions import SessionMiddleware

PORT = int(os.environ.get("PORT", "8080"))
SHOP_URL = os.environ.get("SHOP_URL", f"http://localhost:{PORT}")
# In production: one that outlives a restart.
SECRET = os.environ.get("SESSION_SECRET", secrets.token_hex(32))

shop = FastAPI(default_response_class=HTMLResponse)


@shop.get("/")
def show_catalogue():
    return catalogue()


@shop.get("/checkout")
def show_checkout(wine: str = ""):
    return checkout(wine)


@shop.post("/order")
def take_order():
    return thanks()


ageway = Ageway(os.environ["AGEWAY_URL"], os.environ["AGEWAY_KEY"], os.environ.get("AGEWAY_SECRET"))
# After all other middleware.
shop.add_middleware(
    AgeGate,
    ageway=ageway,
    age=18,
    match=["/checkout", "/order"],
    origin=SHOP_URL,
    sessions=lambda app: SessionMiddleware(app, SECRET, https_only=SHOP_URL.startswith("https:")),
)

if __name__ == "__main__":
    print(f"The shop is open at {SHOP_URL}", flush=True)
    uvicorn.run(shop, host="localhost", port=PORT, log_level="warning")
