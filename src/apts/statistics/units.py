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
    sums, sizes = _sums(values, units)
    return np.asarray(sums / sizes, dtype=np.float64)


def unit_values(values: Values, units: Sequence[int | None]) -> Numbers:
    """One value a unit, as ``unit_means`` has them; together they have the mean of all values.

    A unit that lacks values (a last pair with one match, a pair of which a match failed) is filled up with the mean of
    all, so that it weighs as much as its values do. The spread is then too small by ``completeness``, which intervals and
    tests of such values must be told.
    """
    sums, sizes = _sums(values, units)
    if not len(sums):
        return sums
    mean = sums.sum() / sizes.sum()
    return np.asarray((sums + (sizes.max() - sizes) * mean) / sizes.max(), dtype=np.float64)


def completeness(units: Sequence[int | None]) -> float:
    """How many values there are, as a share of those that there were if all units had as many as the largest."""
    _, sizes = _sums(np.zeros(len(units)), units)
    return float(sizes.sum() / (len(sizes) * sizes.max())) if len(sizes) else 1.0


def _sums(values: Values, units: Sequence[int | None]) -> tuple[Numbers, Numbers]:
    """The sum of the values of each unit, and how many they are, in the order in which units first appear."""
    array = numbers(values, 0, "A mean by units")
    if len(units) != len(array):
        raise StatisticsError(f"Every value needs its unit: there are {len(array)} values and {len(units)} units.")
    position: dict[int | tuple[str, int], int] = {}
    index = [
        position.setdefault(("alone", place) if unit is None else unit, len(position))
        for place, unit in enumerate(units)
    ]
    sums = np.bincount(index, weights=array, minlength=len(position)).astype(np.float64)
    return sums, np.bincount(index, minlength=len(position)).astype(np.float64)


def pair_counts(means: Values) -> tuple[int, int, int, int, int]:
    """How many pairs of matches had each of the five possible scores, from both lost to both won."""
    array = numbers(means, 0, "A count of pairs")
    quarters = np.rint(array * 4.0).astype(int)
    if not np.allclose(quarters, array * 4.0, atol=1e-9) or (quarters < 0).any() or (quarters > 4).any():
        raise StatisticsError("The mean score of a pair of matches is 0, 0.25, 0.5, 0.75 or 1.")
    counts = np.bincount(quarters, minlength=5)
    return (int(counts[0]), int(counts[1]), int(counts[2]), int(counts[3]), int(counts[4]))
