"""Claiming sites: ``(move Claim ..)`` and the effect ``(claim ..)``."""

from __future__ import annotations

from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import Destination, component_choices
from apts.engine.lowering.sites.site_types import sites_kind
from apts.language.tree import Clause


@ludeme(
    "(move Claim [what<what>] to<to> [then<then>])",
    result="moves",
    documentation="Put a piece on one of the sites to claim it.",
)
@ludeme(
    "(claim [what<what>] to<to> [then<then>])",
    result="moves",
    documentation="Put a piece on each of the sites to claim it.",
)
def claim(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each piece and site that meets the condition."""
    target = Destination(clause.get("to"))
    assert target.clause is not None
    sites_kind(scope, target.clause)
    sink = with_then(sink, clause.get("then"))
    choices = len(component_choices(scope, clause.get("what")))
    with target.each(scope) as site, scope.bound(to=site), target.allowed(scope, sink):
        for number in range(choices):

            def act(inner: Scope, number: int = number) -> None:
                piece = component_choices(inner, clause.get("what"))[number]
                inner.act("add", inner.register("to"), piece.component, piece.state, piece.value)

            sink.emit(scope, GeneratedMove(clause, "claim", site, site, act, key=("claim", number)))
