"""From matches to the units that are independent of each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from apts.statistics.checking import Numbers, StatisticsError, Values, numbers

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What a pair of two matches can be worth on average, when each is lost, drawn or won."""


def unit_means(values: Values, units: Sequence[int | None]) -> Numbers:
    """The mean value of each unit, in the order in which units first appear.

    ``units`` names the unit of each value (the ``pair`` of a match); a value whose unit is None stands alone. The
    matches of a pair have seeds of their own, but agents and seats change places between them (and openings of an arena
    are shared), so that they are not independent of each other; their mean is one observation.
    """
    array = numbers(values, 0, "A mean by units")
    if len(units) != len(array):
        raise StatisticsError(f"Every value needs its unit: there are {len(array)} values and {len(units)} units.")
    position: dict[int | tuple[str, int], int] = {}
    index = [
        position.setdefault(("alone", place) if unit is None else unit, len(position))
        for place, unit in enumerate(units)
    ]
    sums = np.bincount(index, weights=array, minlength=len(position))
    return np.asarray(sums / np.maximum(np.bincount(index, minlength=len(position)), 1), dtype=np.float64)


def pair_counts(means: Values) -> tuple[int, int, int, int, int]:
    """How many pairs of matches had each of the five possible scores, from both lost to both won."""
    array = numbers(means, 0, "A count of pairs")
    quarters = np.rint(array * 4.0).astype(int)
    if not np.allclose(quarters, array * 4.0, atol=1e-9) or (quarters < 0).any() or (quarters > 4).any():
        raise StatisticsError("The mean score of a pair of matches is 0, 0.25, 0.5, 0.75 or 1.")
    counts = np.bincount(quarters, minlength=5)
    return (int(counts[0]), int(counts[1]), int(counts[2]), int(counts[3]), int(counts[4]))
