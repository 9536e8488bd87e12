"""``(value Random ..)``: a number drawn by chance."""

from __future__ import annotations

from apts.engine.blocks import range_bounds
from apts.engine.expression import Expression
from apts.engine.ludeme import ludeme
from apts.engine.scope import Scope
from apts.language.tree import Clause


@ludeme("(value Random range<range>)", result="int", documentation="A random number of the range.")
def value_random(scope: Scope, clause: Clause) -> Expression:
    """One draw from the chance of the position."""
    low, high = range_bounds(scope, clause.get("range"), "0", "0")
    scope.writes("chance")
    return scope.let("drawn", f"{low} + random_below(shifted({scope.state}, CHANCE), max({high} - {low} + 1, 1))")
