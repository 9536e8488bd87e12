"""Shots: ``(move Shoot ..)`` and the effect ``(shoot ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.between_block import each_passed, notes_passed
from apts.engine.lowering.move_blocks import Destination, Origin, component_choices
from apts.engine.lowering.sites.directions import directions
from apts.engine.lowering.sites.site_types import sites_kind
from apts.language.tree import Clause


@ludeme(
    "(move Shoot what<what> [start<from>] [directions<AbsoluteDirection>] [between<between>] [to<to>] [then<then>])",
    result="moves",
    documentation="Put a piece somewhere on a line from the last move's target, over sites that are free.",
    idle="between",
)
@ludeme(
    "(shoot what<what> [start<from>] [directions<AbsoluteDirection>] [between<between>] [to<to>] [then<then>])",
    result="moves",
    documentation="Shoot as an effect.",
    idle="between",
)
def shoot(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Each site of each ray, up to the first that does not meet the condition (by default, that is not empty)."""
    start, target = clause.get("start"), Destination(clause.get("to"))
    for block in (start, target.clause):
        if isinstance(block, Clause):
            sites_kind(scope, block)
    sink = with_then(sink, clause.get("then"))
    free = None if target.clause is None else target.clause.get("condition")
    if len(component_choices(scope, clause.get("what"))) != 1:
        raise scope.kernel.unsupported(clause, "with several pieces")

    outer = scope.register("from")  # a shot does not set it

    def act(inner: Scope) -> None:
        piece = component_choices(inner, clause.get("what"))[0]
        inner.act("add", inner.register("to"), piece.component, piece.state, piece.value)

    def visit(ray: Expression) -> None:
        step = scope.fresh("step")
        with scope.loop(f"for {step} in range(D[{ray}], D[{ray} + 1]):"):
            site = scope.let("site", f"D[{step}]", valid=True)
            passed = Expression(f"(D[{step} - 1] if {step} > D[{ray}] else {scope.register('between')})")
            with scope.bound(to=site, between=passed, from_=outer):
                test = scope.kernel.storage.is_empty(scope, site) if free is None else scope.boolean(free)
                with scope.block(f"if not ({test}):"):
                    scope.line("break")
                way = {"first": Expression(f"D[{ray}]"), "behind": Expression(step)} if notes_passed(scope) else {}
                with scope.bound(**way):
                    sink.emit(
                        scope, GeneratedMove(clause, "shoot", site, site, act, passes=each_passed if way else None)
                    )

    if free is None:
        scope.kernel.count_on_rays()
    with Origin(start).each(scope, Expression(f"{scope.state}[LAST_TO]")) as origin:
        directions(scope, clause.get("directions")).each_ray(scope, origin, visit)
