import os
import secrets

from django.conf import settings
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
from django.views.decorators.http import require_GET, require_POST
from pages import catalogue, checkout, thanks

PORT = int(os.environ.get("PORT", "8080"))
SHOP_URL = os.environ.get("SHOP_URL", f"http://localhost:{PORT}")

settings.configure(
    # In production: one that outlives a restart.
    SECRET_KEY=os.environ.get("SESSION_SECRET", secrets.token_hex(32)),
    ALLOWED_HOSTS=["localhost"],
    ROOT_URLCONF=__name__,
    SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
    SESSION_COOKIE_SECURE=SHOP_URL.startswith("https:"),
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware", "ageway.django.AgeGate"],
    AGEWAY={
        "url": os.environ["AGEWAY_URL"],
        "plugin_key": os.environ["AGEWAY_KEY"],
        "secret": os.environ.get("AGEWAY_SECRET"),
        "age": 18,
        "match": ["/checkout", "/order"],
        "origin": SHOP_URL,
    },
)

urlpatterns = [
    path("", require_GET(lambda request: HttpResponse(catalogue()))),
    path("checkout", require_GET(lambda request: HttpResponse(checkout(request.GET.get("wine"))))),
    path("order", require_POST(lambda request: HttpResponse(thanks()))),
]

if __name__ == "__main__":
    server = ThreadedWSGIServer(("localhost", PORT), WSGIRequestHandler)
    server.set_app(get_wsgi_application())
    print(f"The shop is open at {SHOP_URL}", flush=True)
    server.serve_forever()
