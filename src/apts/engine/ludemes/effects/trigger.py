"""``(trigger ..)``: a lasting mark on a player."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import each_player
from apts.language.tree import Clause

_SOURCE = """
@compiled
def do_trigger(D, S, player):
    if player >= 0 and player <= D[PLAYERS] + 1:
        S[TRIGGERED] |= 1 << player
    else:
        missing_player(D, player)
"""


@ludeme(
    "(trigger event<string> who<int|role> [then<then>])",
    result="moves",
    documentation="Mark a player for the rest of the match; the name of the event makes no difference.",
    idle="event then",
)
def trigger(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Set the bit of the player; its ``then`` has no effect in this language."""
    who = clause.get("who")
    assert who is not None

    def act(inner: Scope) -> None:
        inner.kernel.add_operation("trigger", 1, ("triggered",), _SOURCE)
        inner.act("trigger", inner.register("seat"))

    with each_player(scope, who) as player, scope.bound(seat=player):
        sink.emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))
