"""Levels of a stack as a region of numbers: ``(forEach Level at:.. ..)``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.regions import NumberSet, Place, Region
from apts.engine.lowering.sites.site_types import sites_kind
from apts.language.tree import Clause, Word


@ludeme(
    "(forEach Level [on<SiteType>] at:<int> [order<StackDirection>] [if:condition<bool>] [startAt:<int>])",
    result="region",
    documentation="The levels of the stack on a site for which a condition on the level holds; counted from the top unless "
    "FromBottom is written, those from a level on.",
    needs=["stacking"],
)
def levels_of_stack(scope: Scope, clause: Clause) -> Region:
    """Numbers of levels, which are no sites."""
    sites_kind(scope, clause)
    equipment = scope.kernel.equipment
    equipment.numbers_in_sets = max(equipment.numbers_in_sets, equipment.levels)
    return _Levels(scope, clause)


class _Levels(Region):
    def __init__(self, scope: Scope, clause: Clause):
        self.clause = clause
        site = scope.simple(scope.integer(clause.get("at")), "site")
        self.height = scope.let("height", scope.kernel.storage.height(scope, site))
        order, start = clause.get("order"), clause.get("startAt")
        upward = isinstance(order, Word) and order.name == "FromBottom"
        self.low, self.high = Expression("0"), self.height
        if start is not None and upward:
            self.low = scope.let("first", f"max({scope.integer(start)}, 0)")
        elif start is not None:
            self.high = scope.let("behind", f"min({scope.integer(start)} + 1, {self.height})")

    @contextmanager
    def each(self, scope: Scope) -> Iterator[Expression]:
        """Upward, like every region."""
        level = Expression(scope.fresh("level"))
        with scope.loop(f"for {level} in range({self.low}, {self.high}):"), scope.bound(level=level):
            condition = scope.boolean(self.clause.get("condition"))
            with scope.block(f"if {condition}:"):
                yield level

    def stored(self, scope: Scope) -> Place:
        """Collect the numbers."""
        target = scope.temporary_set()
        scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
        with self.each(scope) as level:
            scope.line(f"W[{target} + ({level} >> 5)] |= 1 << ({level} & 31)")
        return "W", target

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Whether the number is a level."""
        return NumberSet(*self.stored(scope)).contains(scope, site)
