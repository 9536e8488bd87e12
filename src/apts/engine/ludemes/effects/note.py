"""``(note ..)``: a message to players."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause


@ludeme(
    "(note [player:<int|role>] "
    "(message<string> | number<int> | truth<bool> | sites<region> | direction<direction>) [to:<seat|role>])",
    result="moves",
    documentation="Tell players something; the match is not changed.",
    idle="player message number truth sites direction to",
)
def note(scope: Scope, clause: Clause, sink: Sink) -> None:
    """A move that changes nothing."""
    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, lambda inner: None))
