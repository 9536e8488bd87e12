"""Agents play as well as they promise: what they must never miss, and who beats whom."""

from __future__ import annotations

import pytest

import apts
from apts.agents.matches import play_match
from tests.agents.small_games import PILE, Race


@pytest.mark.parametrize("spec", ["uct:iterations=200", "alphabeta:depth=2", "greedy", "level:casual", "adaptive"])
def test_win_in_one_move_is_taken(spec: str) -> None:
    state = apts.load("connect-four").start()
    for move in "aabbc":
        state = state.play(move)
    state = state.play("g")
    assert str(apts.agent(spec).choose(state, seed=1)) == "d"


@pytest.mark.parametrize("spec", ["uct:iterations=500", "alphabeta:depth=2", "level:club", "adaptive"])
def test_threat_is_met(spec: str) -> None:
    state = apts.load("connect-four").start()
    for move in "agbgc":
        state = state.play(move)
    assert str(apts.agent(spec).choose(state, seed=1)) == "d"


def test_proven_results_are_reported() -> None:
    state = apts.load("tic-tac-toe").start().play("a1").play("a2")
    analysis = apts.agent("uct:iterations=20000").analyze(state)
    assert analysis.proven == 1.0
    assert analysis.moves[0].proven == 1.0
    assert analysis.moves[0].low == analysis.moves[0].high == 1.0
    assert apts.solve(state).value == 1


def test_tree_search_of_a_class_plays_like_that_of_a_text() -> None:
    agents = [apts.agent("uct:iterations=60"), apts.agent("random")]
    game = apts.load(Race())
    results = [play_match(game, agents, seed).outcome.winner for seed in range(10)]
    assert results == [1] * 10  # 21 pieces, 1 to 3 at a time: the first player wins


def test_class_is_solved() -> None:
    solved = apts.solve(apts.load(Race(8)).start())
    assert solved.value == -1
    assert apts.solve(apts.load(Race(7)).start()).value == 1
    assert len(solved.line) > 0


@pytest.mark.parametrize("spec", ["uct:iterations=400", "alphabeta:depth=3", "alphabeta:depth=3,opponents=maxn"])
def test_values_of_three_seats_add_up(spec: str) -> None:
    for game in (apts.load(PILE), apts.load(Race(7, players=3))):
        state = game.start()
        analysis = apts.agent(spec).analyze(state)
        assert len(analysis.values) == 3
        assert sum(analysis.values) == pytest.approx(0.0, abs=0.35)
        assert analysis.values[state.mover - 1] == pytest.approx(analysis.value, abs=1e-6)


def test_search_does_not_see_the_dice_of_the_match() -> None:
    """A class with chance: both moves lead to a throw of the coin, and no seed makes one of them certain."""
    from tests.agents.small_games import Coin

    state = apts.load(Coin()).start(seed=5)
    analysis = apts.agent("uct:iterations=600").analyze(state)
    assert {row.proven for row in analysis.moves} == {None}
    fair = analysis.row("fair")
    loaded = analysis.row("loaded")
    assert fair.value == pytest.approx(0.0, abs=0.2)
    assert loaded.value == pytest.approx(0.6, abs=0.2)
    assert str(analysis.best) == "loaded"


def test_entropy_is_none_without_playouts_and_falls_when_one_move_stands_out() -> None:
    open_state = apts.load("connect-four").start()
    forced = open_state
    for move in "agbgc":
        forced = forced.play(move)
    search = apts.agent("uct:iterations=2000")
    assert apts.agent("alphabeta:depth=2").analyze(open_state).entropy is None
    first, second = search.analyze(open_state).entropy, search.analyze(forced).entropy
    assert first is not None
    assert second is not None
    assert second < first


def test_decision_carries_values_of_all_seats() -> None:
    state = apts.load("connect-four").start()
    decision = apts.agent("uct:iterations=300").decide(state)
    assert decision.values is not None
    assert decision.values[0] == -decision.values[1]
    assert decision.entropy is not None
    assert apts.agent("random").decide(state).values is None


class Judged(Race):
    """The same pile with an opinion: the player to move likes to leave as many pieces as possible."""

    def estimate(self, position: tuple[int, int], seat: int) -> float:
        return position[0] / self.pieces * (1 if seat == 1 else -1)


def test_estimate_of_a_class_guides_alpha_beta() -> None:
    game = apts.load(Judged(15))
    assert str(apts.agent("alphabeta:depth=1").choose(game.start())) == "1"
    assert str(apts.agent("greedy").choose(game.start())) == "1"


def test_alpha_beta_of_a_class_sees_to_the_end() -> None:
    game = apts.load(Race(10))
    analysis = apts.agent("alphabeta:depth=12").analyze(game.start())
    assert str(analysis.best) == "2"
    assert analysis.proven == 1.0
    assert analysis.row("1").proven == -1.0
