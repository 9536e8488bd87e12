"""What values of a search mean in results: a map from value to expected score, learnt from the other matches of the run.

A search's value is no chance: the same position is worth .3 to a hundred playouts and 1.0 to many thousands. For each third
of the match the map is the isotonic regression of the results on the values. The matches are in two halves, by their
groups, and the map for a match is learnt from the other half, so that no match tells of itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.statistics.rising import rising_curve

Whole = NDArray[np.int64]

THIRDS = 3
"""Parts of a match that have maps of their own."""

FEWEST_MATCHES = 20
"""With fewer matches that have values nothing is calibrated: half of them would be too few to learn from."""

POINTS = 41
"""Values from -1 to 1 between which the map is straight."""

TRUST = 0.1
"""Matches that a value counts at each point when it is taken for what it says: 4 over all points."""

TOO_FEW = f"fewer than {FEWEST_MATCHES} matches have values: too few to tell what a value means in results"


@dataclass(frozen=True, eq=False)
class Calibration:
    """The maps of both halves of a run, and the half of each match."""

    halves: tuple[int, ...]
    curves: Numbers
    """Half, third of the match, point: the expected score."""

    def scores(self, row: int, values: Numbers, turns: Sequence[int] | Whole, count: int) -> Numbers:
        """Expected scores from 0 to 1 for values of a match at so many of its ``count`` turns; a row a turn or a number."""
        found = np.empty(values.shape)
        thirds = _thirds(np.asarray(turns, dtype=np.int64), count)
        for third in range(THIRDS):
            here = thirds == third
            found[here] = np.interp(values[here], _GRID, self.curves[1 - self.halves[row], third])
        return found

    def of_match(self, evidence: Evidence, row: int) -> Numbers:
        """The expected scores of all seats at the turns of a match that have values."""
        values = evidence.values[row]
        return self.scores(row, values, np.arange(len(values)), len(values))


_GRID = np.linspace(-1.0, 1.0, POINTS)


def _thirds(turns: Whole, count: int) -> Whole:
    return np.minimum(THIRDS - 1, turns * THIRDS // max(1, count))


@lru_cache(maxsize=4)
def calibration(evidence: Evidence) -> Calibration | None:
    """The calibration of a run; None where too few of its matches have values, or all of them are of one group."""
    rows = [row for row, values in enumerate(evidence.values) if len(values)]
    groups = {int(group): place for place, group in enumerate(dict.fromkeys(evidence.group_numbers[rows]))}
    if len(rows) < FEWEST_MATCHES or len(groups) < 2:
        return None
    halves = tuple(groups.get(int(group), 0) % 2 for group in evidence.group_numbers)
    curves = np.array(
        [
            [_curve(evidence, [row for row in rows if halves[row] == half], third) for third in range(THIRDS)]
            for half in (0, 1)
        ]
    )
    return Calibration(halves, curves)


def _curve(evidence: Evidence, rows: Sequence[int], third: int) -> Numbers:
    """The mean score at each point, and where there are few matches the value taken for what it says; made to rise."""
    weights, sums = np.full(POINTS, TRUST), TRUST * (_GRID + 1.0) / 2.0
    sizes = np.bincount(evidence.group_numbers)
    for row in rows:
        values = evidence.values[row]
        values = values[_thirds(np.arange(len(values)), len(values)) == third]
        if not len(values):
            continue
        weight = 1.0 / len(values) / sizes[evidence.group_numbers[row]]
        points = np.rint((values + 1.0) / 2.0 * (POINTS - 1)).astype(np.int64)
        results = np.broadcast_to(evidence.scores[row], values.shape)
        np.add.at(weights, points, weight)
        np.add.at(sums, points, weight * results)
    return np.array(rising_curve((sums / weights).tolist(), weights.tolist()))
