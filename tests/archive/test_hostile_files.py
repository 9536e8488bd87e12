"""SQLite files that somebody wrote by hand: programs where tables should be, and databases of other programs."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from apts.archive import ArchiveError, open_archive
from apts.errors import AptsError
from apts.learning.q.model_file import QFile
from tests.archive.samples import manifest, match

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
DISGUISES = {
    "a view": "ALTER TABLE {table} RENAME TO kept; CREATE VIEW {table} AS " + ENDLESS + " SELECT kept.* FROM kept, n",
    "a trigger": "CREATE TRIGGER t AFTER UPDATE ON {table} BEGIN DELETE FROM {table}; END",
    "a virtual table": "ALTER TABLE {table} RENAME TO kept; CREATE VIRTUAL TABLE {table} USING fts5(x)",
    "a computed column": "ALTER TABLE {table} ADD COLUMN large AS (zeroblob(900000000))",
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
    from apts.learning.q.identity import GameIdentity
    from apts.learning.q.model_file import About
    from apts.learning.q.settings import QSettings

    values = QFile(tmp_path / "values.db")
    values.create(About("table", GameIdentity("Race", "0" * 64, None), "race", QSettings()))
    assert values.about.method == "table"
    disguise(values.path, kind, table)
    with pytest.raises(AptsError, match=f"it has {kind}"):
        _ = values.about


def test_database_of_another_program_is_not_changed_by_a_single_byte(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE notes (text)")
    before = file.read_bytes()
    with pytest.raises(ArchiveError, match="it was left as it is"):
        open_archive(file)
    assert file.read_bytes() == before
    assert [place.name for place in tmp_path.iterdir()] == ["other.db"]
