"""Wrong addresses, locked and damaged files are answered with sentences, and left as they are."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from apts.archive import (
    ArchiveError,
    DamagedArchive,
    LockedArchive,
    UnknownRun,
    archive_to_fill,
    open_archive,
    opening,
    schema,
)
from tests.archive.samples import manifest, match


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mysql://somebody@somewhere/games", "cannot be kept at mysql://"),
        ("postgre://host/database", "Did you mean postgres"),
        ("sqlite://", "names no file"),
        ("postgresql://host:port/database", "cannot be read"),
        ("  ", "is empty"),
    ],
)
def test_wrong_address_is_answered_with_valid_ones(address: str, sentence: str) -> None:
    with pytest.raises(ArchiveError, match=sentence) as caught:
        open_archive(address)
    assert "postgresql://user:password@host/database" in str(caught.value)


def test_archive_that_may_not_be_written_to_is_read_and_left_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "of a friend #1.db"
    with open_archive(place) as archive:
        run = archive.start(manifest())
        archive.add(run, [match(1), match(2)])
    before = place.read_bytes()
    monkeypatch.setattr(opening.os, "access", lambda file, mode: False)
    with open_archive(place) as archive:
        assert [known.name for known in archive.runs()] == [run]
        assert [known.number for known in archive.matches(run)] == [1, 2]
        with pytest.raises(ArchiveError, match="cannot be opened for writing"):
            archive.add(run, [match(3)])
    assert [file.name for file in tmp_path.iterdir()] == [place.name]
    assert place.read_bytes() == before


def test_server_that_is_not_there_is_named_without_its_password() -> None:
    pytest.importorskip("psycopg")
    with pytest.raises(ArchiveError, match=r"archive postgresql\+psycopg://me:\*\*\*@127.0.0.1:9/games") as caught:
        open_archive("postgresql://me:secret@127.0.0.1:9/games", wait=2)
    assert "secret" not in str(caught.value)


def test_folder_is_no_archive(tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match=r"is a folder; give the path of a file in it, such as .*apts\.db"):
        open_archive(tmp_path)


def test_folder_of_a_new_archive_is_made_where_it_can_be(tmp_path: Path) -> None:
    place = tmp_path / "of" / "this year" / "apts.db"
    open_archive(place).close()
    assert place.is_file()
    with pytest.raises(ArchiveError, match=r"cannot be made: '.*apts\.db' is not a folder"):
        open_archive(place / "apts.db")
    with pytest.raises(ArchiveError, match="There is no archive"):
        open_archive(tmp_path / "nowhere" / "apts.db", create=False)
    assert not (tmp_path / "nowhere").exists()


def test_file_is_made_with_its_first_run_and_not_before(tmp_path: Path) -> None:
    place = tmp_path / "new" / "apts.db"
    with archive_to_fill(place) as archive:
        assert archive.runs() == archive.newest(5) == ()
        assert archive.games() == {}
        with pytest.raises(UnknownRun, match="has no run 'lost'; it has no runs yet"):
            archive.add("lost", [match(1)])
        with pytest.raises(UnknownRun):
            list(archive.matches("lost"))
        assert not place.parent.exists()
        run = archive.start(manifest())
        archive.add(run, [match(1)])
        assert place.is_file()
        assert list(archive.matches(run)) == [match(1)]


def test_file_that_another_made_meanwhile_is_read(tmp_path: Path) -> None:
    place = tmp_path / "apts.db"
    with archive_to_fill(place) as archive:
        assert archive.runs() == ()
        with open_archive(place) as other:
            run = other.start(manifest())
        assert [known.name for known in archive.runs()] == [run]


def test_archive_that_must_exist_is_not_made(tmp_path: Path) -> None:
    open_archive(tmp_path / "other.db").close()
    with pytest.raises(ArchiveError, match=r"There is no archive .*apts\.db\. In its folder there are other\.db\."):
        open_archive(tmp_path / "apts.db", create=False)
    assert not (tmp_path / "apts.db").exists()


def test_empty_postgresql_database_is_no_archive_unless_it_is_to_be_made(postgres_address: str) -> None:
    with pytest.raises(ArchiveError, match="has none of its tables"):
        open_archive(postgres_address, create=False)
    open_archive(postgres_address).close()
    open_archive(postgres_address, create=False).close()


def test_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "music.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE songs (title TEXT)")
        connection.commit()
    with pytest.raises(ArchiveError, match=r"another program .it has the tables songs"):
        open_archive(file)


def test_text_file_is_no_archive_and_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Remember the milk. " * 100)
    with pytest.raises(DamagedArchive, match="no SQLite database"):
        open_archive(file)
    assert file.read_text() == "Remember the milk. " * 100


def filled(file: Path) -> None:
    """An archive of 60 matches, closed."""
    with open_archive(file) as archive:
        archive.start(manifest(), "first")
        archive.add("first", [match(number, turns=40) for number in range(1, 61)])


def test_damage_in_the_middle_of_the_file_is_found_and_the_way_out_named(tmp_path: Path) -> None:
    file = tmp_path / "apts.db"
    filled(file)
    data = bytearray(file.read_bytes())
    for page in range(6, len(data) // 4096, 3):
        data[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    file.write_bytes(data)
    with (
        pytest.raises(DamagedArchive, match=r"is damaged .*\.recover \| sqlite3 .*apts-saved\.db"),
        open_archive(file) as archive,
    ):
        list(archive.matches("first"))


def test_damage_in_the_names_of_tables_is_told_in_a_sentence(tmp_path: Path) -> None:
    """What SQLite says about such a file is no text in UTF-8."""
    file = tmp_path / "apts.db"
    filled(file)
    data = file.read_bytes()
    assert b"CREATE TABLE apts_matches" in data
    file.write_bytes(data.replace(b"CREATE TABLE apts_matches", b"CREATE TABL\xe3 apts_m\x97tches"))
    with pytest.raises(ArchiveError, match=r"apts\.db"), open_archive(file) as archive:
        list(archive.matches("first"))


def test_archive_that_was_cut_off_is_reported_as_damaged(tmp_path: Path) -> None:
    file = tmp_path / "apts.db"
    filled(file)
    file.write_bytes(file.read_bytes()[: 4096 * 5 + 100])
    with pytest.raises(DamagedArchive, match="is damaged"), open_archive(file) as archive:
        list(archive.matches("first"))


def test_one_damaged_match_can_be_discarded_and_played_again(tmp_path: Path) -> None:
    file = tmp_path / "apts.db"
    filled(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE apts_matches SET record = x'00112233' WHERE number = 7")
        connection.commit()
    with open_archive(file) as archive:
        with pytest.raises(DamagedArchive, match="Match 7 of run 'first' is damaged"):
            list(archive.matches("first"))
        archive.discard("first", archive_numbers := [7])
        assert list(archive.missing("first", 60)) == archive_numbers
        archive.add("first", [match(7, turns=40)])
        assert len(list(archive.matches("first"))) == 60


def test_locked_archive_is_reported_after_waiting(tmp_path: Path) -> None:
    file = tmp_path / "apts.db"
    filled(file)
    with (
        closing(sqlite3.connect(file, isolation_level=None)) as other,
        open_archive(file, wait=0.05) as archive,
    ):
        other.execute("BEGIN IMMEDIATE")
        assert archive.numbers("first") == tuple(range(1, 61))
        with pytest.raises(LockedArchive, match="is locked: another process"):
            archive.add("first", [match(61)])
        other.execute("COMMIT")
        assert archive.add("first", [match(61)]) == 1


def test_commits_wait_for_the_disk_and_readers_do_not_wait_for_writers(tmp_path: Path) -> None:
    with open_archive(tmp_path / "apts.db") as archive, archive._engine.begin() as connection:  # type: ignore[attr-defined]
        assert connection.execute(text("PRAGMA journal_mode")).scalar_one() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar_one() == 2


def with_steps(monkeypatch: pytest.MonkeyPatch, *steps: Callable[[Connection], None]) -> None:
    """Let APTS know these steps after version 1."""
    made = tuple(schema.Migration(step.__name__, step) for step in steps)
    monkeypatch.setattr(schema, "MIGRATIONS", made)


def add_note(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE apts_runs ADD COLUMN note TEXT"))


def fill_note(connection: Connection) -> None:
    connection.execute(text("UPDATE apts_runs SET note = name"))


def test_older_archive_is_brought_up_step_by_step_and_only_once(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_archive(address) as archive:
        archive.start(manifest(), "first")
        archive.add("first", [match(1)])
    with_steps(monkeypatch, add_note)
    open_archive(address).close()
    with_steps(monkeypatch, add_note, fill_note)
    for _ in range(2):
        with open_archive(address) as archive:
            assert list(archive.matches("first")) == [match(1)]
            with archive._engine.begin() as connection:  # type: ignore[attr-defined]
                assert connection.execute(text("SELECT note FROM apts_runs")).scalar_one() == "first"
                steps = connection.execute(text("SELECT version, change FROM apts_versions ORDER BY version")).all()
    assert [tuple(step) for step in steps] == [(1, "all tables"), (2, "add_note"), (3, "fill_note")]


def test_failing_step_leaves_the_archive_as_it_was(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    open_archive(address).close()

    def fail(connection: Connection) -> None:
        connection.execute(text("SELECT * FROM no_such_table"))

    with_steps(monkeypatch, add_note, fail)
    with pytest.raises(ArchiveError):
        open_archive(address)
    with_steps(monkeypatch)
    open_archive(address).close()


def test_archive_of_a_newer_version_is_not_touched(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with_steps(monkeypatch, add_note)
    open_archive(address).close()
    with_steps(monkeypatch)
    with pytest.raises(ArchiveError, match="schema version 2, and this APTS knows versions up to 1"):
        open_archive(address)


def test_archive_that_another_process_is_just_making_is_waited_for(tmp_path: Path) -> None:
    """Switching to the log needs the file alone."""
    path = tmp_path / "new.db"
    other = sqlite3.connect(path, check_same_thread=False)
    other.isolation_level = None
    other.execute("BEGIN EXCLUSIVE")
    other.execute("CREATE TABLE passing (number INTEGER)")
    release = threading.Timer(0.5, lambda: (other.execute("ROLLBACK"), other.close()))
    release.start()
    with open_archive(path, wait=20) as archive:
        assert list(archive.runs()) == []
    release.join()


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:s3cret",
        "postgresql://ann:s3cret/database",
        "postgresql://ann:first@s3cret@nowhere.invalid/database",
        "postgresql://ann:s3cret@nowhere.invalid:port/database",
        "postgresql://nowhere.invalid/database?user=ann&password=s3cret&connect_timeout=2",
    ],
)
def test_no_password_is_in_what_is_said_of_an_address(address: str) -> None:
    with pytest.raises(ArchiveError) as caught:
        open_archive(address, wait=2)
    assert "s3cret" not in str(caught.value)
    assert caught.value.__suppress_context__ or "s3cret" not in str(caught.value.__cause__)


def test_no_manifest_keeps_a_password(tmp_path: Path) -> None:
    typed = "apts playtest hex --archive postgresql://ann:s3cret@host/lab --seed 1"
    hidden = typed.replace("s3cret", "***")
    assert replace(manifest(), command=typed).command == hidden
    place = tmp_path / "older.db"
    with open_archive(place) as archive:
        run = archive.start(replace(manifest(), command=hidden))
    with closing(sqlite3.connect(place)) as connection:  # as an older version wrote it
        connection.execute("UPDATE apts_runs SET manifest = replace(manifest, '***', 's3cret')")
        connection.commit()
    with open_archive(place) as archive:
        assert archive.manifest(run).command == hidden
        assert archive.start(replace(manifest(), command=typed), run) == run
