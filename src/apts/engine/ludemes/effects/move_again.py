"""``(moveAgain)``: the mover has another move."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause

_SOURCE = """
@compiled
def do_next_player(D, S, player):
    if player >= 1 and player <= D[PLAYERS]:
        S[NEXT] = player
        S[TURN_SET] = 1
    else:
        missing_player(D, player)
"""


def know_next_player(kernel: Kernel) -> None:
    """Make the change of the next player known to the kernel; later changes win over earlier ones."""
    kernel.add_operation("next_player", 1, ("next",), _SOURCE)


@ludeme("(moveAgain [then<then>])", result="moves", documentation="The mover moves again after this move.")
def move_again(scope: Scope, clause: Clause, sink: Sink) -> None:
    """The next player is the mover."""

    def act(inner: Scope) -> None:
        know_next_player(inner.kernel)
        inner.act("next_player", inner.role("Mover"))

    with_then(sink, clause.get("then")).emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))
