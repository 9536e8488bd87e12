"""``(set Count ..)``: how many pieces are on a site."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.site_types import sites_kind
from apts.language.tree import Clause


@ludeme(
    "(set Count [on<SiteType>] at:<int> amount<int> [then<then>])",
    result="moves",
    documentation="Say how many pieces are on the site; 0 empties it.",
    needs=["count"],
)
def set_count(scope: Scope, clause: Clause, sink: Sink) -> None:
    """The count; the kind of piece stays as it is."""
    sites_kind(scope, clause)

    def act(inner: Scope) -> None:
        inner.act("set_count", inner.integer(clause.get("at")), inner.integer(clause.get("amount")))

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))
