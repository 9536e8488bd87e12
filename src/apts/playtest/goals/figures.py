"""The figures inside a metric of a run, by name."""

from __future__ import annotations

from collections.abc import Sequence

from apts.playtest.metrics import Metric, declared
from apts.playtest.metrics.parts import Figures
from apts.statistics import Estimate


def figures(name: str, metric: Metric, matches: int) -> Figures:
    """All figures with an interval that a metric has in its details; ``matches`` is the number of matches."""
    return {} if metric.value is None else dict(declared(name).parts.figures(metric, matches))


def compared_figures(name: str, metric: Metric, matches: int) -> Figures:
    """The figures inside a metric by which runs are held against each other."""
    parts = declared(name).parts
    return {label: found for label, found in figures(name, metric, matches).items() if parts.is_compared(label)}


def describe_figure(name: str, figure: str, seat_names: Sequence[str]) -> str:
    """A figure inside a metric as people are told of it: ``seat 2 wins`` is ``Raiders (seat 2) wins``."""
    return declared(name).parts.describe(figure, seat_names)


def absent(name: str, figure: str, matches: int) -> Estimate | None:
    """What a figure is in a run whose table does not have it: shares of things that never happened are 0."""
    return declared(name).parts.absent(figure, matches)


def thing_of(name: str) -> str:
    """The word for one of the things that a metric tells of."""
    return declared(name).parts.thing
