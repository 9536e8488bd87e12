"""What a position is worth: as much as the move that would be played, in every place that tells it."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import apts
from apts.agents.saved_match import SavedMatch
from apts.cli.playing.match_table import MatchTable
from apts.cli.playing.play import TerminalMatch
from apts.games.shipped.snowball_class import Snowball

GIFT = """(game "Gift" (players {players})
  (equipment { (board (square 5)) (piece "Stone" Each) })
  (rules (play (move Add (to (sites Empty))))
    (end { (if (= (last To) 12) (result Mover Win)) (if (is Line 3) (result Mover Loss)) })))"""
"""Whoever takes the middle wins; all other first moves let the next player do so."""


def gift(players: int) -> apts.Game:
    return apts.load(GIFT.replace("{players}", str(players)))


@pytest.mark.parametrize("players", [1, 2, 3, 6])
@pytest.mark.parametrize(
    "spec", ["uct:iterations=300,solve=false", "uct:iterations=300", "uct:iterations=100,choice=value"]
)
def test_position_is_worth_its_best_move_and_not_the_mean_of_all(players: int, spec: str) -> None:
    analysis = apts.agent(spec).analyze(gift(players).start(), seed=1, tree=5)
    assert str(analysis.best) == "c3"
    assert analysis.value == analysis.moves[0].value
    assert analysis.values[0] == analysis.value > 0.9
    assert analysis.tree is not None
    assert analysis.tree.value == analysis.value
    if players > 1:
        assert sum(analysis.values) == pytest.approx(0, abs=1e-6)
        assert min(analysis.values) >= -1


def test_position_of_a_class_is_worth_its_best_move() -> None:
    analysis = apts.agent("uct:iterations=60").analyze(apts.load(Snowball).start(1), seed=1)
    assert analysis.value == analysis.moves[0].value == analysis.values[0]


def test_agent_tells_what_it_expects_of_the_move_it_plays() -> None:
    agent = apts.agent("uct:iterations=300,solve=false")
    decision = agent.decide(gift(2).start(), seed=1)
    assert decision.values is not None
    assert decision.worth is not None
    assert decision.worth > 0.9 > decision.values[0]
    assert apts.agent("random").decide(gift(2).start()).worth is None


def test_terminal_tells_the_same(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("games") / "gift.lud"
    file.write_text(gift(2).rules)
    console = Console(file=io.StringIO(), width=100)
    match = SavedMatch(game=str(file), players=("uct:iterations=300,solve=false", "random"), seed=1)
    TerminalMatch(MatchTable(match), console, apts.agent("random")).run()
    output = console.file.getvalue()  # type: ignore[attr-defined]
    assert "plays c3, expects a score of 100%" in output


THROWN = """(game "Thrown" (players 2)
  (equipment { (board (rectangle 1 9)) (piece "Stone" Each) (dice d:6 num:2) })
  (rules (play (do (roll) next:(move Add (to (sites Empty)))))
    (end (if (is Line 3) (result Mover Win)))))"""


def test_seed_decides_the_throws_of_a_position_that_does_not_say_them() -> None:
    game = apts.load(THROWN)
    text = "9 1 moves=0"
    throws = {tuple(str(die) for die in game.state(text, seed).dice) for seed in range(20)}
    assert len(throws) > 5
    assert str(game.state(text, 3)) == str(game.state(text, 3))
    assert game.state(text) == game.state(text)
    told = str(game.start(7).play("a"))
    assert "chance=" in told
    assert {str(game.state(told, seed)) for seed in range(5)} == {told}


def test_seed_makes_no_difference_without_chance() -> None:
    game = gift(2)
    assert {str(game.state("5/5/5/5/5 1", seed)) for seed in (None, 0, 1, 9)} == {"5/5/5/5/5 1 moves=0"}


def test_match_from_a_position_follows_its_seed(tmp_path_factory: pytest.TempPathFactory) -> None:
    file = tmp_path_factory.mktemp("games") / "thrown.lud"
    file.write_text(THROWN)
    game = apts.load(file)
    firsts = []
    for seed in (1, 2, 3, 4):
        saved = SavedMatch(game=str(file), players=("random", "random"), seed=seed, position="9 1 moves=0")
        firsts.append([str(die) for die in saved.states(game)[0].dice])
    assert len({tuple(first) for first in firsts}) > 1
