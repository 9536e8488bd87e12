"""``(set State ..)``: the local state of a piece or an empty site."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.site_types import sites_kind
from apts.language.tree import Clause


def level_needs(clause: Clause) -> list[str]:
    """Naming a level asks for stacks."""
    return ["stacking"] if clause.get("level") is not None else []


def set_local(scope: Scope, clause: Clause, sink: Sink, field: str) -> None:
    """Write a field of the piece on the site (or at the level); a negative number changes nothing."""
    sites_kind(scope, clause)

    def act(inner: Scope) -> None:
        storage = inner.kernel.storage
        inner.kernel.field(field, "level" if storage.stacking else "site")
        site = inner.integer(clause.get("at"))
        level = clause.get("level")
        if level is None:
            inner.act(f"set_{field}", site, inner.integer(clause.get("amount")))
        else:
            inner.act(f"set_{field}_level", site, inner.integer(level), inner.integer(clause.get("amount")))

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))


@ludeme(
    "(set State [on<SiteType>] at:<int> [level:<int>] amount<int> [then<then>])",
    result="moves",
    documentation="Give the site, or a piece of its stack, a local state.",
    needs=level_needs,
)
def set_state(scope: Scope, clause: Clause, sink: Sink) -> None:
    """The local state; it can be set on empty sites too."""
    set_local(scope, clause, sink, "state")
