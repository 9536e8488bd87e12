"""``(set Hidden ..)``: what players may not see. It does not change what can be played."""

from __future__ import annotations

from apts.engine.expression import UNSET
from apts.engine.ludeme import ludeme
from apts.engine.scope import Scope
from apts.engine.sinks import Move, Sink, with_then
from apts.language.tree import Clause


@ludeme(
    "(set Hidden [what<HiddenData> | several<{HiddenData}>] [on<SiteType>] [at:<int> | region<region>] [level:<int>] "
    "[hidden<bool>] (to:<seat|role>) [then<then>])",
    result="moves",
    documentation="Hide what is on a site from players, or show it.",
)
def set_hidden(scope: Scope, clause: Clause, sink: Sink) -> None:
    """A move that changes nothing the rules can see."""
    with_then(sink, clause.get("then")).emit(scope, Move(clause, "effect", UNSET, UNSET, lambda inner: None))
