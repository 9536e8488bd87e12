"""The gate that every request passes: is it meant for us, from a page of ours, not too large, not too often, allowed?

What needs no designer is declared by the prefixes of addresses in ``OPEN``; everything else does. Work is not counted here
but where it is done: the gate only notes who asks (see ``asker.py``).
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from urllib.parse import parse_qs, quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from apts.studio.asker import ASKER, Asker, AskerKind
from apts.studio.rates import DEFAULTS, OF_LINK, Rates
from apts.studio.security.authentication import DEVICE_COOKIE, PERSON_COOKIE, SEAT_COOKIE, SESSION_COOKIE, Authenticator
from apts.studio.security.bodies import limited, too_long
from apts.studio.security.guesses import Guesses
from apts.studio.security.headers import protect
from apts.studio.security.senders import address_of, changes_from_our_pages, meant_for_us, reads_from_elsewhere
from apts.studio.security.streams import Streams, TooManyStreams
from apts.studio.settings import StudioSettings
from apts.studio.store.database import digest

OPEN = ("/static/", "/login", "/m/", "/api/m/", "/api/health", "/language", "/favicon.ico")
"""What is for everybody; ``/m/`` are the links of players, each of which is the right to play one match."""

PLAYED = ("/m/", "/api/m/")
"""Where players are."""

SAFE = ("GET", "HEAD", "OPTIONS")

CONNECTION = "apts.connection"
"""Under which name a request's scope has its connection, where the studio's own server carries it."""

Refuse = Callable[[Scope, Receive, Send, int, str], Awaitable[None]]


class RequestMiddleware:
    """ASGI middleware; ``refuse`` answers what is not let in, as a page or as JSON, ``welcome`` who brings the token."""

    def __init__(
        self, app: ASGIApp, settings: StudioSettings, authenticator: Authenticator, refuse: Refuse, welcome: ASGIApp
    ) -> None:
        self.app, self.settings, self.authenticator = app, settings, authenticator
        self.refuse, self.welcome = refuse, welcome
        self.rates = Rates()
        self.guesses = Guesses()
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
        passage = _CheckedRequest(self, scope, send, address_of(scope, headers, self.settings.proxies))
        problem = self._problem(scope, headers) or await self._stranger(scope, headers, passage)
        if problem is not None:
            await self.refuse(scope, receive, passage.send, *problem)
            return
        costs = self.settings.costs
        token = ASKER.set(passage.asker)
        try:
            await passage.through(limited(receive, costs.upload_bytes, costs.body_seconds))
        finally:
            ASKER.reset(token)

    def _problem(self, scope: Scope, headers: Headers) -> tuple[int, str] | None:
        """Why a request is not let in, whoever asks."""
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
        return None

    async def _stranger(self, scope: Scope, headers: Headers, passage: _CheckedRequest) -> tuple[int, str] | None:
        """Whether who asks may not; a password that programs send is tried as seldom as one that is typed."""
        cookies, bearer = _cookies(headers), _bearer(headers)
        tries = bearer is not None or (scope["path"] == "/login" and scope["method"] not in SAFE)
        if tries and self.authenticator.has_password:
            device = cookies.get(DEVICE_COOKIE)
            who = f"device {digest(device)}" if device and self.authenticator.knows_device(device) else passage.address
            if not await self.guesses.turn(who):
                return 429, "rate"
            passage.guesses = who
            if bearer is not None and self.authenticator.right_key(bearer):
                passage.guessed_right()
        designer = self.authenticator.is_designer(cookies.get(SESSION_COOKIE), bearer)
        scope["state"]["designer"] = designer
        passage.asker = self._asker(scope, cookies, passage.address)
        if not self._allowed(passage.asker):
            return 429, "rate"
        connection = scope.get(CONNECTION)
        if connection is not None and not connection.enter(designer):
            return 503, "busy"
        if scope["method"] == "GET" and not is_open(scope["path"]) and self._brings_token(scope):
            passage.app = self.welcome
            return None
        return None if designer or is_open(scope["path"]) else (401, quote(scope["path"]))

    def _asker(self, scope: Scope, cookies: Mapping[str, str], address: str) -> Asker:
        """Who asks: a designer by their browser, a player by their link; programs by their address.

        What a stranger calls a link is one where work is asked for: that is only done for links that there are. Whoever uses
        a link asks as a player, also in a studio that lets in everybody.
        """
        if not scope["path"].startswith(PLAYED):
            kind: AskerKind = "designer" if scope["state"]["designer"] else "player"
            return Asker(kind, address, self._device(cookies) if kind == "designer" else "")
        parts = scope["path"].removeprefix("/api").split("/")
        named = parts[2]
        secret = {"at": cookies.get(SEAT_COOKIE), "me": cookies.get(PERSON_COOKIE)}.get(named, named)
        return Asker("player", address, digest(secret)[:16] if secret else "")

    def _device(self, cookies: Mapping[str, str]) -> str:
        """What tells the browser of a designer from others: a cookie of ours, nothing that somebody may choose."""
        device, session = cookies.get(DEVICE_COOKIE), cookies.get(SESSION_COOKIE)
        if not self.authenticator.open:
            if device and self.authenticator.knows_device(device):
                return digest(device)[:16]
            if session and self.authenticator.is_designer(session):
                return digest(session)[:16]
        return ""

    def _allowed(self, asker: Asker) -> bool:
        """Whether somebody does not ask too often; what strangers do at the address of a designer is not the designer's."""
        if asker.kind == "designer":
            return self.rates.allowed(asker.owner, "usual", DEFAULTS)
        of_link = not asker.name or self.rates.allowed(asker.name, "link", OF_LINK)
        return of_link and self.rates.allowed(asker.address, "usual", DEFAULTS)

    def _brings_token(self, scope: Scope) -> bool:
        """Whether a page is asked for by the address that the studio printed."""
        query = scope["query_string"].decode("latin-1")
        if self.authenticator.token is None or "token=" not in query:
            return False
        with suppress(ValueError):  # far too many fields
            given = parse_qs(query, max_num_fields=100).get("token", [])
            return any(self.authenticator.right_key(one) for one in given[:1])
        return False


