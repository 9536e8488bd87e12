"""What changes with strength: every figure over the ordered levels, tested for a trend and between each two of them.

The trend of a figure is its contrast with evenly spaced weights over the levels; beside it every two levels are held
against each other. Half of the error goes to the trend, half to the pairs (by Bonferroni). The smaller p-value, times
two, is that of the figure. Figures inside a metric are corrected together and count as one question; all questions are
corrected by Holm: of a game that is the same at all levels anything is claimed at most one time in twenty.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from apts.playtest.comparing.changes import LEAST, LEVEL
from apts.playtest.comparing.difference import contrast_of, difference_of, p_value_of
from apts.playtest.goals.figures import absent, compared_figures, figures
from apts.playtest.metrics import Metric, Shown, declarations, declared, shown_in
from apts.playtest.metrics.parts import EFFECT, SCORE
from apts.playtest.run import Run
from apts.statistics import Estimate, holm
from apts.statistics.planning import settling

Pair = tuple[int, int]


@dataclass(frozen=True)
class Trend:
    """A figure at every level, the weakest first, and what is sure about it.

    ``part`` names a figure inside the metric; it is empty for the metric itself. ``slope`` is the change from a level to
    the next that a straight line through the figures has. ``p_value`` is that of the figure alone, ``adjusted`` that
    after correction for all figures; both are None where nothing was tested, which ``untested`` explains. ``pairs`` has
    the p-value of each two levels and ``straight`` that of the trend, both corrected like the figure.
    """

    name: str
    part: str
    figures: tuple[Estimate | None, ...]
    slope: Estimate | None = None
    p_value: float | None = None
    adjusted: float | None = None
    straight: float = 1.0
    pairs: Mapping[Pair, float] | None = None
    untested: str = ""

    @property
    def is_sure(self) -> bool:
        """Whether the figure surely changes with strength."""
        return self.adjusted is not None and self.adjusted <= LEVEL

    @property
    def is_likely(self) -> bool:
        """Whether it would be sure if nothing else had been looked at."""
        return not self.is_sure and self.p_value is not None and self.p_value <= LEVEL

    @property
    def known(self) -> tuple[int, ...]:
        """The places of the levels at which the figure was measured."""
        return tuple(place for place, figure in enumerate(self.figures) if figure is not None)

    @property
    def wanted(self) -> int | None:
        """How many matches a level would settle a figure that is only likely."""
        if not self.is_likely or self.p_value is None or self.adjusted is None:
            return None
        units = min(figure.n for figure in self.figures if figure is not None)
        return settling(units, self.p_value / 2.0, self.adjusted / 2.0)

    def value(self, place: int) -> float:
        """The figure at a level at which it was measured."""
        figure = self.figures[place]
        assert figure is not None
        return figure.value

    @property
    def sure_pairs(self) -> tuple[Pair, ...]:
        """The pairs of levels that surely differ."""
        return tuple(pair for pair, p_value in (self.pairs or {}).items() if p_value <= LEVEL)

    @property
    def is_straight(self) -> bool:
        """Whether the trend over all levels is sure, not only a difference between two of them."""
        return self.is_sure and self.straight <= LEVEL

    @property
    def is_monotone(self) -> bool:
        """Whether the figure goes one way from level to level, as far as can be seen."""
        values = [self.value(place) for place in self.known]
        return values in (sorted(values), sorted(values, reverse=True))

    @property
    def turns(self) -> bool:
        """Whether it surely goes both ways."""
        ways = {self.value(second) > self.value(first) for first, second in self.sure_pairs}
        return len(ways) == 2


def trends(runs: Sequence[Run], one_judge: bool) -> tuple[Trend, ...]:
    """Every figure over runs that come in order of strength; without ``one_judge`` values of positions are not tested."""
    whole = [_tested(trend, one_judge) for trend in _metrics(runs, shown_in(Shown.STRENGTHS))]
    with_parts = [one.name for one in declarations() if one.parts.with_strength]
    inside = [_within([_tested(trend, one_judge) for trend in _parts(runs, name)]) for name in with_parts]
    return _corrected([[trend] for trend in whole] + inside)


def _metrics(runs: Sequence[Run], names: Sequence[str]) -> Iterator[Trend]:
    for name in names:
        found = [run.metrics[name] for run in runs]
        if sum(metric.value is not None for metric in found) < 2:
            continue
        if declared(name).nothing_at_zero and not any(metric.value for metric in found):
            continue
        yield Trend(name, "", tuple(_typical(name, metric) for metric in found))


def _typical(name: str, metric: Metric) -> Estimate | None:
    """The figure of a metric; of lengths the median, as a mean is known only to within what rare long matches may add.

    Medians are whole turns, and an interval may be one of them; a difference of one turn is none to be sure of.
    """
    part = declared(name).typical
    found = figures(name, metric, metric.n).get(part) if part else None
    if found is None:
        return metric.estimate
    return Estimate(found.value, max(0.0, found.low - 1.0), found.high + 1.0, found.n, found.confidence)


def _parts(runs: Sequence[Run], name: str) -> Iterator[Trend]:
    """The figures inside a metric that at least two runs have, things that never happened among them."""
    counts = [run.evidence.n for run in runs]
    tables = [compared_figures(name, run.metrics[name], count) for run, count in zip(runs, counts, strict=True)]
    for part in dict.fromkeys(part for table in tables for part in table):
        if declared(name).parts.of_seats and (runs[0].manifest.players < 3 or not part.endswith(SCORE)):
            continue  # of two seats the second has what the first leaves it
        if part.endswith(EFFECT):
            continue
        found = [table.get(part) or absent(name, part, n) for table, n in zip(tables, counts, strict=True)]
        if sum(one is not None for one in found) > 1:
            yield Trend(name, part, tuple(found))


def _tested(trend: Trend, one_judge: bool) -> Trend:
    """The trend with its p-value, where it can be tested."""
    places = trend.known
    if len(places) < 2:
        return replace(trend, untested="it has no interval")
    if declared(trend.name).judged and not one_judge:
        return replace(trend, untested="every level judged its own matches")
    found = [figure for figure in trend.figures if figure is not None]
    slope = contrast_of(found, _straight_weights(places))
    if min(figure.n for figure in found) < LEAST:
        return replace(trend, slope=slope, untested=f"a level has fewer than {LEAST} matches")
    if len(places) == 2:
        p_value = p_value_of(difference_of(*found))
        return replace(trend, slope=slope, p_value=p_value, straight=p_value, pairs={(places[0], places[1]): p_value})
    straight = min(1.0, 2.0 * p_value_of(slope))
    number = math.comb(len(places), 2)
    pairs = {
        (places[first], places[second]): min(1.0, 2.0 * number * p_value_of(difference_of(found[first], found[second])))
        for first, second in combinations(range(len(places)), 2)
    }
    return replace(trend, slope=slope, p_value=min(straight, *pairs.values()), straight=straight, pairs=pairs)


def _straight_weights(places: Sequence[int]) -> list[float]:
    """The weights that give the slope of the straight line through figures at evenly spaced levels."""
    middle = sum(places) / len(places)
    spread = sum((place - middle) ** 2 for place in places)
    return [(place - middle) / spread for place in places]


def _within(family: Sequence[Trend]) -> list[Trend]:
    """Figures inside one metric, corrected for their number."""
    tested = [trend for trend in family if trend.p_value is not None]
    factors = iter(_factors([trend.p_value or 0.0 for trend in tested]))
    return [trend if trend.p_value is None else _times(trend, next(factors)) for trend in family]


def _corrected(families: Sequence[Sequence[Trend]]) -> tuple[Trend, ...]:
    """All figures with ``adjusted``: a family counts as one question, by the surest figure in it."""
    least = [min((t.p_value for t in family if t.p_value is not None), default=None) for family in families]
    factors = iter(_factors([p_value for p_value in least if p_value is not None]))
    result: list[Trend] = []
    for family, p_value in zip(families, least, strict=True):
        factor = 1.0 if p_value is None else next(factors)
        for trend in family:
            raised = None if trend.p_value is None else _times(trend, factor)
            result.append(trend if raised is None else replace(raised, p_value=trend.p_value, adjusted=raised.p_value))
    return tuple(result)


def _factors(p_values: Sequence[float]) -> list[float]:
    """What Holm's method multiplies each p-value with."""
    raised, order = holm(p_values), sorted(range(len(p_values)), key=lambda place: p_values[place])
    return [
        float(raised[place]) / p_value if p_value > 0.0 else float(len(p_values) - order.index(place))
        for place, p_value in enumerate(p_values)
    ]


def _times(trend: Trend, factor: float) -> Trend:
    """The trend with all its p-values raised."""
    assert trend.p_value is not None
    assert trend.pairs is not None
    return replace(
        trend,
        p_value=min(1.0, trend.p_value * factor),
        straight=min(1.0, trend.straight * factor),
        pairs={pair: min(1.0, p_value * factor) for pair, p_value in trend.pairs.items()},
    )
