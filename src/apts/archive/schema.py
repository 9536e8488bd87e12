"""The tables of the archive, one schema for SQLite and PostgreSQL.

All names begin with ``apts_``, because a PostgreSQL database may be shared with others. What is searched for has a
column; everything else of a match is in ``record`` (see ``packing``), everything else of a run in ``manifest``.
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Integer, LargeBinary, MetaData, String, Table, Text

METADATA = MetaData()

VERSIONS = Table(
    "apts_versions",
    METADATA,
    Column("version", Integer, primary_key=True, autoincrement=False, comment="number of the migration"),
    Column("change", Text, nullable=False, comment="what it did, in words"),
)

RUNS = Table(
    "apts_runs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("digest", String(64), nullable=False, comment="checksum of what decides the matches"),
    Column("game", Text, nullable=False),
    Column("wanted", Integer, nullable=False, comment="how many matches are wanted"),
    Column("created", Text, nullable=False, comment="date and time in UTC, ISO 8601"),
    Column("manifest", Text, nullable=False, comment="JSON"),
)

MATCHES = Table(
    "apts_matches",
    METADATA,
    Column("run", Integer, ForeignKey("apts_runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("status", String(20), nullable=False),
    Column("winner", Integer, comment="seat, or null"),
    Column("length", Integer, nullable=False, comment="turns"),
    Column("record", LargeBinary, nullable=False, comment="the match as compressed JSON"),
    sqlite_with_rowid=False,
)
