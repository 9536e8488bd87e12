"""Sizes of effects, and correlation."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from apts.statistics import (
    Estimate,
    StatisticsError,
    bootstrap,
    cliffs_delta,
    cohens_h,
    grouped_rank_correlation,
    rank_correlation,
)
from apts.statistics.ranks import spearman
from tests.statistics.simulation import coverage, slack


def test_cohens_h_is_a_difference_of_angles_and_covers() -> None:
    # The angles of 1/2 and 3/4 are 90 and 120 degrees.
    assert cohens_h(50, 100, 75, 100).value == pytest.approx(math.pi / 6)
    stream = np.random.default_rng(1)
    truth = 2 * math.asin(math.sqrt(0.6)) - 2 * math.asin(math.sqrt(0.4))
    held = coverage(lambda: cohens_h(stream.binomial(80, 0.4), 80, stream.binomial(80, 0.6), 80), truth, 1000)
    assert abs(held - 0.95) < slack(1000)


def test_cliffs_delta_counts_who_is_above_whom() -> None:
    a, b = [1.0, 2.0, 3.0, 4.0], [2.0, 3.0, 5.0]
    expected = np.sign(np.subtract.outer(b, a)).mean()
    assert cliffs_delta(a, b).value == pytest.approx(expected)
    assert cliffs_delta(b, a).value == pytest.approx(-expected)
    swapped = cliffs_delta(b, a)
    assert (swapped.low, swapped.high) == pytest.approx((-cliffs_delta(a, b).high, -cliffs_delta(a, b).low))


def test_complete_separation_is_no_certainty_for_few_values() -> None:
    few, many = cliffs_delta(range(5), range(10, 15)), cliffs_delta(range(80), range(100, 180))
    assert few.value == many.value == 1.0
    assert few.low < 0.2 < 0.9 < many.low < 1.0


@pytest.mark.parametrize("shift", [0, 2])
def test_cliffs_delta_holds_the_truth_as_often_as_promised(shift: int) -> None:
    stream = np.random.default_rng(2)
    large_a, large_b = stream.poisson(8, 4000), stream.poisson(8 + shift, 4000)
    truth = cliffs_delta(large_a, large_b).value
    held = coverage(lambda: cliffs_delta(stream.poisson(8, 40), stream.poisson(8 + shift, 40)), truth, 600)
    assert abs(held - 0.95) < slack(600) + 0.01


def test_rank_correlation_agrees_with_scipy_also_with_ties() -> None:
    stream = np.random.default_rng(3)
    a = stream.integers(0, 6, 50).astype(float)
    b = a + stream.integers(0, 4, 50)
    assert rank_correlation(a, b).value == pytest.approx(stats.spearmanr(a, b).statistic)


def test_perfect_order_of_few_values_is_no_certainty() -> None:
    found = rank_correlation(range(8), range(8))
    assert found.value == found.high == 1.0
    assert 0.5 < found.low < 1.0


@pytest.mark.parametrize("few_results", [False, True])
def test_rank_correlation_holds_the_truth_as_often_as_promised(few_results: bool) -> None:
    stream = np.random.default_rng(4)

    def sample(n: int) -> tuple[np.ndarray, np.ndarray]:
        lead = stream.normal(size=n)
        result = 0.6 * lead + 0.8 * stream.normal(size=n)
        return lead, np.sign(result) if few_results else result

    truth = spearman(*sample(200_000))
    held = coverage(lambda: rank_correlation(*sample(60)), truth, 600)
    assert held > 0.95 - slack(600)


def test_perfect_order_of_few_different_values_is_no_certainty() -> None:
    found = rank_correlation([1.0] + [0.0] * 19, [1.0] + [0.0] * 19)
    assert found.value == found.high == 1.0
    assert 0.0 < found.low < 0.5, "one win in twenty says little"


@pytest.mark.parametrize(("share", "exceptions"), [(0.1, 0.02), (0.5, 0.01), (0.5, 0.05), (0.3, 0.1)])
@pytest.mark.parametrize("grouped", [False, True])
def test_correlation_of_proven_leads_and_results_holds_the_truth(
    share: float, exceptions: float, grouped: bool
) -> None:
    stream = np.random.default_rng(6)

    def sample(n: int) -> tuple[np.ndarray, np.ndarray]:
        won = stream.random(n) < share
        return np.where(stream.random(n) < exceptions, ~won, won).astype(float), won.astype(float)

    def found() -> Estimate:
        lead, won = sample(100)
        return (
            grouped_rank_correlation(list(np.column_stack([lead, won]).reshape(50, 2, 2)))
            if grouped
            else rank_correlation(lead, won)
        )

    truth = spearman(*sample(200_000))
    assert coverage(found, truth, 300) > 0.95 - slack(300) - 0.01


def test_rare_result_in_groups_has_a_correlation() -> None:
    groups = [np.array([[0.0, 0.0], [0.0, 0.0]])] * 14 + [np.array([[1.0, 1.0], [0.2, 0.0]])]
    found = grouped_rank_correlation(groups)
    assert found.low < 0.5 < found.value <= found.high
    assert found.n == 15


def test_bare_coefficient_can_be_resampled() -> None:
    stream = np.random.default_rng(5)
    rows = stream.normal(size=(80, 2))
    rows[:, 1] += rows[:, 0]
    found = bootstrap(rows, lambda drawn: spearman(drawn[:, 0], drawn[:, 1]), seed=1, resamples=300)
    assert 0.0 < found.low < found.value < found.high < 1.0


def test_correlation_with_a_constant_is_not_defined() -> None:
    with pytest.raises(StatisticsError, match="all values of one side are equal"):
        rank_correlation([1.0] * 5, range(5))
    with pytest.raises(StatisticsError, match="as many values on both sides; read 5 and 4"):
        rank_correlation(range(5), range(4))