class _CheckedRequest:
    """A request on its way through the gate: what is answered gets its headers, streams are counted."""

    def __init__(self, middleware: RequestMiddleware, scope: Scope, send: Send, address: str) -> None:
        self.middleware, self.scope, self.address = middleware, scope, address
        self.app = middleware.app
        self.asker = Asker("player", address)
        self.guesses: str | None = None
        self._send = send
        self._begun = self._streams = False

    async def send(self, message: Message) -> None:
        """Send a part of the answer."""
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if self.scope["path"] == "/login" and message["status"] == 303:
                self.guessed_right()
            if headers.get("content-type", "").startswith("text/event-stream"):
                self.middleware.streams.begin(self._place)
                self._streams = True
            protect(headers, self.scope["state"]["nonce"], secure=self.middleware.settings.secure)
            self._begun = True
        await self._send(message)

    @property
    def _place(self) -> str:
        """Where streams are counted: those of a designer by themselves, those of others by their address."""
        return self.asker.owner if self.asker.kind == "designer" else self.address

    def guessed_right(self) -> None:
        """The password that this request brought was right."""
        if self.guesses is not None:
            self.middleware.guesses.was_right(self.guesses)
            self.guesses = None

    async def through(self, receive: Receive) -> None:
        """Let the request in. What fails inside is answered here, so that this answer has its headers too."""
        try:
            await self.app(self.scope, receive, self.send)
        except Exception as problem:
            many = _is_about_streams(problem)
            if not self._begun:
                await self.middleware.refuse(self.scope, receive, self.send, 429 if many else 500, "")
            if not many:
                raise
        finally:
            if self._streams:
                self.middleware.streams.end(self._place)


def is_open(path: str) -> bool:
    """Whether an address is for everybody."""
    return any(path == prefix or (path.startswith(prefix) and prefix.endswith("/")) for prefix in OPEN)


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
