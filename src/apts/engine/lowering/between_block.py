"""The ``(between ..)`` block: what a slide passes and a hop leaps over."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import apply_effect, range_bounds
from apts.language.tree import Clause, Value


class Passage:
    """A ``(between ..)`` block."""

    def __init__(self, value: Value | None):
        assert value is None or isinstance(value, Clause)
        self.clause = value

    def get(self, slot: str) -> Value | None:
        """An argument of the block."""
        return None if self.clause is None else self.clause.get(slot)

    @property
    def limited(self) -> bool:
        """Whether a range is written."""
        return self.get("range") is not None

    def bounds(self, scope: Scope) -> tuple[Expression, Expression]:
        """The least and the greatest number of sites."""
        return range_bounds(scope, self.get("range"), "-1", "1000")

    def apply(self, scope: Scope, first: Expression, behind: Expression) -> None:
        """Write the effect for each site D[first] up to D[behind - 1], with ``between`` set."""
        effect = self.get("effect")
        if effect is None:
            return
        index = scope.fresh("i")
        with scope.loop(f"for {index} in range({first}, {behind}):"):
            site = scope.let("site", f"D[{index}]", valid=True)
            with scope.bound(between=site):
                apply_effect(scope, effect)


def notes_passed(scope: Scope) -> bool:
    """Whether the rules ask which sites the last move has passed."""
    return scope.kernel.has("last between")


def each_passed(scope: Scope, visit: Callable[[Expression], None]) -> None:
    """Visit the sites from the register ``first`` up to that before the register ``behind``."""
    index = scope.fresh("i")
    with scope.loop(f"for {index} in range({scope.register('first')}, {scope.register('behind')}):"):
        visit(scope.let("site", f"D[{index}]", valid=True))
