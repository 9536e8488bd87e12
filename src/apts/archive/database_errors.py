"""What the database reports, said as a sentence with what to do about it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError, SQLAlchemyError

from apts.archive.errors import ArchiveError, DamagedArchive, LockedArchive, LostConnection

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
