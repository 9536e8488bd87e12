"""Exact comparison of shares within strata."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from apts.statistics import StatisticsError, exact_p_above


@pytest.mark.parametrize("table", [(0, 400, 3, 10), (5, 20, 9, 12), (200, 200, 5, 5), (0, 7, 0, 9), (30, 90, 2, 8)])
def test_one_stratum_is_the_test_of_fisher(table: tuple[int, int, int, int]) -> None:
    a, n_a, b, n_b = table
    wanted = stats.fisher_exact([[b, n_b - b], [a, n_a - a]], alternative="greater").pvalue
    assert exact_p_above([table]) == pytest.approx(wanted, rel=1e-9)


def test_strata_that_one_side_did_not_play_say_nothing() -> None:
    assert exact_p_above([(1, 50, 4, 5), (49, 50, 0, 0), (0, 0, 3, 3)]) == exact_p_above([(1, 50, 4, 5)])
    assert exact_p_above([]) == 1.0


def test_what_only_the_seat_explains_is_no_difference() -> None:
    """Seat 1 always uses it, seat 2 never; people sit at seat 1 only: pooled it would seem certain."""
    assert exact_p_above([(50, 50, 20, 20), (0, 50, 0, 0)]) == pytest.approx(1.0)
    assert exact_p_above([(50, 100, 20, 20)]) < 1e-4


def test_false_alarms_are_as_rare_as_promised() -> None:
    rng = np.random.default_rng(5)
    shares = (0.05, 0.6)
    alarms = 0
    for _ in range(2_000):
        strata = [(int(rng.binomial(40, p)), 40, int(rng.binomial(6, p)), 6) for p in shares]
        alarms += exact_p_above(strata) <= 0.05
    assert alarms <= 2_000 * 0.05


def test_counts_that_cannot_be_are_refused() -> None:
    with pytest.raises(StatisticsError):
        exact_p_above([(5, 4, 1, 2)])
