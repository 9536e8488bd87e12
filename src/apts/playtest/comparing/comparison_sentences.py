"""What is said of two runs, and of one rule turned through several values, apart from the figures."""

from __future__ import annotations

import math
from collections.abc import Sequence

from apts.locales import ENGLISH
from apts.playtest.evidence.sentences import Amount, Listed, Message, Phrases, Spelled, Translated, Value
from apts.playtest.goals.goal import Goal
from apts.playtest.metrics import declared

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
