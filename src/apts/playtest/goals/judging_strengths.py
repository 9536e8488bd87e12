"""Goals held against several strengths of players: a goal is met where it is met by all of them, and stays so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from apts.playtest.evidence.evidence import Goals
from apts.playtest.goals.goal import Goal
from apts.playtest.goals.judging import GoalJudgement, judged
from apts.playtest.metrics import declared
from apts.playtest.panel.panel import Panel
from apts.statistics import Estimate

if TYPE_CHECKING:
    from apts.playtest.run import Run

WEAKER = "weaker players do not meet it for sure"
STRONGER = "stronger players do not meet it for sure"
MISSED_BY_STRONGER = "the strongest players miss it"
LEADS_OUT = "the line through all strengths may lead out of the range for stronger players"
"""Why a goal is open that the main players meet, or miss."""


def judgements_at_strengths(
    goals: Goals | Iterable[Goal], run: Run, panel: Panel, confidence: float = 0.95
) -> tuple[GoalJudgement, ...]:
    """Every goal held against all strengths; all verdicts together are wrong at most with a chance of 1 - confidence."""
    wanted = tuple(goals.wanted if isinstance(goals, Goals) else goals)
    each = 1.0 - (1.0 - confidence) / max(1, len(wanted))
    return tuple(judged_at_strengths(goal, run, panel, each) for goal in wanted)


def judged_at_strengths(goal: Goal, run: Run, panel: Panel, confidence: float = 0.95) -> GoalJudgement:
    """Met where every strength meets it and the line through them stays inside, missed where the two strongest miss it.

    Both words ask something of several strengths at once, so that nothing is corrected for their number. A goal about
    players of its own, or without an end, is as the main run has it.
    """
    main = judged(goal, run, confidence)
    if goal.level is not None or goal.trend is not None or main.estimate is None:
        return main
    found = [main if one is run else judged(goal, one, confidence) for one in panel.runs]
    if all(one.estimate is None for one in found if one is not main):  # measured apart, by players of one strength
        return main
    verdicts = tuple(one.verdict for one in found)
    if verdicts[-2:] == ("missed", "missed"):
        return replace(found[-1], strengths=verdicts)
    if all(verdict == "met" for verdict in verdicts):
        kept = _stays(goal, panel, confidence)
        return replace(main, strengths=verdicts, verdict="met" if kept else "open", reason="" if kept else LEADS_OUT)
    if verdicts[-1] == "missed":
        return replace(found[-1], verdict="open", strengths=verdicts, reason=MISSED_BY_STRONGER)
    reason = main.reason
    if main.verdict != "open":
        stronger = any(verdict != main.verdict for verdict in verdicts[panel.main + 1 :])
        reason = STRONGER if stronger or main.verdict == "missed" else WEAKER
    return replace(main, verdict="open", strengths=verdicts, reason=reason)


def _stays(goal: Goal, panel: Panel, confidence: float) -> bool:
    """Whether the lines of all figures stay inside where nobody has played; what never differed has no line to follow."""
    if goal.used:
        return True
    tables = [dict(goal.figures(one)) for one in panel.runs]
    for label in tables[panel.main]:
        known = [table[label] for table in tables if label in table]
        if len(known) < len(tables) or len({one.value for one in known}) == 1:
            continue
        if not _inside(goal, known, panel, confidence):
            return False
    return True


def _inside(goal: Goal, known: list[Estimate], panel: Panel, confidence: float) -> bool:
    line = panel.line_of(known, confidence)
    if line is None:
        return False
    low, high, of_match = goal.scale.low, goal.scale.high, declared(goal.metric).of_match
    if of_match is not None and not goal.part and not goal.each:
        least, most = of_match.bounds(panel.runs[panel.main].evidence)
        low, high = max(low, least + of_match.offset), min(high, most + of_match.offset)
    beyond = line.within(low, high).beyond
    return goal.low <= beyond.low and beyond.high <= goal.high
