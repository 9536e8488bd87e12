"""Two runs with one seed: match number by match number they share their luck, and what they share falls out.

Runs that differ in the rules alone give match 17 of both the same seed, so their results go together more or less. Held
against each other pair by pair the difference has the spread that it really has, whichever way they go together; held
against each other as strangers it would have to be taken for wider (or, if they went against each other, too narrow).
"""

from __future__ import annotations

import math

import numpy as np

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics import declared
from apts.playtest.metrics.choice import is_even
from apts.statistics import Comparison, bounded_mean, bounded_p_value, student, unit_values
from apts.statistics.checking import normal_p_value, student_p_value


def are_paired(a: Evidence, b: Evidence) -> bool:
    """Whether equal numbers mean equal luck: one seed, the same agents, the same matches."""
    return (
        a.manifest.seed == b.manifest.seed
        and a.manifest.agents == b.manifest.agents
        and a.players == b.players
        and a.numbers == b.numbers
        and a.units == b.units
    )


def paired_difference(name: str, a: Evidence, b: Evidence, confidence: float = 0.95) -> Comparison | None:
    """The difference B - A of a metric over pairs of matches; None where it cannot be had that way.

    The p-value is of the test that the interval is made of: it is below 1 - confidence where the interval excludes 0.
    """
    of_match = declared(name).of_match
    if of_match is None or of_match.counted is not None or not are_paired(a, b):
        return None
    first, second = of_match.values(a), of_match.values(b)
    if first is None or second is None:
        return None
    changes = second - first
    if len(changes) < 2 or not np.isfinite(changes).all():
        return None
    changes, present = unit_values(changes, a.units), a.completeness
    if len(changes) < 2:
        return None
    size = float(np.sqrt((changes**2).sum()))
    by_spread = of_match.over_turns and is_even(changes)
    if size <= 1e-12 and by_spread:
        return None  # no spread to go by, and no bounds either: each run's own interval says more
    total = float(changes.sum())
    effect = total / size if size > 1e-12 else 0.0
    if by_spread:
        return Comparison(
            student(changes, confidence, completeness=present), _student_p(changes, effect, present), effect
        )
    most = max(of_match.bounds(side)[1] for side in (a, b))
    bounds = (-most, most)
    found = bounded_mean(changes, confidence, bounds, present)
    return Comparison(found, bounded_p_value(changes, 0.0, bounds, present), effect)


def _student_p(changes: Numbers, effect: float, present: float) -> float:
    """Student's p-value of a mean of 0; changes that are all alike have no spread, and a point for an interval."""
    error = float(changes.std(ddof=1)) / (math.sqrt(len(changes)) * present)
    if error <= 1e-12:
        return normal_p_value(effect)
    return student_p_value(float(changes.mean()) / error, len(changes) - 1)
