"""Regions by the graph of the board: ``(sites Distance ..)``."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import Destination, range_bounds
from apts.engine.lowering.sites.directions import directions, seen_from
from apts.engine.lowering.sites.regions import Place, Region, SetRegion, Walked
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.language.tree import Clause, Word

Visit = Callable[[Expression], None]

_FIRST = ("Adjacent", "All", "OffDiagonal", "Diagonal", "Orthogonal")


def distance_relation(kernel: Kernel) -> str:
    """The relation in which the whole game measures distances: of those written, the first of a fixed order."""
    written = set()
    for clause in kernel.rules.clauses():
        if clause.name in ("sites Distance", "count Steps") and clause.get("step") is None:
            word = clause.get("relation")
            written.add(word.name if isinstance(word, Word) else "Adjacent")
    return next((relation for relation in _FIRST if relation in written), "Adjacent")


@ludeme(
    "(sites Distance [on<SiteType>] [relation<Relation>] [step<moves>] [newRotation:<int>] from:<int> distance<range>)",
    result="region",
    documentation="The sites so many steps away from a site; with a step, only by steps that the rule allows.",
    idle="relation",  # distances are measured alike in the whole game, and steps are steps
)
def at_distance(scope: Scope, clause: Clause) -> Region:
    """A table of distances, or a search."""
    geometry_kind(scope, clause)
    if clause.get("newRotation") is not None:
        raise scope.kernel.unsupported(clause, "with newRotation:")
    start = scope.simple(scope.integer(clause.get("from")), "start")
    low, high = range_bounds(scope, clause.get("distance"), "0", "1000000000")
    step = clause.get("step")
    if isinstance(step, Clause):
        return _Steps(scope, clause, step, start, low, high)
    kernel = scope.kernel
    relation = distance_relation(kernel)

    def sets() -> list[list[int]]:
        distances = kernel.board.distances(relation)
        return [[int(distance) for distance in row] for row in distances]

    table = kernel.table(("distances", relation), lambda: [distance for row in sets() for distance in row])
    return _Measured(f"D[{table} + {start} * D[SITES] + ", start, low, high)


class _Measured(Walked):
    """The sites whose distance in the table lies between two bounds."""

    lasting = large = True

    def __init__(self, row: str, start: Expression, low: Expression, high: Expression):
        super().__init__(self._walk)
        self.row, self.low, self.high = row, low, high
        self.any = f"0 <= {start} < D[SITES] and {low} >= 0"

    def _fits(self, site: str) -> str:
        return f"{self.low} <= {self.row}{site}] <= {self.high}"

    def _walk(self, scope: Scope, visit: Visit) -> None:
        site = scope.fresh("site")
        with (
            scope.block(f"if {self.any}:"),
            scope.loop(f"for {site} in range(D[SITES]):"),
            scope.block(f"if {self._fits(site)}:"),
        ):
            visit(Expression(site, valid=True))

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """One look at the table."""
        site = scope.simple(site, "site")
        return Expression(f"({self.any} and 0 <= {site} < D[SITES] and {self._fits(site)})")


class _Steps(Region):
    """A search over the steps that a rule allows; the first step is always taken, and the start is never added."""

    def __init__(
        self, scope: Scope, clause: Clause, step: Clause, start: Expression, low: Expression, high: Expression
    ):
        self.start, self.low, self.high = start, low, high
        self.condition = Destination(step.get("to"))
        self.condition.disregard_place(scope)
        self.ways = seen_from(scope, directions(scope, step.get("directions")), start)

    def stored(self, scope: Scope) -> Place:
        """Level after level."""
        found, known, level, beyond = (scope.temporary_set() for _ in range(4))
        for place in (found, known, level):
            scope.line(f"clear_set(W, {place}, D[SET_WORDS])")
        steps = scope.let("steps", "0")
        with scope.block(f"if 0 <= {self.start} < D[SITES] and {self.low} >= 0:"):
            scope.line(f"put_site(D, W, {known}, {self.start})")
            scope.line(f"put_site(D, W, {level}, {self.start})")
        header = f"while ({steps} == 0 or {steps} < {self.high}) and first_site(W, {level}, D[SET_WORDS]) >= 0:"
        with scope.loop(header):
            scope.line(f"clear_set(W, {beyond}, D[SET_WORDS])")

            def visit(site: Expression) -> None:
                with (
                    scope.block(f"if not has_site(D, W, {known}, {site}):"),
                    scope.bound(to=site),
                    self.condition.allowed(scope),
                ):
                    scope.line(f"put_site(D, W, {beyond}, {site})")

            with SetRegion("W", level).each(scope) as here, scope.bound(from_=here):
                self.ways.each_step(scope, here, visit)
            scope.line(f"unite_set(W, {known}, W, {beyond}, D[SET_WORDS])")
            scope.line(f"copy_set(W, {level}, W, {beyond}, D[SET_WORDS])")
            scope.line(f"{steps} += 1")
            with scope.block(f"if {steps} >= {self.low}:"):
                scope.line(f"unite_set(W, {found}, W, {beyond}, D[SET_WORDS])")
        return "W", found

    def each(self, scope: Scope):  # type: ignore[no-untyped-def]
        """Search, then walk."""
        array, base = self.stored(scope)
        return SetRegion(array, base).each(scope)
