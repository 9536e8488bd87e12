"""Doing nothing: ``(move Pass ..)`` and the effect ``(pass ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause


@ludeme("(move Pass [then<then>])", result="moves", documentation="The player may pass.")
@ludeme("(pass [then<then>])", result="moves", documentation="Nothing happens.")
def pass_move(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move without a site."""

    def act(inner: Scope) -> None:  # noqa: ARG001
        return

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "pass", UNSET, UNSET, act))
