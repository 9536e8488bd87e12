"""Mixtures that nothing beats, on tables whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest

from apts.statistics import StatisticsError, circle, effective_number, equilibrium, mixture_of

ROCK = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])


def test_three_in_a_circle_are_mixed_alike() -> None:
    assert equilibrium(ROCK) == pytest.approx([1 / 3] * 3)
    assert effective_number(equilibrium(ROCK)) == pytest.approx(3.0)


def test_circle_of_unequal_edges_weighs_the_opposite_edge() -> None:
    """Of an antisymmetric table of three, each share is as large as the edge between the two others."""
    table = np.array([[0.5, 0.6, 0.2], [0.4, 0.5, 0.7], [0.8, 0.3, 0.5]])
    assert equilibrium(table) == pytest.approx([0.2 / 0.6, 0.3 / 0.6, 0.1 / 0.6], abs=1e-5)


def test_one_that_beats_all_is_played_alone() -> None:
    table = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]])
    assert equilibrium(table) == pytest.approx([1.0, 0.0, 0.0])
    assert effective_number(equilibrium(table)) == 1.0


def test_equals_share_alike() -> None:
    assert equilibrium(np.full((4, 4), 0.5)) == pytest.approx([0.25] * 4, abs=1e-4)


def test_entering_a_row_twice_changes_nothing_but_that_it_is_shared() -> None:
    places = [0, 1, 2, 2]
    assert equilibrium(ROCK[np.ix_(places, places)]) == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-4)


def test_circle_of_four_is_mixed_alike() -> None:
    table = np.full((4, 4), 0.5)
    for row in range(4):
        table[row, (row + 1) % 4], table[(row + 1) % 4, row] = 1.0, 0.0
    assert equilibrium(table) == pytest.approx([0.25] * 4, abs=1e-4)


def test_a_row_without_rivals_and_a_table_of_no_shape() -> None:
    assert equilibrium(np.array([[0.5]])) == pytest.approx([1.0])
    with pytest.raises(StatisticsError):
        equilibrium(np.zeros((2, 3)))
    with pytest.raises(StatisticsError):
        equilibrium(np.array([[0.5, np.nan], [0.5, 0.5]]))


def test_what_two_do_to_each_other_counts_where_scores_do_not_add_up() -> None:
    """One alone among three others: both may score less than a half against a table of the other."""
    table = np.array([[0.5, 0.45], [0.3, 0.5]])
    assert equilibrium(table) == pytest.approx([1.0, 0.0])


def test_no_mixture_of_random_tables_is_beaten() -> None:
    lot = np.random.default_rng(3)
    for size in (2, 5, 8):
        upper = np.triu(lot.uniform(-0.5, 0.5, (size, size)), 1)
        table = 0.5 + upper - upper.T
        mixture = equilibrium(table)
        assert mixture.sum() == pytest.approx(1.0)
        assert (table @ mixture).max() <= 0.5 + 1e-5


def test_intervals_say_how_little_few_units_tell() -> None:
    lot = np.random.default_rng(5)
    few, many = (
        mixture_of({(a, b): lot.integers(0, 2, units) for a, b in ((0, 1), (0, 2), (1, 2))}, 3, resamples=60)
        for units in (10, 4000)
    )
    assert few.shares[0].high - few.shares[0].low > 0.5
    assert all(abs(one.value - 0.5) < 0.05 for one in many.against)
    sure = mixture_of({(0, 1): [1.0] * 20 + [0.5] * 5}, 2, resamples=60)
    assert (sure.shares[0].low, sure.shares[1].high, sure.number.high) == (1.0, 0.0, 1.0)
    assert sure.against[1].high < 0.2
    assert sure.against[1].n == 25


def test_same_seed_draws_the_same_units() -> None:
    scores = {(0, 1): [0.0, 1.0, 0.5, 1.0], (1, 2): [1.0, 0.5, 0.5], (0, 2): [0.0, 0.0, 1.0]}
    assert mixture_of(scores, 3, seed=4, resamples=20) == mixture_of(scores, 3, seed=4, resamples=20)


def test_shortest_circle_is_found() -> None:
    edges = {0: [1], 1: [2], 2: [3], 3: [0, 1], 4: [0]}
    sure = {row: frozenset(columns) for row, columns in edges.items()}
    assert circle(sure) == (1, 2, 3)
    assert circle({0: frozenset({1}), 1: frozenset({2}), 2: frozenset[int]()}) == ()
