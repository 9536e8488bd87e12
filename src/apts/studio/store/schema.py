"""The tables of a studio. Times are texts in UTC (ISO 8601); what is only read as a whole is JSON."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

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
