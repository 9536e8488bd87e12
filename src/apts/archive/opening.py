"""From a path or an address to an archive that is ready for use."""

from __future__ import annotations

import importlib.util
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError

from apts.archive import migrations
from apts.archive.archive import Archive
from apts.archive.database import WRITING, DatabaseArchive
from apts.archive.database_errors import explained
from apts.archive.deferred import DeferredArchive
from apts.archive.errors import ArchiveError, LockedArchive
from apts.archive.schema import METADATA, VERSIONS
from apts.atomic_files import hindrance, make_folder
from apts.hidden_passwords import without_passwords
from apts.interrupts import undisturbed
from apts.plain_tables import disguised
from apts.similar_names import nearest_names

SCHEMES = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
EXAMPLES = "a path such as apts.db, sqlite:///apts.db, or postgresql://user:password@host/database"


DEFAULT_PLACE = "apts.db"
"""Where runs are kept unless another place is named."""


def open_archive(place: str | os.PathLike[str] = DEFAULT_PLACE, *, create: bool = True, wait: float = 30.0) -> Archive:
    """Open the archive at a path (SQLite) or an address (``sqlite:///…``, ``postgresql://…``).

    What is not there yet is made, with the folders it lies in, unless ``create`` is false. ``wait`` is how many seconds to
    wait while another process is writing. Older archives are brought to the present schema. A file that may not be written
    to is opened for reading.

    >>> from tempfile import mkdtemp
    >>> from apts import open_archive, playtest
    >>> place = f"{mkdtemp()}/runs.db"
    >>> run = playtest("tic-tac-toe", "random", matches=4, archive=place)
    >>> with open_archive(place) as archive:
    ...     [(known.name == run.name, known.game) for known in archive.runs()]
    [(True, 'Tic-Tac-Toe')]
    """
    url = _address(place)
    shown = without_passwords(url.render_as_string(hide_password=True))
    if url.get_backend_name() == "sqlite":
        file = Path(url.database or "")
        _check_file(file, create)
        if not file.exists():
            _make_folder(file)
        engine = _reading_engine(file) if _is_for_reading_only(file) else _sqlite_engine(url, wait)
        return _opened(engine, str(file), file, create, wait)
    if importlib.util.find_spec("psycopg") is None:
        raise ArchiveError(
            f"The archive {shown} is in PostgreSQL, which needs the package psycopg: install it with "
            "`pip install 'apts[postgres]'`."
        )
    engine = create_engine(url, connect_args={"connect_timeout": max(2, int(wait))}, pool_pre_ping=True)
    return _opened(engine, shown, None, create, 0.0)


@contextmanager
def opened_archive(archive: Archive | str | os.PathLike[str] | None) -> Iterator[Archive | None]:
    """The archive that a caller gave: as it is, or opened for the block where it was given by its place."""
    if archive is None or isinstance(archive, Archive):
        yield archive
        return
    with archive_to_fill(archive) as opened:
        yield opened


@contextmanager
def archive_to_fill(place: str | os.PathLike[str]) -> Iterator[Archive]:
    """The archive at a place; a file that is not there yet is made when the first run begins, not before."""
    url = _address(place)
    file = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
    if file is None or file.exists():
        opened = open_archive(place)
    else:
        _check_file(file, create=True)
        opened = DeferredArchive(file, partial(open_archive, place))
    with opened:
        yield opened


