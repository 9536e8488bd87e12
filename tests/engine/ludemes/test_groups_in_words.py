"""Groups on boards whose sets fit into two words are flooded in them: the answers are those of a flood site by site."""

from __future__ import annotations

import pytest

from apts.engine.compiler.compiling import Compiled, compile_rules
from apts.engine.lowering.sites.directions import WordDirections
from apts.engine.play.machine import Machine
from apts.engine.play.playouts.random_matches import CompiledMatches
from apts.engine.play.playouts.summary import Playouts
from apts.language.reading import build

PLACE = "(move Add (to (sites Empty)))"


def _game(asked: str, board: str = "(square 8)", play: str = PLACE, more: str = "", players: int = 2) -> str:
    return f"""(game "Groups" (players {players})
        (equipment {{ (board {board}) (piece "Stone" Each (move Step (to if:(is Empty (to)))))
            (regions P1 {{ (sites Side N) (sites Side S) }}) (regions P2 {{ (sites Side W) (sites Side E) }}) {more} }})
        (rules (play {play}) (end (if {asked} (result Mover Win)))))"""


GAMES = {
    "the sides of a player": _game("(is Connected Mover)"),
    "orthogonally": _game("(is Connected Orthogonal Mover)"),
    "the largest board for it": _game("(is Connected Mover)", "(rectangle 4 31)"),
    "a board of all of the first word": _game("(is Connected Mover)", "(rectangle 2 31)"),
    "one site in the second word": _game("(is Connected Orthogonal Mover)", "(rectangle 7 9)"),
    "a board of one word": _game("(is Connected Orthogonal Mover)", "(square 4)"),
    "a board of two words and a hand": _game("(is Connected Mover)", "(square 8)", more="(hand Each)"),
    "two of four sides, three seats": _game(
        "(is Connected 3 { (sites Side N) (sites Side S) (sites Side W) })", players=3
    ),
    "from another site": _game("(is Connected 1 at:7 Orthogonal { (sites Side S) })"),
    "men that go about": _game(
        "(is Connected 2 Orthogonal { (sites Side N) (sites Side S) })",
        "(square 5)",
        f"(if (< (count Pieces Mover) 6) {PLACE} (forEach Piece))",
    ),
    "men in stacks": _game("(is Connected Orthogonal Mover)", "(square 5)", "(move Add (to (sites Board)) stack:True)"),
}


def _compiled(text: str) -> Compiled:
    return compile_rules(build(text))


def _played(game: Compiled) -> Playouts:
    return CompiledMatches(Machine(game), seed=5, limit=150).play(200)


@pytest.mark.parametrize("name", GAMES)
def test_groups_are_those_of_a_flood_site_by_site(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    in_words = _compiled(GAMES[name])
    assert "left_low" in in_words.source
    monkeypatch.setattr(WordDirections, "step_words", lambda self: None)
    by_sites = _compiled(GAMES[name])
    assert "left_low" not in by_sites.source
    assert _played(in_words) == _played(by_sites)


@pytest.mark.parametrize(
    "text",
    [_game("(is Connected Mover)", "(rectangle 5 25)"), _game("(is Connected Forward Mover)")],
    ids=["more sites than two words have", "directions that depend on the piece"],
)
def test_other_groups_are_flooded_site_by_site(text: str) -> None:
    assert "left_low" not in _compiled(text).source
