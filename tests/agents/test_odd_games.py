"""Agents in games with dice, with three players, with the swap rule, and with moves that the rules offer twice."""

from __future__ import annotations

import pytest

import apts
from apts.agents.agent_registry import AgentContract
from apts.engine.play.game import Game
from tests.agents.small_games import Coin, Race
from tests.engine.small_games import TWICE
from tests.search.small_games import DICE, TRIO, rhombus

GAMES = {
    "dice": DICE,
    "trio": TRIO,
    "swap": rhombus(3, "(meta (swap))"),
    "twice": TWICE,
    "coin": Coin(),
    "race": Race(9, players=3),
}


class OddGames(AgentContract):
    """The contract on games that are not like most."""

    games = tuple(GAMES)
    matches = tuple(GAMES)
    plies = (0, 1, 2)

    def game(self, name: str) -> Game:
        return apts.load(GAMES.get(name, name))


class TestUct(OddGames):
    spec = "uct:iterations=80"


class TestAlphaBeta(OddGames):
    spec = "alphabeta:depth=2"


class TestMaxn(OddGames):
    spec = "alphabeta:depth=2,opponents=maxn"


class TestGreedy(OddGames):
    spec = "greedy"


class TestMistakes(OddGames):
    spec = "uct:iterations=120,loss=0.1,breadth=5"


class TestMistakesAhead(OddGames):
    spec = "alphabeta:nodes=60,loss=0.1"


class TestAdaptive(OddGames):
    spec = "adaptive:level=club"


@pytest.mark.parametrize("spec", ["uct:iterations=300", "alphabeta:depth=3"])
def test_values_belong_to_seats_after_a_swap(spec: str) -> None:
    """Whoever took over the colour of the centre stone stands better."""
    game = apts.load(GAMES["swap"])
    state = game.start().play("b2")
    swap = next(move for move in state.moves() if move.kind == "swap")
    after = state.play(swap)
    values = apts.agent(spec).analyze(after).values
    assert values[1] > values[0]
