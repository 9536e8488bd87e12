"""One curve for the values of a number."""

from __future__ import annotations

import numpy as np
import pytest

from apts.statistics import Estimate, StatisticsError, wilson
from apts.statistics.response_curve import ResponsePoint, response


def smooth(value: int) -> float:
    return 0.2 + 0.6 * value / 12


def step(value: int) -> float:
    return 0.2 if value < 6 else 0.8


def errors(truth: np.ndarray, n: int, rng: np.random.Generator, *, shared: bool) -> np.ndarray:
    points = [ResponsePoint(value, wilson(int(rng.binomial(n, share)), n)) for value, share in enumerate(truth)]
    found = [response(points, one.value) if shared else one.figure for one in points]
    return np.array([(one.value - share) ** 2 for one, share in zip(found, truth, strict=True)])


def mean_error(truth: list[float], *, shared: bool) -> float:
    rng = np.random.default_rng(11)
    return float(np.sqrt(np.mean([errors(np.array(truth), 24, rng, shared=shared) for _ in range(60)])))


def test_neighbours_make_a_smooth_curve_much_surer() -> None:
    """With 24 matches a value the error is what some forty matches leave."""
    truth = [smooth(value) for value in range(12)]
    assert mean_error(truth, shared=True) < 0.77 * mean_error(truth, shared=False)


def test_a_threshold_is_not_smoothed_away() -> None:
    points = [
        ResponsePoint(value, Estimate(step(value), step(value) - 0.05, step(value) + 0.05, 300)) for value in range(12)
    ]
    assert [response(points, value).value for value in range(12)] == pytest.approx([step(value) for value in range(12)])


def test_few_values_speak_each_for_itself() -> None:
    points = [ResponsePoint(value, wilson(10 + value, 40)) for value in range(4)]
    assert response(points, 2) == points[2].figure
    with pytest.raises(StatisticsError, match="no figure at the value 9"):
        response(points, 9)


def test_intervals_hold_the_truth_of_a_smooth_curve() -> None:
    rng = np.random.default_rng(2)
    held = []
    for _ in range(60):
        points = [ResponsePoint(value, wilson(int(rng.binomial(60, smooth(value))), 60)) for value in range(12)]
        held += [(one := response(points, value)).low <= smooth(value) <= one.high for value in range(12)]
    assert np.mean(held) > 0.92
