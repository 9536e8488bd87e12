"""A goal: a figure of a run, and where it is wanted."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from apts.errors import AptsError
from apts.playtest.metrics import Metric, declarations, declared, scale_of
from apts.playtest.metrics.parts import Figures, Named, Scale
from apts.similar_names import did_you_mean
from apts.statistics import Estimate

if TYPE_CHECKING:
    from apts.playtest.run import Run

# ----------------------------------------------------------------------------------------------------------------
# From what a goal names to the figures of a run: the metric, a part of it by its name, or every part.

_MOST_LISTED = 12


def subject_figures(goal: Goal, run: Run) -> tuple[Named, ...]:
    """The figures that a goal is about; none where the matches say nothing about it."""
    metric = run.metrics[goal.metric]
    whole = declared(goal.metric).as_estimate(metric)
    if not goal.part and not goal.each:
        return () if whole is None else ((goal.metric, whole),)
    if whole is None and not metric.details.get("rows"):
        return ()
    inside = parts_of(goal.metric, run)
    if goal.each:
        return tuple(declared(goal.metric).parts.each(goal.part, inside, run.evidence))
    return tuple((f"{goal.metric}[{label}]", inside[label]) for label in labels_of(goal.metric, goal.part, inside, run))


def parts_of(name: str, run: Run) -> Figures:
    """All figures inside a metric by name; things that the game has and no match showed are there with a share of 0."""
    return declared(name).parts.all_figures(run.metrics[name], run.evidence)


def family_size(goal: Goal, run: Run, figures: int) -> int:
    """How many figures a goal about each part may come to have, of which some are seen only later."""
    if not goal.each:
        return figures
    return declared(goal.metric).parts.most_of_each(figures, run.metrics[goal.metric], run.evidence)


def labels_of(name: str, part: str, inside: dict[str, Estimate], run: Run) -> list[str]:
    """The figures that a part names; one that names nothing is refused with those that there are."""
    parts = declared(name).parts
    found = parts.labels(" ".join(part.split()), inside, run.metrics[name], run.evidence)
    if found:
        return found
    known = parts.known(inside, run.evidence)
    hint = did_you_mean(part, known, 3, 0.4, quoted=True)
    shown = known[:_MOST_LISTED]
    more = f" and {len(known) - len(shown)} more" if len(known) > len(shown) else ""
    raise AptsError(
        f"{run.manifest.game} has no {name}[{part}]{hint}{'' if hint.endswith('?') else ';'} "
        f"there are: {', '.join(shown) or 'none'}{more}"
    )


# ----------------------------------------------------------------------------------------------------------------
# The figures inside a metric of a run, by name.


def figures(name: str, metric: Metric, matches: int) -> Figures:
    """All figures with an interval that a metric has in its details; ``matches`` is the number of matches."""
    return {} if metric.value is None else dict(declared(name).parts.figures(metric, matches))


def compared_figures(name: str, metric: Metric, matches: int) -> Figures:
    """The figures inside a metric by which runs are held against each other."""
    parts = declared(name).parts
    return {label: found for label, found in figures(name, metric, matches).items() if parts.is_compared(label)}


def describe_figure(name: str, figure: str, seat_names: Sequence[str]) -> str:
    """A figure inside a metric as people read it: ``seat 2 wins`` is ``Raiders (seat 2) wins``."""
    return declared(name).parts.describe(figure, seat_names)


def absent(name: str, figure: str, matches: int) -> Estimate | None:
    """What a figure is in a run whose table does not have it: shares of things that never happened are 0."""
    return declared(name).parts.absent(figure, matches)


def thing_of(name: str) -> str:
    """The word for one of the things that a metric tells of."""
    return declared(name).parts.thing


TRENDS = ("higher", "lower")

SEEN = 0.01
"""What is used in less than this share of matches counts as never used, once that is certain."""


@dataclass(frozen=True)
class Goal:
    """What is wanted of a figure: to lie between two values (both included), or to be ``higher`` or ``lower``.

    The figure is a metric, a ``part`` of it (``seat-score[2]``), or ``each`` part of it (every piece): then all of them
    are to lie there, and ``part`` says which figure of each (``score`` of openings). ``used`` asks for things that
    happen at all. ``weight`` is None for a limit that must hold, a number for a wish that counts so much. ``level`` is
    the agent that the goal is about; None for any. ``name`` and ``why`` are for people.
    """

    metric: str
    part: str = ""
    low: float = -math.inf
    high: float = math.inf
    trend: str | None = None
    each: bool = False
    used: bool = False
    weight: float | None = None
    level: str | None = None
    name: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        if self.trend is not None and self.trend not in TRENDS:
            raise AptsError(f"a goal is to be higher or lower, not {self.trend!r}")
        if not self.low <= self.high:
            raise AptsError(f"the range of {self.subject} ends before it begins: {self.low:g} to {self.high:g}")
        if self.weight is not None and not 0.0 < self.weight < math.inf:
            raise AptsError(f"the weight of a wish is a number above 0, not {self.weight:g}")

    @property
    def is_range(self) -> bool:
        """Whether figures inside a range are all as good."""
        return self.trend is None

    @property
    def scale(self) -> Scale:
        """What the figure is counted in."""
        return scale_of(self.metric, self.part)

    @property
    def subject(self) -> str:
        """What the goal is about: ``length``, ``seat-score[2]``, ``every piece``."""
        if self.each:
            return f"every {thing_of(self.metric)}"
        return f"{self.metric}[{self.part}]" if self.part else self.metric

    def distance(self, value: float) -> float:
        """How far a value lies outside the range, in its own unit."""
        return max(self.low - value, 0.0, value - self.high)

    def outside(self, value: float) -> float:
        """How far a value is from what is wanted, from 0 to 1, alike for all goals."""
        if self.trend is not None:
            return self.scale.towards(value, self.trend)
        if self.used:
            return 0.0 if value > 0.0 else 1.0
        return self.scale.outside(value, self.low, self.high)

    def figures(self, run: Run) -> tuple[tuple[str, Estimate], ...]:
        """The figures of a run that the goal is about, each with what it is called; none where it was not measured."""
        return subject_figures(self, run)

    def fits(self, run: Run) -> bool:
        """Whether a run was played by the agents that the goal is about."""
        return self.level is None or set(run.manifest.agents) == {self.level}

    def __str__(self) -> str:
        wanted = self._wanted_of_each() if self.each else f"{self.subject} {self._wanted()}"
        return f"{wanted} at {self.level}" if self.level else wanted

    def _wanted(self) -> str:
        if self.trend is not None:
            return self.trend
        if self.used:
            return "used"
        if math.isinf(self.low):
            return f"at most {self.high:g}"
        return f"at least {self.low:g}" if math.isinf(self.high) else f"between {self.low:g} and {self.high:g}"

    def _wanted_of_each(self) -> str:
        of_matches = " of matches" if self.part == "share" else ""
        if self.used or math.isfinite(self.low):
            return f"{self.subject} {self._wanted()}{of_matches}"
        return f"no {thing_of(self.metric)} above {self.high:g}{of_matches}"


# ----------------------------------------------------------------------------------------------------------------
# Where a figure is wanted, from words: ``between 20 and 40``, ``at most 30 %``, ``in 10 % of matches``,
# ``higher``.


class NotARange(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """Words that do not say where a figure is wanted."""


_NUMBER = r"([-+]?(?:\d+(?:\.\d*)?|\.\d+))"
_UNIT = r"\s*(%|percent\b|[a-z]+)?"
_MATCHES = r"(\s+of\s+(?:the\s+|all\s+)?matches)?"
_BETWEEN = re.compile(
    rf"(in\s+)?(?:between\s+|from\s+)?{_NUMBER}{_UNIT}\s*(?:and|to|-|–|\.\.)\s*{_NUMBER}{_UNIT}{_MATCHES}"
)
_ABOVE = r"above|over|more than|greater than|higher than|at least|from|not below|not under|>=|≥|>"
_BELOW = r"below|under|less than|fewer than|lower than|at most|up to|not above|not over|<=|≤|<"
_LIMIT = re.compile(rf"(?:is\s+)?(in\s+)?(?:({_ABOVE})|({_BELOW}))\s*{_NUMBER}{_UNIT}{_MATCHES}")
_IN = re.compile(rf"in\s+{_NUMBER}{_UNIT}{_MATCHES}")
_ONE = re.compile(rf"(?:=|is|exactly)?\s*{_NUMBER}{_UNIT}")

_PERCENT = ("%", "percent")
_SAME_UNIT = {"turn": "turns", "minute": "minutes", "min": "minutes", "move": "moves", "piece": "pieces"}


@dataclass(frozen=True)
class Wanted:
    """What the words say: a range with the unit that was written, a trend, or that something is to be used at all."""

    low: float = -math.inf
    high: float = math.inf
    unit: str = ""
    of_matches: bool = False
    trend: str | None = None
    used: bool = False

    @property
    def common_unit(self) -> str:
        """The unit as scales have it: ``minutes`` for ``min``."""
        return _SAME_UNIT.get(self.unit, self.unit)

    def on(self, scale: Scale, metric: str) -> tuple[float, float]:
        """The range in the unit of a scale; numbers that it cannot have are refused."""
        unit = self.common_unit
        if self.of_matches and not scale.is_share:
            raise NotARange(f"{metric} is counted in {scale.unit or 'its own unit'}, not in a share of matches")
        if unit in _PERCENT:
            if not scale.is_share and scale.unit:
                raise NotARange(f"{metric} is counted in {scale.unit}, not in percent")
            return self._checked(self.low / 100.0, self.high / 100.0, scale, metric)
        if unit and unit != scale.unit:
            counting = next((one.name for one in declarations() if one.scale.unit == unit), None)
            other = "" if counting is None else f"; {unit} are the metric {counting}"
            counted = "a share: a number from 0 to 1, or percent" if scale.is_share else f"counted in {scale.unit}"
            raise NotARange(f"{metric} is {counted if scale.unit else 'a number without unit'}, not {unit!r}{other}")
        return self._checked(self.low, self.high, scale, metric)

    def _checked(self, low: float, high: float, scale: Scale, metric: str) -> tuple[float, float]:
        if low > high:
            raise NotARange(f"the range ends before it begins, from {low:g} to {high:g}")
        for end in (low, high):
            if math.isfinite(end) and not scale.low <= end <= scale.high:
                meant = self._meant(end) if scale.is_share else ""
                top = f"to {scale.high:g}" if math.isfinite(scale.high) else "upwards"
                raise NotARange(f"{metric} lies from {scale.low:g} {top}, and cannot be {end:g}{meant}")
        return low, high

    def _meant(self, end: float) -> str:
        """What may have been meant by a share that there is not: percent where that is likely, else what is possible."""
        if not self.unit and 2.0 <= end <= 100.0:
            return f"; did you mean {end:g} %?"
        return "; a share is a number from 0 to 1, such as 0.9, or percent, such as 90 %"


def read_wanted(words: str) -> Wanted:
    """Where a figure is wanted."""
    text = words.strip().lower()
    if text in ("higher", "lower"):
        return Wanted(trend=text)
    if text in ("used", "is used", "happens"):
        return Wanted(used=True)
    if (found := _BETWEEN.fullmatch(text)) is not None:
        units = [unit for unit in (found[3], found[5]) if unit]
        if len(set(units)) > 1:
            raise NotARange(f"the two ends have different units, {units[0]} and {units[1]}")
        shared = bool(found[1] or found[6])
        return Wanted(float(found[2]), float(found[4]), units[0] if units else "", shared)
    if (found := _LIMIT.fullmatch(text)) is not None:
        end, shared = float(found[4]), bool(found[1] or found[6])
        low, high = (end, math.inf) if found[2] else (-math.inf, end)
        return Wanted(low, high, found[5] or "", shared)
    if (found := _IN.fullmatch(text)) is not None:
        return Wanted(float(found[1]), math.inf, found[2] or "", True)
    if (found := _ONE.fullmatch(text)) is not None:
        return Wanted(float(found[1]), float(found[1]), found[2] or "")
    raise NotARange(
        f"{words!r} does not say where it is wanted; 'between 20 and 40', 'at least 0.9', 'below 20 %', "
        "'in 30 % of matches', 'used', 'higher' or 'lower' would"
    )
