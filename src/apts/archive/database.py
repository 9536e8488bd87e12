"""The archive in a database: the same statements for SQLite and PostgreSQL."""

from __future__ import annotations

import functools
import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Connection, Engine, Select, Table, delete, func, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

from apts.archive.archive import ANY, Archive, check_match_number, check_number, check_run_name
from apts.archive.records import (
    ArchiveError,
    ConflictingRun,
    DamagedArchive,
    DamagedMatch,
    LockedArchive,
    LostConnection,
    MatchRecord,
    RunManifest,
    RunSummary,
    UnknownMatch,
    UnknownRun,
    canonical,
    manifest_digest,
    manifest_document,
)
from apts.archive.schema import MATCHES, RUNS
from apts.archive.validation import Sizes, packed, unpacked, unpacked_manifest
from apts.atomic_files import file_stem
from apts.interrupts import undisturbed
from apts.similar_names import nearest_names

# ----------------------------------------------------------------------------------------------------------------
# What the database reports, said as a sentence with what to do about it.

DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
UNWRITABLE = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM}


@contextmanager
def explained(place: str, file: Path | None) -> Iterator[None]:
    """Turn errors of the database into ``ArchiveError``; ``file`` is that of an SQLite archive."""
    try:
        yield
    except DBAPIError as problem:
        original = problem.orig
        if file is not None and isinstance(original, sqlite3.Error):
            raise _sqlite_error(file, original) from problem
        described = _first_line(original or problem)
        if file is None and _is_lost(problem):
            raise LostConnection(f"The archive {place} does not answer ({described}).") from problem
        raise ArchiveError(f"The archive {place} answered: {described}.") from problem
    except SQLAlchemyError as problem:
        raise ArchiveError(f"The archive {place} cannot be used: {_first_line(problem)}.") from problem
    except UnicodeDecodeError as problem:  # damage in a text, or in what SQLite says about it
        if file is None:
            raise ArchiveError(f"The archive {place} holds a text that cannot be read ({problem}).") from problem
        raise damaged_file(file, "a text in it cannot be read") from problem


def _is_lost(problem: DBAPIError) -> bool:
    """Whether a server went away or is not there yet: no answer at all, or one of those that it gives then."""
    state = getattr(problem.orig, "sqlstate", None)
    gone = isinstance(problem, OperationalError | InterfaceError) and state is None
    return problem.connection_invalidated or gone or str(state)[:2] == "08" or str(state)[:3] == "57P"


def _sqlite_error(file: Path, problem: sqlite3.Error) -> ArchiveError:
    code = getattr(problem, "sqlite_errorcode", 0) & 0xFF
    if code in DAMAGE:
        return damaged_file(file, str(problem))
    if code in BUSY:
        return LockedArchive(
            f"The archive {file} is locked: another process has been writing to it for longer than we waited. "
            "Wait for it or end it, then try again; nothing was changed."
        )
    if code in UNWRITABLE:
        return ArchiveError(
            f"The archive {file} cannot be opened for writing ({problem}). Check the permissions of the file and of "
            "its folder; beside the file the database needs room for two more, ending in -wal and -shm."
        )
    if code == sqlite3.SQLITE_FULL:
        return ArchiveError(f"There is no room left on the disk of {file}. Make room and resume the run.")
    return ArchiveError(f"The archive {file} answered: {_first_line(problem)}.")


def damaged_file(file: Path, problem: str) -> DamagedArchive:
    """The error for a file that is no database, or a damaged one."""
    if not _has_header(file):
        return DamagedArchive(
            f"{file} is not an archive: the file is no SQLite database ({problem}). It was left as it is; give the "
            "path of an archive, or of a file that does not exist yet."
        )
    found = quick_check(file) or problem
    saved = file.with_name(f"{file.stem}-saved{file.suffix}")
    return DamagedArchive(
        f"The archive {file} is damaged ({found}). It was left as it is. Copy the file, then save what can be read "
        f"with `sqlite3 {file} .recover | sqlite3 {saved}` and use {saved}: its runs can be resumed."
    )


