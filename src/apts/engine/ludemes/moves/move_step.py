"""Steps to a neighbouring site: ``(move Step ..)`` and the effect ``(step ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import Destination, Origin
from apts.engine.lowering.moving import move_piece, stack_needs
from apts.engine.lowering.sites.directions import directions
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.language.tree import Clause


@ludeme(
    "(move Step [start<from>] [directions<direction|{direction}>] to<to> [stack:<bool>] [then<then>])",
    result="moves",
    documentation="Move a piece to a neighbouring site that meets the condition.",
    needs=stack_needs,
)
@ludeme(
    "(step [start<from>] [directions<direction|{direction}>] to<to> [stack:<bool>] [then<then>])",
    result="moves",
    documentation="Step as an effect.",
    needs=stack_needs,
)
def step(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each neighbour in the directions."""
    origin, target = Origin(clause.get("start")), Destination(clause.get("to"))
    origin.refuse_region(scope)
    if origin.clause is not None:
        geometry_kind(scope, origin.clause)
    sink = with_then(sink, clause.get("then"))
    target.disregard_place(scope)

    def act(inner: Scope) -> None:
        target.apply(inner)
        move_piece(inner, clause, origin)

    def visit(site: Expression) -> None:
        with scope.bound(to=site), target.allowed(scope, sink):
            sink.emit(scope, GeneratedMove(clause, "step", scope.register("from"), site, act))

    outer = scope.register("from")  # directions are worked out before the origin becomes ``from``
    with origin.each(scope) as start:
        with scope.bound(from_=outer):
            ways = directions(scope, clause.get("directions"))
        ways.each_step(scope, start, visit)
