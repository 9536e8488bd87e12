"""The figures of goals as values that come match by match, and intervals of them that hold whenever one looks.

Means of bounded values have ``SequentialMean``, whose promise is exact; balance is made of the differences between seats,
which are such means. Lengths, which keep far below the turn limit, have ``anytime_bounded_mean``, their median and deciles
``anytime_quantile``. Of other figures there is no stream. A metric declares which of these it is.
"""

from __future__ import annotations

import numpy as np

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.goals.goal import Goal
from apts.playtest.metrics import declared
from apts.playtest.metrics.value_streams import MatchValues, Stream
from apts.statistics import Estimate, anytime_quantile, bounded_mean, quantile_interval


def anytime_estimate(goal: Goal, label: str, evidence: Evidence, confidence: float) -> Estimate | None:
    """A figure of a goal with an interval that holds at all looks together; None where there is no such method."""
    about = declared(goal.metric)
    if about.anytime is not None and not goal.part and not goal.each:
        found = about.anytime(evidence, confidence)
        if found is not None:
            return found
    share = quantile_of(goal, label)
    if share is not None and about.of_match is not None:
        lengths, bounds = _bounded(about.of_match, evidence)
        return anytime_quantile(lengths, share, confidence, bounds, evidence.units)
    if goal.each:
        return about.parts.anytime_of_each(label, evidence, confidence)
    stream = stream_of(goal, label, evidence)
    return None if stream is None or not len(stream.values) else stream.estimate(confidence)


def fixed_estimate(goal: Goal, label: str, evidence: Evidence, confidence: float) -> Estimate | None:
    """A figure of lengths with its interval for a number of matches that was given beforehand; None for other figures.

    Their intervals have another shape at another confidence, so that widening those of 95 % would not do.
    """
    of_match = declared(goal.metric).of_match
    if of_match is None or not of_match.far:
        return None
    share = quantile_of(goal, label)
    if share is not None:
        lengths, bounds = _bounded(of_match, evidence)
        return quantile_interval(lengths, share, confidence, bounds, evidence.units)
    found = _whole(of_match, evidence)
    if found is None or not len(found.values):
        return None
    values = evidence.by_units(np.asarray(of_match.values(evidence)))
    return bounded_mean(values, confidence, found.bounds, evidence.completeness)


def quantile_of(goal: Goal, label: str) -> float | None:
    """The share of matches that a median or decile stands for; None where a figure is none."""
    quantiles = declared(goal.metric).parts.quantiles
    return quantiles.get(label.removeprefix(f"{goal.metric}[").removesuffix("]")) if goal.part else None


def _bounded(of_match: MatchValues, evidence: Evidence) -> tuple[Numbers, tuple[float, float]]:
    values = of_match.values(evidence)
    assert values is not None
    return values, of_match.bounds(evidence)


def stream_of(goal: Goal, label: str, evidence: Evidence) -> Stream | None:
    """The values behind a figure, one a unit; None where it is no mean of them."""
    about = declared(goal.metric)
    if goal.each:
        return about.parts.stream(label, evidence)
    if goal.part:
        return about.parts.stream(label.removeprefix(f"{goal.metric}[").removesuffix("]"), evidence)
    return None if about.of_match is None else _whole(about.of_match, evidence)


def _whole(of_match: MatchValues, evidence: Evidence) -> Stream | None:
    values = of_match.values(evidence)
    if values is not None and of_match.counted is not None:
        return Stream(values[of_match.counted(evidence)])
    if values is None or not np.isfinite(values).all():
        return None
    low, high = of_match.bounds(evidence)
    bounds = (low + of_match.offset, high + of_match.offset)
    return Stream.of(evidence, values + of_match.offset, bounds, far=of_match.far)
