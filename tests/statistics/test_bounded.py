"""Means of scores: the interval holds at extreme shares too, where Student's does not."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from apts.statistics import (
    Estimate,
    StatisticsError,
    bounded_mean,
    bounded_p_above,
    bounded_p_below,
    completeness,
    student,
    unit_values,
)
from bench.coverage import holds_mean, score_cases, score_coverage
from tests.statistics.simulation import coverage, slack


@pytest.mark.parametrize(("wins", "n"), [(0, 20), (18, 20), (20, 20), (95, 100), (3, 100), (50, 100), (392, 400)])
def test_wins_alone_give_the_interval_of_clopper_and_pearson(wins: int, n: int) -> None:
    expected = stats.binomtest(wins, n).proportion_ci(0.95, "exact")
    found = bounded_mean([1.0] * wins + [0.0] * (n - wins))
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=0.002)


def test_draws_make_the_interval_narrower_than_wins_and_losses_do() -> None:
    drawn, decided = [0.0, 1.0] * 20 + [0.5] * 60, [0.0, 1.0] * 50
    assert bounded_mean(drawn).half_width < 0.7 * bounded_mean(decided).half_width
    assert bounded_mean(drawn).half_width == pytest.approx(student(drawn).half_width, rel=0.05)


@pytest.mark.parametrize(("share", "n"), [(0.95, 100), (0.98, 400), (0.02, 40)])
def test_scores_at_extreme_shares_are_held_where_student_misses(share: float, n: int) -> None:
    stream = np.random.default_rng(1)
    wins = stream.binomial(n, share, 1000)
    held = holds_mean(np.array([0.0, 1.0]), np.column_stack([n - wins, wins]).astype(float), share).mean()
    assert held >= 0.94 - slack(1000, 0.94) / 3
    stream = np.random.default_rng(1)
    assert coverage(lambda: student((stream.random(n) < share).astype(float)), share, 400) < 0.93


def test_scores_draws_groups_and_places_are_held() -> None:
    stream = np.random.default_rng(2)
    short = {}
    for name, values, chances, n in score_cases((20, 100, 2000)):
        held = score_coverage(chances, values, n, 1000, stream)
        if held < 0.94 - slack(1000, 0.94):
            short[name, n] = held
    assert short == {}


def test_simulation_asks_what_the_interval_says() -> None:
    stream = np.random.default_rng(3)
    values = np.array([0.0, 0.5, 1.0])
    counts = stream.multinomial(30, [0.1, 0.2, 0.7], 40).astype(float)
    for row, held in zip(counts, holds_mean(values, counts, 0.72), strict=True):
        assert bool(held) is not bounded_mean(np.repeat(values, row.astype(int))).excludes(0.72)


def test_p_value_and_interval_say_the_same() -> None:
    scores = np.array([1.0] * 31 + [0.5] * 9 + [0.0] * 20)
    found = bounded_mean(scores)
    assert bounded_p_above(scores, found.low) == pytest.approx(0.025, rel=0.02)
    assert bounded_p_below(scores, found.high) == pytest.approx(0.025, rel=0.02)
    assert bounded_p_above(scores, 0.9) == 1.0
    assert bounded_p_above(scores, -0.1) == 0.0


def test_bounds_scale_the_interval() -> None:
    scores = np.array([1.0] * 31 + [0.5] * 9 + [0.0] * 20)
    found, wide = bounded_mean(scores), bounded_mean(4.0 * scores - 2.0, bounds=(-2.0, 2.0))
    assert (wide.low, wide.high) == pytest.approx((4.0 * found.low - 2.0, 4.0 * found.high - 2.0))


def test_values_all_alike_leave_room_on_both_sides() -> None:
    found = bounded_mean([0.5] * 30)
    assert 0.4 < found.low < 0.5 < found.high < 0.6
    assert bounded_mean([0.3]).half_width > 0.4


def test_values_outside_the_bounds_are_refused() -> None:
    with pytest.raises(StatisticsError, match=r"within 0\.0 to 1\.0"):
        bounded_mean([0.5, 1.2])
    with pytest.raises(StatisticsError, match="two finite numbers"):
        bounded_mean([0.5], bounds=(0.0, float("inf")))


def test_many_different_values_are_near_students() -> None:
    values = np.random.default_rng(4).random(1000)
    found, known = bounded_mean(values), student(values)
    assert (found.low, found.high) == pytest.approx((known.low, known.high), abs=0.002)


@pytest.mark.parametrize(
    ("sizes", "share"),
    [([2] * 20 + [1], 0.5), ([6] * 20 + [1], 0.9), ([3, 2, 1] * 12, 0.7), ([2, 1] * 20, 0.95)],
)
@pytest.mark.parametrize("alike", [0.0, 0.5])
def test_units_that_lack_values_are_held_with_the_mean_of_all_values(
    sizes: list[int], share: float, alike: float
) -> None:
    stream = np.random.default_rng(4)
    units = [unit for unit, size in enumerate(sizes) for _ in range(size)]

    def values() -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        first = (stream.random(len(sizes)) < share)[units]
        own = stream.random(len(units)) < share
        return np.where(stream.random(len(units)) < alike, first, own).astype(np.float64)

    def bounded() -> Estimate:
        found = values()
        estimate = bounded_mean(unit_values(found, units), completeness=completeness(units))
        assert estimate.value == pytest.approx(found.mean())
        return estimate

    assert coverage(bounded, share, 400) >= 0.94 - slack(400, 0.94)
    if share < 0.9:
        by_spread = coverage(
            lambda: student(unit_values(values(), units), completeness=completeness(units)), share, 400
        )
        assert by_spread >= 0.94 - slack(400, 0.94)


def test_whole_units_are_as_they_were() -> None:
    assert unit_values([1.0, 0.0, 0.5, 0.5], [1, 1, 2, 2]).tolist() == [0.5, 0.5]
    assert completeness([1, 1, 2, 2]) == completeness([None, None]) == completeness([]) == 1.0
    assert completeness([1, 1, 2]) == 0.75
