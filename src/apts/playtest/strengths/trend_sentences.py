"""What changes with strength as sentences: the better the players, the more or the less of something."""

from __future__ import annotations

import re
from collections.abc import Sequence

from apts.engine.play.game import Game
from apts.engine.play.outcome import SeatCalled
from apts.playtest.evidence.end_descriptions import describe_end, ended_by
from apts.playtest.evidence.sentences import Amount, Listed, Message, Phrases, Spelled, Translated, Value, percent
from apts.playtest.goals.figures import describe_figure
from apts.playtest.metrics import declared, reads_in_percent
from apts.playtest.metrics.parts import SCORE
from apts.playtest.strengths.trends import Trend
from apts.statistics import Estimate

TEXTS = {
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
        "be none; teach it longer."
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
"""Levels up to which every one is told with its interval; of more only the first and the last, and tables have all."""

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
    ends = {"low": Amount(_end(figure.low)), "high": Amount(_end(figure.high))}
    return {"value": Amount(f"{figure.value:.3g}"), **ends}


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
