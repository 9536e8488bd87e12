"""Two runs held against each other, what it means, and how many more matches would settle it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from apts.statistics import (
    Estimate,
    StatisticsError,
    compare_independent,
    compare_paired,
    compare_proportions,
    matches_for_mean,
    matches_for_proportion,
    matches_to_detect,
    more_matches,
    more_matches_to_settle,
    student,
    unit_means,
    verdict,
    wilson,
)


def test_paired_and_independent_comparisons_agree_with_scipy() -> None:
    stream = np.random.default_rng(1)
    a = stream.normal(size=30)
    b = a + stream.normal(0.3, 0.5, size=30)
    assert compare_paired(a, b).p_value == pytest.approx(stats.ttest_rel(b, a).pvalue)
    assert compare_independent(a, b).p_value == pytest.approx(stats.ttest_ind(b, a, equal_var=False).pvalue)


def test_pairing_removes_what_both_runs_share() -> None:
    stream = np.random.default_rng(2)
    luck = stream.normal(0.0, 5.0, 100)
    a, b = luck + stream.normal(size=100), luck + 0.5 + stream.normal(size=100)
    assert compare_paired(a, b).difference.half_width < 0.3 * compare_independent(a, b).difference.half_width


def test_runs_that_do_not_differ_are_not_said_to() -> None:
    same = compare_paired([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])
    assert (same.difference.value, same.p_value, same.effect) == (0.0, 1.0, 0.0)
    assert compare_independent([1.0, 1.0], [1.0, 1.0]).p_value == 1.0
    assert compare_proportions(5, 5, 9, 9).p_value == 1.0
    with pytest.raises(StatisticsError, match="as many units on both sides; read 3 and 2"):
        compare_paired([1.0, 2.0, 3.0], [1.0, 2.0])


def test_two_shares_are_tested_by_chi_squared_with_n_less_one() -> None:
    found = compare_proportions(30, 100, 45, 100)
    table = stats.chi2_contingency([[30, 70], [45, 55]], correction=False)
    assert found.p_value == pytest.approx(float(stats.chi2.sf(table.statistic * 199 / 200, 1)))
    assert found.difference.value == pytest.approx(0.15)
    assert found.effect == pytest.approx(0.311, abs=1e-3)


@pytest.mark.parametrize("kind", ["paired", "independent", "proportions"])
def test_false_alarms_are_as_rare_as_promised(kind: str) -> None:
    stream = np.random.default_rng(3)

    def p_value() -> float:
        if kind == "paired":
            return compare_paired(stream.binomial(2, 0.5, 60), stream.binomial(2, 0.5, 60)).p_value
        if kind == "independent":
            return compare_independent(stream.poisson(20, 40), stream.poisson(20, 60)).p_value
        return compare_proportions(stream.binomial(80, 0.6), 80, stream.binomial(50, 0.6), 50).p_value

    alarms = np.mean([p_value() < 0.05 for _ in range(1000)])
    assert abs(alarms - 0.05) < 0.021


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.02, 0.10, "better"),
        (-0.10, -0.02, "worse"),
        (-0.02, 0.04, "equivalent"),
        (0.01, 0.04, "equivalent"),
        (-0.02, 0.08, "undecided"),
    ],
)
def test_verdict_weighs_the_interval_against_what_matters(low: float, high: float, expected: str) -> None:
    difference = Estimate((low + high) / 2, low, high, 100)
    assert verdict(difference, 0.05) == expected
    turned = {"better": "worse", "worse": "better"}.get(expected, expected)
    assert verdict(difference, 0.05, higher_is_better=False) == turned


@pytest.mark.parametrize("share", [0.5, 0.1])
def test_planned_matches_give_the_width_and_one_less_does_not(share: float) -> None:
    n = matches_for_proportion(share, 0.05)
    assert wilson(share * n, n).half_width <= 0.05 < wilson(share * (n - 1), n - 1).half_width


def test_numbers_of_matches_are_the_known_ones() -> None:
    assert matches_for_proportion(0.5, 0.05) == 381
    assert matches_for_mean(6.0, 0.6) == 387
    assert matches_to_detect(0.5, 1.0) == 32
    assert matches_to_detect(0.5, 1.0, groups=2) == 63
    with pytest.raises(StatisticsError, match="difference of 0"):
        matches_to_detect(0.0, 1.0)
    with pytest.raises(StatisticsError, match="above 0"):
        matches_for_proportion(0.5, 0.0)


def test_planned_number_finds_the_difference_as_often_as_planned() -> None:
    stream = np.random.default_rng(4)
    n = matches_to_detect(0.5, 1.0, power=0.8)
    found = np.mean([student(stream.normal(0.5, 1.0, n)).excludes(0.0) for _ in range(1000)])
    assert 0.74 < found < 0.84


def test_half_the_width_takes_three_times_as_many_more() -> None:
    assert more_matches(Estimate(0.5, 0.4, 0.6, 100), 0.05) == 300
    assert more_matches(Estimate(0.5, 0.4, 0.6, 100), 0.2) == 0


def test_nearest_answer_decides_how_many_more_are_needed() -> None:
    seems_large = Estimate(0.10, -0.02, 0.22, 100)
    seems_nothing = Estimate(0.0, -0.06, 0.06, 100)
    needed = more_matches_to_settle(seems_large)
    assert needed is not None
    assert 150 < needed < 250
    assert more_matches_to_settle(seems_nothing) is None
    assert more_matches_to_settle(seems_nothing, margin=0.05) is not None
    assert more_matches_to_settle(Estimate(0.3, 0.25, 0.35, 100)) == 0


def test_units_are_averaged_and_single_matches_stand_alone() -> None:
    assert unit_means([1.0, 0.0, 0.5, 1.0, 0.0], [7, 7, None, 8, None]).tolist() == [0.5, 0.5, 1.0, 0.0]
    with pytest.raises(StatisticsError, match="5 values and 1 units"):
        unit_means([1.0] * 5, [1])
