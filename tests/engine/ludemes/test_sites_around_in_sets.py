"""The neighbours of a site as a set of the data: the same as those that are walked through."""

from __future__ import annotations

import re

import pytest

from apts.engine.compiler.compiling import Compiled, compile_rules
from apts.engine.compiler.data import Data
from apts.engine.lowering.sites.regions import Combined
from apts.engine.ludemes.regions.sites_distance import _Measured
from apts.engine.play.machine import Machine
from apts.engine.play.playouts.random_matches import CompiledMatches
from apts.engine.play.playouts.summary import Playouts
from apts.language.reading import build

SET = r"\blisted\d+ = "

GAMES = {
    "fewer enemies than friends": """(> (+ 1 (count Pieces of:(mover) in:(sites Around (to) Orthogonal)))
        (count Pieces of:(next) in:(sites Around (to) Orthogonal)))""",
    "not far from others": "(<= (count Sites in:(intersection (sites Around (to)) (sites Empty))) (% (count Moves) 9))",
    "around no site": "(= 0 (count Sites in:(intersection (sites Around (- 0 (mover))) (sites Empty))))",
    "around a site beside the board": "(= 0 (count Sites in:(intersection (sites Around (+ 60 (mover))) (sites Empty))))",
    "around two sites": "(>= 2 (count Sites in:(intersection (sites Around (to)) (sites Around (last To)))))",
}


def _game(name: str, board: str) -> str:
    condition = {**GAMES, **SHORT}[name]
    return f"""(game "Around" (players 2) (equipment {{ (board {board}) (piece "Stone" Each) (hand Each) }})
        (rules (play (or (move Add (to (sites Empty) if:{condition})) (move Pass)))
            (end (if (is Line 4) (result Mover Win)))))"""


def _played(game: Compiled) -> Playouts:
    return CompiledMatches(Machine(game), seed=3, limit=80).play(100)


@pytest.mark.parametrize("board", ["(square 5)", "(hex 5)"])
@pytest.mark.parametrize("name", GAMES)
def test_neighbours_in_sets_are_those_of_the_list(name: str, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_sets = compile_rules(build(_game(name, board)))
    assert re.search(SET, in_sets.source)
    monkeypatch.setattr(Data, "masks", lambda *given: None)
    listed = compile_rules(build(_game(name, board)))
    assert not re.search(SET, listed.source)
    assert _played(in_sets) == _played(listed)


SHORT = {
    "neighbours of both": "(>= 2 (count Sites in:(intersection (sites Around (to)) (sites Around (last To)))))",
    "neighbours of one": "(<= 3 (count Sites in:(difference (sites Around (to)) (sites Around (last To)))))",
    "all of both": """(all Sites (intersection (sites Around (to)) (sites Around (last To) Orthogonal))
        if:(is Empty (site)))""",
    "neighbours at a distance": """(<= 2 (count Sites in:(intersection (sites Around (to))
        (sites Distance from:(last To) (range 1 2)))))""",
    "free sites at a distance": """(<= 2 (count Sites in:(intersection (sites Empty)
        (sites Distance from:(to) (range 1 (mover))))))""",
    "at a distance of no site": """(= 0 (count Sites in:(intersection (sites Empty)
        (sites Distance from:(- 0 (mover)) (exact 1)))))""",
    "of three": """(>= 1 (count Sites in:(intersection { (sites Around (to)) (sites Around (last To)) (sites Inner) })))""",
}


@pytest.mark.parametrize("board", ["(square 14)", "(hex 8)"])
@pytest.mark.parametrize("name", SHORT)
def test_sites_in_both_are_the_same_walked_through_and_in_sets(
    name: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = _game(name, board)
    walked = compile_rules(build(text))
    monkeypatch.setattr(Combined, "_few", lambda region: None)
    monkeypatch.setattr(_Measured, "large", False)
    in_sets = compile_rules(build(text))
    assert walked.source != in_sets.source
    assert _played(walked) == _played(in_sets)
