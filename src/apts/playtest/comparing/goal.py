"""Whether one run is nearer to a goal than another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from apts.locales import ENGLISH
from apts.playtest.comparing.changes import difference_of
from apts.playtest.evidence.sentences import Amount, Listed, Message, Phrases, Spelled, Translated, Value
from apts.playtest.goals.goal import Goal
from apts.playtest.metrics import declarations, declared
from apts.statistics import Estimate, Verdict, more_matches_to_settle, verdict
from apts.statistics.planning import rounded_up

FEWEST_MORE = 10
"""Fewer than these are never said to settle a goal: what seems to be so near may as well move away."""


def default_goals(fewest_players: int, *, cooperative: bool = False) -> tuple[Goal, ...]:
    """What nearly everybody wants of games for at least so many, where no goals are given.

    Alone there is neither a balance nor a draw; nor is there where all seats win or lose together, which ``cooperative``
    says of one of the games.
    """
    rivals = fewest_players > 1 and not cooperative
    parts = [one for one in declarations() if one.default_goal and (rivals or not one.alone)]
    return tuple(Goal(one.name, trend=one.better, weight=1.0) for one in parts)


@dataclass(frozen=True)
class GoalVerdict:
    """Whether B is nearer to a goal than A.

    ``difference`` is B - A, for a range that of the distances to it, with an interval that is wide enough for all goals
    together. ``more_matches`` is how many more matches on each side would settle it.
    """

    goal: Goal
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


def judge(
    goal: Goal,
    a: Sequence[Estimate],
    b: Sequence[Estimate],
    margin: float,
    confidence: float,
    matches: int,
    paired: Estimate | None = None,
) -> GoalVerdict:
    """Hold the figures of two runs against a goal, with intervals of the given confidence instead of 95 %.

    ``matches`` is the number of matches of the smaller run, from which that of the missing ones is reckoned. ``paired``
    is the difference of that confidence where matches of both runs correspond; it serves wishes for more or less.
    """
    if not a or not b or not all(_has_ends(figure) for figure in (*a, *b)):
        return GoalVerdict(goal, "undecided", None, margin, None)
    own_margin = margin if all(abs(figure.value) <= 1.0 for figure in (*a, *b)) else margin * abs(a[0].value)
    first, second = (_seen(goal, [figure.at(confidence) for figure in side]) for side in (a, b))
    difference = difference_of(first, second) if paired is None or goal.is_range else paired
    found = verdict(difference, own_margin, higher_is_better=goal.trend == "higher")
    if found != "undecided":
        return GoalVerdict(goal, found, difference, own_margin, 0)
    units = more_matches_to_settle(difference, own_margin)
    more = None if units is None else rounded_up(max(FEWEST_MORE, matches / 10, units * matches / max(1, difference.n)))
    return GoalVerdict(goal, found, difference, own_margin, more)


def _has_ends(figure: Estimate) -> bool:
    return math.isfinite(figure.low) and math.isfinite(figure.high)


def _seen(goal: Goal, figures: Sequence[Estimate]) -> Estimate:
    """What a goal looks at: the figure itself, for a range how far it is outside; of several the furthest."""
    if not goal.is_range:
        return figures[0]
    found = [_distance(goal, figure) for figure in figures]
    low, high = max(one.low for one in found), max(one.high for one in found)
    return Estimate(max(one.value for one in found), low, high, min(one.n for one in found), found[0].confidence)


def _distance(goal: Goal, estimate: Estimate) -> Estimate:
    """How far a figure and the ends of its interval are outside the range."""
    ends = (goal.distance(estimate.low), goal.distance(estimate.high))
    inside = estimate.low <= goal.high and goal.low <= estimate.high
    low = 0.0 if inside else min(ends)
    return Estimate(goal.distance(estimate.value), low, max(ends), estimate.n, estimate.confidence)


# ----------------------------------------------------------------------------------------------------------------
# What is said of two runs, and of one rule turned through several values, apart from the figures.

TEXTS = {
    "compare/broken-off": "Nothing can be compared: every match of {side} broke off with an error, the first so: {error}.",
    "compare/same-game": "A and B are the same game, and both runs went alike, move by move.",
    "compare/better": "B is better than A in {named}",
    "compare/worse": "B is worse than A in {named}",
    "compare/inside": "both are where they are wanted: {named}",
    "compare/alike": "there is no difference above the margin in {named}",
    "compare/margin": "{subject} ({margin})",
    "compare/open": (
        "still open: {named} (about {more} more of each may settle that, if the differences are as they were seen)"
    ),
    "compare/open/no-number": "still open: {named} (no number of matches is in sight that would settle that)",
    "compare/whole": "{parts}.",
    "compare/whole/same-matches": (
        "{parts}. All matches went alike, move by move: what differs in the rules never mattered."
    ),
    "compare/whole/players": (
        "Rules are the same, players are not ({before}; {after}), so this tells of the players and not of rules: {parts}."
    ),
    "compare/whole/players-too": (
        "{parts}. But not only rules differ: A is played by {before}, B by {after}, which may be the cause."
    ),
    "compare/whole/seats": (
        "A is a game for {before}, B one for {after}: their figures stand beside each other, and say little about which is "
        "better: {parts}."
    ),
    "and": "{first} and {last}",
    "goal/figure": "{figure}",
    "goal/part": "{figure}[{part}]",
    "goal/median": "the median of {figure}",
    "goal/decile": "decile {number} of {figure}",
    "goal/every": "{every}",
    "goal/at-most": "{subject} at most {high}",
    "goal/at-least": "{subject} at least {low}",
    "goal/between": "{subject} between {low} and {high}",
    "goal/used": "{subject} used",
    "goal/by": "{wanted} at {agents}",
    "sweep/rises": "{metric} rises from {before} with {first} to {after} with {last}.",
    "sweep/falls": "{metric} falls from {before} with {first} to {after} with {last}.",
    "sweep/still": "Not surely changed: {metric}.",
    "sweep/met": "All goals are met with {named}.",
    "sweep/none-met": "No value surely meets all goals.",
    "sweep/missed": "A goal is surely missed with {named}.",
}

message = Phrases(TEXTS)


def subject_message(goal: Goal) -> Message:
    """What a goal is about; a page calls figures by their names in its language."""
    about = declared(goal.metric)
    if goal.each:
        return message("goal/every", every=Translated(about.sentences("every") or {ENGLISH: goal.subject}))
    if goal.part and about.parts.quantiles:
        _, _, number = goal.part.partition("decile ")
        return (
            message("goal/decile", figure=goal.metric, number=number)
            if number
            else message("goal/median", figure=goal.metric)
        )
    if goal.part:
        return message("goal/part", figure=goal.metric, part=goal.part)
    return message("goal/figure", figure=goal.metric)


def range_message(goal: Goal) -> Message:
    """A goal that is a range."""
    subject, low, high = subject_message(goal), Amount(f"{goal.low:g}"), Amount(f"{goal.high:g}")
    if goal.used:
        wanted = message("goal/used", subject=subject)
    elif math.isinf(goal.low):
        wanted = message("goal/at-most", subject=subject, high=high)
    elif math.isinf(goal.high):
        wanted = message("goal/at-least", subject=subject, low=low)
    else:
        wanted = message("goal/between", subject=subject, low=low, high=high)
    return wanted if goal.level is None else message("goal/by", wanted=wanted, agents=Spelled(goal.level))


def enumerated(names: Sequence[Value]) -> Value:
    """Names in a row, the last after an ``and``."""
    return names[0] if len(names) == 1 else message("and", first=Listed(names[:-1]), last=names[-1])