def quick_check(file: Path) -> str:
    """The first thing that SQLite's quick check of a database file finds wrong, or nothing."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            row = connection.execute("PRAGMA quick_check(1)").fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as problem:
        return str(problem)
    return "" if row is None or row[0] == "ok" else " ".join(str(row[0]).split())


def _has_header(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return stream.read(16) == b"SQLite format 3\x00"
    except OSError:
        return False


def _first_line(problem: BaseException) -> str:
    lines = str(problem).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(problem).__name__


# ----------------------------------------------------------------------------------------------------------------
# A server that goes away for seconds, as at a restart, ends no run: what can be asked again is, with growing
# pauses.

PATIENCE = 30.0
"""Seconds for which a server is asked again."""

ABSENT_PATIENCE = 8.0
"""The same where nobody listens at the address, when an archive is opened: most likely the address is wrong."""

FIRST_PAUSE, LONGEST_PAUSE = 0.2, 3.0
"""Seconds between two attempts: twice as long each time."""

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def retried(
    work: Callable[Arguments, Answer],
    patience: float | None = None,
    worth: Callable[[LostConnection, float], bool] = lambda problem, waited: True,
) -> Callable[Arguments, Answer]:
    """Do the work again where the connection was lost; it must give the same when it is done twice.

    ``worth`` tells whether to ask once more, by the problem and the seconds that one waited already.
    """

    @functools.wraps(work)
    def patiently(*given: Arguments.args, **named: Arguments.kwargs) -> Answer:
        seconds = PATIENCE if patience is None else patience
        began, pause = time.monotonic(), FIRST_PAUSE
        while True:
            try:
                return work(*given, **named)
            except LostConnection as problem:
                waited = time.monotonic() - began
                if not worth(problem, waited):
                    raise
                if waited + pause > seconds:
                    raise LostConnection(f"{problem} APTS kept trying for {waited:.0f} seconds.") from problem
            time.sleep(pause)
            pause = min(2.0 * pause, LONGEST_PAUSE)

    return patiently


def may_be_beginning(problem: LostConnection, waited: float) -> bool:
    """Whether a server that was not reached yet may be there in a moment: it says that it begins, or nobody listens.

    What it says when it refuses somebody, or where nobody has that name, is the same the next time.
    """
    said = str(problem)
    if "FATAL" in said:
        return any(words in said for words in ("starting up", "shutting down", "recovery mode", "not yet accepting"))
    absent = any(words in said for words in ("refused", "No such file", "closed the connection", "reset by peer"))
    return absent and waited < ABSENT_PATIENCE


PORTION = 500
"""Matches read, or numbers named, in one statement."""

WRITING = "apts_writing"
"""The execution option of a transaction that will write (see ``opening``)."""


def utc_now() -> datetime:
    """The present moment."""
    return datetime.now(UTC)


class DatabaseArchive(Archive):
    """An archive in an SQLite file or a PostgreSQL database; made by ``open_archive``."""

    def __init__(self, engine: Engine, place: str, file: Path | None, clock: Callable[[], datetime] = utc_now) -> None:
        self._engine = engine
        self._writing = engine.execution_options(**{WRITING: True})
        self._place = place
        self._file = file
        self._clock = clock

    def __repr__(self) -> str:
        return f"<archive {self._place}>"

    @retried
    def start(self, manifest: RunManifest, name: str | None = None) -> str:
        if not isinstance(manifest, RunManifest):
            raise ArchiveError(f"A run begins with its RunManifest, not with {manifest!r}.")
        digest = manifest_digest(manifest)
        chosen = name if name is not None else self._name_of(manifest, digest)
        _check_name(chosen)
        row = {
            "name": chosen,
            "digest": digest,
            "game": manifest.game,
            "wanted": manifest.matches,
            "created": self._clock().isoformat(timespec="seconds"),
            "manifest": canonical(manifest_document(manifest)),
        }
        with self._transaction() as connection:
            connection.execute(self._insert_if_absent(RUNS, ["name"]), row)
            there = connection.execute(select(RUNS).where(RUNS.c.name == chosen)).one()
            if there.digest != digest:
                raise ConflictingRun(
                    f"The archive {self._place} has a run {chosen!r} already, with other rules, agents, settings, seed "
                    "or versions. Choose another name, or remove that run."
                )
            if there.wanted < manifest.matches:
                grown = replace(unpacked_manifest(there.manifest, chosen), matches=manifest.matches)
                text = canonical(manifest_document(grown))
                changed = update(RUNS).where(RUNS.c.id == there.id).values(wanted=grown.matches, manifest=text)
                connection.execute(changed)
        return chosen

    @retried
    def runs(self) -> tuple[RunSummary, ...]:
        counted = (
            select(RUNS.c.name, RUNS.c.game, func.count(MATCHES.c.number), RUNS.c.wanted, RUNS.c.created)
            .outerjoin(MATCHES, MATCHES.c.run == RUNS.c.id)
            .group_by(RUNS.c.id)
            .order_by(RUNS.c.id)
        )
        with self._reading() as connection:
            return tuple(RunSummary(*row) for row in connection.execute(counted))

    @retried
    def newest(
        self, most: int, first: int = 0, game: str | None = None, question: str | None = ANY
    ) -> tuple[RunSummary, ...]:
        most, first = check_number("The number of runs", most, 0), check_number("The number of runs left out", first, 0)
        wanted = _of_question(_summaries(), question).order_by(RUNS.c.id.desc()).limit(most).offset(first)
        if game is not None:
            wanted = wanted.where(RUNS.c.game == game)
        with self._reading() as connection:
            return tuple(RunSummary(*row) for row in connection.execute(wanted))

    @retried
    def summary(self, run: str) -> RunSummary:
        with self._reading() as connection:
            run_id = self._run_id(connection, run)
            return RunSummary(*connection.execute(_summaries().where(RUNS.c.id == run_id)).one())

    @retried
    def games(self, question: str | None = ANY) -> dict[str, int]:
        counted = _of_question(select(RUNS.c.game, func.count()), question).group_by(RUNS.c.game).order_by(RUNS.c.game)
        with self._reading() as connection:
            return {row[0]: row[1] for row in connection.execute(counted)}

    @retried
    def manifest(self, run: str) -> RunManifest:
        with self._reading() as connection:
            self._run_id(connection, run)
            text = connection.execute(select(RUNS.c.manifest).where(RUNS.c.name == run)).scalar_one()
        return unpacked_manifest(text, run)

    @retried
    def add(self, run: str, matches: Iterable[MatchRecord]) -> int:
        matches = _check_records(matches)
        rows = [
            {
                "number": match.number,
                "status": match.status,
                "winner": match.winner,
                "length": match.length,
                "record": packed(match),
            }
            for match in matches
        ]
        with self._transaction() as connection:
            run_id = self._run_id(connection, run)
            if not rows:
                return 0
            insert = self._insert_if_absent(MATCHES, ["run", "number"]).returning(MATCHES.c.number)
            return len(connection.execute(insert, [{"run": run_id, **row} for row in rows]).all())

    @retried
    def match(self, run: str, number: int) -> MatchRecord:
        number = check_match_number(number)
        with self._reading() as connection:
            run_id = self._run_id(connection, run)
            wanted = select(MATCHES.c.record).where(MATCHES.c.run == run_id, MATCHES.c.number == number)
            data = connection.execute(wanted).scalar_one_or_none()
        if data is None:
            raise UnknownMatch(f"Run {run!r} has no match {number}; {self._extent(run)}.")
        return unpacked(data, run, number, self._sizes(run))

    def matches(self, run: str, damaged: list[DamagedMatch] | None = None) -> Iterator[MatchRecord]:
        last, sizes = 0, self._sizes(run)
        while True:
            rows = self._rows_after(run, last)
            for number, data in rows:
                try:
                    match = unpacked(data, run, number, sizes)
                except DamagedMatch as problem:
                    if damaged is None:
                        raise
                    damaged.append(problem)
                else:
                    yield match
            if len(rows) < PORTION:
                return
            last = rows[-1][0]

    @retried
    def _rows_after(self, run: str, last: int) -> list[tuple[int, bytes]]:
        """A portion of the matches, so that nothing is held open while a caller works with them."""
        with self._reading() as connection:
            run_id = self._run_id(connection, run)
            portion = (
                select(MATCHES.c.number, MATCHES.c.record)
                .where(MATCHES.c.run == run_id, MATCHES.c.number > last)
                .order_by(MATCHES.c.number)
                .limit(PORTION)
            )
            return [(row[0], row[1]) for row in connection.execute(portion)]

    @retried
    def numbers(self, run: str) -> tuple[int, ...]:
        with self._reading() as connection:
            run_id = self._run_id(connection, run)
            ordered = select(MATCHES.c.number).where(MATCHES.c.run == run_id).order_by(MATCHES.c.number)
            return tuple(connection.execute(ordered).scalars())

    @retried
    def discard(self, run: str, numbers: Collection[int]) -> int:
        if isinstance(numbers, str) or not isinstance(numbers, Iterable):
            raise ArchiveError(f"Matches are deleted by a list of their numbers, such as [3, 5], not by {numbers!r}.")
        ordered = sorted({check_match_number(number) for number in numbers})
        with self._transaction() as connection:
            run_id = self._run_id(connection, run)
            gone = 0
            for first in range(0, len(ordered), PORTION):
                named = MATCHES.c.number.in_(ordered[first : first + PORTION])
                gone += connection.execute(delete(MATCHES).where(MATCHES.c.run == run_id, named)).rowcount
            return gone

    def rename(self, run: str, name: str) -> None:
        _check_name(name)
        with self._transaction() as connection:
            run_id = self._run_id(connection, run)
            taken = connection.execute(select(RUNS.c.id).where(RUNS.c.name == name)).scalar_one_or_none()
            if taken not in (None, run_id):
                raise ConflictingRun(f"The archive {self._place} has a run {name!r} already. Choose another name.")
            connection.execute(update(RUNS).where(RUNS.c.id == run_id).values(name=name))

    def remove(self, run: str) -> None:
        with self._transaction() as connection:
            run_id = self._run_id(connection, run)
            connection.execute(delete(MATCHES).where(MATCHES.c.run == run_id))
            connection.execute(delete(RUNS).where(RUNS.c.id == run_id))

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with undisturbed(), explained(self._place, self._file), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        with undisturbed(), explained(self._place, self._file), self._writing.begin() as connection:
            yield connection

    def _insert_if_absent(self, table: Table, key: list[str]) -> Any:
        dialect = postgresql if self._engine.dialect.name == "postgresql" else sqlite
        return dialect.insert(table).on_conflict_do_nothing(index_elements=key)

    def _run_id(self, connection: Connection, run: str) -> int:
        run = check_run_name(run)
        found: int | None = connection.execute(select(RUNS.c.id).where(RUNS.c.name == run)).scalar_one_or_none()
        if found is None:
            names = list(connection.execute(select(RUNS.c.name).order_by(RUNS.c.id)).scalars())
            raise UnknownRun(f"The archive {self._place} has no run {run!r}; {_valid(run, names)}.")
        return found

    def _name_of(self, manifest: RunManifest, digest: str) -> str:
        """What the run of a manifest is called, which may have been renamed, or is to be called."""
        default = default_name(manifest, digest)
        with self._reading() as connection:
            same = select(RUNS.c.name).where(RUNS.c.digest == digest).order_by(RUNS.c.id)
            names = list(connection.execute(same).scalars())
        return default if default in names or not names else str(names[0])

    def _sizes(self, run: str) -> Sizes | None:
        """The numbers of players and agents of a run; None where its manifest is damaged."""
        known = self.readable_manifest(run)
        return None if known is None else (known.players, len(known.agents))

    def _extent(self, run: str) -> str:
        numbers = self.numbers(run)
        if not numbers:
            return "it has none yet"
        return f"its {len(numbers)} matches lie between {numbers[0]} and {numbers[-1]}"


def _summaries() -> Select[Any]:
    """Runs as the list tells them; the matches are counted of those alone that a statement gives."""
    played = select(func.count()).where(MATCHES.c.run == RUNS.c.id).scalar_subquery()
    return select(RUNS.c.name, RUNS.c.game, played, RUNS.c.wanted, RUNS.c.created)


def _of_question(runs: Select[Any], question: str | None) -> Select[Any]:
    """Those of some runs that were played for a question, or for none; quotation marks inside of texts have a backslash."""
    if question == ANY:
        return runs
    requested = RUNS.c.manifest.contains('"question":{', autoescape=True)
    return runs.where(
        ~requested
        if question is None
        else requested & RUNS.c.manifest.contains(f'"kind":"{question}"', autoescape=True)
    )


def default_name(manifest: RunManifest, digest: str) -> str:
    """The name of a run that was given none: its game, and enough of the checksum to tell it from others."""
    return f"{file_stem(manifest.game)[:60]}-{digest[:8]}"


def _check_records(matches: Any) -> list[MatchRecord]:
    if isinstance(matches, MatchRecord) or not isinstance(matches, Iterable):
        raise ArchiveError(f"Matches are stored as a list of MatchRecord, not as {type(matches).__name__}.")
    records = list(matches)
    wrong = next((record for record in records if not isinstance(record, MatchRecord)), None)
    if wrong is not None or None in records:
        raise ArchiveError(f"Matches are stored as MatchRecord, not as {wrong!r}.")
    return records


def _check_name(name: str) -> None:
    if not check_run_name(name).strip() or len(name) > 200:
        raise ArchiveError(f"A run cannot be called {name!r}: a name has 1 to 200 characters.")


def _valid(name: str, names: list[str]) -> str:
    if not names:
        return "it has no runs yet"
    close = nearest_names(name, names, 5, 0.5)
    listed = close or names[-5:]
    word = "the nearest names are" if close else "its latest runs are"
    return f"{word} {', '.join(repr(other) for other in listed)}"
