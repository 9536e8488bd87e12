"""Rows on small boards are found in sets of pieces: the answers are those of a walk along the lines."""

from __future__ import annotations

import pytest

from apts.engine.compiler.compiling import Compiled, compile_rules
from apts.engine.ludemes.conditions import is_line
from apts.engine.play.machine import Machine
from apts.engine.play.playouts.random_matches import CompiledMatches
from apts.engine.play.playouts.summary import Playouts
from apts.language.reading import build

PLACE = "(move Add (to (sites Empty)))"
WALK = f"(if (< (count Pieces Mover) 4) {PLACE} (forEach Piece))"
LATE = "(if (= (count Turns) 60) (result Mover Loss))"


def _game(
    row: str, board: str = "(square 4)", play: str = PLACE, more: str = "", players: int = 2, of: str = "Each"
) -> str:
    return f"""(game "Rows" (players {players})
        (equipment {{ (board {board}) (piece "Stone" {of} (move Step (to if:(is Empty (to))))) {more} }})
        (rules (play {play}) (end {{ (if {row} (result Mover Win)) {LATE} }})))"""


GAMES = {
    "three": _game("(is Line 3)"),
    "exactly three": _game("(is Line 3 exact:True)", "(square 5)"),
    "one": _game("(is Line 1)"),
    "longer than the board": _game("(is Line 9)"),
    "longer than any board": _game("(is Line 1000000000 exact:True)"),
    "along rows": _game("(is Line 3 Orthogonal)", "(hex 3)"),
    "of a player": _game("(is Line 3 Mover)"),
    "of the other player": _game("(is Line 3 through:(last To) Next)", play=WALK),
    "of nobody": _game("(is Line 2 through:0 Neutral)"),
    "of three seats": _game("(is Line 3 exact:True)", "(square 5)", players=3),
    "through a site": _game("(is Line 2 through:5)", play=WALK),
    "through an empty site": _game("(is Line 3 through:0)"),
    "through any site": _game("(is Line 3 throughAny:(sites Corners))"),
    "of men that go about": _game("(is Line 3 Orthogonal exact:True)", "(concentric Square rings:3) use:Vertex", WALK),
    "around circles": _game("(is Line 4 exact:True)", "(concentric {4 8 8}) use:Vertex", WALK),
    "with a hand for each": _game("(is Line 3)", more="(hand Each)"),
    "of shared pieces": _game("(is Line 3)", of="Shared", play='(move Add (piece "Stone") (to (sites Empty)))'),
    "of neutral pieces": _game(
        "(is Line 3)", more='(piece "Dot" Neutral)', play='(move Add (piece {"Stone1" "Dot0"}) (to (sites Empty)))'
    ),
    "of thirty-two sites": _game("(is Line 4)", "(rectangle 4 8)"),
}


def _compiled(name: str) -> Compiled:
    return compile_rules(build(GAMES[name]))


def _played(game: Compiled) -> Playouts:
    return CompiledMatches(Machine(game), seed=5, limit=100).play(300)


@pytest.mark.parametrize("name", GAMES)
def test_rows_are_those_of_a_walk_along_the_lines(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_sets = _compiled(name)
    assert "own" in in_sets.source
    assert "window" in in_sets.source
    monkeypatch.setattr(is_line._matcher, "owner_of_all", None)
    walked = _compiled(name)
    assert "window" not in walked.source
    assert _played(in_sets) == _played(walked)


ROWS_OF_KINDS = {
    "a board of more than one word": _game("(is Line 3)", "(square 6)"),
    "two kinds of a player": _game("(is Line 3)", more='(piece "Other" Each)'),
    "a condition": _game("(is Line 3 if:(is In (to) (sites Bottom)))"),
    "with gaps": _game("(is Line 3 contiguous:False)"),
    "a length that changes": _game("(is Line (count Pieces))"),
}


@pytest.mark.parametrize("name", ROWS_OF_KINDS)
def test_rows_that_sets_of_players_do_not_tell_are_walked_along(name: str) -> None:
    assert "window" not in compile_rules(build(ROWS_OF_KINDS[name])).source
