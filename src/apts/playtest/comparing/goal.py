"""What a designer wants of a metric, and whether one run is nearer to it than another."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from apts.errors import AptsError
from apts.near_names import did_you_mean
from apts.playtest.comparing.difference import difference_of
from apts.playtest.metrics import Metric, metric_names
from apts.statistics import Estimate, Verdict, more_matches_to_settle, verdict
from apts.statistics.checking import normal_quantile
from apts.statistics.planning import rounded_up

FEWEST_MORE = 10
"""Fewer than these are never said to settle a goal: what seems to be so near may as well move away."""


@dataclass(frozen=True)
class WantedMetric:
    """A goal: a metric that is to be higher, lower, or between two figures."""

    metric: str
    wanted: str
    low: float = -math.inf
    high: float = math.inf

    @property
    def is_range(self) -> bool:
        """Whether figures inside a range are all as good."""
        return self.wanted == "range"

    def distance(self, value: float) -> float:
        """How far a figure is outside the range."""
        return max(self.low - value, 0.0, value - self.high)

    def __str__(self) -> str:
        return f"{self.metric} {self.low:g}-{self.high:g}" if self.is_range else f"{self.metric} {self.wanted}"


DEFAULT_GOALS = (
    WantedMetric("balance", "higher"),
    WantedMetric("drawishness", "lower"),
    WantedMetric("timeouts", "lower"),
)
"""What nearly everybody wants of a game."""


@dataclass(frozen=True)
class GoalVerdict:
    """Whether B is nearer to a goal than A.

    ``difference`` is B - A, for a range that of the distances to it, with an interval that is wide enough for all goals
    together. ``more_matches`` is how many more matches on each side would settle it.
    """

    goal: WantedMetric
    verdict: Verdict
    difference: Estimate | None
    margin: float
    more_matches: int | None

    def as_data(self) -> dict[str, Any]:
        """The verdict as plain values."""
        return {
            "goal": str(self.goal),
            "verdict": self.verdict,
            "difference": None if self.difference is None else asdict(self.difference),
            "margin": self.margin,
            "more_matches": self.more_matches,
        }


def read_goal(text: str) -> WantedMetric:
    """A goal from ``metric:higher``, ``metric:lower`` or ``metric:LOW-HIGH``."""
    name, colon, wanted = text.partition(":")
    name, wanted = name.strip(), wanted.strip().lower()
    if not colon or not wanted:
        raise AptsError(
            f"the goal {text!r} cannot be read: METRIC:higher, METRIC:lower or METRIC:LOW-HIGH is expected, "
            "such as length:20-40"
        )
    if name not in metric_names():
        hint = did_you_mean(name, metric_names(), 3, 0.4) or f"; there are: {', '.join(metric_names())}"
        raise AptsError(f"the goal {text!r} names a metric that does not exist{hint}")
    if wanted in ("higher", "lower"):
        return WantedMetric(name, wanted)
    first, dash, last = wanted.partition("-")
    try:
        low, high = float(first), float(last) if dash else float(first)
    except ValueError:
        raise AptsError(
            f"the goal {text!r} cannot be read: higher, lower or a range such as 20-40 is expected"
        ) from None
    if not low <= high:
        raise AptsError(f"the goal {text!r} has a range that ends before it begins")
    return WantedMetric(name, "range", low, high)


def judge(
    goal: WantedMetric,
    a: Metric,
    b: Metric,
    margin: float,
    confidence: float,
    matches: int,
    paired: Estimate | None = None,
) -> GoalVerdict:
    """Hold two figures against a goal, with an interval of the given confidence instead of 95 %.

    ``matches`` is the number of matches of the smaller run, from which that of the missing ones is reckoned. ``paired``
    is the difference of that confidence where matches of both runs correspond; it serves wishes for more or less.
    """
    first, second = a.estimate, b.estimate
    if first is None or second is None:
        return GoalVerdict(goal, "undecided", None, margin, None)
    own_margin = margin if abs(first.value) <= 1.0 and abs(second.value) <= 1.0 else margin * abs(first.value)
    first, second = _widened(first, confidence), _widened(second, confidence)
    if goal.is_range:
        first, second = _distance(goal, first), _distance(goal, second)
    difference = difference_of(first, second) if paired is None or goal.is_range else paired
    found = verdict(difference, own_margin, higher_is_better=goal.wanted == "higher")
    if found != "undecided":
        return GoalVerdict(goal, found, difference, own_margin, 0)
    units = more_matches_to_settle(difference, own_margin)
    more = None if units is None else rounded_up(max(FEWEST_MORE, matches / 10, units * matches / max(1, difference.n)))
    return GoalVerdict(goal, found, difference, own_margin, more)


def _widened(estimate: Estimate, confidence: float) -> Estimate:
    """The interval at another confidence, its sides taken to be normal."""
    factor = normal_quantile(confidence) / normal_quantile(estimate.confidence)
    value = estimate.value
    low, high = value - factor * (value - estimate.low), value + factor * (estimate.high - value)
    return Estimate(value, low, high, estimate.n, confidence)


def _distance(goal: WantedMetric, estimate: Estimate) -> Estimate:
    """How far a figure and the ends of its interval are outside the range."""
    ends = (goal.distance(estimate.low), goal.distance(estimate.high))
    inside = estimate.low <= goal.high and goal.low <= estimate.high
    low = 0.0 if inside else min(ends)
    return Estimate(goal.distance(estimate.value), low, max(ends), estimate.n, estimate.confidence)
