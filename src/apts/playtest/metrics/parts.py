"""The figures inside a metric: every seat, end rule, opening, piece or bound with its own interval, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from apts.playtest.evidence.evidence import Evidence
from apts.playtest.metrics.measured_metric import Metric
from apts.playtest.metrics.scales import DIFFERENCE, Scale
from apts.playtest.metrics.value_streams import Stream
from apts.statistics import Estimate, wilson

Row = Mapping[str, Any]
Figures = dict[str, Estimate]
Named = tuple[str, Estimate]

EFFECT, SCORE = " effect", " score"
"""How the names of figures end that are no shares of matches."""


class Parts:
    """What is inside a metric; as it stands here, nothing.

    A metric with parts has an object of a subclass, which reads them from the details and says what goals call them.
    """

    thing = ""
    """What goals call one of the parts, as in ``every piece``; empty where they cannot ask for each."""
    is_share = False
    """Whether parts are shares of matches, so that those of things that never happened are 0."""
    of_seats = False
    """Whether a part is about a seat, which may have a name, and the metric itself about seat 1."""
    of_ends = False
    """Whether a part is an end of matches, by the text of its rule."""
    of_one_text = False
    """Whether parts are places of the rules text, so that only runs with the same text can be compared."""
    scored = False
    """Whether each thing has a share of matches and, behind ``score``, what its users score."""
    quantiles: Mapping[str, float] = {}
    """The share of matches that each part stands for, where parts are the median and deciles."""
    with_strength = False
    """Whether it is worth telling how parts change with the strength of players."""

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        """All figures with an interval that the metric has in its details; ``matches`` is the number of matches."""
        del metric, matches
        return iter(())

    def is_compared(self, label: str) -> bool:
        """Whether runs are held against each other by a part."""
        del label
        return True

    def absent(self, label: str, matches: int) -> Estimate | None:
        """What a part is in a run that does not have it: shares of things that never happened are 0."""
        return wilson(0, matches) if self.is_share and matches and not label.endswith((SCORE, EFFECT)) else None

    def all_figures(self, metric: Metric, evidence: Evidence) -> Figures:
        """All parts by name; things that the game has and no match showed are there with a share of 0."""
        inside = {} if metric.value is None else dict(self.figures(metric, evidence.n))
        for label in self.unseen(metric, evidence):
            share = self.absent(label, evidence.n)
            if share is not None:
                inside.setdefault(label, share)
        return inside

    def unseen(self, metric: Metric, evidence: Evidence) -> Iterable[str]:
        """What the game has beside what was seen."""
        del metric, evidence
        return ()

    def each(self, part: str, inside: Figures, evidence: Evidence) -> Iterator[Named]:
        """The figures that a goal about every part is about; ``part`` says which figure of each, where there are two."""
        del part, evidence
        return ((label, found) for label, found in inside.items() if not label.endswith(EFFECT))

    def most_of_each(self, figures: int, metric: Metric, evidence: Evidence) -> int:
        """How many figures a goal about every part may come to have, of which some are seen only later."""
        del metric, evidence
        return figures

    def labels(self, part: str, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        """The parts that a text in brackets names; none where there is no such part."""
        del metric, evidence
        folded = {label.lower(): label for label in inside}
        return [folded[part.lower()]] if part.lower() in folded else []

    def known(self, inside: Figures, evidence: Evidence) -> list[str]:
        """What can be named."""
        del evidence
        return list(inside)

    def stream(self, label: str, evidence: Evidence) -> Stream | None:
        """The values behind a part, one a unit; None where it is no mean of them."""
        del label, evidence
        return None

    def anytime_of_each(self, label: str, evidence: Evidence, confidence: float) -> Estimate | None:
        """A part of a goal about all of them, with an interval that holds at all looks together."""
        found = self.stream(label, evidence)
        return None if found is None or not len(found.values) else found.estimate(confidence)

    def scale(self, label: str, whole: Scale) -> Scale:
        """What a part is counted in, in a metric of a scale."""
        return DIFFERENCE if label.endswith(EFFECT) else whole

    def describe(self, label: str, seat_names: Sequence[str]) -> str:
        """A part as people are told of it."""
        del seat_names
        return label


NO_PARTS = Parts()


class OnePart(Parts):
    """A single figure beside the metric, in the details under its name."""

    def __init__(self, label: str):
        self.label = label

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        found = row_estimate(metric.details.get(self.label, {}), "value", "low", "high", metric.n)
        if found is not None:
            yield self.label, found


def row_estimate(row: Row, value: str, low: str, high: str, n: int) -> Estimate | None:
    """A figure of a row of the details; None where an end is missing."""
    if row.get(value) is None or row.get(low) is None or row.get(high) is None:
        return None
    return Estimate(row[value], row[low], row[high], n)
