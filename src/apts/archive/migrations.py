"""From any older schema to the present one, step by step, when an archive is opened.

The steps are our own and numbered, and the table ``apts_versions`` says which were made. Alembic would do the same with
a configuration file, a template engine and a folder of scripts beside the code; here all steps are made at opening,
in one transaction, on archives that lie on other people's computers, and a list of functions is all that takes.

A new archive gets the tables of ``schema`` at once. An older one gets the steps it lacks. A step that has been released
is never changed: a new one is put at the end of ``MIGRATIONS``, and ``schema`` is brought in line with it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, inspect, select, text

from apts.archive.errors import ArchiveError
from apts.archive.schema import METADATA, VERSIONS

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
