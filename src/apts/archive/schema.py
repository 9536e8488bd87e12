"""The tables of the archive, one schema for SQLite and PostgreSQL.

All names begin with ``apts_``, because a PostgreSQL database may be shared with others. What is searched for has a
column; everything else of a match is in ``record`` (see ``packing``), everything else of a run in ``manifest``.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Dialect, ForeignKey, Integer, LargeBinary, MetaData, String, Table, Text, TypeDecorator
from sqlalchemy.types import TypeEngine

from apts.archive.errors import DamagedArchive

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
