"""``(set Counter ..)``: the counter that every move raises by one."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause

_SOURCE = """
@compiled
def do_set_counter(D, S, amount):
    S[COUNTER] = amount
"""


@ludeme(
    "(set Counter [amount<int>] [then<then>])",
    result="moves",
    documentation="Set the counter of moves; by default to -1, so that it is 0 when this move is over.",
    idle="then",
)
def set_counter(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Write the counter; its ``then`` has no effect in this language."""

    def act(inner: Scope) -> None:
        inner.kernel.add_operation("set_counter", 1, ("counter",), _SOURCE)
        inner.act("set_counter", inner.integer(clause.get("amount"), UNSET))

    sink.emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))
