"""Runs leave as JSON, CSV and Parquet, and come back from JSON."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from apts.archive import (
    Archive,
    ArchiveError,
    ConflictingRun,
    InvalidDocument,
    export_csv,
    export_json,
    export_parquet,
    import_json,
    open_archive,
)
from apts.archive.records import TurnRecord, turn_record
from tests.archive.samples import manifest, match


@pytest.fixture
def run(archive: Archive) -> str:
    archive.start(manifest(), "first")
    archive.add("first", [match(number) for number in range(1, 11)])
    return "first"


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    with open_archive(tmp_path / "source.db") as archive:
        archive.start(manifest(), "first")
        archive.add("first", [match(number) for number in range(1, 11)])
        export_json(archive, "first", tmp_path / "run.json")
    return tmp_path / "run.json"


def test_json_comes_back_as_the_same_run_and_the_same_bytes(archive: Archive, run: str, tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    export_json(archive, run, first)
    with open_archive(tmp_path / "other.db") as other:
        imported = import_json(other, first)
        assert (imported.run, imported.added, imported.present) == ("first", 10, 0)
        assert other.manifest("first") == archive.manifest("first")
        assert list(other.matches("first")) == list(archive.matches("first"))
        export_json(other, "first", second)
    assert first.read_bytes() == second.read_bytes()


def test_import_adds_only_what_is_missing(exported: Path, tmp_path: Path) -> None:
    with open_archive(tmp_path / "other.db") as other:
        other.start(manifest(), "first")
        other.add("first", [match(3)])
        assert import_json(other, exported).added == 9
        assert import_json(other, exported).present == 10


def test_import_of_another_match_under_a_number_that_is_taken_is_refused(exported: Path, tmp_path: Path) -> None:
    with open_archive(tmp_path / "other.db") as other:
        other.start(manifest(), "first")
        other.add("first", [match(3, turns=2)])
        with pytest.raises(ConflictingRun, match="Match 3 of run 'first' is in the archive already and is not"):
            import_json(other, exported)
        assert other.numbers("first") == (3,)
        assert import_json(other, exported, name="second").added == 10


def test_import_of_another_run_of_the_same_name_is_refused(exported: Path, tmp_path: Path) -> None:
    with open_archive(tmp_path / "other.db") as other:
        other.start(manifest(seed=99), "first")
        with pytest.raises(ConflictingRun, match="another one of that name"):
            import_json(other, exported)


def spoil(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change an exported document."""
    document = json.loads(path.read_text(encoding="utf-8"))
    change(document)
    path.write_text(json.dumps(document), encoding="utf-8")


SPOILED: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda d: d.update(format="pgn"), r'there is no "format": "apts run"'),
    (lambda d: d.update(version=9), r"format version 9, and this APTS reads versions up to 1"),
    (lambda d: d.pop("manifest"), r"the field 'manifest' is missing"),
    (
        lambda d: d["manifest"].update(players="two"),
        r"manifest\.players: expected a whole number from 1 to 1000, read 'two'",
    ),
    (lambda d: d["matches"][4].pop("seed"), r"matches\[4\]: the field 'seed' is missing"),
    (lambda d: d["matches"][4].update(status="lost"), r"matches\[4\]\.status: expected one of finished"),
    (lambda d: d["matches"][4].update(outcome=None), r"matches\[4\]: Match 5 is finished, but it has no outcome"),
    (lambda d: d["matches"][4]["moves"].pop(), r"matches\[4\]\.movers: expected 5 movers, one for each move, read 6"),
    (lambda d: d["matches"][4]["values"][0].pop(), r"matches\[4\]\.values\[0\]: expected 2 values"),
    (
        lambda d: d["matches"][4]["values"][0].__setitem__(1, 3),
        r"values\[0\]\[1\]: expected a number from -1 to 1, read 3",
    ),
    (lambda d: d["matches"][4]["seats"].__setitem__(0, 2), r"seats\[0\]: expected a whole number from 0 to 1, read 2"),
    (lambda d: d["matches"][4].update(number=2), r"matches\[4\]: match 2 is there twice, first as matches\[1\]"),
    (lambda d: d["matches"][4]["outcome"].update(winner=True), r"outcome\.winner: expected a whole number from 1 to 2"),
]


