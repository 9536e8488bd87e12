"""The file in which a studio remembers everything but its runs."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    event,
)
from sqlalchemy.exc import DBAPIError

from apts.errors import AptsError
from apts.interrupts import undisturbed
from apts.studio.settings import private_database

# ----------------------------------------------------------------------------------------------------------------
# The tables of a studio. Times are texts in UTC (ISO 8601); what is only read as a whole is JSON.

METADATA = MetaData()

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(80), primary_key=True, comment="as it stands in addresses"),
    Column("name", Text, nullable=False),
    Column("origin", Text, nullable=False, comment="where it came from: a template, a game, a search"),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
)

VERSIONS = Table(
    "versions",
    METADATA,
    Column("game", String(80), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("rules", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("created", Text, nullable=False),
)

PEOPLE = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("nickname", Text, nullable=False),
    Column("secret", String(64), nullable=False, unique=True, comment="checksum of what the person's browser keeps"),
    Column("created", Text, nullable=False),
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(80), nullable=False),
    Column("version", Integer, comment="null for games of the library"),
    Column("title", Text, nullable=False, comment="the name of the game when it was played"),
    Column("rules", Text, nullable=False, comment="checksum of the rules in force"),
    Column("settings", Text, nullable=False, comment="JSON: options and values"),
    Column("seats", Text, nullable=False, comment="JSON: a list with person, friend, open or the spelling of an agent"),
    Column("sitters", Text, nullable=False, comment="JSON: for each seat the id of a person, or null"),
    Column("keys", Text, nullable=False, comment="JSON: for each seat the checksum of its link, or null"),
    Column("seed", String(20), nullable=False),
    Column("moves", Text, nullable=False, comment="JSON"),
    Column("times", Text, nullable=False, comment="JSON: milliseconds"),
    Column("status", String(12), nullable=False, comment="waiting, running, finished"),
    Column("record", Text, nullable=False, comment="JSON: outcome, hints, moves taken back, answers"),
    Column("shared", Boolean, nullable=False, comment="whether several browsers play it"),
    Column("archived", Text, comment="the run of the archive that has it"),
    Column("created", Text, nullable=False),
    Column("changed", Text, nullable=False),
    Index("matches_by_game", "game", "status"),
    Index("matches_by_game_and_time", "game", "changed"),
    Index("matches_by_time", "changed"),
)

JOBS = Table(
    "jobs",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("game", String(80), nullable=False),
    Column("title", Text, nullable=False),
    Column("orders", Text, nullable=False, comment="JSON: what was asked for"),
    Column("state", String(12), nullable=False, comment="waiting, running, done, failed, stopped"),
    Column("progress", Text, nullable=False, comment="JSON"),
    Column("result", Text, nullable=False, comment="JSON"),
    Column("error", Text, comment="a sentence"),
    Column("stopping", Boolean, nullable=False, comment="whether somebody asked it to stop"),
    Column("created", Text, nullable=False),
    Column("started", Text),
    Column("ended", Text),
    Index("jobs_by_state", "state"),
    Index("jobs_by_game", "game"),
)

JOB_SHARES = Table(
    "job_shares",
    METADATA,
    Column("job", String(32), primary_key=True),
    Column("owner", String(80), nullable=False, comment="who asked for it: a checksum that says nothing of a person"),
    Column("spent", Float, nullable=False, comment="seconds that it ran"),
)

OWNER_USE = Table(
    "owner_use",
    METADATA,
    Column("owner", String(80), primary_key=True),
    Column("seconds", Float, nullable=False, comment="that their jobs ran, older ones counting less"),
    Column("moment", Text, nullable=False),
)

RUN_NOTES = Table(
    "run_notes",
    METADATA,
    Column("digest", String(64), primary_key=True, comment="of the run's manifest, whatever the run is called"),
    Column("game", String(80), nullable=False),
    Column("version", Integer, comment="null for games of the library"),
    Column("settings", Text, nullable=False, comment="JSON: options and values"),
    Column("goals", Text, nullable=False, comment="JSON: names of design questions"),
    Column("job", String(32), nullable=False),
)

DEVICES = Table(
    "devices",
    METADATA,
    Column("secret", String(64), primary_key=True, comment="checksum of what a browser keeps that was let in once"),
    Column("created", Text, nullable=False),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("secret", String(64), primary_key=True, comment="checksum of what the browser keeps"),
    Column("ends", Text, nullable=False),
)


_WAIT_SECONDS = 10.0


def now() -> str:
    """The present moment as it is kept: to the millisecond, so that texts sort by time."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def new_id() -> str:
    """A name that nobody can guess, for a match, a job or a person."""
    return secrets.token_hex(8)


def digest(secret: str) -> str:
    """What is kept of a secret: enough to know it again, too little to use it."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Database:
    """The tables of a studio in an SQLite file; any number of threads and processes may use it at once."""

    def __init__(self, file: Path) -> None:
        self.file = private_database(file)
        self._engine = create_engine(f"sqlite:///{file}", connect_args={"timeout": _WAIT_SECONDS}, pool_size=20)

        @event.listens_for(self._engine, "connect")
        def prepare(connection: Any, _record: Any) -> None:
            connection.isolation_level = None
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA foreign_keys = ON")

        @event.listens_for(self._engine, "begin")
        def begin(connection: Connection) -> None:
            writing = connection.get_execution_options().get("studio_writing", False)
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

        self._writing = self._engine.execution_options(studio_writing=True)
        with self.writing() as connection:
            METADATA.create_all(connection)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with undisturbed(), self._explained(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes; all of it is kept, or nothing."""
        with undisturbed(), self._explained(), self._writing.begin() as connection:
            yield connection

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as problem:
            raise AptsError(f"the file {self.file.name} of the studio cannot be used: {problem.orig}") from problem
        except OverflowError:
            raise AptsError("a number is larger than any that the studio has") from None
