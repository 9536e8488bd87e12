"""What all seats may expect, where one is known: in games that share the places out, and in those that do not."""

from __future__ import annotations

from collections.abc import Sequence

from apts.engine.compiler.compiling import Compiled
from apts.engine.end_rules import all_alike, scores_add_up
from apts.search.results import balanced_values


def shares_results(compiled: Compiled) -> bool:
    """Whether several seats can win or lose together: then what one gains is not what another one loses."""
    return compiled.equipment.players > 1 and not scores_add_up(compiled.end_rules)


def seat_values(compiled: Compiled, seat: int, value: float, told: Sequence[float]) -> tuple[float, ...]:
    """Utilities of all seats, of which one is known; where places are shared out the others are moved to a sum of 0."""
    if all_alike(compiled.end_rules):
        return (value,) * len(told)
    if not shares_results(compiled):
        return balanced_values(seat, value, told)
    return tuple(value if place == seat else max(-1.0, min(1.0, other)) for place, other in enumerate(told, 1))
