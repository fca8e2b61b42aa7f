"""The same shop in Flask, Django and ASGI: `/`, and `/checkout` with all below it behind the gate. Called without a network."""

import json

from asgi_shops import AsgiShop, Heard, ask_asgi


def fields_of(request, name):
    """What a test has the shop send: in a header of the request, as JSON."""
    return json.loads(request.headers.get(name, "{}"))


class FlaskShop:
    has_store = False

    def __init__(self, ageway, mount="", match="/checkout", **options):
        import flask
        from ageway.flask import AgeGate, age_gate
        from werkzeug.exceptions import NotFound
        from werkzeug.middleware.dispatcher import DispatcherMiddleware

        app = flask.Flask("shop")
        app.secret_key = "secret of these tests"

        @app.before_request
        def keep_cart():
            if "X-Cart" in flask.request.headers:
                flask.session["cart"] = flask.request.headers["X-Cart"]

        AgeGate(app, ageway, match=match, **options)
        AgeGate(app, ageway, match="/beer", age=16)

        @app.route("/", defaults={"path": ""}, methods=["GET", "POST"])
        @app.route("/<path:path>", methods=["GET", "POST"])
        def show(path):
            return "<h1>Welcome</h1>", fields_of(flask.request, "X-View")

        @app.after_request
        def speak_last(response):
            response.headers.update(fields_of(flask.request, "X-Last"))
            if "X-Anew" in flask.request.headers:
                response = flask.Response(response.get_data(), response.status, response.headers)
                response.headers.update(fields_of(flask.request, "X-Anew"))
            return response

        @app.route("/wine", methods=["GET", "POST"])
        @age_gate(ageway, **options)
        def wine():
            return "<h1>Welcome</h1>"

        pages = flask.Blueprint("pages", __name__)
        AgeGate(pages, ageway, match="/tasting")
        pages.add_url_rule("/<path:path>", view_func=lambda language, path: "<h1>Welcome</h1>")
        app.register_blueprint(pages, url_prefix="/<language>/pages/")

        if mount:
            app.wsgi_app = DispatcherMiddleware(NotFound(), {mount: app.wsgi_app})
        self.app = app
        self.begin_anew()

    def begin_anew(self):
        self.client = self.app.test_client()

    def keep_sessions_on_the_server(self):
        """As Flask-Session does: the cookie has the id of a session alone."""
        from uuid import uuid4

        from flask.sessions import SessionInterface, SessionMixin

        class Stored(dict, SessionMixin):
            sid = None

        class Store(SessionInterface):
            kept = {}

            def open_session(self, app, request):
                sid = request.cookies.get("sid")
                session = Stored(self.kept.get(sid, {}))
                session.sid = sid if sid in self.kept else str(uuid4())
                return session

            def save_session(self, app, session, response):
                self.kept[session.sid] = dict(session)
                response.set_cookie("sid", session.sid)

            def regenerate(self, session):
                self.kept.pop(session.sid, None)
                session.sid = str(uuid4())

        self.app.session_interface = Store()

    def ask(self, path, method="GET", headers=None):
        # A client that keeps cookies would send its own.
        client = self.app.test_client(use_cookies=False) if "Cookie" in (headers or {}) else self.client
        answer = client.open(path, method=method, headers=headers, base_url="https://shop.example")
        return Heard(answer.status_code, dict(answer.headers), answer.get_data(as_text=True))

    def state(self, name="ageway"):
        with self.client.session_transaction(base_url="https://shop.example") as session:
            return session.get(name)

    def cookies(self):
        # The client of each version keeps them in a place of its own.
        return self.ask("/", headers={"X-Cart": ""}).headers["Set-Cookie"].split(";")[0]

    def put(self, state):
        with self.client.session_transaction(base_url="https://shop.example") as session:
            session["ageway"] = state


class DjangoShop:
    has_store = True

    def __init__(self, ageway, mount="", match=("/checkout", "/wine", "/nb/pages/tasting"), **options):
        from django.conf import settings
        from django.test import override_settings

        if not settings.configured:
            import django

            settings.configure(
                SECRET_KEY="secret of these tests",
                ALLOWED_HOSTS=["shop.example"],
                ROOT_URLCONF=__name__,
                SESSION_ENGINE="django.contrib.sessions.backends.cache",
                MIDDLEWARE=[
                    f"{__name__}.speak_last",
                    "django.contrib.sessions.middleware.SessionMiddleware",
                    f"{__name__}.keep_cart",
                    "ageway.django.AgeGate",
                ],
            )
            django.setup()
        config = {"url": ageway.url, "plugin_key": ageway.plugin_key, "secret": ageway._secret, "timeout": ageway._timeout}
        self.settings = override_settings(AGEWAY={**config, "match": match, **options})
        self.mounted = override_settings(FORCE_SCRIPT_NAME=mount or None)
        self.mount = mount
        # Django reads them once, when its handler is made.
        self.settings.enable()
        self.handler = self.new_handler()
        self.settings.disable()
        self.begin_anew()

    def new_handler(self):
        from django.core.handlers.wsgi import WSGIHandler

        return WSGIHandler()

    def begin_anew(self):
        from django.test import Client

        self.client = Client()
        self.client.handler._middleware_chain = self.handler._middleware_chain

    def ask(self, path, method="GET", headers=None):
        from urllib.parse import unquote_to_bytes

        path, _, query = path.partition("?")
        sent = {f"HTTP_{name.upper().replace('-', '_')}": value for name, value in (headers or {}).items()}
        # A server in front takes the prefix off.
        path_info = unquote_to_bytes(path[len(self.mount) :]).decode("latin-1")
        with self.mounted:
            answer = self.client.generic(
                method, "/", secure=True, PATH_INFO=path_info, QUERY_STRING=query, HTTP_HOST="shop.example", **sent
            )
        return Heard(answer.status_code, dict(answer.items()), answer.content.decode())

    def state(self, name="ageway"):
        return dict(self.client.session).get(name)

    def cookies(self):
        return "; ".join(f"{name}={morsel.value}" for name, morsel in self.client.cookies.items())

    def put(self, state):
        session = self.client.session
        session["ageway"] = state
        session.save()

    def sign_out(self):
        self.client.session.flush()


class DjangoInAsgiShop(DjangoShop):
    def new_handler(self):
        from django.core.handlers.asgi import ASGIHandler

        return ASGIHandler()

    def ask(self, path, method="GET", headers=None):
        with self.mounted:
            return ask_asgi(self.handler, self.client.cookies, path, method, headers, self.mount)


def keep_cart(get_response):
    def answer(request):
        if "X-Cart" in request.headers:
            request.session["cart"] = request.headers["X-Cart"]
        return get_response(request)

    return answer


def speak_last(get_response):
    def answer(request):
        response = get_response(request)
        for name, value in fields_of(request, "X-Last").items():
            response[name] = value
        if "X-Silent" in request.headers:
            del response["Cache-Control"]
        return response

    return answer


def show(request):
    from django.http import HttpResponse

    return HttpResponse("<h1>Welcome</h1>", headers=fields_of(request, "X-View"))


try:
    from django.urls import re_path

    urlpatterns = [re_path("", show)]
except ImportError:
    pass

SHOPS = {"flask": FlaskShop, "django": DjangoShop, "asgi": AsgiShop, "django in asgi": DjangoInAsgiShop}
