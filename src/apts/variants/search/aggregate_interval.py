"""The aggregate of a run with an interval: groups of matches are left out in turn.

The delete-a-group jackknife (P. S. Kott, "The delete-a-group jackknife", Journal of Official Statistics 17, 2001). Sums of
metrics have no interval of their own, and their terms go together in every way. It holds for smooth figures of some
hundred matches; with few matches it is rough.
"""

from __future__ import annotations

import math

from apts.playtest.run import Run
from apts.statistics import Estimate
from apts.statistics.checking import student_quantile

GROUPS = 20


def aggregate_interval(run: Run, name: str, confidence: float = 0.95) -> Estimate:
    """The value of a metric over a run, with an interval from leaving out a part of the matches at a time."""
    whole = run.metrics[name].value
    n = run.evidence.n
    if whole is None:
        return Estimate(math.nan, -math.inf, math.inf, n, confidence)
    groups = min(GROUPS, n)
    if groups < 2:
        return Estimate(whole, -math.inf, math.inf, n, confidence)
    values = [_without(run, name, group, groups) for group in range(groups)]
    known = [value for value in values if value is not None]
    variance = (groups - 1) / groups * sum((value - whole) ** 2 for value in known)
    reach = student_quantile(confidence, groups - 1) * math.sqrt(variance)
    return Estimate(whole, whole - reach, whole + reach, n, confidence)


def _without(run: Run, name: str, group: int, groups: int) -> float | None:
    kept = [match for place, match in enumerate(run.matches) if place % groups != group]
    return Run(run.manifest, kept, run.game, goals=run.goals).metrics[name].value
