"""The gate that every request passes: is it meant for us, from a page of ours, not too large, not too often, allowed?

What needs no designer is declared by the prefixes of addresses in ``OPEN``; everything else does.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import quote, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from apts.studio.security.access import SESSION_COOKIE, Doorkeeper
from apts.studio.security.headers import protect
from apts.studio.security.rates import HEAVY, LOGIN, USUAL, Rate, Rates
from apts.studio.settings import StudioSettings

OPEN = ("/static/", "/login", "/m/", "/api/m/", "/health", "/language", "/favicon.ico")
"""What is for everybody; ``/m/`` are the links of players, each of which is the right to play one match."""

SAFE = ("GET", "HEAD", "OPTIONS")

Refuse = Callable[[Scope, Receive, Send, int, str], Awaitable[None]]


class Gate:
    """ASGI middleware; ``refuse`` answers what is not let in, as a page or as JSON."""

    def __init__(self, app: ASGIApp, settings: StudioSettings, doorkeeper: Doorkeeper, refuse: Refuse) -> None:
        self.app, self.settings, self.doorkeeper, self.refuse = app, settings, doorkeeper, refuse
        self.rates = Rates()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        nonce = scope.setdefault("state", {})["nonce"] = secrets.token_urlsafe(16)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                protect(MutableHeaders(scope=message), nonce, secure=self.settings.secure)
            await send(message)

        headers = Headers(scope=scope)
        scope["state"]["designer"] = False
        problem = self._problem(scope, headers)
        if problem is not None:
            await self.refuse(scope, receive, sending, *problem)
            return
        cookies = _cookies(headers)
        bearer = headers.get("authorization", "").removeprefix("Bearer ") or None
        designer = self.doorkeeper.is_designer(cookies.get(SESSION_COOKIE), bearer)
        scope["state"]["designer"] = designer
        if not designer and not is_open(scope["path"]):
            await self.refuse(scope, receive, sending, 401, quote(scope["path"]))
            return
        await self.app(scope, _limited(receive, self.settings.costs.upload_bytes), sending)

    def _problem(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Why a request is not let in, whoever asks."""
        if not self._meant_for_us(headers.get("host", "")):
            return 421, "host"
        if scope["method"] not in SAFE and not self._from_our_pages(headers):
            return 403, "cross-site"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.settings.costs.upload_bytes:
            return 413, "size"
        client = scope.get("client")
        kind, rate = rate_of(scope["method"], scope["path"])
        if not self.rates.allowed(client[0] if client else "", kind, rate):
            return 429, "rate"
        return None

    def _meant_for_us(self, host: str) -> bool:
        """Names that others could point at this machine are refused, so that no foreign page can reach us by one."""
        name = urlsplit(f"//{host}").hostname or ""
        known = {self.settings.host, *self.settings.hosts}
        if self.settings.local:
            known |= {"localhost", "127.0.0.1", "::1"}
        return name in known or (not self.settings.local and not self.settings.hosts)

    def _from_our_pages(self, headers: Headers) -> bool:
        """Whether a request that changes something comes from a page of ours, or from a program that is no browser."""
        site = headers.get("sec-fetch-site")
        if site is not None and site not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        return origin is None or urlsplit(origin).netloc == headers.get("host", "")


def is_open(path: str) -> bool:
    """Whether an address is for everybody."""
    return any(path == prefix or (path.startswith(prefix) and prefix.endswith("/")) for prefix in OPEN)


def rate_of(method: str, path: str) -> tuple[str, Rate]:
    """How often such a request may come from one address."""
    if path == "/login" and method not in SAFE:
        return "login", LOGIN
    heavy = method not in SAFE and any(word in path for word in ("/check", "/best", "/analysis", "/jobs"))
    return ("heavy", HEAVY) if heavy else ("usual", USUAL)


def _cookies(headers: Headers) -> Mapping[str, str]:
    pairs = (part.strip().partition("=") for part in headers.get("cookie", "").split(";"))
    return {name: value for name, _, value in pairs if name}


def _limited(receive: Receive, most: int) -> Receive:
    """A body that does not say how long it is, is read so far and no further."""
    seen = 0

    async def receiving() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            return {"type": "http.disconnect"}
        return message

    return receiving
