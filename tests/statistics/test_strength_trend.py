"""How a figure goes with the strength of play: the regression on log4 of the budget."""

from __future__ import annotations

import numpy as np
import pytest

from apts.statistics import Estimate, StatisticsError, student, wilson
from apts.statistics.strength_trend import MeasuredAt, StrengthTrend, strength_trend


def logistic(height: float, slope: float, step: int) -> float:
    return float(1.0 / (1.0 + np.exp(-(height + slope * step))))


def simulated(rng: np.random.Generator, shares: list[float], n: int) -> StrengthTrend:
    points = [MeasuredAt(100 * 4**place, wilson(int(rng.binomial(n, share)), n)) for place, share in enumerate(shares)]
    return strength_trend(points, is_share=True)


def test_value_at_each_strength_slope_and_extrapolation_of_exact_shares() -> None:
    shares = [logistic(0.0, 0.3, step) for step in range(3)]
    points = [
        MeasuredAt(4**step, Estimate(share, share - 0.01, share + 0.01, 5000)) for step, share in enumerate(shares)
    ]
    found = strength_trend(points, is_share=True)
    assert [one.value for one in found.values] == pytest.approx(shares, abs=1e-6)
    assert found.slope.value == pytest.approx((shares[2] - shares[0]) / 2, abs=1e-6)
    assert found.beyond.value == pytest.approx(logistic(0.0, 0.3, 4), abs=1e-6)
    assert found.budget_beyond == 256
    assert found.grows
    assert not found.shrinks


def test_means_lie_on_a_straight_line() -> None:
    points = [MeasuredAt(4**step, Estimate(20.0 + 3 * step, 19.0 + 3 * step, 21.0 + 3 * step, 50)) for step in range(3)]
    found = strength_trend(points, is_share=False)
    assert found.slope.value == pytest.approx(3.0)
    assert found.beyond.value == pytest.approx(32.0)


def test_intervals_hold_the_truth() -> None:
    """Slope and extrapolation of 400 runs whose truth is a logistic curve: at least 92 of 100 intervals hold it."""
    rng = np.random.default_rng(7)
    truth = [logistic(0.1, 0.2, step) for step in range(5)]
    found = [simulated(rng, truth[:3], 300) for _ in range(400)]
    slope = (truth[2] - truth[0]) / 2
    assert np.mean([one.slope.low <= slope <= one.slope.high for one in found]) > 0.92
    assert np.mean([one.beyond.low <= truth[4] <= one.beyond.high for one in found]) > 0.92


def test_no_trend_is_called_sure_more_often_than_one_time_in_twenty() -> None:
    rng = np.random.default_rng(3)
    found = [simulated(rng, [0.5, 0.5, 0.5], 300) for _ in range(400)]
    assert np.mean([one.grows or one.shrinks for one in found]) < 0.075


def test_scatter_around_the_curve_widens_the_intervals() -> None:
    def trend(middle: float) -> StrengthTrend:
        values = (0.4, middle, 0.6)
        points = [MeasuredAt(4**step, Estimate(one, one - 0.02, one + 0.02, 999)) for step, one in enumerate(values)]
        return strength_trend(points, is_share=True)

    assert trend(0.7).slope.half_width > 3 * trend(0.5).slope.half_width


def test_shares_at_the_ends_of_the_scale_have_a_trend() -> None:
    points = [MeasuredAt(4**step, wilson(200, 200)) for step in range(3)]
    found = strength_trend(points, is_share=True)
    assert found.beyond.high == 1.0
    assert 0.9 < found.values[0].low < 1.0


def test_one_strength_and_figures_without_an_interval_are_refused() -> None:
    with pytest.raises(StatisticsError, match="two different budgets"):
        strength_trend([MeasuredAt(5, wilson(3, 9)), MeasuredAt(5, wilson(4, 9))], is_share=True)
    with pytest.raises(StatisticsError, match="two ends"):
        strength_trend([MeasuredAt(1, student([2.0])), MeasuredAt(4, wilson(4, 9))], is_share=False)


def test_medians_that_never_differ_have_no_slope() -> None:
    found = strength_trend([MeasuredAt(4**step, Estimate(3.0, 3.0, 3.0, 9)) for step in range(3)], is_share=False)
    assert found.slope.value == pytest.approx(0.0, abs=1e-6)
    assert found.beyond.value == pytest.approx(3.0, abs=1e-4)
