"""One-sided tests of a figure against the limit from which on it is a fault, and the matches that show it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import scipy
from numpy.typing import NDArray

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.statistics import bounded_p_above

FEWEST = 20
"""With fewer matches no question is asked: intervals are wide and tests are rough."""

SHOWN = 3
"""Matches named with a finding."""


def share_above(evidence: Evidence, flags: NDArray[np.bool_], limit: float) -> float:
    """The p-value of "the true share is at most ``limit``"; exact for independent matches."""
    if _single(evidence) or len(flags) != evidence.n:
        return float(scipy.special.bdtrc(int(flags.sum()) - 1, len(flags), limit)) if flags.any() else 1.0
    return score_above(evidence.by_units(flags.astype(np.float64)), limit, evidence.completeness)


def share_below(evidence: Evidence, flags: NDArray[np.bool_], limit: float) -> float:
    """The p-value of "the true share is at least ``limit``"."""
    return share_above(evidence, ~flags, 1.0 - limit)


def score_above(values: Numbers, limit: float, completeness: float = 1.0) -> float:
    """The p-value of "the true mean is at most ``limit``", for values from 0 to 1.

    It is that of the test which the intervals of scores invert, so that both say the same.
    """
    return 1.0 if len(values) < 2 else bounded_p_above(values, limit, completeness=completeness)


def score_below(values: Numbers, limit: float, completeness: float = 1.0) -> float:
    """The p-value of "the true mean is at least ``limit``", for values from 0 to 1."""
    return score_above(1.0 - values, 1.0 - limit, completeness)


def best(
    numbers: Sequence[int], keys: Sequence[float] | Numbers, chosen: Sequence[bool] | NDArray[np.bool_]
) -> tuple[int, ...]:
    """The numbers of the three chosen matches with the smallest keys."""
    rows = [(float(key), number) for number, key, inside in zip(numbers, keys, chosen, strict=True) if inside]
    return tuple(number for _, number in sorted(rows)[:SHOWN])


def _single(evidence: Evidence) -> bool:
    return all(unit is None for unit in evidence.units)
