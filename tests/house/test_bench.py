"""The benchmark's arithmetic and tables, without running it."""

from __future__ import annotations

import json

import pytest

from bench.report import Row, as_json, markdown
from bench.samples import Samples, rate
from bench.table import CONTESTS

ABOUT = {
    "apts": "1",
    "open_spiel": "2",
    "python": "3",
    "processor": "abacus",
    "cores": 1,
    "repetitions": 3,
    "seconds": 1.0,
}
RIVAL = Samples((90.0, 100.0, 130.0))


def test_median_is_not_moved_by_a_disturbed_repetition() -> None:
    assert Samples((100.0, 101.0, 5.0)).median == 100.0
    assert Samples((100.0, 110.0, 90.0)).spread == pytest.approx(0.1)


def test_floor_is_met_at_the_floor_and_not_below() -> None:
    assert Row("Go", 2.0, RIVAL, Samples((200.0,))).met
    assert not Row("Go", 2.0, RIVAL, Samples((199.0,))).met
    assert not Row("Go", 2.0, RIVAL, None, "not there").met


def test_rate_counts_work_per_processor_second() -> None:
    calls = []

    def work() -> int:
        calls.append(sum(range(10_000)))
        return 10

    measured = rate(work, 0.05)
    assert 0 < measured <= 10 * len(calls) / 0.05


def test_table_has_a_line_for_each_game_and_says_what_is_absent() -> None:
    rows = [Row("Go", 1.0, RIVAL, Samples((250.0,))), Row("Hex", 1.5, RIVAL, None, "there is no game hex")]
    text = markdown(rows, ABOUT)
    assert "| Go | 100 ± 30% | 250 ± 0% | 2.50x | 1x | met |" in text
    assert "| Hex | 100 ± 30% | | | 1.5x | there is no game hex |" in text
    document = json.loads(as_json(rows, ABOUT))
    assert [game["ratio"] for game in document["games"]] == [2.5, None]


def test_required_floors_are_those_promised() -> None:
    higher = {"Connect Four": (5.0, 3.0), "Othello": (4.0, 3.0), "English Draughts": (5.0, 5.0)}
    for contest in CONTESTS:
        assert (contest.playout_floor, contest.search_floor) == higher.get(contest.title, (3.0, 3.0))
    assert {*higher} < {contest.title for contest in CONTESTS}
