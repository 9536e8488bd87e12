"""Goals of which no game can keep both."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from apts.errors import AptsError
from apts.playtest.goals.goal import Goal

_FIGURE = ("metric", "part", "each", "level")
"""What two goals about the same figure have in common."""


def check_together(goals: Sequence[Goal]) -> None:
    """Refuse two limits of one figure that no game can keep both of, and a figure that is wished higher and lower."""
    for first, second in combinations(goals, 2):
        if all(getattr(first, name) == getattr(second, name) for name in _FIGURE) and _are_apart(first, second):
            raise AptsError(f"no game can keep both goals, {str(first)!r} and {str(second)!r}; leave one of them out")


def _are_apart(first: Goal, second: Goal) -> bool:
    if first.trend is not None and second.trend is not None:
        return first.trend != second.trend
    limits = all(goal.weight is None and goal.is_range and not goal.used for goal in (first, second))
    return limits and max(first.low, second.low) > min(first.high, second.high)
