"""One response curve for all values of a number: what neighbours show says something of the value between them.

At each value a straight line is fitted to the figures of the values near it, nearer ones with more weight (local linear
regression: W. S. Cleveland and S. J. Devlin, "Locally weighted regression", JASA 83, 1988).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from apts.statistics.estimate import Estimate, StatisticsError, normal_quantile

LEAST_VALUES = 5
"""Values that make a curve; of fewer each speaks for itself."""

REACH = 3.5
"""How far in values the neighbours are looked for: three to each side."""

_WORST_FIT = 3.0
"""The mean square of the residuals, in standard errors, from which on the figures are taken to make no curve there."""


@dataclass(frozen=True)
class ResponsePoint:
    """A figure of the game with the number at one of its values."""

    value: float
    figure: Estimate


def response(points: Sequence[ResponsePoint], at: float, confidence: float = 0.95) -> Estimate:
    """The figure at one of the values, with what its neighbours say of it.

    Where the figures nearby do not lie on a line, as where a number has a threshold, the value has its own figure alone;
    so it has where there are fewer values than make a curve. The interval is that of the line, and holds as far as the
    curve is smooth: it orders and drops candidates, and confirms none.
    """
    ordered = sorted(points, key=lambda one: one.value)
    place = next((place for place, one in enumerate(ordered) if one.value == at), None)
    if place is None:
        raise StatisticsError(f"There is no figure at the value {at:g}.")
    own = ordered[place].figure
    near = [(number - place, one) for number, one in enumerate(ordered) if abs(number - place) < REACH]
    known = [(step, one) for step, one in near if math.isfinite(one.figure.high - one.figure.low)]
    if len(ordered) < LEAST_VALUES or len(known) < 3 or not math.isfinite(own.high - own.low):
        return own.at(confidence)
    errors = np.asarray([_error(one.figure) for _, one in known])
    if not (errors > 0.0).all():
        return own.at(confidence)
    across = np.asarray([one.value - at for _, one in known], dtype=np.float64)
    seen = np.asarray([one.figure.value for _, one in known])
    kernel = np.asarray([(1.0 - (abs(step) / REACH) ** 3) ** 3 for step, _ in known])
    design = np.stack([np.ones_like(across), across], axis=1)
    weights = kernel / errors**2
    inverse = np.linalg.pinv(design.T @ (design * weights[:, None]))
    smoother = inverse @ (design * weights[:, None]).T
    fitted = smoother @ seen
    left = (seen - design @ fitted) / errors
    if float((kernel * left**2).sum()) > _WORST_FIT * max(1.0, float(kernel.sum()) - 2.0):
        return own.at(confidence)
    half = normal_quantile(confidence) * math.sqrt(float((smoother[0] ** 2 * errors**2).sum()))
    n = sum(one.figure.n for _, one in known)
    return Estimate(float(fitted[0]), float(fitted[0]) - half, float(fitted[0]) + half, n, confidence)


def _error(figure: Estimate) -> float:
    return (figure.high - figure.low) / 2.0 / normal_quantile(figure.confidence)
