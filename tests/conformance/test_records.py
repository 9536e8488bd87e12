"""Folders of records are read, and checked against the checksums they carry."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.conformance.position import RecordedPosition, counted, is_empty, list_crc, rolls_of_consequences
from bench.conformance.records import RecordError, RecordFolder
from tests.conformance.two_cells import trace, write_record

SHARED = Path(__file__).parents[3] / "shared" / "conformance"


def test_index_gives_the_order_and_games_outside_it_come_last(tmp_path: Path) -> None:
    for slug in ("ashta", "bao", "chess"):
        write_record(tmp_path, slug, trace())
    assert [record.slug for record in RecordFolder(tmp_path).records()] == ["ashta", "bao", "chess"]
    (tmp_path / "index.csv").write_text("slug,name\nchess,Chess\nbao,Bao\n", encoding="utf-8")
    assert [record.slug for record in RecordFolder(tmp_path).records()] == ["chess", "bao", "ashta"]


def test_unknown_game_is_an_error_that_names_it(tmp_path: Path) -> None:
    write_record(tmp_path, "bao", trace())
    with pytest.raises(RecordError, match="no record of boa"):
        RecordFolder(tmp_path).records(["boa"])


def test_folder_without_traces_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="no folder of records"):
        RecordFolder(tmp_path).records()


def test_damaged_trace_is_an_error_that_names_the_file(tmp_path: Path) -> None:
    record = write_record(tmp_path, "bao", trace())
    record.trace.write_bytes(b"not gzip")
    with pytest.raises(RecordError, match=r"bao\.json\.gz cannot be read"):
        _ = RecordFolder(tmp_path).record("bao").data


@pytest.mark.parametrize(
    ("contents", "empty"),
    [
        ([0, 0, 0], True),
        ([1, 1, 0], False),
        ([0, 3, 0], False),
        ([0, 0, 0, -1, 0], True),
        ([0, 0, 0, 2, 0], False),
        ([[]], True),
        ([[[1, 0]]], False),
    ],
)
def test_empty_sites_are_recognised_in_every_form(contents: list[object], empty: bool) -> None:
    assert is_empty(contents) is empty


def test_positions_are_compared_site_by_site() -> None:
    here, there = RecordedPosition([[3, 1, 1, 0], ["v2", 2, 1, 0]]), RecordedPosition([[3, 1, 1, 0], [4, 2, 1, 0]])
    assert here.differences(there) == [(4, None, [2, 1, 0]), ("v2", [2, 1, 0], None)]


def test_rolls_before_the_decision_are_not_consequences() -> None:
    text = "[SetStateAndUpdateDice:site=9,state=1],[Pass:decision=true],[SetStateAndUpdateDice:site=9,state=4]"
    assert rolls_of_consequences(text) == [(9, 4)]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the folder of recorded matches is not beside the repository")
@pytest.mark.parametrize("slug", ["tic-tac-toe", "connect-four", "backgammon"])
def test_recorded_changes_lead_to_the_recorded_checksums(slug: str) -> None:
    for trial in RecordFolder(SHARED).record(slug).trials:
        position = RecordedPosition(trial.start.sites)
        for ply in trial.plies:
            if ply.legal is not None:
                assert list_crc(ply.legal) == ply.crc
                pairs = [(origin, to) for origin, to, count in ply.legal for _ in range(count)]
                assert counted(pairs) == ply.legal
            position.update(ply.changes)
        assert position.crc() == trial.end.state_crc
