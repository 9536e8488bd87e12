"""What is taken for granted in a search: that matches are won as before, where no goal speaks of it.

A game in which everything is drawn is fair, and mostly one edit away; nobody who asks for fair seats wants it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from apts.playtest.goals import Goal
from apts.playtest.metrics import declared
from apts.playtest.run import Run

WON = "completion"
"""The metric of the goal that is taken for granted."""

LEAST_WON = 0.5
"""The share of matches with a winner that a game which surely has it is to keep."""

PARTS = ("wins", "draws", "losses")
"""Parts of a seat's score that speak of it too."""


def implied_goals(goals: Sequence[Goal], runs: Mapping[str, Run], agents: str) -> tuple[Goal, ...]:
    """The goals that a search adds to those that were asked for; ``runs`` are of the game as it is, by who played.

    They are about the players that play anyway: those of the search, or else those of the first goal. What the game does
    not have as it is, for players of either strength, is not asked of its variants.
    """
    if any(_speaks_of_winners(goal) for goal in goals):
        return ()
    level = None if any(goal.level is None for goal in goals) else goals[0].level
    run = runs[level or agents]
    won = run.metrics[WON]
    if len(run.manifest.agents) < 2 or won.low is None or won.low <= LEAST_WON:
        return ()
    return (Goal(WON, low=LEAST_WON, level=level, name="most matches have a winner"),)


def _speaks_of_winners(goal: Goal) -> bool:
    """Whether a goal is about matches with a winner, or about some that have none."""
    return WON in (goal.metric, declared(goal.metric).excludes) or goal.part.endswith(PARTS)
