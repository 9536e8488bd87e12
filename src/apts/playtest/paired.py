"""Two runs with one seed: match number by match number they share their luck, and what they share falls out.

Runs that differ in the rules alone give match 17 of both the same seed, so their results go together more or less. Held
against each other pair by pair the difference has the spread that it really has, whichever way they go together; held
against each other as strangers it would have to be taken for wider (or, if they went against each other, too narrow).
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from apts.playtest.evidence import Evidence, Numbers
from apts.playtest.metrics.endings import fits
from apts.playtest.statistics import Comparison, bounded_mean, student
from apts.playtest.statistics.checking import normal_p_value
from apts.playtest.statistics.units import unit_means


def _scores(evidence: Evidence) -> Numbers:
    return np.asarray(evidence.scores[:, 0])


def _flags(flags: object) -> Numbers:
    return np.asarray(flags, dtype=np.float64)


def _turns(evidence: Evidence, value: Callable[[int], float]) -> Numbers:
    """The mean over the turns of each match of something about the number of legal moves."""
    return np.array(
        [
            np.mean([value(turn.legal_moves) for turn in match.turns]) if match.turns else math.nan
            for match in evidence.matches
        ]
    )


def _fit(evidence: Evidence) -> Numbers | None:
    low, high = evidence.goals.min_turns, evidence.goals.max_turns
    return None if low is None and high is None else fits(evidence.lengths, low, high)


PER_MATCH: dict[str, Callable[[Evidence], Numbers | None]] = {
    "seat-score": _scores,
    "advantage": _scores,
    "completion": lambda evidence: _flags(evidence.winners > 0),
    "timeouts": lambda evidence: _flags(~evidence.finished),
    "length": lambda evidence: evidence.lengths,
    "duration-fit": _fit,
    "short-matches": lambda evidence: _flags(evidence.lengths <= 2 * evidence.players),
    "branching": lambda evidence: _turns(evidence, float),
    "decision-share": lambda evidence: _turns(evidence, lambda moves: float(moves > 1)),
}
"""Metrics that are the mean of one value a match, whatever happens in it.

Others leave out matches for what happened in them (draws, matches without a winner); pairs would then be left out for
it too, which spoils the comparison, so they are compared as if the runs were strangers.
"""

UNBOUNDED = frozenset({"length", "branching"})


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

    The p-value is that of differences that are as likely to be above 0 as below, which holds with few pairs that differ.
    """
    measure = PER_MATCH.get(name)
    if measure is None or not are_paired(a, b):
        return None
    first, second = measure(a), measure(b)
    if first is None or second is None:
        return None
    changes = second - first
    if len(changes) < 2 or not np.isfinite(changes).all():
        return None
    changes = unit_means(changes, a.units)
    if len(changes) < 2:
        return None
    size = float(np.sqrt((changes**2).sum()))
    if size <= 1e-12 and name in UNBOUNDED:
        return None  # no spread to go by, and no bounds either: each run's own interval says more
    total = float(changes.sum())
    effect = total / size if size > 1e-12 else 0.0
    if name in UNBOUNDED:
        return Comparison(student(changes, confidence), normal_p_value(effect), effect)
    return Comparison(bounded_mean(changes, confidence, (-1.0, 1.0)), normal_p_value(effect), effect)
