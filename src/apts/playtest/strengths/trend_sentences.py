"""What changes with strength as sentences: the better the players, the more or the less of something."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from apts.engine.play.outcome import SeatCalled
from apts.playtest.goals.figures import told_figure
from apts.playtest.strengths.trends import Trend
from apts.statistics import Estimate

MORE_AND_LESS = {
    "balance": ("the more even the seats are", "the less even the seats are"),
    "length": ("the longer matches are", "the shorter matches are"),
    "drawishness": ("the more matches are drawn", "the fewer matches are drawn"),
    "timeouts": ("the more matches the turn limit stops", "the fewer matches the turn limit stops"),
    "short-matches": ("the more matches end within two turns a seat", "the fewer matches end within two turns a seat"),
    "branching": ("the more moves there are to choose from", "the fewer moves there are to choose from"),
    "decision-share": ("the more turns have a choice", "the fewer turns have a choice"),
    "captures": ("the more pieces are captured", "the fewer pieces are captured"),
    "luck": ("the more luck decides", "the less luck decides"),
    "lead-change": ("the more often the lead changes", "the less often the lead changes"),
    "drama": ("the further winners are behind on their way", "the less far winners are behind on their way"),
    "decided-at": ("the later matches are decided", "the earlier matches are decided"),
    "snowball": ("the more a lead at half-time decides", "the less a lead at half-time decides"),
}
"""What is said of a metric that rises with strength, and of one that falls."""

INSIDE_MORE_AND_LESS = {
    "end-reasons": ("the more matches end by {part}", "the fewer matches end by {part}"),
    "openings": ("the more matches begin with {part}", "the fewer matches begin with {part}"),
    "piece-use": ("the more matches see the piece {part} move", "the fewer matches see the piece {part} move"),
    "move-use": ("the more matches see a move of the kind {part}", "the fewer matches see a move of the kind {part}"),
}
"""The same for a figure inside a metric."""

MOST_INTERVALS = 4
"""Levels up to which every one is told with its interval; of more only the first and the last."""

Title = Callable[[str], str]


def trend_sentence(trend: Trend, labels: Sequence[str], seat_names: Sequence[str], seats: int, title: Title) -> str:
    """What is sure, or likely, about one figure."""
    told = told_values(trend, labels)
    rising = trend.slope is not None and trend.slope.value > 0.0
    words = _words(trend, seat_names, seats, rising)
    better = f"he better the {'player' if seats == 1 else 'players'}, {words}: {told}."
    if trend.is_likely:
        return f"Not sure yet: t{better} About {trend.wanted:,} matches a level may settle that."
    if trend.turns:
        return f"{figure_title(trend, seat_names, title)} {_way(trend, labels)}: {told}."
    if trend.is_straight:
        return f"T{better}" if trend.is_monotone else f"On the whole, t{better}"
    first, second = min(trend.sure_pairs, key=lambda pair: (trend.pairs or {})[pair])
    more = "higher" if trend.value(second) > trend.value(first) else "lower"
    return f"{figure_title(trend, seat_names, title)} is {more} at {labels[second]} than at {labels[first]}: {told}."


def figure_title(trend: Trend, seat_names: Sequence[str], title: Title) -> str:
    """What a figure is called: the metric, and the part of it."""
    if not trend.part:
        return title(trend.name)
    return f"{title(trend.name)}: {told_figure(trend.name, trend.part, seat_names)}"


def told_values(trend: Trend, labels: Sequence[str]) -> str:
    """The figure at every level at which it was measured."""
    places = trend.known
    ends = (places[0], places[-1]) if len(places) > MOST_INTERVALS else places
    told = [f"{told_estimate(trend.figures[place], place in ends)} at {labels[place]}" for place in places]
    return ("it scores " if trend.name == "seat-score" else "") + ", ".join(told)


def told_estimate(estimate: Estimate | None, with_interval: bool = True) -> str:
    """A figure with its interval; a line where it was not measured."""
    if estimate is None:
        return "–"
    return f"{estimate.value:.3g}" + (f" ({_end(estimate.low)} to {_end(estimate.high)})" if with_interval else "")


def _end(value: float) -> str:
    """An end of an interval, no finer than it is worth."""
    return f"{value:.3g}" if abs(value) >= 1.0 else f"{value:.2g}"


def _words(trend: Trend, seat_names: Sequence[str], seats: int, rising: bool) -> str:
    if trend.name == "seat-score":
        return _seat_words(trend, seat_names, seats, rising)
    if trend.part:
        part = told_figure(trend.name, trend.part, seat_names)
        if trend.part.endswith(" score"):
            return f"the {'higher' if rising else 'lower'} the score after {part.removesuffix(' score')}"
        return INSIDE_MORE_AND_LESS[trend.name][not rising].format(part=part)
    known = MORE_AND_LESS.get(trend.name)
    return f"the {'higher' if rising else 'lower'} {trend.name}" if known is None else known[not rising]


def _seat_words(trend: Trend, seat_names: Sequence[str], seats: int, rising: bool) -> str:
    if seats == 1:
        return f"the {'higher' if rising else 'lower'} the score"
    seat = int(trend.part.split()[1]) if trend.part else 1
    called = SeatCalled(seat, seat_names)
    if seats == 2:
        return f"the {'more' if rising else 'less'} {called} wins"
    return f"the {'higher' if rising else 'lower'} the score of {called}"


def _way(trend: Trend, labels: Sequence[str]) -> str:
    """How a figure goes that surely goes both ways."""
    places = trend.known
    for word, other, turn in (
        ("rises", "falls", max(places, key=trend.value)),
        ("falls", "rises", min(places, key=trend.value)),
    ):
        before = any(second == turn for _, second in trend.sure_pairs)
        after = any(first == turn for first, _ in trend.sure_pairs)
        if before and after:
            return f"{word} up to {labels[turn]}, then {other}"
    return "goes up and down with strength"
