"""``(sites Random ..)``: sites that chance chooses."""

from __future__ import annotations

from contextlib import AbstractContextManager

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.regions import Place, Region, SetRegion
from apts.language.tree import Clause


@ludeme(
    "(sites Random [region<region>] [num:<int>])",
    result="region",
    documentation="So many different sites of a region, by default of the empty ones, chosen by chance.",
)
def by_chance(scope: Scope, clause: Clause) -> Region:
    """By default one site."""
    written = clause.get("region")
    source = scope.kernel.storage.empty(scope) if written is None else scope.region(written)
    return _Drawn(source, scope.simple(scope.integer(clause.get("num"), "1"), "number"))


class _Drawn(Region):
    def __init__(self, source: Region, number: Expression):
        self.source, self.number = source, number

    def stored(self, scope: Scope) -> Place:
        """Draw without putting back."""
        left = self.source.copied(scope)
        target = scope.temporary_set()
        scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
        size = scope.let("size", f"set_size(W, {left}, D[SET_WORDS])")
        with scope.loop(f"for {scope.fresh('draw')} in range(min({self.number}, {size})):"):
            drawn = scope.kernel.drawn_below(scope.state, size)
            site = scope.let("site", f"nth_site(W, {left}, D[SET_WORDS], {drawn})")
            scope.line(f"drop_site(D, W, {left}, {site})")
            scope.line(f"put_site(D, W, {target}, {site})")
            scope.line(f"{size} -= 1")
        return "W", target

    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Draw, then walk."""
        array, base = self.stored(scope)
        return SetRegion(array, base).each(scope)
