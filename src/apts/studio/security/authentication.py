"""Who asks: a designer who knows the password or the token of the studio, or a player with a link."""

from __future__ import annotations

import hmac
import os
import secrets
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import delete, insert, select

from apts.errors import AptsError
from apts.studio.private_files import PRIVATE_FILE
from apts.studio.settings import StudioSettings
from apts.studio.store.database import Database, digest, now
from apts.studio.store.schema import DEVICES, SESSIONS

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
        """A new session; gives what the browser keeps."""
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
        """Know a browser again that was let in; gives what it keeps."""
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
