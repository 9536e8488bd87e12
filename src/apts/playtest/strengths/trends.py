"""What changes with strength: every figure over the ordered levels, tested for a trend and between each two of them.

The trend of a figure is its contrast with evenly spaced weights over the levels; beside it every two levels are held
against each other. Half of the error goes to the trend, half to the pairs (by Bonferroni). The smaller p-value, times
two, is that of the figure. Figures inside a metric are corrected together and count as one question; all questions are
corrected by Holm: of a game that is the same at all levels anything is claimed at most one time in twenty.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from apts.engine.play.game import Game
from apts.engine.play.outcome import SeatCalled
from apts.playtest.comparing.changes import LEAST, LEVEL, contrast_of, difference_of, p_value_of
from apts.playtest.evidence.sentences import (
    Amount,
    Listed,
    Message,
    Phrases,
    Spelled,
    Translated,
    Value,
    describe_end,
    ended_by,
    percent,
)
from apts.playtest.findings import Finding, declared_finding
from apts.playtest.goals.goal import absent, compared_figures, describe_figure, figures
from apts.playtest.metrics import Metric, Shown, declarations, declared, reads_in_percent, shown_in
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


# ----------------------------------------------------------------------------------------------------------------
# What changes with strength as sentences: the better the players, the more or the less of something.

TEXTS = {
    "trend/training": "Training a network for {minutes} minutes in {folder}; Ctrl-C stops after the current cycle.",
    "trend/training-from": (
        "Training a network for {minutes} minutes in {folder}, starting from the model {model} that comes with APTS; "
        "Ctrl-C stops after the current cycle."
    ),
    "trend/better": "The better the players, {words}: {told}.",
    "trend/better/alone": "The better the player, {words}: {told}.",
    "trend/whole": "On the whole, the better the players, {words}: {told}.",
    "trend/whole/alone": "On the whole, the better the player, {words}: {told}.",
    "trend/likely": (
        "Not sure yet: the better the players, {words}: {told}. About {wanted} matches a level may settle that, "
        "if the change is as large as it was seen here."
    ),
    "trend/likely/alone": (
        "Not sure yet: the better the player, {words}: {told}. About {wanted} matches a level may settle that, "
        "if the change is as large as it was seen here."
    ),
    "trend/rises-then-falls": "{metric} rises up to {level}, then falls: {told}.",
    "trend/falls-then-rises": "{metric} falls up to {level}, then rises: {told}.",
    "trend/up-and-down": "{metric} goes up and down with strength: {told}.",
    "trend/higher": "{metric} is higher {second} than {first}: {told}.",
    "trend/lower": "{metric} is lower {second} than {first}: {told}.",
    "trend/value": "{value} {level}",
    "trend/interval": "{value} ({low} to {high}) {level}",
    "trend/among": "among {players}",
    "trend/with": "with {agents}",
    "players/random": "random players",
    "players/beginner": "beginners",
    "players/casual": "casual players",
    "players/club": "club players",
    "players/strong": "strong players",
    "players/expert": "experts",
    "players/master": "masters",
    "trend/scores": "it scores {told}",
    "trend/figure": "{metric}: {part}",
    "trend/score-of-seat": "{seat:seat} score",
    "trend/inside": "{count} more figures inside the metrics surely change.",
    "trend/still": "Not surely changed: {metric}.",
    "trend/untested": "Not tested, because {why}: {metric}.",
    "trend/proven": "The network scores {told} in {n} pairs of matches: it is the strongest.",
    "trend/unproven": (
        "The network scores {told} in {n} pairs of matches: that it is the strongest is not proven, so trends up to it may "
        "be none; train it longer."
    ),
    "trend/against": "{value} ({low} to {high}) against {level}",
    "trend/cost": "{told} (at {own} ms of processor time a move beside {other} ms)",
    "trend/alone/more": "the higher the score",
    "trend/alone/less": "the lower the score",
    "trend/wins/more": "the more {seat:seat} wins",
    "trend/wins/less": "the less {seat:seat} wins",
    "trend/opening-score/more": "the higher the score after {part}",
    "trend/opening-score/less": "the lower the score after {part}",
    "trend/other/more": "the higher {metric}",
    "trend/other/less": "the lower {metric}",
}
"""What is said about trends beside what metrics declare; what ends in ``more`` is said of a figure that rises with
strength."""

message = Phrases(TEXTS)

MOST_INTERVALS = 2
"""Levels up to which each is shown with its interval; of more only the first and the last, and tables have all."""

_SEAT_SCORE = re.compile(r"seat (\d+) score")


def players_of(label: str) -> Value:
    """The players of a level by its label: those of named levels in words, others as agents are spelled."""
    return message(f"players/{label}") if f"players/{label}" in TEXTS else Spelled(label)


def _among(label: str) -> Message:
    players = players_of(label)
    return (
        message("trend/with", agents=players) if isinstance(players, str) else message("trend/among", players=players)
    )


def trend_sentence(
    trend: Trend, labels: Sequence[str], seat_names: Sequence[str], seats: int, game: Game | None = None
) -> Message:
    """What is sure, or likely, about one figure; ends of matches in words where the ``game`` is known."""
    described, title = trend_values(trend, labels), figure_title(trend, seat_names, game)
    rising = trend.slope is not None and trend.slope.value > 0.0
    if not trend.is_likely and trend.turns:
        key, level = _way(trend, labels)
        return message(key, metric=title, level=level, told=described)
    if not trend.is_likely and not trend.is_straight:
        first, second = min(trend.sure_pairs, key=lambda pair: (trend.pairs or {})[pair])
        key = "trend/higher" if trend.value(second) > trend.value(first) else "trend/lower"
        return message(key, metric=title, second=_among(labels[second]), first=_among(labels[first]), told=described)
    words = _words(trend, seat_names, seats, "more" if rising else "less", game)
    alone = "/alone" if seats == 1 else ""
    if trend.is_likely:
        return message(f"trend/likely{alone}", words=words, told=described, wanted=f"{trend.wanted:,}")
    return message(f"trend/{'better' if trend.is_monotone else 'whole'}{alone}", words=words, told=described)


def figure_title(trend: Trend, seat_names: Sequence[str], game: Game | None = None) -> Value:
    """What a figure is called: the metric, and the part of it."""
    if not trend.part:
        return trend.name
    return message("trend/figure", metric=trend.name, part=_part(trend, seat_names, game))


def _part(trend: Trend, seat_names: Sequence[str], game: Game | None) -> Value:
    parts = declared(trend.name).parts
    if parts.of_ends:
        return describe_end(trend.part, game)
    found = _SEAT_SCORE.fullmatch(trend.part) if parts.of_seats else None
    if found is not None:
        return message("trend/score-of-seat", seat=SeatCalled(int(found[1]), seat_names))
    return describe_figure(trend.name, trend.part, seat_names)


def trend_values(trend: Trend, labels: Sequence[str]) -> Value:
    """The figure at every level at which it was measured."""
    places = trend.known
    ends = (places[0], places[-1]) if len(places) > MOST_INTERVALS else places
    described = Listed([_trend_value(trend, place, _among(labels[place]), place in ends) for place in places])
    return message("trend/scores", told=described) if declared(trend.name).parts.of_seats else described


def _trend_value(trend: Trend, place: int, level: Message, with_interval: bool) -> Message:
    figure, share = trend.figures[place], reads_in_percent(trend.name, trend.part)
    assert figure is not None
    amounts = share_amounts(figure) if share else interval_amounts(figure)
    if not with_interval:
        return message("trend/value", value=amounts["value"], level=level)
    return message("trend/interval", **amounts, level=level)


def share_amounts(figure: Estimate) -> dict[str, Value]:
    """A share and the ends of its interval in per cent, as the words of a sentence."""
    return {"value": percent(figure.value), "low": percent(figure.low), "high": percent(figure.high)}


def interval_amounts(figure: Estimate) -> dict[str, Value]:
    """A figure and the ends of its interval as the words of a sentence."""
    return {"value": Amount(f"{figure.value:.3g}"), "low": Amount(_end(figure.low)), "high": Amount(_end(figure.high))}


def format_estimate(estimate: Estimate | None) -> str:
    """A figure with its interval; a line where it was not measured."""
    return "–" if estimate is None else "{value} ({low} to {high})".format(**interval_amounts(estimate))


def _end(value: float) -> str:
    """An end of an interval, no finer than it is worth."""
    return f"{value:.3g}" if abs(value) >= 1.0 else f"{value:.2g}"


def _words(trend: Trend, seat_names: Sequence[str], seats: int, way: str, game: Game | None) -> Value:
    """What rises or falls with strength, as the metric declares it, or else by its name."""
    about = declared(trend.name)
    if about.parts.of_seats:
        return _seat_words(trend, seat_names, seats, way)
    if not trend.part:
        described = about.sentences(way)
        return Translated(described) if described else message(f"trend/other/{way}", metric=trend.name)
    part: Value = describe_figure(trend.name, trend.part, seat_names)
    if trend.part.endswith(SCORE):
        return message(f"trend/opening-score/{way}", part=str(part).removesuffix(SCORE))
    if about.parts.of_ends:
        part = ended_by(trend.part, game)
    described = about.sentences(f"part_{way}")
    named = message("trend/figure", metric=trend.name, part=part)
    return Translated(described, {"part": part}) if described else message(f"trend/other/{way}", metric=named)


def _seat_words(trend: Trend, seat_names: Sequence[str], seats: int, way: str) -> Value:
    if seats == 1:
        return message(f"trend/alone/{way}")
    seat = SeatCalled(int(trend.part.split()[1]) if trend.part else 1, seat_names)
    if seats == 2:
        return message(f"trend/wins/{way}", seat=seat)
    return Translated(declared(trend.name).sentences(f"part_{way}"), {"seat": seat})


def _way(trend: Trend, labels: Sequence[str]) -> tuple[str, Value]:
    """How a figure goes that surely goes both ways, and the level at which it turns."""
    places = trend.known
    for key, turn in (
        ("trend/rises-then-falls", max(places, key=trend.value)),
        ("trend/falls-then-rises", min(places, key=trend.value)),
    ):
        before = any(second == turn for _, second in trend.sure_pairs)
        after = any(first == turn for first, _ in trend.sure_pairs)
        if before and after:
            return key, players_of(labels[turn])
    return "trend/up-and-down", ""


# ----------------------------------------------------------------------------------------------------------------
# Findings of several levels put together: each says at which levels it holds and at which it was not seen.


@dataclass(frozen=True)
class FindingAtLevels:
    """A finding with the levels at which it is sure, only probable, or not seen.

    The sentence is that of ``finding``, from ``level``, the strongest at which it is sure, or else probable.
    """

    kind: str
    subject: str
    sentence: str
    found: tuple[str, ...]
    probable: tuple[str, ...]
    absent: tuple[str, ...]
    finding: Finding
    level: str

    def as_data(self) -> dict[str, Any]:
        """The finding with its levels as plain values."""
        names = ("kind", "subject", "sentence", "level", "found", "probable", "absent")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        first, own = ("at" if self.level in self.found else "probably at"), (self.level,)
        also, likely = ([label for label in labels if label not in own] for labels in (self.found, self.probable))
        more = (("also at", also), ("probably also at" if self.found else "also at", likely))
        parts = ((first, own), *more, ("not seen at", self.absent))
        text = "; ".join(f"{word} {', '.join(labels)}" for word, labels in parts if labels)
        return f"{self.sentence} [{text}]"


def findings_at_levels(weighed: Mapping[str, Sequence[Finding]]) -> tuple[FindingAtLevels, ...]:
    """The findings of levels, which come weakest first; those of the strongest level are the first.

    What is said about the matches of a level is told for each level by itself, unless it is the same to the letter.
    """
    held: dict[tuple[str, ...], dict[str, Finding]] = {}
    for label, findings in reversed(list(weighed.items())):
        for found in findings:
            own = (found.sentence,) if declared_finding(found.kind).is_caveat else ()
            held.setdefault((found.kind, found.subject, *own), {}).setdefault(label, found)
    return tuple(_across(key, at, tuple(weighed)) for key, at in held.items())


def _across(key: tuple[str, ...], at: Mapping[str, Finding], labels: Sequence[str]) -> FindingAtLevels:
    sure = tuple(label for label in labels if label in at and at[label].state == "found")
    likely = tuple(label for label in labels if label in at and label not in sure)
    absent = () if declared_finding(key[0]).is_caveat else tuple(label for label in labels if label not in at)
    level = (sure or likely)[-1]
    return FindingAtLevels(key[0], key[1], at[level].sentence, sure, likely, absent, at[level], level)
