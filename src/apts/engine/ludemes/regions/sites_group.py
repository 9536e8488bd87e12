"""``(sites Group ..)``: sites that hang together."""

from __future__ import annotations

from contextlib import AbstractContextManager

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.directions import Directions, directions
from apts.engine.lowering.sites.regions import Place, Region, SetRegion
from apts.engine.lowering.sites.site_types import geometry_kind, written_region
from apts.engine.lowering.sites.visibility import is_covered, is_joined_visibly
from apts.language.tree import Clause


@ludeme(
    "(sites Group [on<SiteType>] (at:<int> | from:<region>) [directions<direction|{direction}>] [if:condition<bool>] "
    "[isVisible:<bool>])",
    result="region",
    documentation="The group of a site, or of a region's sites: neighbours of the same kind, or that meet a condition; "
    "with isVisible: only those that are seen from above to touch.",
)
def group(scope: Scope, clause: Clause) -> Region:
    """The groups of all starting sites together."""
    kind = geometry_kind(scope, clause)
    start = clause.get("from") if clause.get("at") is None else clause.get("at")
    assert start is not None
    return _Groups(clause, written_region(scope, kind, start), directions(scope, clause.get("directions")))


class _Groups(Region):
    def __init__(self, clause: Clause, starts: Region, ways: Directions):
        self.clause, self.starts, self.ways = clause, starts, ways

    def stored(self, scope: Scope) -> Place:
        """Spread from each start until nothing is added."""
        target = scope.temporary_set()
        scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
        group, waiting = scope.temporary_set(), scope.temporary_set()
        with self.starts.each(scope) as start, scope.block(f"if {start} < D[SITES]:"):
            self._spread(scope, start, group, waiting)
            scope.line(f"unite_set(W, {target}, W, {group}, D[SET_WORDS])")
        return "W", target

    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Collect, then walk."""
        array, base = self.stored(scope)
        return SetRegion(array, base).each(scope)

    def _spread(self, scope: Scope, start: Expression, group: str, waiting: str) -> None:
        """Sites to look at are kept in a set of their own; ``from`` is the start, ``to`` the site under test."""
        storage, condition = scope.kernel.storage, self.clause.get("condition")
        visible = scope.flag(self.clause, "isVisible")
        what = scope.let("what", storage.what(scope, start)) if condition is None else Expression("0")

        def fits(site: Expression) -> Expression:
            if condition is None:
                return Expression(f"{storage.what(scope, site)} == {what}")
            with scope.bound(from_=start, to=site):
                return scope.boolean(condition)

        for place in (group, waiting):
            scope.line(f"clear_set(W, {place}, D[SET_WORDS])")
        with scope.block(f"if {fits(start)}:" if condition is not None else "if True:"):
            for place in (group, waiting):
                scope.line(f"put_site(D, W, {place}, {start})")
        here = scope.let("here", f"first_site(W, {waiting}, D[SET_WORDS])", valid=True)

        def visit(site: Expression) -> None:
            if visible:
                seen = f"{is_joined_visibly(scope, here, site)} and not {is_covered(scope, site)}"
                with scope.block(f"if not ({seen}):"):
                    scope.line("continue")
            with scope.block(f"if not has_site(D, W, {group}, {site}):"), scope.block(f"if {fits(site)}:"):
                scope.line(f"put_site(D, W, {group}, {site})")
                scope.line(f"put_site(D, W, {waiting}, {site})")

        with scope.loop(f"while {here} >= 0:"):
            scope.line(f"drop_site(D, W, {waiting}, {here})")
            self.ways.each_step(scope, here, visit)
            scope.line(f"{here} = first_site(W, {waiting}, D[SET_WORDS])")
