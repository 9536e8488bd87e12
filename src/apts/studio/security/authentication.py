"""Who asks: a designer who knows the password or the token of the studio, or a player with a link."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import os
import secrets
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from sqlalchemy import delete, insert, select
from starlette.datastructures import Headers
from starlette.types import Scope

from apts.errors import AptsError
from apts.studio.rates import LOGIN, Rates
from apts.studio.settings import PRIVATE_FILE, StudioSettings
from apts.studio.store.database import DEVICES, SESSIONS, Database, digest, now

SESSION_COOKIE = "apts_session"
DEVICE_COOKIE = "apts_device"
"""Kept by a browser that was let in once, so that wrong passwords of others at its address do not slow it down."""

PERSON_COOKIE = "apts_person"
"""Knows somebody again who has played."""

SEAT_COOKIE = "apts_seat"
"""The link of a seat; it is sent to the page of that seat alone."""

MOST_DEVICES = 10_000
_TOKEN_BYTES = 32
_SHORTEST_TOKEN = 32


class Authenticator:
    """Knows designers again: sessions begin with the password or the token and end after some hours."""

    def __init__(self, database: Database, settings: StudioSettings) -> None:
        self._database, self._settings = database, settings
        self._token = token_in(settings.folder) if settings.key is None and settings.token else None

    @property
    def open(self) -> bool:
        """Whether everybody who can reach the studio is a designer: on this machine, where that was asked for by name."""
        return self._settings.key is None and self._token is None

    @property
    def token(self) -> str | None:
        """What stands in the address that the studio prints; None where it has a password, or lets everybody in."""
        return self._token

    @property
    def has_password(self) -> bool:
        """Whether people chose the secret, so that it could be guessed."""
        return self._settings.key is not None

    def right_key(self, given: str) -> bool:
        """Whether somebody knows the secret; the time that this takes does not tell how much of it was right."""
        wanted = self._settings.key if self._settings.key is not None else self._token
        return wanted is not None and hmac.compare_digest(digest(given), digest(wanted))

    def begin(self) -> str:
        """A new session; returns what the browser keeps."""
        secret = secrets.token_urlsafe(32)
        moment = datetime.now(UTC)
        ends = moment + timedelta(hours=self._settings.session_hours)
        with self._database.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.ends < moment.isoformat()))
            connection.execute(insert(SESSIONS).values(secret=self._kept(secret), ends=ends.isoformat()))
        return secret

    def is_designer(self, secret: str | None, bearer: str | None = None) -> bool:
        """Whether a session is one of a designer and has not ended; programs may send the secret as a bearer token."""
        if self.open or (bearer is not None and self.right_key(bearer)):
            return True
        if not secret:
            return False
        wanted = select(SESSIONS.c.ends).where(SESSIONS.c.secret == self._kept(secret))
        with self._database.reading() as connection:
            ends = connection.execute(wanted).scalar_one_or_none()
        return ends is not None and ends > datetime.now(UTC).isoformat()

    def end(self, secret: str) -> None:
        """End a session."""
        with self._database.writing() as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.secret == self._kept(secret)))

    def remember_device(self, secret: str | None) -> str:
        """Know a browser again that was let in; returns what it keeps."""
        if secret and self.knows_device(secret):
            return secret
        made = secrets.token_urlsafe(32)
        oldest = select(DEVICES.c.secret).order_by(DEVICES.c.created.desc()).offset(MOST_DEVICES)
        with self._database.writing() as connection:
            connection.execute(insert(DEVICES).values(secret=self._kept(made), created=now()))
            connection.execute(delete(DEVICES).where(DEVICES.c.secret.in_(oldest)))
        return made

    def knows_device(self, secret: str | None) -> bool:
        """Whether a browser was let in before."""
        if not secret:
            return False
        wanted = select(DEVICES.c.secret).where(DEVICES.c.secret == self._kept(secret))
        with self._database.reading() as connection:
            return connection.execute(wanted).first() is not None

    def _kept(self, secret: str) -> str:
        """What is kept of a session or a device; with another password nobody's is known any more."""
        return digest(f"{secret} {self._token or self._settings.key}")


