"""What all statistics ask of their numbers, and the quantiles they share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy
from numpy.typing import NDArray

from apts.errors import AptsError

Numbers = NDArray[np.float64]
Values = Sequence[float] | Numbers


class StatisticsError(AptsError, ValueError):
    """A statistic was asked for of numbers that it is not defined for."""


def numbers(values: Values, least: int, what: str) -> Numbers:
    """The values as an array; there must be at least so many, and all must be finite."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1:
        raise StatisticsError(f"{what} needs a list of numbers, one for each unit; read {array.ndim} dimensions.")
    if len(array) < least:
        raise StatisticsError(f"{what} needs at least {least} values, read {len(array)}.")
    if not np.isfinite(array).all():
        raise StatisticsError(f"{what} needs finite numbers; value {int(np.argmin(np.isfinite(array))) + 1} is not.")
    return array


def checked_confidence(confidence: float) -> float:
    """The confidence, if it is one."""
    if not 0.0 < confidence < 1.0:
        raise StatisticsError(f"A confidence lies between 0 and 1, such as 0.95; read {confidence}.")
    return confidence


def checked_count(successes: float, n: int) -> None:
    """Refuse counts that cannot be."""
    if n < 1:
        raise StatisticsError(f"A proportion needs at least one unit, read n = {n}.")
    if not 0 <= successes <= n:
        raise StatisticsError(f"Of {n} units {successes} cannot be successes.")


def normal_quantile(confidence: float) -> float:
    """How many standard deviations on both sides hold this share of the normal distribution (1.96 for 0.95)."""
    return float(scipy.special.ndtri((1.0 + checked_confidence(confidence)) / 2.0))


def student_quantile(confidence: float, freedom: float) -> float:
    """The same for Student's distribution with these degrees of freedom."""
    return float(scipy.special.stdtrit(freedom, (1.0 + checked_confidence(confidence)) / 2.0))


def normal_p_value(z: float) -> float:
    """How often a normal variable is at least so many standard deviations from its mean, on both sides."""
    return float(2.0 * scipy.special.ndtr(-abs(z)))


def student_p_value(t: float, freedom: float) -> float:
    """The same for Student's distribution with these degrees of freedom."""
    return float(2.0 * scipy.special.stdtr(freedom, -abs(t)))
