"""How much there is to choose."""

from __future__ import annotations

import numpy as np

from apts.playtest.evidence import Evidence
from apts.playtest.metrics.registry import Metric, mean_of, metric
from apts.playtest.statistics import student

CURVE = 20
"""Points of a curve over the match."""


@metric("branching", "mean number of legal moves a turn; its curve over the match in details")
def branching(evidence: Evidence) -> Metric:
    """The mean over matches of the mean over turns."""
    return _over_turns(evidence, [[float(turn.legal_moves) for turn in match.turns] for match in evidence.matches])


@metric("decision-share", "share of turns with more than one legal move")
def decision_share(evidence: Evidence) -> Metric:
    """Turns at which there is something to decide."""
    rows = [[float(turn.legal_moves > 1) for turn in match.turns] for match in evidence.matches]
    return _over_turns(evidence, rows, 1.0)


@metric("real-choice", "how many moves are worth considering: exp(entropy) of the visits of the search")
def real_choice(evidence: Evidence) -> Metric:
    """Over the turns that were searched."""
    rows = [
        [float(np.exp(turn.entropy)) for turn in match.turns if turn.entropy is not None] for match in evidence.matches
    ]
    return _over_turns(evidence, rows)


def _over_turns(evidence: Evidence, rows: list[list[float]], high: float = float("inf")) -> Metric:
    present = [index for index, row in enumerate(rows) if row]
    if not present:
        return Metric.missing("no turn says so; agents that search do")
    means = np.array([np.mean(rows[index]) for index in present])
    curve = _curve([rows[index] for index in present])
    if len(present) == len(rows):
        return Metric.of(mean_of(evidence, means, 0.0, high), curve=curve)
    return Metric.of(student(means, bounds=(0.0, high)), curve=curve)


def _curve(rows: list[list[float]]) -> list[float | None]:
    """The mean in each of twenty parts of the match."""
    sums, counts = np.zeros(CURVE), np.zeros(CURVE)
    for row in rows:
        places = np.minimum(CURVE - 1, np.arange(len(row)) * CURVE // len(row))
        np.add.at(sums, places, row)
        np.add.at(counts, places, 1.0)
    return [float(total / count) if count else None for total, count in zip(sums, counts, strict=True)]
