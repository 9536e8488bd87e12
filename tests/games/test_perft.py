"""Published counts of the ways to play.

Draughts: R. Halbersma's dctl, numbers that several programmers agreed on; a turn is all jumps of a move, and
``distinct`` drops captures that differ only in their route. Othello: A. Bik, and the programs Egaroucid and Edax. The
others are as OpenSpiel counts them, but Amazons, where the shot is a move of its own.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import apts

MOVES: list[tuple[str, dict[str, Any], list[int]]] = [
    ("tic-tac-toe", {}, [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]),
    ("othello", {}, [4, 12, 56, 244, 1396, 8200, 55092, 390216]),
    ("connect-four", {}, [7, 49, 343, 2401, 16807, 117649, 823536]),
    ("breakthrough", {}, [22, 484, 11132, 256036]),
    ("breakthrough", {"board": "6x6"}, [16, 256, 4308, 71478]),
    ("amazons", {}, [80, 2176, 168420]),
    ("hex", {"swap": "Off"}, [121, 14520, 1727880]),
    ("hex", {"swap": "Off", "board": "5x5"}, [25, 600, 13800, 303600]),
    ("hex", {}, [121, 14641]),
    ("go", {"board": "9x9"}, [82, 6643, 531522]),
    ("go", {"board": "5x5"}, [26, 651, 15650, 361041]),
    ("nine-mens-morris", {}, [24, 552, 12144, 255024]),
    ("gomoku", {}, [225, 50400]),
    ("oware", {}, [6, 36, 190, 1014, 5219, 27332, 139157]),
    ("kalah", {}, [6, 35, 185, 942, 4690, 23233]),
]
TURNS = {
    "english-draughts": [7, 49, 302, 1469, 7361, 36768, 179740, 845931],
    "brazilian-draughts": [7, 49, 302, 1469, 7473, 37628, 187302, 907836],
}
TURNS_WITHOUT_DOUBLES = {
    "english-draughts": [7, 49, 302, 1469, 7361, 36768, 179740, 845931],
    "brazilian-draughts": [7, 49, 302, 1469, 7473, 37628, 187302, 907830],
}


@pytest.mark.parametrize(("name", "options", "counts"), MOVES, ids=lambda value: str(value)[:40])
def test_moves_are_counted_as_published(name: str, options: dict[str, Any], counts: list[int]) -> None:
    game = apts.load(name, **options)
    assert [game.perft(depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", TURNS)
def test_turns_are_counted_as_published(name: str) -> None:
    game = apts.load(name)
    depths = range(1, len(TURNS[name]) + 1)
    assert [game.perft(depth, unit="turn") for depth in depths] == TURNS[name]
    assert [game.perft(depth, unit="turn", distinct=True) for depth in depths] == TURNS_WITHOUT_DOUBLES[name]


def test_tic_tac_toe_has_255168_matches() -> None:
    game = apts.load("tic-tac-toe")
    counts = [game.perft(depth) for depth in range(1, 10)]
    # Of the sequences of a depth those that have ended are the ones that the next depth does not continue.
    ended = [count - longer // (9 - depth) for depth, (count, longer) in enumerate(pairwise(counts), 1)]
    assert sum(ended) + counts[-1] == 255_168
