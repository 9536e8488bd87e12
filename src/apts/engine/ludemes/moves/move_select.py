"""Choosing sites without moving anything: ``(move Select ..)`` and the effect ``(select ..)``."""

from __future__ import annotations

from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import Destination
from apts.engine.lowering.sites.regions import SingleSite
from apts.engine.lowering.sites.site_types import sites_kind, written_region
from apts.language.tree import Clause


@ludeme(
    "(move Select start<from> [to<to>] [who<role>] [then<then>])",
    result="moves",
    documentation="Choose a site, or two; what it is for, the consequence says.",
)
@ludeme(
    "(select start<from> [to<to>] [who<role>] [then<then>])",
    result="moves",
    documentation="Select as an effect.",
)
def select(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each site, or for each pair; while the first is tested it is ``to`` as well."""
    start, second = clause.get("start"), clause.get("to")
    assert isinstance(start, Clause)
    sink = with_then(sink, clause.get("then"))
    for block in (start, second):
        if isinstance(block, Clause):
            sites_kind(scope, block)
            scope.kernel.readings.disregard(block.get("effect"))  # the language passes over it here
    level = start.get("level")  # what is at another level than the piece that is looked at cannot be chosen yet
    if level is not None and not (isinstance(level, Clause) and level.name == "level"):
        raise scope.kernel.unsupported(start, "with level: of another piece")
    scope.kernel.readings.disregard(level)
    where = start.get("where")
    region = (
        SingleSite(scope.register("from")) if where is None else written_region(scope, sites_kind(scope, start), where)
    )

    def act(inner: Scope) -> None:  # noqa: ARG001
        return

    with region.each(scope) as site, scope.bound(from_=site, to=site):
        condition = start.get("condition")
        with scope.block(f"if {scope.boolean(condition)}:" if condition is not None else "if True:"):
            if not isinstance(second, Clause) or second.get("where") is None:
                sink.emit(scope, GeneratedMove(clause, "select", site, site, act))
            else:
                target = Destination(second)
                with target.each(scope) as place, scope.bound(to=place), target.allowed(scope, sink):
                    sink.emit(scope, GeneratedMove(clause, "select", site, place, act))
