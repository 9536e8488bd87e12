"""From a path or an address to an archive that is ready for use."""

from __future__ import annotations

import importlib.util
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Self

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url
from sqlalchemy.exc import ArgumentError

from apts.archive import schema
from apts.archive.archive import ANY, Archive
from apts.archive.database import WRITING, DatabaseArchive, explained, may_be_beginning, retried
from apts.archive.records import (
    ArchiveError,
    DamagedMatch,
    LockedArchive,
    LostConnection,
    MatchRecord,
    RunManifest,
    RunSummary,
    UnknownRun,
)
from apts.archive.schema import METADATA, VERSIONS
from apts.atomic_files import hindrance, make_folder
from apts.hidden_passwords import without_passwords
from apts.interrupts import undisturbed
from apts.notebook import disguised
from apts.similar_names import nearest_names

# ----------------------------------------------------------------------------------------------------------------
# An archive whose file is not there yet: it is made for the first run, so that nothing is left where none began.


class DeferredArchive(Archive):
    """An archive without runs, which becomes that of a file when a run begins, here or in another process."""

    def __init__(self, file: Path, make: Callable[[], Archive]) -> None:
        self._file = file
        self._make = make
        self._made: Archive | None = None
        self._making = Lock()

    def __repr__(self) -> str:
        return f"<archive {self._file}>"

    def start(self, manifest: RunManifest, name: str | None = None) -> str:
        return self._opened().start(manifest, name)

    def runs(self) -> tuple[RunSummary, ...]:
        there = self._there()
        return () if there is None else there.runs()

    def newest(
        self, most: int, first: int = 0, game: str | None = None, question: str | None = ANY
    ) -> tuple[RunSummary, ...]:
        there = self._there()
        return () if there is None else there.newest(most, first, game, question)

    def games(self, question: str | None = ANY) -> dict[str, int]:
        there = self._there()
        return {} if there is None else there.games(question)

    def summary(self, run: str) -> RunSummary:
        return self._with(run).summary(run)

    def manifest(self, run: str) -> RunManifest:
        return self._with(run).manifest(run)

    def add(self, run: str, matches: Iterable[MatchRecord]) -> int:
        return self._with(run).add(run, matches)

    def match(self, run: str, number: int) -> MatchRecord:
        return self._with(run).match(run, number)

    def matches(self, run: str, damaged: list[DamagedMatch] | None = None) -> Iterator[MatchRecord]:
        return self._with(run).matches(run, damaged)

    def numbers(self, run: str) -> tuple[int, ...]:
        return self._with(run).numbers(run)

    def discard(self, run: str, numbers: Collection[int]) -> int:
        return self._with(run).discard(run, numbers)

    def rename(self, run: str, name: str) -> None:
        self._with(run).rename(run, name)

    def remove(self, run: str) -> None:
        self._with(run).remove(run)

    def close(self) -> None:
        if self._made is not None:
            self._made.close()

    def _there(self) -> Archive | None:
        return self._opened() if self._made is not None or self._file.exists() else None

    def _opened(self) -> Archive:
        with self._making:
            if self._made is None:
                self._made = self._make()
            return self._made

    def _with(self, run: str) -> Archive:
        """The archive that may have a run; without a file there is none."""
        there = self._there()
        if there is None:
            raise UnknownRun(f"The archive {self._file} has no run {run!r}; it has no runs yet.")
        return there


SCHEMES = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
EXAMPLES = "a path such as apts.db, sqlite:///apts.db, or postgresql://user:password@host/database"


ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 4, "tcp_user_timeout": 30_000}
"""How soon a connection to a server is given up whose other end fell silent: in half a minute, and not in hours."""

DEFAULT_PLACE = "apts.db"
"""Where runs are kept unless another place is named."""


def open_archive(place: str | os.PathLike[str] = DEFAULT_PLACE, *, create: bool = True, wait: float = 30.0) -> Archive:
    """Open the archive at a path (SQLite) or an address (``sqlite:///…``, ``postgresql://…``).

    What is not there yet is made, with the folders it lies in, unless ``create`` is false. ``wait`` is how many seconds to
    wait while another process is writing, or a server begins. Older archives are brought to the present schema. A file that
    may not be written to is opened for reading.

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
    engine = create_engine(url, connect_args={"connect_timeout": max(2, int(wait)), **ALIVE}, pool_pre_ping=True)
    return retried(_opened, wait, may_be_beginning)(engine, shown, None, create, 0.0)


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
                schema.migrate(connection, schema.MIGRATIONS)


def _ready(connection: Connection, shown: str, file: Path | None, create: bool) -> bool:
    """Whether the schema is the present one; raises where there is no archive to open or to make."""
    names = inspect(connection).get_table_names()
    if file is not None:
        found = disguised(connection.exec_driver_sql, METADATA.tables.keys())
        if found is not None:
            raise ArchiveError(
                f"{file} is not an archive written by APTS: it has {found}, which could do anything where a table "
                "is expected."
            )
    if VERSIONS.name not in names:
        if file is not None and names:
            raise ArchiveError(
                f"{file} is a database of another program (it has the tables {', '.join(names[:5])}); it was left as "
                "it is. Give the path of an archive, or of a file that does not exist yet."
            )
        if not create:
            raise ArchiveError(f"There is no archive in {shown}: the database has none of its tables.")
    return schema.is_current(connection, schema.MIGRATIONS)


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


# ----------------------------------------------------------------------------------------------------------------
# Matches that come in one by one, stored a few at a time.


class MatchWriter:
    """Gathers finished matches and stores them in transactions of a few.

    A transaction waits for the disk, a few milliseconds that many short matches should share; a match that took a
    second should not wait for others. So matches are stored as soon as ``matches`` have come together or the last
    transaction is ``seconds`` ago, whichever is first. Leaving the ``with`` block stores what is left, also after
    Ctrl-C. May be called from several threads.
    """

    def __init__(
        self,
        archive: Archive,
        run: str,
        *,
        matches: int = 16,
        seconds: float = 0.5,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._archive = archive
        self._run = run
        self._most = matches
        self._seconds = seconds
        self._clock = clock
        self._waiting: list[MatchRecord] = []
        self._stored_at = clock()
        self._lock = threading.Lock()

    def add(self, match: MatchRecord) -> None:
        """Take a match; it is on the disk soon, at the latest when the block is left."""
        with self._lock:
            self._waiting.append(match)
            if len(self._waiting) >= self._most or self._clock() - self._stored_at >= self._seconds:
                self._store()

    def flush(self) -> None:
        """Store what waits."""
        with self._lock:
            self._store()

    def _store(self) -> None:
        if self._waiting:
            self._archive.add(self._run, self._waiting)
            self._waiting = []
        self._stored_at = self._clock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if not isinstance(error, LostConnection):  # which was asked for long enough
            self.flush()
