"""``(value Random ..)``: a number drawn by chance."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import range_bounds
from apts.language.tree import Clause


@ludeme("(value Random range<range>)", result="int", documentation="A random number of the range.")
def value_random(scope: Scope, clause: Clause) -> Expression:
    """One draw from the chance of the position; a range without a number gives -1, and nothing is drawn."""
    low, high = range_bounds(scope, clause.get("range"), "0", "0")
    low, high = scope.simple(low, "low"), scope.simple(high, "high")
    scope.writes("chance")
    drawn = scope.let("drawn", "-1")
    with scope.block(f"if {low} <= {high}:"):
        scope.line(f"{drawn} = {low} + {scope.kernel.drawn_below(scope.state, f'plus(minus({high}, {low}), 1)')}")
    return drawn
