"""SQLite files that somebody wrote by hand: programs where tables should be, and databases of other programs."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from apts.archive import Archive, ArchiveError, open_archive
from apts.archive.archive import named_run
from apts.errors import AptsError
from apts.learning.q.model_file import QFile
from tests.archive.samples import manifest, match

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
DISGUISES = {
    "a view": "ALTER TABLE {table} RENAME TO kept; CREATE VIEW {table} AS " + ENDLESS + " SELECT kept.* FROM kept, n",
    "a trigger": "CREATE TRIGGER t AFTER UPDATE ON {table} BEGIN DELETE FROM {table}; END",
    "a virtual table": "ALTER TABLE {table} RENAME TO kept; CREATE VIRTUAL TABLE {table} USING fts5(x)",
    "a computed column": "ALTER TABLE {table} ADD COLUMN large AS (zeroblob(900000000))",
    "a check or a default that is computed": "ALTER TABLE {table} ADD COLUMN large CHECK (randomblob(900) > 0)",
    "an index": "CREATE INDEX i ON {table}(zeroblob(900000000) > 0)",
}


def disguise(file: Path, kind: str, table: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript("PRAGMA journal_mode = DELETE; PRAGMA legacy_alter_table = ON")
        database.executescript(DISGUISES[kind].format(table=table))


@pytest.mark.parametrize("table", ["apts_versions", "apts_runs", "apts_matches"])
@pytest.mark.parametrize("kind", DISGUISES)
def test_archive_with_a_program_in_the_place_of_a_table_is_refused(kind: str, table: str, tmp_path: Path) -> None:
    file = tmp_path / "apts.db"
    with open_archive(file) as archive:
        archive.start(manifest(), "mine")
        archive.add("mine", [match(1)])
    disguise(file, kind, table)
    with pytest.raises(ArchiveError, match=f"{kind}.* called|{kind} in the table"):
        open_archive(file, create=False)


@pytest.mark.parametrize("table", ["about", "moves", "weights"])
@pytest.mark.parametrize("kind", DISGUISES)
def test_file_of_values_with_a_program_in_the_place_of_a_table_is_refused(
    kind: str, table: str, tmp_path: Path
) -> None:
    from apts.learning.q.model_file import About, GameIdentity, QSettings

    values = QFile(tmp_path / "values.db")
    values.create(About("table", GameIdentity("Race", "0" * 64, None), "race", QSettings()))
    assert values.about.method == "table"
    disguise(values.path, kind, table)
    with pytest.raises(AptsError, match=f"it has {kind}"):
        _ = values.about


COLUMNS = {
    "apts_runs": ("name", "game", "wanted", "created", "manifest"),
    "apts_matches": ("number", "record"),
}
READINGS: dict[str, Callable[[Archive], object]] = {
    "runs": lambda archive: archive.runs(),
    "newest": lambda archive: archive.newest(9),
    "games": lambda archive: archive.games(),
    "manifest": lambda archive: archive.manifest("mine"),
    "match": lambda archive: archive.match("mine", 1),
    "matches": lambda archive: list(archive.matches("mine")),
    "numbers": lambda archive: archive.numbers("mine"),
    "named": lambda archive: named_run(archive, "mi"),
}


@pytest.mark.parametrize("value", ["x'FF'", "'\x1b[2J'", "1.5"])
@pytest.mark.parametrize(("table", "column"), [(table, column) for table, names in COLUMNS.items() for column in names])
def test_value_of_another_kind_in_a_column_is_damage_and_no_fault(
    table: str, column: str, value: str, tmp_path: Path
) -> None:
    file = tmp_path / "apts.db"
    with open_archive(file) as archive:
        archive.start(manifest(), "mine")
        archive.add("mine", [match(1)])
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"UPDATE {table} SET {column} = {value}")
        database.commit()
    refused = 0
    for reading in READINGS.values():
        try:
            with open_archive(file, create=False) as archive:
                reading(archive)
        except ArchiveError:
            refused += 1
    assert refused or (column in ("name", "game", "created", "manifest") and value != "x'FF'")


def test_database_of_another_program_is_not_changed_by_a_single_byte(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE notes (text)")
    before = file.read_bytes()
    with pytest.raises(ArchiveError, match="it was left as it is"):
        open_archive(file)
    assert file.read_bytes() == before
    assert [place.name for place in tmp_path.iterdir()] == ["other.db"]
