"""The gate that every request passes: is it meant for us, from a page of ours, not too large, not too often, allowed?

What needs no designer is declared by the prefixes of addresses in ``OPEN``; everything else does.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from apts.studio.security.access import SESSION_COOKIE, Doorkeeper
from apts.studio.security.bodies import limited, too_long
from apts.studio.security.headers import protect
from apts.studio.security.rates import HEAVY, LOGIN, USUAL, Rate, Rates
from apts.studio.security.senders import address_of, changes_from_our_pages, meant_for_us, reads_from_elsewhere
from apts.studio.security.streams import Streams, TooManyStreams
from apts.studio.settings import StudioSettings

OPEN = ("/static/", "/login", "/m/", "/api/m/", "/api/health", "/language", "/favicon.ico")
"""What is for everybody; ``/m/`` are the links of players, each of which is the right to play one match."""

SAFE = ("GET", "HEAD", "OPTIONS")

HEAVY_WORDS = ("check", "best", "analysis", "hint", "position", "tree", "jobs")
"""Parts of addresses that cost a worker seconds."""

Refuse = Callable[[Scope, Receive, Send, int, str], Awaitable[None]]


class Gate:
    """ASGI middleware; ``refuse`` answers what is not let in, as a page or as JSON."""

    def __init__(self, app: ASGIApp, settings: StudioSettings, doorkeeper: Doorkeeper, refuse: Refuse) -> None:
        self.app, self.settings, self.doorkeeper, self.refuse = app, settings, doorkeeper, refuse
        self.rates = Rates()
        self.streams = Streams()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":  # the studio has none, and no check here is made for them
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope.setdefault("state", {}).update(nonce=secrets.token_urlsafe(16), designer=False)
        headers = Headers(scope=scope)
        passage = _Passage(self, scope, send, address_of(scope, headers, self.settings.proxies))
        problem = self._problem(scope, headers, passage.address)
        if problem is not None:
            await self.refuse(scope, receive, passage.send, *problem)
            return
        costs = self.settings.costs
        await passage.through(limited(receive, costs.upload_bytes, costs.body_seconds))

    def _problem(self, scope: Scope, headers: Headers, address: str) -> tuple[int, str] | None:
        """Why a request is not let in; who asks is noted on the way."""
        if not meant_for_us(headers.get("host", ""), self.settings):
            return 421, "host"
        foreign = (
            reads_from_elsewhere(headers)
            if scope["method"] in SAFE
            else not changes_from_our_pages(headers, self.settings)
        )
        if foreign:
            return 403, "cross-site"
        if too_long(headers.get("content-length", "0"), self.settings.costs.upload_bytes):
            return 413, "size"
        kind, rate = rate_of(scope["method"], scope["path"])
        if not self.rates.allowed(address, kind, rate):
            return 429, "rate"
        return self._stranger(scope, headers, address)

    def _stranger(self, scope: Scope, headers: Headers, address: str) -> tuple[int, str] | None:
        """Whether who asks may not: a password that programs send is tried as seldom as one that is typed."""
        bearer = _bearer(headers)
        if bearer is not None and not self.doorkeeper.open:
            if not self.rates.left(address, "login", LOGIN):
                return 429, "rate"
            if not self.doorkeeper.right_key(bearer):
                self.rates.allowed(address, "login", LOGIN)
                bearer = None
        designer = self.doorkeeper.is_designer(_cookies(headers).get(SESSION_COOKIE), bearer)
        scope["state"]["designer"] = designer
        return None if designer or is_open(scope["path"]) else (401, quote(scope["path"]))


class _Passage:
    """A request on its way through the gate: what is answered gets its headers, streams are counted."""

    def __init__(self, gate: Gate, scope: Scope, send: Send, address: str) -> None:
        self.gate, self.scope, self.address = gate, scope, address
        self._send = send
        self._begun = self._streams = False

    async def send(self, message: Message) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if headers.get("content-type", "").startswith("text/event-stream"):
                self.gate.streams.begin(self.address)
                self._streams = True
            protect(headers, self.scope["state"]["nonce"], secure=self.gate.settings.secure)
            self._begun = True
        await self._send(message)

    async def through(self, receive: Receive) -> None:
        """Let the request in. What fails inside is answered here, so that this answer has its headers too."""
        try:
            await self.gate.app(self.scope, receive, self.send)
        except Exception as problem:
            many = _is_about_streams(problem)
            if not self._begun:
                await self.gate.refuse(self.scope, receive, self.send, 429 if many else 500, "")
            if not many:
                raise
        finally:
            if self._streams:
                self.gate.streams.end(self.address)


def is_open(path: str) -> bool:
    """Whether an address is for everybody."""
    return any(path == prefix or (path.startswith(prefix) and prefix.endswith("/")) for prefix in OPEN)


def rate_of(method: str, path: str) -> tuple[str, Rate]:
    """How often such a request may come from one address."""
    if path == "/login" and method not in SAFE:
        return "login", LOGIN
    heavy = method not in SAFE and not set(path.split("/")).isdisjoint(HEAVY_WORDS)
    return ("heavy", HEAVY) if heavy else ("usual", USUAL)


def _is_about_streams(problem: Exception) -> bool:
    if isinstance(problem, ExceptionGroup):
        return any(_is_about_streams(one) for one in problem.exceptions)
    return isinstance(problem, TooManyStreams)


def _bearer(headers: Headers) -> str | None:
    """The password that a program sends."""
    scheme, _, secret = headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" and secret.strip() else None


def _cookies(headers: Headers) -> Mapping[str, str]:
    pairs = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
    return {name: value for name, _, value in pairs if name}
