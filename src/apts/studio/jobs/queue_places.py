"""Where jobs wait: an SQLite file in the studio's folder, or Redis or PostgreSQL by their addresses."""

from __future__ import annotations

from pathlib import Path

from huey import SqliteHuey
from huey.api import Huey

from apts.errors import AptsError
from apts.hidden_passwords import without_passwords
from apts.studio.private_files import private_database

NAME = "apts-studio"


def queue_at(place: str | None, folder: Path) -> Huey:
    """The queue at an address; without one a file in the folder."""
    if place is None:
        return SqliteHuey(NAME, filename=str(private_database(folder / "queue.db")), results=False)
    if place.startswith(("redis://", "rediss://")):
        return _on_redis(place)
    if place.startswith(("postgresql://", "postgres://")):
        return _on_postgres(place)
    raise AptsError(
        f"the queue {without_passwords(place)!r} cannot be used: leave it out for a file, or give redis://HOST:PORT/0 or "
        "postgresql://USER@HOST/DATABASE"
    )


def _on_redis(place: str) -> Huey:
    try:
        import redis
    except ImportError as problem:
        raise AptsError('a queue on Redis needs a package more: pip install "apts[redis]"') from problem
    from huey import RedisHuey

    try:
        made = RedisHuey(NAME, url=place, results=False)
        made.storage.conn.ping()
    except (redis.RedisError, ValueError) as problem:
        raise AptsError(f"the queue on Redis cannot be reached: {without_passwords(str(problem))}") from problem
    return made


def _on_postgres(place: str) -> Huey:
    try:
        import peewee
        import psycopg  # noqa: F401 - the driver, which peewee needs
        from playhouse.postgres_ext import Psycopg3Database
    except ImportError as problem:
        raise AptsError('a queue on PostgreSQL needs packages more: pip install "apts[postgres]"') from problem
    from huey.contrib.sql_huey import SqlHuey

    try:
        return SqlHuey(NAME, database=Psycopg3Database(place), results=False)
    except peewee.PeeweeException as problem:
        raise AptsError(
            f"the queue on PostgreSQL cannot be reached: {without_passwords(str(problem).strip())}"
        ) from problem