@pytest.mark.parametrize(("change", "sentence"), SPOILED, ids=[sentence for _, sentence in SPOILED])
def test_spoiled_document_is_refused_with_the_place_that_is_wrong(
    exported: Path, tmp_path: Path, change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    spoil(exported, change)
    with open_archive(tmp_path / "other.db") as other:
        with pytest.raises(InvalidDocument, match=sentence):
            import_json(other, exported)
        assert other.runs() == ()


@pytest.mark.parametrize("length", [0, 1, 100, 1000, 2500])
def test_file_that_was_cut_off_is_refused_with_line_and_column(exported: Path, tmp_path: Path, length: int) -> None:
    exported.write_bytes(exported.read_bytes()[:length])
    with open_archive(tmp_path / "other.db") as other:
        with pytest.raises(InvalidDocument, match=r"run\.json is not valid JSON.*in line \d+, column \d+"):
            import_json(other, exported)
        assert other.runs() == ()


def test_bytes_that_are_no_text_and_absent_files_are_refused(exported: Path, tmp_path: Path) -> None:
    with open_archive(tmp_path / "other.db") as other:
        exported.write_bytes(b'{"format": "\xff\xfe"}')
        with pytest.raises(InvalidDocument, match="is not JSON text"):
            import_json(other, exported)
        with pytest.raises(InvalidDocument, match="cannot be read"):
            import_json(other, tmp_path / "absent.json")


def test_csv_of_matches_has_a_row_for_each_match(archive: Archive, run: str, tmp_path: Path) -> None:
    export_csv(archive, run, tmp_path / "matches.csv")
    with (tmp_path / "matches.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["number"] for row in rows] == [str(number) for number in range(1, 11)]
    second, fifth, seventh = rows[1], rows[4], rows[6]
    assert (second["agent_1"], second["agent_2"]) == ("random", "uct:iterations=1000")
    assert (second["winner"], second["utility_1"], second["reason"], second["line"]) == (
        "1",
        "1.0",
        "a line of four",
        "12",
    )
    assert (fifth["winner"], fifth["rank_2"]) == ("", "1.5")
    assert (seventh["status"], seventh["utility_1"]) == ("stopped", "")
    assert rows[0]["moves"].split() == list(match(1).moves)


def test_csv_of_turns_has_a_row_for_each_turn(archive: Archive, run: str, tmp_path: Path) -> None:
    export_csv(archive, run, tmp_path / "turns.csv", table="turns")
    with (tmp_path / "turns.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 60
    assert rows[0]["value_1"] == str(match(1).turns[0].values[0])  # type: ignore[index]
    assert (rows[1]["turn"], rows[1]["mover"], rows[1]["value_1"], rows[1]["entropy"]) == ("2", "2", "", "")


def test_unknown_table_names_the_valid_ones(archive: Archive, run: str, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError, match="no table 'moves'; valid tables are matches, turns"):
        export_csv(archive, run, tmp_path / "moves.csv", table="moves")


@pytest.mark.parametrize("table", ["matches", "turns"])
def test_parquet_holds_the_same_table_as_csv(archive: Archive, run: str, tmp_path: Path, table: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    export_parquet(archive, run, tmp_path / "table.parquet", table=table)
    export_csv(archive, run, tmp_path / "table.csv", table=table)
    with (tmp_path / "table.csv").open(encoding="utf-8", newline="") as stream:
        expected = list(csv.DictReader(stream))
    rows = parquet.read_table(tmp_path / "table.parquet").to_pylist()
    assert [{name: "" if cell is None else str(cell) for name, cell in row.items()} for row in rows] == expected


def test_parquet_without_pyarrow_names_the_extra(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    missing = pytest.raises(ArchiveError, match=r"pip install 'apts\[parquet\]'")
    with open_archive(tmp_path / "source.db") as archive, missing:
        export_parquet(archive, "first", tmp_path / "table.parquet")
    assert not (tmp_path / "table.parquet").exists()


def test_export_that_fails_leaves_the_file_that_was_there(archive: Archive, run: str, tmp_path: Path) -> None:
    target = tmp_path / "run.json"
    target.write_text("precious")

    class Broken(type(archive)):  # type: ignore[misc]
        """An archive whose third match cannot be read."""

        def matches(self, run: str, damaged: Any = None) -> Any:
            yield match(1)
            raise ArchiveError("gone")

    broken = Broken.__new__(Broken)
    broken.__dict__.update(archive.__dict__)
    with pytest.raises(ArchiveError, match="gone"):
        export_json(broken, run, target)
    assert target.read_text() == "precious"
    assert {path.name for path in tmp_path.glob(".run*")} == set()


def test_export_makes_the_folder_it_is_to_lie_in(archive: Archive, run: str, tmp_path: Path) -> None:
    export_json(archive, run, tmp_path / "new" / "run.json")
    assert (tmp_path / "new" / "run.json").is_file()
    with pytest.raises(ArchiveError, match="cannot be written: Not a directory"):
        export_json(archive, run, tmp_path / "new" / "run.json" / "run.json")


def test_turns_of_which_nothing_was_thought_are_shared_by_matches() -> None:
    assert turn_record(1, "a1", 9, None, None) is turn_record(1, "a1", 9, None, None)
    assert turn_record(1, "a1", 9, None, None) == TurnRecord(1, "a1", 9)
    assert turn_record(2, "a1", 9, [0.5, -0.5], 0.25) == TurnRecord(2, "a1", 9, (0.5, -0.5), 0.25)
