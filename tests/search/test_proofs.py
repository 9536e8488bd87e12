"""No proof is wrong: positions of many small games, each solved on its own, beside brute force."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import apts
from apts.agents.searching.reading import solve
from apts.engine.play.game import Game
from apts.engine.rules_state import RulesState
from apts.search.exact.solver import Solver
from tests.search.cyclic_games import (
    AGAIN,
    BONUS_ROW,
    CHASE,
    LEAPERS,
    LINE_WALK,
    MORRIS,
    PUZZLE,
    Exact,
    brute_force,
    filled,
)
from tests.search.small_games import NOUGHTS, columns, rhombus
from tests.search.test_cyclic_solver import STUCK, agrees

SHIPPED = Path(apts.__file__).parent / "games" / "shipped"


def of_library(name: str, *changes: tuple[str, str]) -> str:
    """The text of a game of the library with changes, each made once."""
    text = (SHIPPED / f"{name}.lud").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


COUNTED = """(game "Counted" (players 2)
  (equipment { (board (rectangle 1 6)) (piece "Mark" Each) })
  (rules (play (move Add (to (sites Empty)) (then (addScore Mover (% (* 5 (last To)) 4)))))
    (end (if (is Full) (byScore)))) )"""

COLOURS = """(game "Colours" (players 2)
  (equipment { (board (square 3)) (piece "Mark" Each) })
  (rules (play (move Add (to (sites Empty)))) (end {
    (if (is Line 3 Diagonal) (result Mover Win)) (if (is Line 3 Orthogonal) (result Mover Loss)) })))"""

SMALL = {
    "row with gifts": filled(BONUS_ROW, gift=1, extra="", passed=""),
    "row with gifts and passes": filled(
        BONUS_ROW, gift=2, extra="(move Pass)", passed="(if (all Passed) (result Mover Draw))"
    ),
    "kings": filled(CHASE, width=3, ways="Adjacent", last=8),
    "one against one": filled(LEAPERS, own="{0}", other="{8}"),
    "again with passes": filled(AGAIN, gift=2, extra="(move Pass)", goal=3),
    "puzzle": filled(PUZZLE, at=0, end="(if (= (last To) 5) (result P1 Win))"),
    "hex 2x2 with swap": of_library("hex", ("<11>", "<2>")),
    "breakthrough 4x2": of_library("breakthrough", ("<8> <8>", "<4> <2>")),
}
GAMES = {
    **SMALL,
    "counted": COUNTED,
    "colours": COLOURS,
    "noughts": NOUGHTS,
    "three in a row of columns": columns(3, 3, 3),
    "four columns of three": columns(4, 3, 3),
    "rhombus": rhombus(3),
    "walk that may not repeat": filled(
        LINE_WALK, length=4, first=0, second=3, play="(forEach Piece)", ends=STUCK
    ).replace("(rules ", "(rules (meta (no Repeat)) "),
    "walk with passes": filled(
        LINE_WALK, length=6, first=0, second=5, play="(or (forEach Piece) (move Pass))", ends=STUCK
    ),
    "three in motion": filled(MORRIS, men=3),
    "two against one": filled(LEAPERS, own="{0 1}", other="{8}"),
    "misère tic-tac-toe": of_library("tic-tac-toe", ("<Win>", "<Loss>")),
    "kalah of three pits": of_library("kalah", ('<6> "Six', '<3> "Six'), ('<4> "Four seeds', '<1> "Four seeds')),
    "breakthrough 5x2": of_library("breakthrough", ("<8> <8>", "<5> <2>")),
}


def check(game: Game, count: int) -> int:
    """Solve so many positions, drawn by lot, and compare; gives how many there were."""
    states, values = brute_force(game)
    texts = sorted(states)
    random.Random(29).shuffle(texts)
    for text in texts[:count]:
        state, exact = states[text], values[text]
        assert isinstance(state, RulesState)
        agrees(state, found := solve(state, seconds=60), Exact(exact.value, found.moves))
        # Brute force counts passes that nobody can help, as the solver itself does.
        assert Solver(state.game.machine).solve(state.position, line=False).moves == exact.moves
    return len(texts[:count])


@pytest.mark.parametrize("name", SMALL)
def test_proofs_of_small_games_are_those_of_brute_force(name: str) -> None:
    assert check(apts.load(SMALL[name]), 8) > 2


@pytest.mark.long
def test_a_thousand_proofs_of_many_games_are_those_of_brute_force() -> None:
    assert sum(check(apts.load(text), 75) for text in GAMES.values()) >= 1000
