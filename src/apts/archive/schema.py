"""The tables of the archive, one schema for SQLite and PostgreSQL.

All names begin with ``apts_``, because a PostgreSQL database may be shared with others. What is searched for has a
column; everything else of a match is in ``record`` (see ``packing``), everything else of a run in ``manifest``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Dialect,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.types import TypeEngine

from apts.archive.records import ArchiveError, DamagedArchive

METADATA = MetaData()


class ExactInteger(TypeDecorator[int]):
    """A whole number. A column of SQLite takes anything, and a file may come from somebody else."""

    impl = Integer
    cache_ok = True

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """The number, or damage."""
        return value if type(value) is int else _wrong_kind("a whole number", value)


class StoredText(TypeDecorator[str]):
    """A text, of which the same is true; with the most signs that it has, or any number of them."""

    impl = String
    cache_ok = True

    def __init__(self, length: int | None = None) -> None:
        self.length = length
        super().__init__(length)

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """How the column is declared."""
        return Text() if self.length is None else String(self.length)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """The text, or damage."""
        return value if type(value) is str else _wrong_kind("a text", value)


def _wrong_kind(expected: str, value: Any) -> Any:
    raise DamagedArchive(
        f"A table of the archive is damaged: {expected} is expected in a column that holds {repr(value)[:40]}."
    )


VERSIONS = Table(
    "apts_versions",
    METADATA,
    Column("version", ExactInteger, primary_key=True, autoincrement=False, comment="number of the migration"),
    Column("change", Text, nullable=False, comment="what it did, in words"),
)

RUNS = Table(
    "apts_runs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", StoredText(200), nullable=False, unique=True),
    Column("digest", StoredText(64), nullable=False, comment="checksum of what decides the matches"),
    Column("game", StoredText, nullable=False),
    Column("wanted", ExactInteger, nullable=False, comment="how many matches are wanted"),
    Column("created", StoredText, nullable=False, comment="date and time in UTC, ISO 8601"),
    Column("manifest", StoredText, nullable=False, comment="JSON"),
)

MATCHES = Table(
    "apts_matches",
    METADATA,
    Column("run", Integer, ForeignKey("apts_runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", ExactInteger, primary_key=True, autoincrement=False),
    Column("status", String(20), nullable=False),
    Column("winner", Integer, comment="seat, or null"),
    Column("length", Integer, nullable=False, comment="turns"),
    Column("record", LargeBinary, nullable=False, comment="the match as compressed JSON"),
    sqlite_with_rowid=False,
)


# ----------------------------------------------------------------------------------------------------------------
# From any older schema to the present one, step by step, when an archive is opened.
#
# The steps are our own and numbered, and the table ``apts_versions`` says which were made. Alembic would do the
# same with a configuration file, a template engine and a folder of scripts beside the code; here all steps are
# made at opening, in one transaction, on archives that lie on other people's computers, and a list of functions
# is all that takes.
#
# A new archive gets the tables of ``schema`` at once. An older one gets the steps it lacks. A step that has been
# released is never changed: a new one is put at the end of ``MIGRATIONS``, and ``schema`` is brought in line with
# it.

ADVISORY_LOCK = 0x41505453
"""The letters APTS: the lock that keeps two processes from migrating a PostgreSQL database at once."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step: what it changes, in words, and the function that does it."""

    change: str
    apply: Callable[[Connection], None]


MIGRATIONS: tuple[Migration, ...] = ()
"""The steps after version 1, which is the first schema: step n of the list leads to version n + 1."""


def version_of(connection: Connection) -> int:
    """The number of the last step made; 0 for a database without our tables."""
    if not inspect(connection).has_table(VERSIONS.name):
        return 0
    latest: int = connection.execute(select(func.coalesce(func.max(VERSIONS.c.version), 0))).scalar_one()
    return latest


def is_current(connection: Connection, steps: Sequence[Migration] = MIGRATIONS) -> bool:
    """Whether nothing is left to do; raises if the archive was made by a newer APTS."""
    version, newest = version_of(connection), 1 + len(steps)
    if version > newest:
        raise ArchiveError(
            f"The archive has schema version {version}, and this APTS knows versions up to {newest}: "
            "it was written by a newer APTS. Install that one; nothing was changed."
        )
    return version == newest


def migrate(connection: Connection, steps: Sequence[Migration] = MIGRATIONS) -> None:
    """Make the tables or the steps that are missing, inside the transaction of the connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ADVISORY_LOCK})
    if is_current(connection, steps):
        return
    version = version_of(connection)
    if version == 0:
        METADATA.create_all(connection)
        connection.execute(insert(VERSIONS).values(version=1 + len(steps), change="all tables"))
        return
    for step in steps[version - 1 :]:
        version += 1
        step.apply(connection)
        connection.execute(insert(VERSIONS).values(version=version, change=step.change))
