"""Choosing a move from the figures of a search."""

from __future__ import annotations

import pytest

from apts.errors import AptsError
from apts.search.results import Row, drawn, ranking


def row(number: int, visits: int, value: float, proven: float | None = None) -> Row:
    return Row((number,), visits, value, proven, ((number,),))


ROWS = [row(1, 100, 0.1), row(2, 60, 0.5), row(3, 5, -0.9), row(4, 30, -1.0, -1.0)]


def test_most_visited_move_comes_first() -> None:
    assert [found.record for found in ranking(ROWS)] == [(1,), (2,), (3,), (4,)]


def test_proven_win_comes_before_everything_and_proven_loss_behind() -> None:
    rows = [*ROWS, row(5, 1, 1.0, 1.0)]
    assert [found.record[0] for found in ranking(rows)] == [5, 1, 2, 3, 4]


def test_proven_draw_is_ranked_by_its_visits() -> None:
    rows = [row(1, 10, -0.2), row(2, 90, 0.0, 0.0)]
    assert ranking(rows)[0].record == (2,)


def test_value_and_older_quality_can_be_asked_for() -> None:
    assert ranking(ROWS, "value")[0].record == (2,)
    older = [row(1, 16, 0.0), row(2, 1, 0.9)]
    assert ranking(older, "quality")[0].record == (1,), "0 + 16 ** (1/4) is more than 0.9 + 1"
    assert ranking(older, "value")[0].record == (2,)


def test_unknown_measure_lists_the_known_ones() -> None:
    with pytest.raises(AptsError, match="visits, value, quality"):
        ranking(ROWS, "luck")


def test_without_softening_the_best_move_is_taken() -> None:
    assert {drawn(ROWS, 0.0, seed).record for seed in range(20)} == {(1,)}


def test_softening_spreads_the_choice_but_spares_proven_losses() -> None:
    found = [drawn(ROWS, 0.5, seed).record[0] for seed in range(400)]
    assert {1, 2, 3} == set(found)
    assert found.count(1) > found.count(2) > found.count(3)
    assert [drawn(ROWS, 0.5, seed).record for seed in range(5)] == [drawn(ROWS, 0.5, seed).record for seed in range(5)]


def test_proven_win_is_taken_however_soft_the_choice() -> None:
    rows = [*ROWS, row(5, 1, 1.0, 1.0)]
    assert {drawn(rows, 10.0, seed).record[0] for seed in range(50)} == {5}
