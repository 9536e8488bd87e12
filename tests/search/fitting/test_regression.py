"""Weights from samples: known weights come back, priors hold where there is little to see, and no order of rows matters."""

from __future__ import annotations

import math
from random import Random

import pytest

from apts.search.fitting.regression import Rows, best_multiple, chosen_pull, fitted_weights, solved, spreads, sums_of


def samples(count: int, weights: list[float], seed: int = 1) -> tuple[list[list[int]], list[float]]:
    """Figures in hundredths, and results that are won as often as the weights say."""
    lot = Random(seed)
    figures = [[100 * lot.randrange(-5, 6) for _ in weights] for _ in range(count)]
    results = []
    for row in figures:
        points = sum(weight * figure / 100 for weight, figure in zip(weights, row, strict=True))
        results.append(1.0 if lot.random() < 0.5 + 0.5 * math.tanh(points / 100) else -1.0)
    return figures, results


def test_weights_that_made_the_results_are_found_again() -> None:
    rows = Rows.of(*samples(6000, [20.0, -10.0, 0.0]))
    found = fitted_weights(rows, [0.0, 0.0, 0.0], spreads(rows, 3), 1.0)
    assert found == pytest.approx([20.0, -10.0, 0.0], abs=2.5)


def test_few_samples_leave_the_weights_near_their_prior() -> None:
    rows = Rows.of(*samples(20, [20.0, -10.0]))
    spread = spreads(rows, 2)
    near = fitted_weights(rows, [5.0, 5.0], spread, 30_000.0)
    assert near == pytest.approx([5.0, 5.0], abs=0.2)
    assert fitted_weights(rows, [5.0, 5.0], spread, 1.0)[1] < 0


def test_order_of_the_rows_changes_no_bit_of_the_weights() -> None:
    figures, results = samples(500, [20.0, -10.0, 3.0])
    turned = Rows.of(figures[::-1], results[::-1])
    rows = Rows.of(figures, results)
    spread = spreads(rows, 3)
    assert spread == spreads(turned, 3)
    assert fitted_weights(rows, [1.0, 1.0, 1.0], spread, 100.0) == fitted_weights(
        turned, [1.0, 1.0, 1.0], spread, 100.0
    )


def test_prior_is_brought_into_its_right_measure() -> None:
    rows = Rows.of(*samples(3000, [20.0, -10.0]))
    multiple = best_multiple(rows, [2.0, -1.0])
    assert 7.0 < multiple < 14.0
    assert sums_of(rows, [20.0, -10.0]).loss < sums_of(rows, [2.0, -1.0]).loss


def test_many_samples_earn_a_weaker_pull_than_few() -> None:
    prior = [1.0, 1.0]
    figures, results = samples(3000, [20.0, -10.0])
    learnt, held = Rows.of(figures[:2000], results[:2000]), Rows.of(figures[2000:], results[2000:])
    assert chosen_pull(learnt, held, prior, spreads(learnt, 2)) <= 300.0


def test_a_small_system_is_solved() -> None:
    assert solved([[4.0, 2.0], [2.0, 3.0]], [10.0, 8.0]) == pytest.approx([1.75, 1.5])
