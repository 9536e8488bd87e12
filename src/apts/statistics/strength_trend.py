"""How a figure goes with the strength of play: its values at several budgets, the slope, and where it leads.

A figure is measured at budgets of thinking, best a factor of four apart. One regression on log4 of the budget (logistic
for scores and shares, linear for means) joins them. It takes the value and the interval at each budget, in which pairs of
matches are respected already: for a model of the budget alone these say all that the single matches do.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from apts.statistics.estimate import Estimate, Numbers, StatisticsError, normal_quantile

BEYOND = 2.0
"""Steps (each four times the budget) beyond the strongest players that the extrapolation goes."""

_EDGE = 1e-4
"""A share is never taken to be nearer to none or all: its logarithm of the odds would have no end."""

_ROUNDS = 50


@dataclass(frozen=True)
class MeasuredAt:
    """A figure as players of one budget (iterations or nodes a turn) show it."""

    budget: float
    figure: Estimate


@dataclass(frozen=True)
class StrengthTrend:
    """A figure along the strength of play.

    ``values`` are what the regression says at each budget, the weakest first. ``slope`` is what four times the budget
    change, on average between the weakest and the strongest; ``beyond`` is the figure at ``budget_beyond``, further than
    anybody has played: an extrapolation.
    """

    budgets: tuple[float, ...]
    values: tuple[Estimate, ...]
    slope: Estimate
    beyond: Estimate
    budget_beyond: float

    @property
    def grows(self) -> bool:
        """Whether the figure surely grows with strength."""
        return self.slope.low > 0.0

    @property
    def shrinks(self) -> bool:
        """Whether the figure surely shrinks with strength."""
        return self.slope.high < 0.0


def strength_trend(
    measured: Sequence[MeasuredAt], *, is_share: bool, beyond: float = BEYOND, confidence: float = 0.95
) -> StrengthTrend:
    """The regression of a figure on log4 of the budget.

    Least squares with the weights of the intervals; shares go through a logistic curve (W. G. Cochran, "Some methods for
    strengthening the common chi-squared tests", Biometrics 10, 1954, for weights of groups). Where the values scatter more
    around the curve than their intervals allow, the intervals of the result are widened by that (P. McCullagh and J. A.
    Nelder, "Generalized Linear Models", 1989, section 4.5). Intervals are those of the delta method.

    Valid where every value has some ten matches or more behind it. With two budgets the curve goes through both values,
    and nothing tells whether it is one.
    """
    ordered = sorted(measured, key=lambda one: one.budget)
    budgets = tuple(one.budget for one in ordered)
    if len(set(budgets)) < 2 or budgets[0] <= 0.0:
        raise StatisticsError("A trend with strength needs two different budgets above 0.")
    across = np.log(np.asarray(budgets)) / math.log(4.0)
    seen = np.asarray([one.figure.value for one in ordered], dtype=np.float64)
    errors = np.asarray([_error(one.figure) for one in ordered], dtype=np.float64)
    curve = _Curve(is_share)
    fitted, covariance = _fitted(curve, across, seen, errors)
    n = min(one.figure.n for one in ordered)
    reach = normal_quantile(confidence)

    def estimate(value: float, gradient: Numbers) -> Estimate:
        half = reach * math.sqrt(max(0.0, float(gradient @ covariance @ gradient)))
        return Estimate(value, value - half, value + half, n, confidence)

    def at(place: float) -> Estimate:
        found = estimate(curve.value(fitted, place), curve.gradient(fitted, place))
        return found.clipped(0.0, 1.0) if is_share else found

    first, last = float(across[0]), float(across[-1])
    rise = curve.value(fitted, last) - curve.value(fitted, first)
    steepness = curve.gradient(fitted, last) - curve.gradient(fitted, first)
    return StrengthTrend(
        budgets,
        tuple(at(float(place)) for place in across),
        estimate(rise / (last - first), steepness / (last - first)),
        at(last + beyond),
        budgets[-1] * 4.0**beyond,
    )


def _error(figure: Estimate) -> float:
    """The standard error that an interval stands for; of values that never differed, as medians may, next to nothing."""
    if not math.isfinite(figure.high - figure.low):
        raise StatisticsError("A trend with strength needs values whose intervals have two ends.")
    least = 1e-6 * max(1.0, abs(figure.value))
    return max(least, (figure.high - figure.low) / 2.0 / normal_quantile(figure.confidence))


@dataclass(frozen=True)
class _Curve:
    """A straight line, or a logistic curve for shares; ``parts`` are its height and its steepness."""

    is_share: bool

    def value(self, parts: Numbers, place: float) -> float:
        line = float(parts[0] + parts[1] * place)
        return 1.0 / (1.0 + math.exp(-max(-40.0, min(40.0, line)))) if self.is_share else line

    def gradient(self, parts: Numbers, place: float) -> Numbers:
        value = self.value(parts, place)
        steep = max(_EDGE, value * (1.0 - value)) if self.is_share else 1.0
        return np.asarray([steep, steep * place], dtype=np.float64)

    def height(self, value: float) -> float:
        if not self.is_share:
            return value
        inside = min(1.0 - _EDGE, max(_EDGE, value))
        return math.log(inside / (1.0 - inside))


def _fitted(curve: _Curve, across: Numbers, seen: Numbers, errors: Numbers) -> tuple[Numbers, Numbers]:
    """The parts of the curve, and their covariance."""
    flat = np.asarray([curve.height(float(np.average(seen, weights=errors**-2.0))), 0.0])
    parts = flat
    for _ in range(_ROUNDS):
        slopes = np.stack([curve.gradient(parts, float(place)) for place in across]) / errors[:, None]
        left = (seen - [curve.value(parts, float(place)) for place in across]) / errors
        step = np.linalg.lstsq(slopes, left, rcond=None)[0]
        parts = parts + step * min(1.0, 2.0 / max(1e-12, float(np.abs(step).max())))
        if float(np.abs(step).max()) < 1e-10:
            break
    slopes = np.stack([curve.gradient(parts, float(place)) for place in across]) / errors[:, None]
    left = (seen - [curve.value(parts, float(place)) for place in across]) / errors
    scatter = float(left @ left) / (len(seen) - 2) if len(seen) > 2 else 1.0
    covariance = np.linalg.pinv(slopes.T @ slopes) * max(1.0, scatter)
    return np.asarray(parts, dtype=np.float64), np.asarray(covariance, dtype=np.float64)
