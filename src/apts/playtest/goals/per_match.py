"""Metrics as one value a match, for whoever holds matches against each other or looks at them one after the other."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.choice import most_moves
from apts.playtest.metrics.endings import fits
from apts.playtest.metrics.seats import FAIR, first_side_lead


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
    "advantage": lambda evidence: first_side_lead(evidence) + FAIR,
    "completion": lambda evidence: _flags(evidence.firsts.any(axis=1)),
    "together": lambda evidence: _flags(evidence.firsts[:, 0] if evidence.teams else evidence.together > 0),
    "timeouts": lambda evidence: _flags(~evidence.finished),
    "length": lambda evidence: evidence.lengths,
    "minutes": lambda evidence: evidence.lengths * evidence.goals.pace / 60.0,
    "duration-fit": _fit,
    "short-matches": lambda evidence: _flags(evidence.lengths <= 2 * evidence.players),
    "branching": lambda evidence: _turns(evidence, float),
    "decision-share": lambda evidence: _turns(evidence, lambda moves: float(moves > 1)),
}
"""Metrics that are the mean of one value a match, whatever happens in it.

Others leave out matches for what happened in them (draws, matches without a winner); pairs would then be left out for
it too, which spoils the comparison, so they are compared as if the runs were strangers.
"""


def bounds_of(name: str, evidence: Evidence) -> tuple[float, float]:
    """What one match of a run could come to: lengths up to the turn limit, shares and scores from 0 to 1.

    Of the number of legal moves no bound is known; the most that any turn had is taken for one, which a mean over the
    turns of a match hardly comes near.
    """
    if name == "length":
        return 0.0, evidence.longest
    if name == "minutes":
        return 0.0, evidence.longest * evidence.goals.pace / 60.0
    if name == "branching":
        return 0.0, most_moves(evidence)
    return 0.0, 1.0
