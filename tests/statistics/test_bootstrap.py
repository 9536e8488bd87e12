"""Resampling: the unit is the pair, the interval is reproducible and covers."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from apts.statistics import StatisticsError, bootstrap, student
from apts.statistics.spread import _acceleration
from tests.statistics.simulation import coverage, slack


def test_same_seed_gives_the_same_interval() -> None:
    values = np.random.default_rng(1).normal(size=50)
    assert bootstrap(values, seed=3) == bootstrap(values, seed=3)
    assert bootstrap(values, seed=3) != bootstrap(values, seed=4)


@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_interval_agrees_with_that_of_scipy(method: str) -> None:
    values = np.random.default_rng(2).exponential(size=60)
    name = {"bca": "BCa", "percentile": "percentile"}[method]
    expected = stats.bootstrap((values,), np.mean, method=name, n_resamples=20_000, rng=1).confidence_interval
    found = bootstrap(values, seed=1, resamples=20_000, method=method)  # type: ignore[arg-type]
    width = expected.high - expected.low
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.03 * width)


def test_bca_follows_the_skew_which_percentile_does_not() -> None:
    values = np.random.default_rng(3).exponential(size=40)
    skewed, plain = bootstrap(values, seed=1), bootstrap(values, seed=1, method="percentile")
    assert skewed.low > plain.low
    assert skewed.high > plain.high


def test_both_matches_of_a_pair_are_drawn_together() -> None:
    # One match of each pair is won and one lost: pairs do not vary, though matches do.
    pairs = [(1.0, 0.0), (0.0, 1.0)] * 20
    found = bootstrap(pairs, lambda drawn: sum(sum(pair) for pair in drawn) / (2 * len(drawn)), seed=1, resamples=200)
    assert (found.low, found.value, found.high) == (0.5, 0.5, 0.5)
    assert found.n == 40
    assert student([score for pair in pairs for score in pair]).half_width > 0.1


def test_units_may_be_rows_of_an_array() -> None:
    rows = np.random.default_rng(4).normal(size=(30, 2))
    found = bootstrap(rows, lambda drawn: float(drawn[:, 0].mean() - drawn[:, 1].mean()), seed=1, resamples=300)
    assert found.low < rows[:, 0].mean() - rows[:, 1].mean() < found.high


def test_many_units_are_left_out_in_blocks() -> None:
    values = np.random.default_rng(5).exponential(size=1000)
    calls = 0

    def mean(drawn: np.ndarray) -> float:
        nonlocal calls
        calls += 1
        return float(drawn.mean())

    bootstrap(values, mean, seed=1, resamples=300)
    assert calls == 1 + 300 + 200
    deviation = values - values.mean()
    expected = (deviation**3).sum() / (6 * (deviation**2).sum() ** 1.5)
    assert 0.5 * expected < _acceleration(values, mean) < 1.5 * expected


def test_one_unit_and_unknown_methods_are_refused() -> None:
    with pytest.raises(StatisticsError, match="at least 2 units, read 1"):
        bootstrap([1.0], seed=1)
    with pytest.raises(StatisticsError, match="valid methods are bca, percentile"):
        bootstrap([1.0, 2.0], seed=1, method="studentised")  # type: ignore[arg-type]


@pytest.mark.long
def test_interval_holds_the_mean_of_pairs_about_as_often_as_promised() -> None:
    stream = np.random.default_rng(6)
    held = coverage(lambda: bootstrap(stream.binomial(2, 0.6, 60) / 2, seed=1, resamples=300), 0.6, 200)
    assert abs(held - 0.94) < slack(200)


@pytest.mark.long
def test_interval_of_a_ratio_holds_it_about_as_often_as_promised() -> None:
    stream = np.random.default_rng(7)

    def ratio(rows: np.ndarray) -> float:
        return float(rows[:, 0].sum() / rows[:, 1].sum())

    def make() -> object:
        turns = stream.poisson(20, 80) + 1
        return np.column_stack([stream.binomial(turns, 0.3), turns]).astype(float)

    held = coverage(lambda: bootstrap(make(), ratio, seed=1, resamples=500), 0.3, 800)  # type: ignore[arg-type]
    assert 0.92 < held < 0.972