def token_in(folder: Path) -> str:
    """The token of the studio in a folder, in a file that its account alone may read; made where there is none."""
    file = folder / "token"
    folder.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, PRIVATE_FILE)
        with os.fdopen(descriptor, "w", encoding="ascii") as made:
            made.write(f"{secrets.token_urlsafe(_TOKEN_BYTES)}\n")
    try:
        token = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as problem:
        raise AptsError(f"the token of the studio in {file} cannot be read: {problem}; delete the file") from problem
    if len(token) < _SHORTEST_TOKEN or not token.replace("-", "").replace("_", "").isalnum():
        raise AptsError(f"the file {file} holds no token of a studio; delete it, and the next start makes a new one")
    return token


# ----------------------------------------------------------------------------------------------------------------
# How often a password may be tried: wrong ones slow down where they come from, and lock out nobody who knows it.
#
# After ten wrong ones from an address, whoever tries one there waits for a turn of two seconds; right ones cost
# nothing. A browser that was let in before is counted by itself, so that guesses of others at its address are
# nothing to it.

MOST_WAITING = 15
"""Tries of one address that wait at once; what comes on top is refused before anything is compared."""


class Guesses:
    """Counts wrong passwords."""

    def __init__(self, rates: Rates | None = None, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._rates, self._sleep = rates or Rates(), sleep

    async def turn(self, who: str) -> bool:
        """Wait until somebody may try a password; false where too many wait already."""
        seconds = self._rates.reserved(who, "login", LOGIN, MOST_WAITING)
        if seconds is None:
            return False
        if seconds > 0.0:
            await self._sleep(seconds)
        return True

    def was_right(self, who: str) -> None:
        """The password was right, which is not counted."""
        self._rates.refund(who, "login", LOGIN)


# ----------------------------------------------------------------------------------------------------------------
# Where a request comes from: meant for this studio, from a page of it, from which address.

OWN_SITES = ("same-origin", "none")
"""What browsers call requests of our own pages, and of addresses that somebody typed."""

_FRAMES = ("iframe", "frame", "embed", "object")


def meant_for_us(host: str, settings: StudioSettings) -> bool:
    """Whether a request names this studio; by names that others point at this machine no foreign page can reach it."""
    place = _split(f"//{host}")
    if place is None or "@" in host or "/" in host:
        return False
    known = {"localhost", "127.0.0.1", "::1", settings.host.lower(), *(name.lower() for name in settings.hosts)}
    return (place.hostname or "") in known or (not settings.local and not settings.hosts)


def changes_from_our_pages(headers: Headers, settings: StudioSettings) -> bool:
    """Whether a request that changes something comes from a page of ours, or from a program that is no browser.

    Browsers say where a request comes from in ``Sec-Fetch-Site`` or ``Origin``. Old ones say neither for forms, but a page
    of ours sends ``Referer``; without that too, whatever calls itself a browser is refused.
    """
    site, origin = headers.get("sec-fetch-site"), headers.get("origin")
    if site is not None and site not in OWN_SITES:
        return False
    if origin is not None:
        return _is_ours(origin, headers, settings)
    if site is not None or "mozilla" not in headers.get("user-agent", "").lower():
        return True
    return _is_ours(headers.get("referer", ""), headers, settings)


def reads_from_elsewhere(headers: Headers) -> bool:
    """Whether a page of another site asks for something without the reader going there: a picture, a script, a frame."""
    if headers.get("sec-fetch-site", "none") in OWN_SITES:
        return False
    return headers.get("sec-fetch-mode") != "navigate" or headers.get("sec-fetch-dest") in _FRAMES


def address_of(scope: Scope, headers: Headers, proxies: Collection[str]) -> str:
    """Who is counted for a request: the address it came from, or behind a proxy of ours the one that the proxy names.

    A network of IPv6 is counted as one, because a single machine has all of its addresses.
    """
    client = scope.get("client")
    near = str(client[0]) if client else ""
    if near in proxies:
        named = [part.strip() for part in headers.get("x-forwarded-for", "").split(",") if part.strip()]
        near = next((part for part in reversed(named) if part not in proxies), near)
    try:
        address = ipaddress.ip_address(near)
    except ValueError:
        return near[:64]
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def _is_ours(address: str, headers: Headers, settings: StudioSettings) -> bool:
    place = _split(address)
    if place is None or place.scheme not in ("http", "https") or (settings.secure and place.scheme != "https"):
        return False
    return place.netloc.lower() == headers.get("host", "").lower()


def _split(address: str) -> SplitResult | None:
    try:
        place = urlsplit(address)
        _ = place.port, place.hostname
    except ValueError:
        return None
    return place