def _address(place: str | os.PathLike[str]) -> URL:
    if not isinstance(place, str | os.PathLike):
        raise ArchiveError(f"An archive has a path or an address, not {place!r}; give {EXAMPLES}.")
    text = os.fspath(place)
    if not text.strip():
        raise ArchiveError(f"The address of the archive is empty; give {EXAMPLES}.")
    if "\0" in text:
        raise ArchiveError(f"{text!r} is not the address of an archive; give {EXAMPLES}.")
    if "://" not in text:
        return URL.create("sqlite", database=os.path.expanduser(text))
    scheme = text.split("://", 1)[0].lower()
    if scheme.split("+")[0] not in SCHEMES:
        near = nearest_names(scheme, SCHEMES, 1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise ArchiveError(f"An archive cannot be kept at {scheme}://…; give {EXAMPLES}.{meant}")
    try:
        url = make_url(text)
    except ArgumentError as problem:
        raise ArchiveError(f"The address of the archive cannot be read ({problem}); give {EXAMPLES}.") from problem
    except ValueError:  # its message has what stands there, which is a password where no host follows
        raise ArchiveError(
            f"The address of the archive cannot be read (behind its host and : there is no port number); give {EXAMPLES}."
        ) from None
    if "@" in (url.host or ""):  # a part of the password then, which must not be shown as the host
        raise ArchiveError(
            f"The address of the archive has several @; write an @ in a password as %40. Give {EXAMPLES}."
        )
    if scheme in SCHEMES:
        url = url.set(drivername=SCHEMES[scheme])
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise ArchiveError(f"The address {text} names no file, and an archive is kept in one; give {EXAMPLES}.")
    return url


def _check_file(file: Path, create: bool) -> None:
    if file.is_dir():
        raise ArchiveError(f"{file} is a folder; give the path of a file in it, such as {file / 'apts.db'}.")
    if not file.exists() and not create:
        near = [other.name for other in sorted(file.parent.glob("*.db"))][:5] if file.parent.is_dir() else []
        there = f" In its folder there are {', '.join(near)}." if near else ""
        raise ArchiveError(f"There is no archive {file}.{there} apts playtest GAME makes one.")
    hindered = None if file.exists() else hindrance(file)
    if hindered is not None:
        raise ArchiveError(f"The archive {file} cannot be made: {hindered}.")


def _make_folder(file: Path) -> None:
    try:
        make_folder(file.parent)
    except OSError as problem:
        raise ArchiveError(f"The archive {file} cannot be made: {problem.strerror}.") from problem


def _opened(engine: Engine, shown: str, file: Path | None, create: bool, wait: float) -> Archive:
    deadline = monotonic() + wait
    while True:
        try:
            _prepare(engine, shown, file, create)
            return DatabaseArchive(engine, shown, file)
        except LockedArchive:  # where two processes make a new file at once, SQLite turns one away without waiting
            engine.dispose()
            if monotonic() >= deadline:
                raise
            sleep(0.05)
        except BaseException:
            engine.dispose()
            raise


def _prepare(engine: Engine, shown: str, file: Path | None, create: bool) -> None:
    """Make the archive, or bring it to the present schema, where that is needed."""
    with undisturbed(), explained(shown, file):
        with engine.begin() as connection:
            ready = _ready(connection, shown, file, create)
        if not ready:
            with engine.execution_options(**{WRITING: True}).begin() as connection:
                migrations.migrate(connection, migrations.MIGRATIONS)


def _ready(connection: Connection, shown: str, file: Path | None, create: bool) -> bool:
    """Whether the schema is the present one; raises where there is no archive to open or to make."""
    names = inspect(connection).get_table_names()
    if file is not None:
        found = disguised(connection.exec_driver_sql, METADATA.tables.keys())
        if found is not None:
            raise ArchiveError(
                f"{file} is no archive that APTS wrote: it has {found}, which could do anything where a table is expected."
            )
    if VERSIONS.name not in names:
        if file is not None and names:
            raise ArchiveError(
                f"{file} is a database of another program (it has the tables {', '.join(names[:5])}); it was left as "
                "it is. Give the path of an archive, or of a file that does not exist yet."
            )
        if not create:
            raise ArchiveError(f"There is no archive in {shown}: the database has none of its tables.")
    return migrations.is_current(connection, migrations.MIGRATIONS)


def _is_for_reading_only(file: Path) -> bool:
    """Whether an archive is there that this user may read and not write; the database writes beside the file too."""
    return file.is_file() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))


def _reading_engine(file: Path) -> Engine:
    """An engine that writes nothing; with nothing in a log beside it, the file is taken for one that nobody changes."""
    log = file.with_name(f"{file.name}-wal")
    still = "" if log.exists() and log.stat().st_size else "&immutable=1"
    address = f"{file.absolute().as_uri()}?mode=ro{still}"
    return create_engine("sqlite://", creator=lambda: sqlite3.connect(address, uri=True, check_same_thread=False))


def _switch_to_log(connection: Any, wait: float) -> None:
    """Turn on the write-ahead log. If two processes do so in a new file at once, SQLite turns one away without waiting.

    A database of another program is left as it is, for the log would be kept there.
    """
    deadline = monotonic() + wait
    while True:
        try:
            names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
            if not names or VERSIONS.name in names:
                connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as problem:
            if "locked" not in str(problem) or monotonic() > deadline:
                raise
            sleep(0.05)


def _sqlite_engine(url: URL, wait: float) -> Engine:
    engine = create_engine(url, connect_args={"timeout": wait})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # Transactions are begun below; the driver must not begin any on its own.
        connection.isolation_level = None
        # The log beside the file lets others read while we write. FULL waits for the disk at every commit, without
        # which a power cut could take transactions that were already reported as stored.
        _switch_to_log(connection, wait)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first and writes later fails at once if another wrote in between, however long it
        # was told to wait; so writers take the lock at the beginning.
        writing = connection.get_execution_options().get(WRITING, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine
