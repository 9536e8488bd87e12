"""Judgements of goals in words, for terminals, pages and reports of continuous integration."""

from __future__ import annotations

import math

from apts.playtest.goals.judging import GoalJudgement
from apts.playtest.metrics.scales import Scale
from apts.statistics import Estimate

_SIGNS = {"met": "met   ", "missed": "MISSED", "open": "open  "}


def describe_judgement(found: GoalJudgement) -> str:
    """The goal and what decides it, as ``length between 20 and 40: 35.2 turns (33.1 to 37.3, n = 120)``."""
    named = "" if found.goal.subject.startswith(found.figure) else f"{found.figure} "
    figure = "" if found.estimate is None else f"{named}{format_estimate(found.estimate, found.goal.scale)}"
    parts = [part for part in (figure, found.reason) if part]
    return f"{found.goal}: {'; '.join(parts)}" if parts else str(found.goal)


def describe_with_verdict(found: GoalJudgement) -> str:
    """A line that begins with the verdict."""
    return f"{_SIGNS[found.verdict]}  {describe_judgement(found)}"


def format_estimate(estimate: Estimate, scale: Scale) -> str:
    """A figure with its interval and the number of units behind it; shares to a tenth of a percent."""
    unit = f" {scale.unit}" if scale.unit and not scale.is_share else ""
    return f"{_number(estimate.value, scale)}{unit} ({_format_interval(estimate, scale)}, n = {estimate.n:,})"


def _format_interval(estimate: Estimate, scale: Scale) -> str:
    """The interval; an end that is infinite is not known yet."""
    low, high = _number(estimate.low, scale), _number(estimate.high, scale)
    if math.isinf(estimate.low) and math.isinf(estimate.high):
        return "too few matches for an interval"
    if math.isinf(estimate.high):
        return f"at least {low}"
    return f"at most {high}" if math.isinf(estimate.low) else f"{low} to {high}"


def _number(value: float, scale: Scale) -> str:
    return f"{value:.3f}" if scale.is_share else f"{value:.3g}"
