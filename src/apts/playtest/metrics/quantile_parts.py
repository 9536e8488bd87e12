"""The median and the deciles of lengths and minutes, as goals ask for them: ``length[decile 9] at most 40``."""

from __future__ import annotations

from collections.abc import Iterator

from apts.playtest.evidence.evidence import Evidence
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.parts import Figures, Named, Parts
from apts.statistics import Estimate

QUANTILES = {"median" if tenth == 5 else f"decile {tenth}": tenth / 10 for tenth in range(1, 10)}
"""What goals call the length that a share of all matches does not exceed."""

_MIDDLE = "decile 5"
_OUTER = frozenset({"decile 1", "median", "decile 9"})
"""The quantiles by which runs are held against each other."""


class QuantileParts(Parts):
    """The figures of ``quantile_rows`` in the details; runs are compared by some of them, or by none."""

    quantiles = QUANTILES

    def __init__(self, compared: frozenset[str] = _OUTER):
        self._compared = compared

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("quantiles", []):
            yield str(row["name"]), Estimate(row["value"], row["low"], row["high"], metric.n)

    def is_compared(self, label: str) -> bool:
        return label in self._compared

    def labels(self, part: str, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        return super().labels("median" if part.lower() == _MIDDLE else part, inside, metric, evidence)


LENGTH_PARTS = QuantileParts()
MINUTES_PARTS = QuantileParts(frozenset())
"""Minutes are turns at another pace, and not compared a second time."""
