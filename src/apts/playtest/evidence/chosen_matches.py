"""Figures over some of the matches of a run, with the groups of matches as what is independent of each other."""

from __future__ import annotations

import math
from collections.abc import Sequence

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.statistics import (
    Estimate,
    bounded_mean,
    bounded_p_above,
    completeness,
    student,
    unit_values,
    wilson,
)

Bounds = tuple[float, float]


def share_in(evidence: Evidence, rows: Sequence[int], flags: Numbers) -> Estimate:
    """The share of the matches of these rows for which a flag is 1."""
    units = _units(evidence, rows)
    if all(unit is None for unit in units):
        return wilson(float(flags.sum()), len(flags))
    return bounded_mean(unit_values(flags, units), completeness=completeness(units))


def mean_in(
    evidence: Evidence, rows: Sequence[int], values: Numbers, bounds: Bounds = (-math.inf, math.inf)
) -> Estimate:
    """The mean of one value for each match of these rows; values with two bounds, with one, or with none."""
    units = _units(evidence, rows)
    found, present = unit_values(values, units), completeness(units)
    if math.isfinite(bounds[1] - bounds[0]):
        return bounded_mean(found, bounds=bounds, completeness=present)
    return student(found, bounds=bounds, completeness=present)


def p_above(
    evidence: Evidence, rows: Sequence[int], values: Numbers, limit: float, bounds: Bounds = (0.0, 1.0)
) -> float:
    """The p-value of "the true mean is at most ``limit``", for one value within bounds for each match of these rows."""
    units = _units(evidence, rows)
    found = unit_values(values, units)
    return 1.0 if len(found) < 2 else bounded_p_above(found, limit, bounds, completeness(units))


def p_below(
    evidence: Evidence, rows: Sequence[int], values: Numbers, limit: float, bounds: Bounds = (0.0, 1.0)
) -> float:
    """The p-value of "the true mean is at least ``limit``"."""
    return p_above(evidence, rows, -values, -limit, (-bounds[1], -bounds[0]))


def _units(evidence: Evidence, rows: Sequence[int]) -> list[int | None]:
    return [evidence.units[row] for row in rows]
