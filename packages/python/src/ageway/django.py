"""Django: `ageway.django.AgeGate` in `MIDDLEWARE`, below that of the sessions, and `AGEWAY` in the settings."""

from __future__ import annotations

from typing import Any, Callable

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase, ResponseHeaders

from .caches import privately
from .client import Ageway
from .closed import Closed
from .gate import Gate, Visit

# What of the settings says which instance and key; the rest are the options of `ageway.gate.Gate`.
CLIENT = ("url", "plugin_key", "secret", "timeout")


class AgeGate:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        given = dict(getattr(settings, "AGEWAY", {}))
        try:
            ageway = Ageway(**{name: given.pop(name) for name in CLIENT if name in given})
            self.gate = Gate(ageway, **given)
        except (TypeError, ValueError) as fault:
            raise ImproperlyConfigured(f"AGEWAY: {fault}") from fault

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        gated = self.gate(_visit(request))
        if not isinstance(gated, Closed) and not gated.is_gated:
            return self.get_response(request)
        response = (
            HttpResponse(gated.body, status=gated.status, headers=gated.headers)
            if isinstance(gated, Closed)
            else self.get_response(request)
        )
        response.headers = _PrivateHeaders(response.headers)
        return response


class _PrivateHeaders(ResponseHeaders):
    """Stay private, whatever the middleware above this one sets."""

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        self._settle()

    def pop(self, name: str, default: Any = None) -> Any:
        value = super().pop(name, default)
        self._settle()
        return value

    def _settle(self) -> None:
        wanted = dict(privately(self.items()))
        for name in [name for name in self if name not in wanted]:
            super().pop(name)
        super().__setitem__("Cache-Control", wanted["Cache-Control"])


def _visit(request: HttpRequest) -> Visit:
    def session() -> Any:
        return request.session

    def reload() -> Any:
        if not session().modified:
            request.session = type(session())(session().session_key)
        return session()

    return Visit(
        method=request.method or "",
        target=request.get_full_path(),
        paths=(request.path_info,),
        header=request.headers.get,
        session=session,
        reload=reload,
        renew=lambda: request.session.cycle_key(),
        address=request.META.get("REMOTE_ADDR"),
        origin=lambda: f"{request.scheme}://{request.get_host()}",
    )
