"""What changed from one run to another, in every metric and in every figure inside it, with false alarms controlled."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

from apts.playtest.comparing.difference import difference_of, p_value_of
from apts.playtest.comparing.lengths import p_value_of_lengths
from apts.playtest.comparing.paired import are_paired, paired_difference
from apts.playtest.goals.figures import absent, compared_figures, describe_figure
from apts.playtest.metrics import Declaration, Metric, declared
from apts.playtest.run import Run
from apts.statistics import Estimate, benjamini_hochberg, holm

LEVEL = 0.05
"""Of the changes that are called so, at most this share are false alarms."""

LEAST = 10
"""Below so many units on either side a change is shown, not tested."""


@dataclass(frozen=True)
class Change:
    """A metric in both runs, the difference B - A, and the p-value raised for the number of questions.

    ``part`` names a figure inside the metric (a seat, an opening); it is empty for the metric itself. ``difference`` is
    None where a side was not measured, ``p_value`` and ``adjusted`` where nothing can be tested. ``paired`` tells that
    matches of equal number were held against each other.
    """

    name: str
    a: Metric
    b: Metric
    difference: Estimate | None = None
    p_value: float | None = None
    adjusted: float | None = None
    part: str = ""
    paired: bool = False

    @property
    def title(self) -> str:
        """The metric, and the figure inside it."""
        return f"{self.name}: {self.part}" if self.part else self.name

    @property
    def is_shown_first(self) -> bool:
        """Whether it stands among the metrics: it is one, or the typical length, which says more than the mean does."""
        return not self.part or self.part == declared(self.name).typical

    @property
    def is_real(self) -> bool:
        """Whether the change stands after correction for all questions."""
        return self.adjusted is not None and self.adjusted <= LEVEL

    def as_data(self) -> dict[str, Any]:
        """The change as plain values."""
        return {
            "metric": self.name,
            "part": self.part,
            "meaning": self.a.meaning,
            "a": _figure(self.a),
            "b": _figure(self.b),
            "difference": None if self.difference is None else _finite(self.difference),
            "paired": self.paired,
            "p_value": self.p_value,
            "adjusted": self.adjusted,
            "changed": self.is_real,
        }


def _figure(metric: Metric) -> dict[str, Any]:
    return {"value": metric.value, "low": metric.low, "high": metric.high, "n": metric.n}


def _finite(estimate: Estimate) -> dict[str, Any]:
    """An estimate as plain values; JSON has no word for infinite."""
    data = asdict(estimate)
    return {key: None if isinstance(value, float) and math.isinf(value) else value for key, value in data.items()}


def changes(a: Run, b: Run) -> tuple[Change, ...]:
    """Every metric in the order of the list, then the figures inside the metrics.

    The figures inside a metric are corrected together by Holm and then count as one question beside the metrics, all of
    which Benjamini and Hochberg's method corrects.
    """
    whole = [change_of(name, a, b) for name in a.metrics]
    inside = {name: _within(list(_parts(name, a, b))) for name in a.metrics}
    questions = [change.p_value for change in whole if change.p_value is not None]
    families = {
        name: min(change.p_value for change in found if change.p_value is not None)
        for name, found in inside.items()
        if any(change.p_value is not None for change in found)
    }
    raised = iter(float(value) for value in benjamini_hochberg([*questions, *families.values()]))
    result = [change if change.p_value is None else replace(change, adjusted=next(raised)) for change in whole]
    overall = {name: next(raised) for name in families}
    for name, found in inside.items():
        result += [
            change if change.p_value is None else replace(change, adjusted=max(change.p_value, overall[name]))
            for change in found
        ]
    return tuple(result)


def change_of(name: str, a: Run, b: Run) -> Change:
    first, second = a.metrics[name], b.metrics[name]
    if first.value is None or second.value is None:
        return Change(name, first, second)
    one, other = first.estimate, second.estimate
    if one is None or other is None or not declared(name).tested:
        value = second.value - first.value
        return Change(name, first, second, Estimate(value, -math.inf, math.inf, min(first.n, second.n)))
    paired = paired_difference(name, a.evidence, b.evidence)
    if paired is not None:
        p_value = paired.p_value if paired.difference.n >= LEAST else None
        return Change(name, first, second, paired.difference, p_value, paired=True)
    difference = difference_of(one, other)
    return Change(name, first, second, difference, p_value_of(difference) if difference.n >= LEAST else None)


def _parts(name: str, a: Run, b: Run) -> Iterator[Change]:
    """The figures inside a metric that both runs have, or that one has and the other can be said to have at 0."""
    about = declared(name)
    if about.parts.of_one_text and a.manifest.rules != b.manifest.rules:
        return  # which rule is which cannot be told
    first = compared_figures(name, a.metrics[name], a.evidence.n)
    second = compared_figures(name, b.metrics[name], b.evidence.n)
    names = _common_names(a, b)
    for part in dict.fromkeys([*first, *second]):
        one = first.get(part) or absent(name, part, a.evidence.n)
        other = second.get(part) or absent(name, part, b.evidence.n)
        if one is None or other is None:
            continue
        difference = difference_of(one, other)
        p_value = None
        if min(one.n, other.n) >= LEAST:
            share = about.parts.quantiles.get(part)
            p_value = p_value_of(difference) if share is None else p_value_of_quantiles(about, share, a, b)
        text = describe_figure(name, part, names)
        yield Change(name, _as_metric(one, text), _as_metric(other, text), difference, p_value, part=text)


def p_value_of_quantiles(about: Declaration, share: float, a: Run, b: Run) -> float:
    """The p-value of "the matches of both runs are as long", for the change of a median or decile."""
    assert about.of_match is not None
    one, other = (about.of_match.values(run.evidence) for run in (a, b))
    assert one is not None
    assert other is not None
    paired = are_paired(a.evidence, b.evidence)
    return p_value_of_lengths(share, (one, a.evidence.units), (other, b.evidence.units), paired=paired)


def typical_change(name: str, a: Run, b: Run) -> Change:
    """The change of a metric; of the length that of its median, which a few long matches do not hide.

    A mean of lengths is known only to within what rare matches, up to the turn limit, may add to it.
    """
    whole = change_of(name, a, b)
    part = declared(name).typical
    if not part:
        return whole
    typical = next((change for change in _parts(name, a, b) if change.part == part), None)
    return whole if typical is None else replace(typical, part="")


def _common_names(a: Run, b: Run) -> tuple[str, ...]:
    """What the seats are called in both runs; empty for those that are called otherwise in one of them."""
    both = zip(*(run.game.seat_names if run.game is not None else () for run in (a, b)), strict=False)
    return tuple(one if one == other else "" for one, other in both)


def _as_metric(estimate: Estimate, part: str) -> Metric:
    return Metric(estimate.value, estimate.low, estimate.high, estimate.n, meaning=part)


def _within(found: list[Change]) -> list[Change]:
    """The changes inside one metric, their p-values raised by Holm."""
    raised = iter(holm([change.p_value for change in found if change.p_value is not None]))
    return [change if change.p_value is None else replace(change, p_value=float(next(raised))) for change in found]
