"""The benchmark of tree search: its floors, and its table."""

from __future__ import annotations

from bench.report import SEARCH, Row, markdown
from bench.samples import Samples
from bench.table import CONTESTS
from tests.house.test_bench import ABOUT


def test_floors_of_tree_search_are_those_promised() -> None:
    assert {contest.title: contest.search_floor for contest in CONTESTS} == {
        "Connect Four": 3.0,
        "Othello": 3.0,
        "Breakthrough": 3.0,
        "English Draughts": 2.0,
        "Amazons": 1.5,
        "Tic-Tac-Toe": 1.0,
        "Hex 11x11": 2.0,
        "Nine Men's Morris": 1.0,
        "Go 9x9": 2.5,
    }


def test_table_of_tree_search_says_what_was_measured() -> None:
    text = markdown([Row("Go", 1.0, Samples((100.0,)), Samples((250.0,)))], ABOUT, SEARCH)
    assert "iterations per processor-second of its tree search" in text
    assert "| Go | 100 ± 0% | 250 ± 0% | 2.50x | 1x | met |" in text
