"""Shares and means: known values, and coverage."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from apts.statistics import (
    Estimate,
    StatisticsError,
    binomial_p_value,
    newcombe,
    student,
    unit_means,
    welch,
    wilson,
)
from tests.statistics.simulation import coverage, slack


@pytest.mark.parametrize(("successes", "n"), [(0, 10), (3, 10), (585, 1000), (10, 10)])
def test_wilson_agrees_with_scipy(successes: int, n: int) -> None:
    expected = stats.binomtest(successes, n).proportion_ci(0.95, "wilson")
    found = wilson(successes, n)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert (found.value, found.n) == (successes / n, n)


def exact_coverage(n: int, share: float) -> float:
    """How often Wilson's interval holds the share, summed over all counts."""
    held = [count for count in range(n + 1) if not wilson(count, n).excludes(share)]
    return float(stats.binom.pmf(held, n, share).sum())


@pytest.mark.parametrize("n", [10, 50, 200])
def test_wilson_holds_the_share_as_often_as_promised(n: int) -> None:
    middle = [exact_coverage(n, share) for share in np.linspace(0.2, 0.8, 31)]
    assert np.mean(middle) == pytest.approx(0.95, abs=0.01)
    assert min(middle) > 0.91


def test_wilson_is_conservative_when_draws_count_half() -> None:
    stream = np.random.default_rng(1)

    def drawish() -> Estimate:
        return wilson(float(stream.choice([0.0, 0.5, 1.0], 60, p=[0.25, 0.4, 0.35]).sum()), 60)

    assert coverage(drawish, 0.55, 500) > 0.96


@pytest.mark.parametrize(("successes", "n"), [(1, 0), (-1, 5), (6, 5)])
def test_impossible_counts_are_refused(successes: int, n: int) -> None:
    with pytest.raises(StatisticsError):
        wilson(successes, n)


@pytest.mark.parametrize(("successes", "n", "share"), [(3, 10, 0.5), (0, 5, 0.2), (700, 1000, 0.66), (5, 10, 0.5)])
def test_binomial_p_value_agrees_with_scipy(successes: int, n: int, share: float) -> None:
    assert binomial_p_value(successes, n, share) == pytest.approx(stats.binomtest(successes, n, share).pvalue, rel=1e-8)


def test_newcombe_gives_the_published_example() -> None:
    # Newcombe 1998, table II, (a): 56/70 against 48/80, method 10: 0.0524 to 0.3339.
    found = newcombe(48, 80, 56, 70)
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)


def test_newcombe_holds_the_difference_as_often_as_promised() -> None:
    stream = np.random.default_rng(2)
    held = coverage(lambda: newcombe(stream.binomial(60, 0.4), 60, stream.binomial(90, 0.6), 90), 0.2, 1000)
    assert abs(held - 0.95) < slack(1000) + 0.005


def test_student_and_welch_agree_with_scipy() -> None:
    stream = np.random.default_rng(3)
    a, b = stream.normal(size=12), stream.normal(1.0, 3.0, size=20)
    low, high = stats.t.interval(0.95, 11, a.mean(), stats.sem(a))
    assert (student(a).low, student(a).high) == pytest.approx((low, high))
    expected = stats.ttest_ind(b, a, equal_var=False).confidence_interval()
    found = welch(a, b)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_student_holds_the_mean_as_often_as_promised() -> None:
    stream = np.random.default_rng(4)
    assert abs(coverage(lambda: student(stream.normal(size=8)), 0.0, 1500) - 0.95) < slack(1500)


def test_equal_values_are_no_certainty_where_bounds_are_known() -> None:
    found = student([1.0] * 30, bounds=(0.0, 1.0))
    assert found.high == 1.0
    assert found.low == pytest.approx(0.05 ** (1 / 30))
    assert student([1.0] * 30).half_width == 0.0


def test_one_value_says_nothing() -> None:
    assert (student([0.3], bounds=(0.0, 1.0)).low, student([0.3], bounds=(0.0, 1.0)).high) == (0.0, 1.0)
    assert student([0.3]).high == math.inf


def test_rare_surprises_do_not_break_the_interval_of_bounded_means() -> None:
    stream = np.random.default_rng(5)
    found = coverage(lambda: student((stream.random(30) < 0.98).astype(float), bounds=(0.0, 1.0)), 0.98, 1000)
    assert found > 0.93


def test_pair_means_keep_their_promise_where_single_matches_break_it() -> None:
    stream = np.random.default_rng(6)
    pairs = np.repeat(np.arange(40), 2)

    def matches() -> np.ndarray:
        luck = stream.random(40) < 0.5
        same = stream.random(40) < 0.7
        return np.column_stack([luck, np.where(same, luck, stream.random(40) < 0.5)]).astype(float).ravel()

    paired = coverage(lambda: student(unit_means(matches(), pairs)), 0.5, 800)
    single = coverage(lambda: student(matches()), 0.5, 800)
    assert abs(paired - 0.95) < slack(800)
    assert single < 0.90


@pytest.mark.parametrize("values", [[], [math.nan, 1.0], [math.inf]])
def test_values_that_are_no_numbers_are_refused(values: list[float]) -> None:
    with pytest.raises(StatisticsError):
        student(values)


def test_confidence_must_be_a_share() -> None:
    with pytest.raises(StatisticsError, match=r"between 0 and 1, such as 0\.95; read 95"):
        wilson(1, 2, confidence=95)


def test_p_value_of_an_estimate_agrees_with_its_interval() -> None:
    found = Estimate(0.6, 0.52, 0.67, 200)
    assert found.p_value(0.52) == pytest.approx(0.05)
    assert found.p_value(0.51) < 0.05 < found.p_value(0.53)
    assert found.p_value(0.6) == 1.0
    assert found.excludes(0.5)
    assert not found.excludes(0.52)
    assert found.overlaps(Estimate(0.7, 0.66, 0.8, 10))


@pytest.mark.long
@pytest.mark.parametrize("share", [0.5, 0.3, 0.1])
def test_student_on_pairs_and_wilson_hold_their_promise_thoroughly(share: float) -> None:
    stream = np.random.default_rng(7)
    repetitions = 20_000
    found = coverage(lambda: wilson(stream.binomial(100, share), 100), share, repetitions)
    assert 0.93 < found < 0.965
    held = coverage(lambda: student(stream.binomial(2, share, 100) / 2, bounds=(0.0, 1.0)), share, repetitions)
    assert 0.93 < held < 0.965
