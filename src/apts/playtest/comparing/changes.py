"""What changed from one run to another, in every metric and in every figure inside it, with false alarms controlled."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.goals.goal import absent, compared_figures, describe_figure
from apts.playtest.metrics import Declaration, Metric, declared
from apts.playtest.metrics.choice import is_even
from apts.playtest.run import Run
from apts.statistics import (
    Comparison,
    Estimate,
    benjamini_hochberg,
    bounded_mean,
    bounded_p_value,
    compare_proportions,
    holm,
    student,
    unit_means,
    unit_values,
)
from apts.statistics.estimate import normal_p_value, student_p_value, student_quantile

# ----------------------------------------------------------------------------------------------------------------
# Whether the matches of two runs are as long: tests that a few long matches, seen or not, do not decide.

MEDIAN = 0.5


Lengths = tuple[Numbers, Sequence[int | None]]
"""The lengths of the matches of a run, and the group of each match."""


def p_value_of_lengths(share: float, a: Lengths, b: Lengths, *, paired: bool = False) -> float:
    """The p-value of "both runs are as long", for the change of a median or decile; 1 where that is none.

    For the median by ranks (H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics 18, 1947, corrected for
    ties), and where match by match the runs share their luck by the ranks of the differences (F. Wilcoxon, Biometrics
    Bulletin 1, 1945, equal lengths left out); for a decile by how many matches of each run lie beyond that of both together
    (A. M. Mood, "Introduction to the theory of statistics", 1950). Groups of matches count as one.
    """
    ends = [float(np.quantile(lengths, share, method="averaged_inverted_cdf")) for lengths, _ in (a, b)]
    if ends[0] == ends[1]:
        return 1.0
    if share == MEDIAN and paired:
        return _by_signed_ranks(unit_means(b[0] - a[0], a[1]))
    if share == MEDIAN:
        return _by_ranks(unit_means(*a), unit_means(*b))
    return _by_shares(share, a, b)


def _by_ranks(first: Numbers, second: Numbers) -> float:
    both = np.concatenate([first, second])
    _, places, counts = np.unique(both, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2.0)[places]
    n, m, total = len(first), len(second), len(both)
    ties = float((counts.astype(np.float64) ** 3 - counts).sum())
    variance = n * m / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)))
    if variance <= 0.0:
        return 1.0
    distance = abs(float(ranks[:n].sum()) - n * (total + 1.0) / 2.0)
    return normal_p_value(max(0.0, distance - 0.5) / math.sqrt(variance))


def _by_signed_ranks(changes: Numbers) -> float:
    changes = changes[changes != 0.0]
    n = len(changes)
    if n == 0:
        return 1.0
    _, places, counts = np.unique(np.abs(changes), return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2.0)[places]
    ties = float((counts.astype(np.float64) ** 3 - counts).sum())
    variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0
    distance = abs(float(ranks[changes > 0.0].sum()) - n * (n + 1.0) / 4.0)
    return normal_p_value(max(0.0, distance - 0.5) / math.sqrt(variance))


def _by_shares(share: float, a: Lengths, b: Lengths) -> float:
    """Where the decile is one length of many matches, these count as beyond it or not, whichever parts both better."""
    both = np.concatenate([a[0], b[0]])
    cut = float(np.quantile(both, share, method="inverted_cdf"))
    beyond = [np.greater, np.greater_equal]
    parted = min(beyond, key=lambda longer: abs(float(longer(both, cut).mean()) - (1.0 - share)))
    one, other = (unit_means(parted(lengths, cut).astype(np.float64), units) for lengths, units in (a, b))
    return compare_proportions(float(one.sum()), len(one), float(other.sum()), len(other)).p_value


# ----------------------------------------------------------------------------------------------------------------
# Two runs with one seed: match number by match number they share their luck, and what they share falls out.
#
# Runs that differ in the rules alone give match 17 of both the same seed, so their results go together more or
# less. Held against each other pair by pair the difference has the spread that it really has, whichever way they
# go together; held against each other as strangers it would have to be taken for wider (or, if they went against
# each other, too narrow).


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

    The p-value is of the test that the interval is made of: it is below 1 - confidence where the interval excludes 0.
    """
    of_match = declared(name).of_match
    if of_match is None or of_match.counted is not None or not are_paired(a, b):
        return None
    first, second = of_match.values(a), of_match.values(b)
    if first is None or second is None:
        return None
    changes = second - first
    if len(changes) < 2 or not np.isfinite(changes).all():
        return None
    changes, present = unit_values(changes, a.units), a.completeness
    if len(changes) < 2:
        return None
    size = float(np.sqrt((changes**2).sum()))
    by_spread = of_match.over_turns and is_even(changes)
    if size <= 1e-12 and by_spread:
        return None  # no spread to go by, and no bounds either: each run's own interval says more
    total = float(changes.sum())
    effect = total / size if size > 1e-12 else 0.0
    if by_spread:
        return Comparison(
            student(changes, confidence, completeness=present), _student_p(changes, effect, present), effect
        )
    most = max(of_match.bounds(side)[1] for side in (a, b))
    bounds = (-most, most)
    found = bounded_mean(changes, confidence, bounds, present)
    return Comparison(found, bounded_p_value(changes, 0.0, bounds, present), effect)


def _student_p(changes: Numbers, effect: float, present: float) -> float:
    """Student's p-value of a mean of 0; changes that are all alike have no spread, and a point for an interval."""
    error = float(changes.std(ddof=1)) / (math.sqrt(len(changes)) * present)
    if error <= 1e-12:
        return normal_p_value(effect)
    return student_p_value(float(changes.mean()) / error, len(changes) - 1)


# ----------------------------------------------------------------------------------------------------------------
# The difference of two figures, put together from the interval that each of them brings.
#
# The method is square and add (R. G. Newcombe, Statistics in Medicine 17, 1998; for any figure G. Y. Zou and A.
# Donner, Statistics in Medicine 27, 2008). For shares it gives Newcombe's interval, for means nearly Welch's. It
# takes the runs to be independent; runs that share a seed are alike if anything, which makes it cautious. It is
# as good as the intervals it is given.


def difference_of(a: Estimate, b: Estimate) -> Estimate:
    """The difference B - A with its interval, by square and add."""
    return contrast_of((a, b), (-1.0, 1.0))


def contrast_of(estimates: Sequence[Estimate], weights: Sequence[float]) -> Estimate:
    """The sum of the figures, each times its weight, with its interval by square and add."""
    low = high = 0.0
    for estimate, weight in zip(estimates, weights, strict=True):
        below, above = estimate.value - estimate.low, estimate.high - estimate.value
        if weight < 0.0:
            below, above = above, below
        low, high = math.hypot(low, weight * below), math.hypot(high, weight * above)
    value = sum(estimate.value * weight for estimate, weight in zip(estimates, weights, strict=True))
    units = min(estimate.n for estimate in estimates)
    return Estimate(value, value - low, value + high, units, estimates[0].confidence)


def p_value_of(difference: Estimate) -> float:
    """How often a difference of this size comes about by luck; up to 0.05 exactly where the interval excludes 0.

    Further out the side of the interval towards 0 is taken for Student's distribution with the units of the smaller
    run, whose tails are heavier than those of both together.
    """
    value = difference.value
    if abs(value) <= 1e-12:
        return 1.0
    reach = value - difference.low if value > 0 else difference.high - value
    if reach <= 1e-12:
        return 0.0
    freedom = max(1, difference.n - 1)
    return student_p_value(student_quantile(difference.confidence, freedom) * value / reach, freedom)


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
