"""The file in which a studio remembers everything but its runs."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DBAPIError

from apts.errors import AptsError
from apts.interrupts import undisturbed
from apts.studio.private_files import private_database
from apts.studio.store.schema import METADATA

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
