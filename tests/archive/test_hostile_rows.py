"""Archives and exports that somebody made to do harm: bombs, wrong kinds, absurd numbers, formulas, servers that go."""

from __future__ import annotations

import csv
import json
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, update

from apts.archive import (
    Archive,
    ArchiveError,
    DamagedArchive,
    DamagedMatch,
    InvalidDocument,
    MatchRecord,
    database,
    export_csv,
    export_json,
    import_json,
    open_archive,
)
from apts.archive.records import LostConnection, canonical, manifest_document, match_document
from apts.archive.schema import MATCHES, RUNS
from apts.archive.validation import LARGEST, packed
from apts.engine.play.outcome import Outcome
from apts.input_checks import TooLarge, unpacked_bytes, unpacked_parts
from tests.archive.samples import manifest, match


def filled(folder: Path) -> Path:
    """An archive with a run of three matches."""
    file = folder / "apts.db"
    with open_archive(file) as archive:
        archive.start(manifest(), "run")
        archive.add("run", [match(number) for number in (1, 2, 3)])
    return file


def with_row(file: Path, data: bytes) -> None:
    """The second match replaced by these bytes."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.execute(update(MATCHES).where(MATCHES.c.number == 2).values(record=data))
    engine.dispose()


def changed(**fields: Any) -> bytes:
    """The second match with fields changed."""
    return zlib.compress(json.dumps({**match_document(match(2)), **fields}).encode())


DOCUMENT = match_document(match(2))
OUTCOME = DOCUMENT["outcome"]
ROWS: dict[str, Callable[[], bytes]] = {
    "a row of 200 kB that unpacks to 200 MB": lambda: bomb(200_000_000),
    "deep brackets": lambda: zlib.compress(b"[" * 200_000),
    "not a number": lambda: changed(entropies=[float("nan")] * 6),
    "infinity": lambda: changed(values=[[float("inf"), 0]] * 6),
    "a seat of no agent": lambda: changed(seats=[0, 9]),
    "three seats": lambda: changed(seats=[0, 1, 0]),
    "a mover of no seat": lambda: changed(movers=[7] * 6),
    "moves that are numbers": lambda: changed(moves=[1] * 6),
    "fewer legal moves than none": lambda: changed(legal_moves=[-1] * 6),
    "a value beyond winning": lambda: changed(values=[[2, -2]] * 6),
    "a winner of no seat": lambda: changed(outcome={**OUTCOME, "winner": 12}),
    "ranks of three": lambda: changed(outcome={**OUTCOME, "ranks": [1, 2, 3]}),
    "a utility of 10^12": lambda: changed(outcome={**OUTCOME, "utilities": [10**12, 0]}),
    "a seed that is a text": lambda: changed(seed="1"),
    "an absurdly long number": lambda: zlib.compress(b'{"number":' + b"9" * 100_000 + b"}"),
    "facts that are a list": lambda: changed(facts=[]),
    "kinds of moves that are objects": lambda: changed(facts={"kinds": [{}] * 6}),
    "fewer kinds than moves": lambda: changed(facts={"kinds": ["add"]}),
    "a site of 10^30": lambda: changed(facts={"targets": [10**30] * 6}),
    "people without seats": lambda: changed(facts={"people": {"seats": 3}}),
    "another number": lambda: changed(number=9),
    "lists without end": lambda: zlib.compress(b'{"facts":{"x":[' + b"[]," * (1 << 20) + b"[]]}}"),
    "values without end": lambda: zlib.compress(b'{"facts":{"x":[' + b"1," * (1 << 22) + b"1]}}"),
    "incomplete character": lambda: changed(moves=["\ud800"] * 6),
    "incomplete character in a fact": lambda: changed(facts={"x": {"\udfff": 1}}),
    "a number beyond all bounds": lambda: with_number("1e999"),
    "such a number in full": lambda: with_number("9" * 400 + ".5"),
    "nothing": lambda: b"",
    "cut off": lambda: packed(match(2))[:-9],
}


def with_number(written: str) -> bytes:
    """The second match with a fact that is a number, as it is written here."""
    return zlib.compress(json.dumps(DOCUMENT).replace('"facts": {', f'"facts": {{"x": {written}, ').encode())


def bomb(size: int) -> bytes:
    """So many spaces, packed."""
    packing, block = zlib.compressobj(9), b" " * 1_000_000
    return b"".join(packing.compress(block) for _ in range(size // len(block))) + packing.flush()


@pytest.mark.parametrize("row", ROWS)
def test_hostile_row_is_one_damaged_match_and_the_others_are_read(row: str, tmp_path: Path) -> None:
    file = filled(tmp_path)
    with_row(file, ROWS[row]())
    with open_archive(file) as archive:
        damaged: list[DamagedMatch] = []
        assert [known.number for known in archive.matches("run", damaged)] == [1, 3]
        assert [problem.number for problem in damaged] == [2]
        with pytest.raises(DamagedMatch, match=r"Match 2 of run 'run' is damaged"):
            archive.match("run", 2)


@pytest.mark.parametrize(
    "settings",
    [
        {"source": 7},
        {"source": {"class": "Race", "text": "0", "settings": {}}},
        {"source": {"class": "Race", "text": 0, "file": "a.py", "settings": {}}},
        {"source": {"class": "Race", "text": "0", "file": "a.py", "settings": {}, "inputs": {"b": 1}}},
        {"turn_limit": 10**30},
        {"known_turns": "many"},
        {"until": 3},
        {"question": "people"},
        {"question": {"kind": []}},
    ],
    ids=str,
)
def test_manifest_with_settings_of_wrong_kinds_is_damaged_and_refused(settings: dict[str, Any], tmp_path: Path) -> None:
    file = filled(tmp_path)
    spoiled = replace(manifest(), settings=settings)
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.execute(update(RUNS).values(manifest=canonical(manifest_document(spoiled))))
    engine.dispose()
    with open_archive(file) as archive, pytest.raises(DamagedArchive, match="settings"):
        archive.manifest("run")
    with open_archive(tmp_path / "other.db") as other:
        other.start(spoiled, "run")
        (tmp_path / "run.json").write_text(
            json.dumps(
                {
                    "format": "apts run",
                    "version": 1,
                    "run": "run",
                    "manifest": manifest_document(spoiled),
                    "matches": [],
                }
            )
        )
        with pytest.raises(InvalidDocument, match="settings"):
            import_json(other, tmp_path / "run.json", "again")


@pytest.mark.parametrize("name", ["game", "command", "rules"])
def test_manifest_with_half_a_character_is_damaged_and_refused(name: str, tmp_path: Path) -> None:
    file = filled(tmp_path)
    spoiled = json.dumps({**manifest_document(manifest()), name: "a\ud800"})
    with closing(sqlite3.connect(file)) as database:
        database.execute("UPDATE apts_runs SET manifest = ?", (spoiled,))
        database.commit()
    with open_archive(file) as archive, pytest.raises(DamagedArchive, match="incomplete character"):
        archive.manifest("run")
    document = {"format": "apts run", "version": 1, "run": "run", "manifest": json.loads(spoiled), "matches": []}
    (tmp_path / "run.json").write_text(json.dumps(document), encoding="ascii")
    with open_archive(tmp_path / "other.db") as other, pytest.raises(InvalidDocument, match="incomplete character"):
        import_json(other, tmp_path / "run.json")


@pytest.mark.parametrize("fields", [{"players": 10**8}, {"agents": ("random",) * 300_000}], ids=["players", "agents"])
def test_manifest_of_more_seats_than_any_page_could_show_is_damaged(fields: dict[str, Any], tmp_path: Path) -> None:
    file = filled(tmp_path)
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        document = canonical(manifest_document(replace(manifest(), **fields)))
        connection.execute(update(RUNS).values(manifest=document))
    engine.dispose()
    with open_archive(file) as archive, pytest.raises(DamagedArchive, match=r"players.*to 1000|1000 agents at most"):
        archive.manifest("run")


@pytest.mark.parametrize("part", ["postgresql://", "postgresql://a:", "redis://a:b", "a://b:c@"])
def test_command_of_many_addresses_costs_no_more_than_its_length(part: str) -> None:
    told = replace(manifest(), command=f"apts playtest --archive postgresql://me:secret@host {part * 40_000}").command
    assert "postgresql://me:***@host" in told
    assert "secret" not in told


def test_match_that_is_too_long_to_be_read_is_not_written(archive: Archive) -> None:
    archive.start(manifest(), "run")
    long = replace(match(1), facts={"note": "x" * LARGEST})
    with pytest.raises(ArchiveError, match="give a smaller limit of turns"):
        archive.add("run", [long])


def test_unpacking_stops_at_its_bound() -> None:
    data = bomb(20_000_000)
    with pytest.raises(TooLarge):
        unpacked_bytes(data, 10_000_000)
    with pytest.raises(TooLarge):
        list(unpacked_parts(data, 10_000_000))
    assert len(unpacked_bytes(data, 20_000_000)) == sum(map(len, unpacked_parts(data, 20_000_000))) == 20_000_000
    for read in (unpacked_bytes, lambda cut, most: list(unpacked_parts(cut, most))):
        with pytest.raises(zlib.error):
            read(data[:-9], 20_000_000)


FORMULAS = (
    "=cmd|' /C calc'!A0", "+1+2", "-1+2", "@SUM(1)", "\t=1", "\r=1", "  =1", "\uff1d1", "\n=1",
    "\xa0=1", "\ufeff@1", "\u200b-1", "\x00=1", "\ufe661",
)  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
@pytest.mark.parametrize("table", ["matches", "turns"])
def test_no_cell_of_a_table_is_a_formula_and_numbers_stay_numbers(text: str, table: str, tmp_path: Path) -> None:
    named = replace(match(1), outcome=Outcome.won_by(1, 2, text, 12), status="finished")
    turns = tuple(replace(turn, move=text) for turn in named.turns)
    with open_archive(tmp_path / "apts.db") as archive:
        archive.start(manifest(agents=(text, "random")), "run")
        archive.add("run", [MatchRecord(1, 5, (0, 1), turns, "finished", named.outcome)])
        export_csv(archive, "run", tmp_path / "run.csv", table)
        export_json(archive, "run", tmp_path / "run.json")
        with open_archive(tmp_path / "again.db") as again:
            import_json(again, tmp_path / "run.json")
            assert again.match("run", 1) == archive.match("run", 1)
    with (tmp_path / "run.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    texts = [cell for row in rows for name, cell in row.items() if name in ("reason", "agent_1", "moves", "move")]
    assert texts
    assert all(cell.startswith("'") for cell in texts)
    numbers = [cell for row in rows for name, cell in row.items() if name.startswith(("utility", "value")) and cell]
    assert any(cell.startswith("-") for cell in numbers)
    assert all(float(cell) <= 1 for cell in numbers)


@pytest.mark.parametrize("text", ["a1;=1+2", "a1; \t=1+2", "a1\n=1+2", "a1\r+1+2", 'a1";@SUM(1)', "a1,b1;-1+2"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_no_cell_is_a_formula_for_a_spreadsheet_that_separates_cells_otherwise(
    text: str, separator: str, tmp_path: Path
) -> None:
    named = replace(match(1), outcome=Outcome.won_by(1, 2, text, 12), status="finished")
    with open_archive(tmp_path / "apts.db") as archive:
        archive.start(manifest(agents=(text, "random")), "run")
        archive.add("run", [named])
        export_csv(archive, "run", tmp_path / "run.csv")
    written = (tmp_path / "run.csv").read_text(encoding="utf-8")
    cells = [cell for row in csv.reader(written.splitlines(), delimiter=separator) for cell in row]
    assert not [cell for cell in cells if cell.strip().startswith(("=", "+", "@", "-1+2"))]


def test_work_that_lost_its_server_is_done_again_and_given_up_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    asked: list[int] = []

    @database.retried
    def work(failures: int) -> str:
        asked.append(failures)
        if len(asked) <= failures:
            raise LostConnection("The archive does not answer (gone).")
        return "done"

    assert work(2) == "done"
    assert len(asked) == 3
    with pytest.raises(LostConnection, match=r"does not answer \(gone\). APTS kept trying for"):
        work(10**6)
