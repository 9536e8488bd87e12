"""Who asks: a designer who knows the password, the person at this machine, or a player with a link."""

from __future__ import annotations

import hmac
import secrets
from datetime import UTC, datetime, timedelta

from sqlalchemy import delete, insert, select

from apts.studio.settings import StudioSettings
from apts.studio.store.database import Database, digest
from apts.studio.store.schema import SESSIONS

SESSION_COOKIE = "apts_session"


class Doorkeeper:
    """Knows designers again: sessions begin with the password and end after some hours."""

    def __init__(self, database: Database, settings: StudioSettings) -> None:
        self._database, self._settings = database, settings

    @property
    def open(self) -> bool:
        """Whether everybody who can reach the studio is a designer: only without a password, on this machine alone."""
        return self._settings.key is None

    def right_key(self, given: str) -> bool:
        """Whether somebody knows the password; the time that this takes does not tell how much of it was right."""
        wanted = self._settings.key
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
        """Whether a session is one of a designer and has not ended; programs may send the password as a bearer token."""
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

    def _kept(self, secret: str) -> str:
        """What is kept of a session; with another password nobody's session is known any more."""
        return digest(f"{secret} {self._settings.key}")
