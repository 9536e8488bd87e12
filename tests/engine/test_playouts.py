"""Random matches in numbers."""

from __future__ import annotations

import numpy as np
import pytest

import apts
from apts.engine.face import Game
from tests.engine import small_games


def test_odds_of_random_noughts_are_the_exact_ones() -> None:
    summary = apts.load(small_games.NOUGHTS).playouts(40_000, seed=3)
    exact = (0.584921, 0.288095)
    for rate, odds in zip(summary.win_rates, exact, strict=True):
        assert rate == pytest.approx(odds, abs=5 * (odds * (1 - odds) / 40_000) ** 0.5)
    assert sum(summary.wins) + summary.draws == summary.count == 40_000
    assert summary.unfinished == 0


def test_seed_decides_the_matches() -> None:
    game = apts.load(small_games.NOUGHTS)
    first, again, other = (game.playouts(100, seed=seed) for seed in (1, 1, 2))
    assert (first.lengths == again.lengths).all()
    assert (first.ranks == again.ranks).all()
    assert (first.lengths != other.lengths).any()


def test_matches_stopped_at_the_limit_are_neither_won_nor_drawn() -> None:
    summary = apts.load(small_games.NOUGHTS).playouts(50, seed=1, limit=3)
    assert summary.unfinished == 50
    assert summary.wins == (0, 0)
    assert summary.draws == 0
    assert set(summary.lengths) == {3}
    assert summary.mean_length == 3.0


def test_figures_follow_from_the_table() -> None:
    ranks = np.array([[1.0, 2.0], [1.5, 1.5], [2.0, 1.0], [1.0, 2.0]])
    summary = apts.Playouts(2, np.array([5, 9, 6, 8]), np.array([True, True, True, True]), ranks, 2.0)
    assert summary.wins == (2, 1)
    assert summary.draws == 1
    assert summary.win_rates == (0.5, 0.25)
    assert summary.mean_utilities == (0.25, -0.25)
    assert summary.mean_length == 7.0
    assert summary.per_second == 2.0


def test_kernel_and_states_give_the_same_picture() -> None:
    game = apts.load(small_games.PAWNS)
    fast, slow = game.playouts(4000, seed=1), Game.playouts(game, 400, seed=1)
    assert slow.win_rates[0] == pytest.approx(fast.win_rates[0], abs=0.1)
    assert slow.mean_length == pytest.approx(fast.mean_length, abs=0.5)


def test_lists_longer_than_the_first_memory_are_played() -> None:
    wide = small_games.NOUGHTS.replace("<3> ", "<40> ")
    summary = apts.load(wide).playouts(2, seed=1, limit=5)
    assert set(summary.lengths) == {5}
    assert len(apts.load(wide).start().moves()) == 1600
