"""Flask: `AgeGate(app, ageway, match="/checkout")` for paths, `@age_gate(ageway)` for one view."""

from __future__ import annotations

from functools import wraps
from typing import Any, Callable, Optional
from urllib.parse import quote

from flask import Flask, Response, after_this_request, make_response, request, session

from .client import Ageway
from .closed import Closed
from .gate import Gate, Pass, Visit
from .match import Match

View = Callable[..., Any]


class AgeGate:
    """Gates the paths of an app. The options are those of `ageway.gate.Gate`."""

    def __init__(
        self, app: Optional[Flask], ageway: Ageway, *, match: Optional[Match] = None, **options: Any
    ) -> None:
        self.gate = Gate(ageway, match=match, **options)
        if app is not None:
            self.init_app(app)

    def init_app(self, app: Flask) -> None:
        app.before_request(self._answer)

    def _answer(self) -> Optional[Response]:
        gated = self.gate(_visit())
        if isinstance(gated, Closed):
            return _response(gated)
        after_this_request(lambda response: _opened(gated, response))
        return None


def age_gate(ageway: Ageway, **options: Any) -> Callable[[View], View]:
    """Gates one view: write it below `@app.route`."""
    gate = Gate(ageway, **options)

    def decorate(view: View) -> View:
        @wraps(view)
        def gated_view(*args: Any, **named: Any) -> Response:
            gated = gate(_visit())
            if isinstance(gated, Closed):
                return _response(gated)
            return _opened(gated, make_response(view(*args, **named)))

        return gated_view

    return decorate


def _visit() -> Visit:
    path = quote(request.root_path.rstrip("/") + request.path, safe="/:@!$&'()*+,;=~")
    return Visit(
        method=request.method,
        target=f"{path}?{request.query_string.decode('latin-1')}",
        path=request.path,
        header=request.headers.get,
        session=lambda: session,
        origin=lambda: f"{request.scheme}://{request.host}",
    )


def _response(closed: Closed) -> Response:
    response = Response(closed.body, closed.status)
    response.headers.update(closed.headers)
    return response


def _opened(gated: Pass, response: Response) -> Response:
    for name, value in gated.headers.items():
        response.headers.setdefault(name, value)
    return response
