"""``(forEach Group ..)``: effects for groups of connected pieces."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import RecordSink, Sink, Wrapper, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.directions import directions
from apts.engine.lowering.sites.groups import each_group
from apts.engine.lowering.sites.site_types import geometry_kind, sites_of_kind
from apts.language.tree import Clause


@ludeme(
    "(forEach Group [on<SiteType>] [directions<direction|{direction}>] [if:condition<bool>] moves<moves> [then<then>])",
    result="moves",
    documentation="For every group of the mover's pieces, or of the pieces that meet a condition, these effects.",
)
def for_each_group(scope: Scope, clause: Clause, sink: Sink) -> None:
    """The register ``region`` holds the group; a site is tested as ``to``."""
    kind = geometry_kind(scope, clause)
    innermost = sink
    while isinstance(innermost, Wrapper):
        innermost = innermost.inner
    if isinstance(innermost, RecordSink):
        raise scope.kernel.unsupported(clause, "as a choice")
    sink = with_then(sink, clause.get("then"))
    kernel, condition, moves = scope.kernel, clause.get("condition"), clause.get("moves")
    assert moves is not None

    def belongs(inner: Scope, site: Expression) -> Expression:
        if condition is None:
            return Expression(f"{kernel.storage.who(inner, site)} == {inner.role('Mover')}")
        occupied = kernel.storage.is_empty(inner, site)
        with inner.bound(to=site):
            return Expression(f"not {occupied} and ({inner.boolean(condition)})")

    board = sites_of_kind(scope, kind)
    ways = directions(scope, clause.get("directions"))
    with each_group(scope, board, ways, belongs) as (group, _size), scope.bound(region=Expression(group)):
        scope.moves(moves, sink)
