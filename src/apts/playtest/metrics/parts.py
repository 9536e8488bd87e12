"""The figures inside a metric: every seat, end rule, opening, piece or bound with its own interval, by name."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from apts.engine.play.outcome import ALL_PASSED, SeatCalled
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.metrics.value_streams import Stream
from apts.statistics import Estimate, wilson

# ----------------------------------------------------------------------------------------------------------------
# What figures are counted in, and between which ends they lie.


@dataclass(frozen=True)
class Scale:
    """The range of a figure and its unit: ``share`` for what percents are taken of, else a word such as ``turns``.

    An empty unit is one that is not known, as in metrics of a plug-in.
    """

    unit: str
    low: float = -math.inf
    high: float = math.inf

    @property
    def is_share(self) -> bool:
        """Whether percents mean something here."""
        return self.unit == "share"

    def outside(self, value: float, low: float, high: float) -> float:
        """How far a value lies outside a wanted range, from 0 (inside) to 1, alike for all scales.

        A share is as far away as it differs. Of other figures it is the part that is missing or too much: 60 turns where
        at most 40 are wanted are as far away as 20 where 30 are (a third). Unknown scales count as shares within -1 and 1.
        """
        if math.isnan(value):
            return 1.0
        near = low if value < low else high if value > high else value
        if near == value:
            return 0.0
        if math.isinf(value):
            return 1.0
        distance = abs(value - near)
        if self.is_share or (not self.unit and max(abs(value), abs(near)) <= 1.0):
            return min(1.0, distance)
        return min(1.0, distance / max(abs(value), abs(near)))

    def towards(self, value: float, trend: str) -> float:
        """How far a value is from the best end of the scale, where more (or less) is always better; from 0 to 1."""
        end = self.high if trend == "higher" else self.low
        if math.isinf(value):
            return 0.0 if (value > 0) == (trend == "higher") else 1.0
        if math.isfinite(end) and math.isfinite(self.high - self.low):
            return min(1.0, abs(end - value) / (self.high - self.low))
        over = max(0.0, value)
        return 1.0 / (1.0 + over) if trend == "higher" else over / (1.0 + over)


SHARE = Scale("share", 0.0, 1.0)
DIFFERENCE = Scale("share", -1.0, 1.0)
TURNS = Scale("turns", 0.0)
MINUTES = Scale("minutes", 0.0)
MOVES = Scale("moves", 0.0)
MOVES_WITH_ONE = Scale("moves", 1.0)
"""Moves of which there is always one."""
PIECES = Scale("pieces", 0.0)
POINTS = Scale("points")
UNKNOWN = Scale("")


# ----------------------------------------------------------------------------------------------------------------
# A figure of a run with its interval: what the function of a metric gives.


@dataclass(frozen=True)
class Metric:
    """A figure of a run: value, 95 % interval, and the number of units (matches or groups of matches) behind it.

    ``value`` is None when the matches do not hold what the metric needs; ``details["missing"]`` then says what.
    ``details`` takes tables and curves as plain values that can be written as JSON.
    """

    value: float | None
    low: float | None = None
    high: float | None = None
    n: int = 0
    details: Mapping[str, Any] = field(default_factory=dict, hash=False)
    name: str = ""
    meaning: str = ""

    @classmethod
    def of(cls, estimate: Estimate, **details: Any) -> Metric:
        """A metric with the value and the interval of an estimate; an end without limit is left out."""
        low, high = (end if math.isfinite(end) else None for end in (estimate.low, estimate.high))
        return cls(estimate.value, low, high, estimate.n, details)

    @classmethod
    def missing(cls, why: str, **details: Any) -> Metric:
        """A metric that the matches say nothing about."""
        return cls(None, details={"missing": why, **details})

    @property
    def estimate(self) -> Estimate | None:
        """Value and interval as statistics take them; None where either is missing."""
        if self.value is None or self.low is None or self.high is None:
            return None
        return Estimate(self.value, self.low, self.high, self.n)

    def with_infinite_ends(self) -> Estimate | None:
        """The same where an end of the interval that is not known is infinite; None where there is no value."""
        if self.value is None:
            return None
        low = -math.inf if self.low is None else self.low
        return Estimate(self.value, low, math.inf if self.high is None else self.high, self.n)

    def __str__(self) -> str:
        if self.value is None:
            return f"not measured: {self.details.get('missing', 'no matches')}"
        interval = "" if self.low is None or self.high is None else f"{self.low:.3g} to {self.high:.3g}, "
        if self.n > 1 and self.low == self.high:
            interval = "always, "
        return f"{self.value:.3g} ({interval}n = {self.n})"

    def as_data(self) -> dict[str, Any]:
        """The metric as plain values that JSON can hold; an interval without an end has None there."""
        low, high = (None if end is None or math.isinf(end) else end for end in (self.low, self.high))
        return {
            "value": self.value,
            "low": low,
            "high": high,
            "n": self.n,
            "meaning": self.meaning,
            "details": dict(self.details),
        }


Row = Mapping[str, Any]
Figures = dict[str, Estimate]
Named = tuple[str, Estimate]

EFFECT, SCORE = " effect", " score"
"""How the names of figures end that are no shares of matches."""

AGAINST = " against "
"""What stands between two agents of a figure about both."""


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
    score_heading = "opener-score"
    """What pages call that score."""
    of_agents = False
    """Whether a part is about two agents: ``level:club against level:casual``."""
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
        """A part as people read it."""
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


# ----------------------------------------------------------------------------------------------------------------
# What goals and comparisons call the ends of matches: the texts of the rules that end them, and the ends of all
# games.

TURN_LIMIT = "turn limit"

ENDS_OF_ALL_GAMES = (TURN_LIMIT, ALL_PASSED)
"""Reasons that no rules text has to name."""

PLACE = re.compile(r"(?:line )?(\d+)(:\d+)?")
"""A line of the rules text, and maybe a column of it."""


class EndParts(Parts):
    """The share of matches with each end."""

    thing = "end"
    is_share = True
    of_ends = True
    with_strength = True

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("reasons", []):
            # Lines move when the rules are edited; the text of a reason says which rule it was.
            reason = str(row["reason"]).removesuffix(f" (line {row['line']})")
            yield reason, Estimate(row["share"], row["low"], row["high"], matches)

    def most_of_each(self, figures: int, metric: Metric, evidence: Evidence) -> int:
        return 2 * figures

    def known(self, inside: Figures, evidence: Evidence) -> list[str]:
        """Those that were seen, and those that the rules have, whether a match came to them or not."""
        rules = () if evidence.game is None else evidence.game.end_rules
        return list(dict.fromkeys([*inside, *(rule.text for rule in rules), *ENDS_OF_ALL_GAMES]))

    def labels(self, part: str, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        """An end by its line or by a piece of its text; one that the rules have and no match came to has a share of 0."""
        if (place := PLACE.fullmatch(part)) is not None:
            return self._of_line(int(place[1]), inside, metric, evidence)
        exactly = super().labels(part, inside, metric, evidence)
        if exactly:
            return exactly
        wanted = part.lower()
        near = [label for label in inside if wanted in label.lower()]
        if near:
            return near
        rules = " ".join(evidence.manifest.rules.split()).lower()
        is_text = evidence.game is not None and evidence.game.from_rules is not None
        can_be = not is_text or wanted in ENDS_OF_ALL_GAMES or wanted in rules
        return self._never(wanted, inside, evidence) if can_be else []

    def _of_line(self, line: int, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        rows = metric.details.get("reasons", ())
        seen = [str(row["reason"]).removesuffix(f" (line {line})") for row in rows if row["line"] == line]
        if seen:
            return list(dict.fromkeys(seen))
        rules = () if evidence.game is None else evidence.game.end_rules
        lines = {found for rule in rules for found in (rule.line, *rule.lines)}
        return self._never(f"line {line}", inside, evidence) if line in lines else []

    def _never(self, label: str, inside: Figures, evidence: Evidence) -> list[str]:
        share = self.absent(label, evidence.n)
        if share is None:
            return []
        inside[label] = share
        return [label]

    def stream(self, label: str, evidence: Evidence) -> Stream:
        flags = [_reason(match.outcome, match.status) == label for match in evidence.matches]
        return Stream.of(evidence, np.array(flags, dtype=np.float64))


def _reason(outcome: object, status: str) -> str:
    reason, line = getattr(outcome, "reason", ""), getattr(outcome, "line", None)
    return str(reason).removesuffix(f" (line {line})") if status == "finished" else TURN_LIMIT


END_PARTS = EndParts()


# ----------------------------------------------------------------------------------------------------------------
# The median and the deciles of lengths and minutes, as goals ask for them: ``length[decile 9] at most 40``.

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


# ----------------------------------------------------------------------------------------------------------------
# What goals and comparisons call the figures of a seat: its score, its wins, draws and losses.

DRAWS = "draws"
"""The share of drawn matches is one figure: a draw is one of all seats, and a game for one has none."""

SEAT_PART = re.compile(r"(?:seat )?(\d+)(?: (score|wins|draws|losses))?")
"""What goals call a figure of one seat: its number, and what is counted; its score where nothing is said."""

_SEAT = re.compile(r"seat (\d+)")


class SeatParts(Parts):
    """``seat 2 score``, ``seat 1 wins`` and the like, and ``draws``; the score of seat 1 is the metric itself."""

    thing = "seat"
    of_seats = True
    with_strength = True

    def figures(self, metric: Metric, matches: int) -> Iterator[Named]:
        for row in metric.details.get("seats", []):
            if row["seat"] > 1:
                yield f"seat {row['seat']} score", Estimate(row["score"], row["low"], row["high"], metric.n)
            for word in ("wins", DRAWS, "losses"):
                if word == DRAWS and (row["seat"] > 1 or len(row["places"]) == 1):
                    continue
                found = row_estimate(row[word], "share", "low", "high", metric.n)
                if found is not None:
                    yield word if word == DRAWS else f"seat {row['seat']} {word}", found

    def all_figures(self, metric: Metric, evidence: Evidence) -> Figures:
        inside = super().all_figures(metric, evidence)
        return inside if metric.estimate is None else {"seat 1 score": metric.estimate, **inside}

    def each(self, part: str, inside: Figures, evidence: Evidence) -> Iterator[Named]:
        return ((label, found) for label, found in inside.items() if label.endswith(SCORE))

    def labels(self, part: str, inside: Figures, metric: Metric, evidence: Evidence) -> list[str]:
        names = () if evidence.game is None else evidence.game.seat_names
        for number, called in enumerate(names, 1):
            if called and part.lower().startswith(called.lower()):
                part = f"{number}{part[len(called) :]}"
        if part.lower() == DRAWS:
            return [DRAWS] if DRAWS in inside else []
        found = SEAT_PART.fullmatch(part.lower())
        if found is None:
            return []
        word = found[2] or "score"
        label = DRAWS if word == DRAWS else f"seat {found[1]} {word}"
        return [label] if label in inside and f"seat {found[1]} wins" in inside else []

    def stream(self, label: str, evidence: Evidence) -> Stream:
        _, number, word = ("seat", "1", DRAWS) if label == DRAWS else label.split()
        seat = int(number) - 1
        columns: dict[str, Callable[[], Numbers]] = {
            "score": lambda: evidence.scores[:, seat],
            "wins": lambda: evidence.firsts[:, seat].astype(np.float64),
            "losses": lambda: (evidence.utilities[:, seat] < 0.0).astype(np.float64),
            DRAWS: lambda: ((evidence.utilities == 0.0).all(axis=1) & evidence.finished).astype(np.float64),
        }
        return Stream.of(evidence, np.asarray(columns[word]()))

    def describe(self, label: str, seat_names: Sequence[str]) -> str:
        """With the name of the seat: ``seat 2 wins`` is ``Raiders (seat 2) wins``."""
        found = _SEAT.match(label)
        return label if found is None else f"{SeatCalled(int(found[1]), seat_names)}{label[found.end() :]}"


SEAT_PARTS = SeatParts()
