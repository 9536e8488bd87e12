"""Archives to test with: an SQLite file, and a database of a PostgreSQL server that lives as long as the tests."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from apts.archive import Archive, archive_to_fill, open_archive
from tests.archive.postgres import NoServer, server


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    context = server()
    try:
        address = context.__enter__()
    except NoServer as reason:
        pytest.skip(str(reason))
    yield address
    context.__exit__(None, None, None)


@pytest.fixture(scope="session")
def postgres_database(postgres_server: str) -> Iterator[str]:
    """A database of our own, for as long as the tests run."""
    import psycopg
    from sqlalchemy import make_url

    name = f"apts_test_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield make_url(postgres_server).set(database=name).render_as_string(hide_password=False)
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def postgres_address(postgres_database: str) -> Iterator[str]:
    """A database without tables."""
    import psycopg

    yield postgres_database
    with psycopg.connect(postgres_database, autocommit=True) as connection:
        connection.execute("DROP TABLE IF EXISTS apts_matches, apts_runs, apts_versions")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where an archive may be made, in each database."""
    if request.param == "sqlite":
        return str(tmp_path / "apts.db")
    found: str = request.getfixturevalue("postgres_address")
    return found


@pytest.fixture(params=[open_archive, archive_to_fill], ids=["made", "to be made"])
def archive(address: str, request: pytest.FixtureRequest) -> Iterator[Archive]:
    """A new archive in each database, made at once or with its first run."""
    with request.param(address) as opened:
        yield opened
