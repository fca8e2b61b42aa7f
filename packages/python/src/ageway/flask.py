"""Flask: `AgeGate(app, ageway, match="/checkout")` for paths, `@age_gate(ageway)` for one view."""

from __future__ import annotations

from functools import wraps
from typing import Any, Callable, Optional, Set, Union
from urllib.parse import quote

from flask import Blueprint, Flask, Response, current_app, request, request_finished, session
from werkzeug.datastructures import Headers

from .caches import privately
from .client import Ageway
from .closed import Closed
from .gate import Gate, Visit


class AgeGate:
    """Gates the paths of an app, or of a blueprint: with its prefix or without. The options are those of `ageway.gate.Gate`."""

    def __init__(self, app: Union[Flask, Blueprint, None], ageway: Ageway, **options: Any) -> None:
        self.gate = Gate(ageway, **options)
        # How many segments the prefixes of a blueprint have: one may be `/<language>`.
        self._depths: Set[int] = set()
        if isinstance(app, Blueprint):
            app.record(lambda state: self._depths.add((state.url_prefix or "").rstrip("/").count("/")))
        if app is not None:
            app.before_request(self.answer)

    def answer(self) -> Optional[Response]:
        """What closes this request; `None`: the shop answers."""
        path = quote(request.root_path.rstrip("/") + request.path, safe="/:@!$&'()*+,;=~")
        visit = Visit(
            method=request.method,
            target=f"{path}?{request.query_string.decode('latin-1')}",
            paths=(request.path, *("/" + "/".join(request.path.split("/")[1 + depth :]) for depth in self._depths)),
            header=request.headers.get,
            session=lambda: session,
            origin=lambda: f"{request.scheme}://{request.host}",
            renew=_renew,
            address=request.remote_addr,
        )
        gated = self.gate(visit)
        if isinstance(gated, Closed) or gated.is_gated:
            request.environ[_GATED] = True
        return Response(gated.body, gated.status, gated.headers) if isinstance(gated, Closed) else None


def _renew() -> None:
    """Where sessions are kept on the server, somebody may have planted the id of this one. Flask's own are in the cookie alone."""
    regenerate = getattr(current_app.session_interface, "regenerate", None)
    if regenerate is not None:
        regenerate(session)


# Marks a request that was gated, for the last word on its answer.
_GATED = "ageway.gated"


@request_finished.connect
def _keep_private(_: Flask, response: Response, **__: Any) -> None:
    """After all `after_request`, which may have made another answer. The fields are read when it leaves."""
    if _GATED in request.environ:
        fields_for = response.get_wsgi_headers
        response.get_wsgi_headers = lambda environ: Headers(privately(fields_for(environ)))  # type: ignore[method-assign]


def age_gate(ageway: Ageway, **options: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gates one view: write it below `@app.route`."""
    gate = AgeGate(None, ageway, **options)

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def gated(*args: Any, **named: Any) -> Any:
            closed = gate.answer()
            return view(*args, **named) if closed is None else closed

        return gated

    return decorate
