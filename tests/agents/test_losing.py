"""Moves that give away as much as they should."""

from __future__ import annotations

import pytest

import apts
from apts.agents.searching.reading import drawn_at_loss
from apts.search.results import Row


def rows(*values: float) -> list[Row]:
    """A row for each value, best first."""
    return [Row((index,), 10, value, None, ((index,),)) for index, value in enumerate(values)]


@pytest.mark.parametrize("loss", [0.02, 0.1, 0.3])
@pytest.mark.parametrize("count", [3, 60])
def test_mean_loss_is_the_one_asked_for(loss: float, count: int) -> None:
    given = rows(*(1 - index / count for index in range(count)))
    drawn = [drawn_at_loss(given, loss, seed) for seed in range(3000)]
    assert sum(1 - row.value for row in drawn) / 3000 == pytest.approx(loss, rel=0.15)


def test_no_loss_is_the_best_move() -> None:
    assert drawn_at_loss(rows(0.5, 0.4), 0.0, 1).record == (0,)


def test_equal_moves_cost_nothing() -> None:
    assert drawn_at_loss(rows(0.5, 0.5, 0.5), 0.3, 1).value == 0.5


def test_proven_best_move_that_was_never_visited_is_a_choice() -> None:
    given = [Row((0,), 0, 1.0, 1.0, ((0,),)), *rows(-1.0, -0.9)[1:]]
    assert drawn_at_loss(given, 0.01, 1).record == (0,)


def test_moves_that_were_looked_at_once_are_doubted_where_visits_are_uneven() -> None:
    lucky = [Row((index,), 1, 1.0 if index % 2 else -1.0, None, ((index,),)) for index in range(1, 121)]
    given = [Row((0,), 200, 0.6, None, ((0,),)), *lucky]
    assert sum(drawn_at_loss(given, 0.02, seed).record == (0,) for seed in range(200)) < 20
    assert sum(drawn_at_loss(given, 0.02, seed, 10).record == (0,) for seed in range(200)) > 150


@pytest.mark.parametrize("spec", ["uct:iterations=60,loss=0.4", "alphabeta:nodes=30,loss=0.4"])
def test_whoever_gives_away_much_still_takes_a_win_at_once(spec: str) -> None:
    state = apts.load("connect-four").start()
    for move in ("d", "a", "d", "a", "d", "g"):
        state = state.play(move)
    assert {str(apts.agent(spec).choose(state, seed=seed)) for seed in range(20)} == {"d"}
