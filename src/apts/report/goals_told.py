"""Goals and what decides them, in the language of a page; the goals themselves are told as they were written."""

from __future__ import annotations

import math

from apts.playtest.goals import GoalJudgement
from apts.report.texts import Words


def goal_told(found: GoalJudgement, chosen: Words) -> str:
    """The goal and what decides it."""
    figure = "" if found.estimate is None else decider_told(found, chosen)
    reason = chosen.known(f"missing.{found.reason}", found.reason)
    parts = [part for part in (figure, reason) if part]
    return f"{found.goal}: {'; '.join(parts)}" if parts else str(found.goal)


def decider_told(found: GoalJudgement, chosen: Words) -> str:
    """The figure that decides a goal, with its name where the goal is about several; else why there is none."""
    if found.estimate is None:
        return chosen.known(f"missing.{found.reason}", found.reason) or chosen("word.not-measured")
    named = "" if found.goal.subject.startswith(found.figure) else f"{found.figure}: "
    return named + figure_told(found, chosen)


def figure_told(found: GoalJudgement, chosen: Words) -> str:
    """A figure with its interval and the number of units behind it; shares to a tenth of a percent."""
    estimate, scale = found.estimate, found.goal.scale
    assert estimate is not None

    def number(value: float) -> str:
        return "∞" if math.isinf(value) else chosen.number(value, 3 if scale.is_share else None)

    ends = chosen("word.interval", low=number(estimate.low), high=number(estimate.high))
    unit = "" if scale.is_share or not scale.unit else f" {chosen.known(f'unit.{scale.unit}', scale.unit)}"
    return f"{number(estimate.value)}{unit} ({ends}, n = {chosen.count(estimate.n)})"
