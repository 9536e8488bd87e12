"""Whether a first move wins by itself: its score counts only as far as the other first moves do less well.

In a game that whoever begins wins anyhow, every first move has a high score and none of them is to blame.
"""

from __future__ import annotations

import numpy as np

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.openings import Opening, first_choices, opening_list, share_by_lot
from apts.statistics import Estimate

SURPRISE = 0.001
"""An opening that begins every match crowds out the others if moves drawn by lot would so seldom do that."""


def nothing_known(confidence: float, n: int = 0) -> Estimate:
    """A half and a difference of which nothing is known."""
    return Estimate(0.5, -0.5, 1.5, n, confidence)


def by_itself(name: str, score: Estimate, evidence: Evidence) -> Estimate:
    """The score of an opening, at most a half and what it gains on the others."""
    opening = next((one for one in opening_list(evidence) if one.name == name), None)
    if opening is None or crowds_out(opening, evidence):
        return score
    if opening.others is None:
        return smaller(score, nothing_known(score.confidence, score.n))
    gain = opening.others.difference
    return smaller(score, Estimate(0.5 + gain.value, 0.5 + gain.low, 0.5 + gain.high, gain.n, gain.confidence))


def smaller(one: Estimate, other: Estimate) -> Estimate:
    """The smaller of two figures; it lies between the smaller ends of their intervals."""
    value, low, high = min(one.value, other.value), min(one.low, other.low), min(one.high, other.high)
    return Estimate(value, max(0.0, low), max(0.0, high), one.n, one.confidence)


def crowds_out(opening: Opening, evidence: Evidence) -> bool:
    """Whether no match begins otherwise, and that is no accident."""
    if opening.count < opening.possible or evidence.game is None:
        return False
    return share_by_lot(opening, evidence) ** opening.count < SURPRISE


def against_others(opening: Opening, evidence: Evidence) -> Numbers:
    """A half and what the opening gains, once for each match with it and another one without it, in their order.

    No match is used twice, so that the values are independent and have the mean of the difference.
    """
    chosen = set(opening.numbers)
    scores: dict[bool, list[float]] = {True: [], False: []}
    for row, choice in enumerate(first_choices(evidence)):
        if choice is not None:
            opener = evidence.matches[row].turns[0].mover - 1
            scores[evidence.numbers[row] in chosen].append(float(evidence.scores[row, opener]))
    pairs = list(zip(scores[True], scores[False], strict=False))
    return np.array([0.5 + mine - theirs for mine, theirs in pairs], dtype=np.float64)
