"""The gate that every request passes: is it meant for us, from a page of ours, not too large, not too often, allowed?

What needs no designer is declared by the prefixes of addresses in ``OPEN``; everything else does. Work is not counted here
but where it is done: the gate only notes who asks (see ``asker.py``).
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import re
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from html import unescape
from time import monotonic
from urllib.parse import parse_qs, quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from apts.studio.rates import ASKER, DEFAULTS, OF_LINK, Asker, AskerKind, Rates
from apts.studio.security.authentication import (
    DEVICE_COOKIE,
    PERSON_COOKIE,
    SEAT_COOKIE,
    SESSION_COOKIE,
    Authenticator,
    Guesses,
    address_of,
    changes_from_our_pages,
    meant_for_us,
    reads_from_elsewhere,
)
from apts.studio.settings import StudioSettings
from apts.studio.store.database import digest

# ----------------------------------------------------------------------------------------------------------------
# What is read of a request: so much and no more, and not for longer than a while.

LONGEST_NUMBER = 12
"""Digits of a length that is worth reading."""


def too_long(length: str, most: int) -> bool:
    """Whether a request says that it is larger than is taken, or says nothing that can be read."""
    if not (length.isascii() and length.isdecimal()) or len(length) > LONGEST_NUMBER:
        return True
    return int(length) > most


def limited(receive: Receive, most: int, seconds: float) -> Receive:
    """A body that does not say how long it is, or comes sign by sign, is read so far and so long, and no further."""
    seen = 0
    ends = monotonic() + seconds
    whole = False

    async def receiving() -> Message:
        nonlocal seen, whole
        if whole:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, ends - monotonic()))
        except TimeoutError:
            raise HTTPException(408) from None
        seen += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if seen > most:
            raise HTTPException(413)
        return message

    return receiving


# ----------------------------------------------------------------------------------------------------------------
# What browsers are told about pages: what may run in them, and who may frame them.

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""The policy of a picture that is opened by itself: nothing in it runs or loads anything."""


def content_policy(nonce: str) -> str:
    """The policy of a page: scripts and styles of the studio alone, none written into pages; boards may run programs."""
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self' 'wasm-unsafe-eval'",
            f"style-src 'self' 'nonce-{nonce}'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "worker-src 'self' blob:",
            "frame-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def protect(headers: MutableHeaders, nonce: str, *, secure: bool) -> None:
    """Set the headers of an answer that has not set them itself."""
    data = {
        "Content-Security-Policy": content_policy(nonce),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "same-origin",
        "X-Frame-Options": "DENY",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
        "Cache-Control": "no-store",
    }
    if secure:
        data["Strict-Transport-Security"] = "max-age=31536000"
    for name, value in data.items():
        if name not in headers:
            headers[name] = value


# ----------------------------------------------------------------------------------------------------------------
# How many event streams are open: each keeps a connection, so one address may have only so many.

MOST_FROM_ONE_ADDRESS = 120
"""Enough for a class behind one address."""

MOST_IN_ALL = 4_000


class TooManyStreams(Exception):  # noqa: N818 - named after what is wrong, like the other errors
    """One stream more than is allowed."""


class Streams:
    """Counts open streams. For one event loop."""

    def __init__(self, most_from_one: int = MOST_FROM_ONE_ADDRESS, most: int = MOST_IN_ALL) -> None:
        self._most_from_one, self._most = most_from_one, most
        self._open: Counter[str] = Counter()

    def begin(self, address: str) -> None:
        """Count a stream, or refuse it."""
        if self._open[address] >= self._most_from_one or self._open.total() >= self._most:
            raise TooManyStreams
        self._open[address] += 1

    def end(self, address: str) -> None:
        """A stream that was counted has ended."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


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


# ----------------------------------------------------------------------------------------------------------------
# The policy of a report, which is one file: its own scripts and styles count, by their digests, and nothing else.

_SCRIPT = re.compile(r"<script(?P<about>[^>]*)>(?P<text>.*?)</script>", re.DOTALL)
_STYLE = re.compile(r"<style[^>]*>(.*?)</style>", re.DOTALL)
_ATTRIBUTE = re.compile(r'<[^<>]*?\sstyle="([^"]*)"')

NONE = "'none'"
MOST_DIGESTS = 100
"""With more than so many styles the header would be longer than proxies take; then any style may stand in the page."""


def report_policy(html: str) -> str:
    """What browsers are told of a report."""
    scripts = [found["text"] for found in _SCRIPT.finditer(html) if "application/json" not in found["about"]]
    sheets, attributes = _styles(html)
    styles = f"'unsafe-hashes' {_digests(attributes)} {_digests(sheets)}"
    if len({*sheets, *attributes}) > MOST_DIGESTS:
        styles = "'unsafe-inline'"
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_digests(scripts) or NONE}",
            f"style-src {styles}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def _styles(html: str) -> tuple[set[str], set[str]]:
    """The style sheets and style attributes of a page, those of its drawings of matches, which are JSON, too."""
    sheets, attributes = set(_STYLE.findall(html)), {unescape(text) for text in _ATTRIBUTE.findall(html)}
    for found in _SCRIPT.finditer(html):
        if "application/json" not in found["about"]:
            continue
        for part in json.loads(found["text"]).get("parts", ()):
            if part.startswith("<style"):
                sheets.add(part.partition(">")[2])
            attributes |= {unescape(text) for text in _ATTRIBUTE.findall(part)}
    return sheets, attributes


def _digests(texts: Iterable[str]) -> str:
    return " ".join(
        sorted(f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in set(texts))
    )
