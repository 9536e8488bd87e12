"""How the value of the position goes over a match: lead changes, drama, decisiveness, stability, snowball.

V is the expected utility of each seat before a turn as the searching agent saw it. Matches without values count nowhere
here; agents without values get them from an evaluation (``--evaluate``).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from apts.playtest.evidence import Evidence, Numbers
from apts.playtest.metrics.registry import Metric, metric
from apts.playtest.statistics import StatisticsError, bootstrap, rank_correlation, student
from apts.playtest.statistics.correlation import spearman

SAME = 1e-9
"""Values that differ by less are equal; they were stored with six decimals."""

DECIDED = 0.9
NO_VALUES = "no turn has values; let agents that search play, or evaluate the matches"
NO_WINNERS = "no match with values has a winner"


@metric("lead-change", "share of turns at which another set of seats leads than at the turn before")
def lead_change(evidence: Evidence) -> Metric:
    """Over the matches with at least two turns that have values."""
    shares = np.array([lead_changes(values) for values in evidence.values if len(values) > 1])
    if not len(shares):
        return Metric.missing(NO_VALUES)
    return Metric.of(student(shares, bounds=(0.0, 1.0)))


def lead_changes(values: Numbers) -> float:
    """Changes over turns less one. Before anybody leads nothing can change: a first leader is no change."""
    leading = values >= values.max(axis=1, keepdims=True) - SAME
    led = ~leading.all(axis=1)
    changed = (leading[1:] != leading[:-1]).any(axis=1)
    anybody_before = np.maximum.accumulate(led)[:-1]
    return float((changed & anybody_before).sum() / (len(values) - 1))


@metric("drama", "how far the eventual winner is behind in the turns in which it trails; the comeback in details")
def drama(evidence: Evidence) -> Metric:
    """Mean over matches with a winner; 0 for a winner that never trails."""
    both = [drama_of(values, winner) for values, winner in _won(evidence)]
    if not both:
        return Metric.missing(NO_WINNERS)
    means, most = np.array(both).T
    comeback = student(most, bounds=(0.0, 1.0))
    return Metric.of(
        student(means, bounds=(0.0, 1.0)),
        comeback={"value": comeback.value, "low": comeback.low, "high": comeback.high},
        largest=float(most.max()),
    )


def drama_of(values: Numbers, winner: int) -> tuple[float, float]:
    """Mean and maximum over trailing turns of (max V - V of the winner) / 2."""
    behind = (values.max(axis=1) - values[:, winner - 1]) / 2.0
    trailing = behind[behind > SAME]
    return (float(trailing.mean()), float(trailing.max())) if len(trailing) else (0.0, 0.0)


@metric("decisiveness", "share of the match played after the winner was above all that a loser ever reached")
def decisiveness(evidence: Evidence) -> Metric:
    """Small: a match ends quickly once it is decided."""
    return _mean_over_won(evidence, lambda values, winner: decisiveness_of(values, winner)[0], 0.0)


@metric("decisiveness-threshold", "the highest value that a seat reached that did not win")
def decisiveness_threshold(evidence: Evidence) -> Metric:
    """The threshold behind decisiveness."""
    return _mean_over_won(evidence, lambda values, winner: decisiveness_of(values, winner)[1], -1.0)


def decisiveness_of(values: Numbers, winner: int) -> tuple[float, float]:
    """The share of turns after the last one at which the winner was not above the threshold, and the threshold."""
    threshold = float(np.delete(values, winner - 1, axis=1).max()) if values.shape[1] > 1 else -1.0
    return 1.0 - _last(values[:, winner - 1] <= threshold) / len(values), threshold


def _last(flags: NDArray[np.bool_]) -> int:
    """The number of the last turn at which a flag is set, from 1; 0 for none."""
    places = np.flatnonzero(flags)
    return int(places[-1]) + 1 if len(places) else 0


@metric("stability", "mean over seats of the variance of the value along the match; 0 when nothing ever changes")
def stability(evidence: Evidence) -> Metric:
    """The variance of all turns of a match that have values."""
    found = np.array([float(values.var(axis=0).mean()) for values in evidence.values if len(values)])
    if not len(found):
        return Metric.missing(NO_VALUES)
    return Metric.of(student(found, bounds=(0.0, 1.0)))


@metric("decided-at", "share of the match after which the winner's expected score stays above 0.9")
def decided_at(evidence: Evidence) -> Metric:
    """Small: the winner is known early."""
    return _mean_over_won(evidence, decided_at_of, 0.0)


def decided_at_of(values: Numbers, winner: int) -> float:
    """The last turn at which the winner's expected score was at most 0.9, as a share of all turns."""
    return _last((values[:, winner - 1] + 1.0) / 2.0 <= DECIDED) / len(values)


@metric("snowball", "rank correlation between the lead at half-time and the result")
def snowball(evidence: Evidence) -> Metric:
    """For two seats over matches, seat 1 against seat 2; for more, each seat against the best of the others."""
    rows = half_time(evidence)
    if len(rows) < 4:
        return Metric.missing(NO_VALUES)
    leads, results = rows[:, :, 0], rows[:, :, 1]
    try:
        if evidence.players <= 2:
            return Metric.of(rank_correlation(leads[:, 0], results[:, 0]))
        found = bootstrap(
            rows,
            lambda chosen: spearman(chosen[:, :, 0].ravel(), chosen[:, :, 1].ravel()),
            seed=evidence.manifest.seed,
            resamples=500,
            method="percentile",
        )
    except StatisticsError:
        return Metric.missing("all matches have the same result or the same lead")
    return Metric.of(found)


def half_time(evidence: Evidence) -> Numbers:
    """For each match with values and for each seat its lead at half-time and its utility at the end."""
    rows = []
    for values, utilities in zip(evidence.values, evidence.utilities, strict=True):
        if len(values):
            middle = values[len(values) // 2]
            others = [np.delete(middle, seat).max() if len(middle) > 1 else 0.0 for seat in range(len(middle))]
            rows.append(np.column_stack([middle - np.array(others), utilities]))
    return np.array(rows).reshape(len(rows), evidence.players, 2)


def _won(evidence: Evidence) -> list[tuple[Numbers, int]]:
    pairs = zip(evidence.values, evidence.winners, strict=True)
    return [(values, int(winner)) for values, winner in pairs if winner and len(values)]


def _mean_over_won(evidence: Evidence, measure: Callable[[Numbers, int], float], low: float) -> Metric:
    found = np.array([measure(values, winner) for values, winner in _won(evidence)])
    if not len(found):
        return Metric.missing(NO_WINNERS)
    return Metric.of(student(found, bounds=(low, 1.0)))
