"""``(set Value ..)``: the value of a piece, or the number attached to a player."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import each_player
from apts.engine.lowering.variables import player_values
from apts.engine.ludemes.effects.setting.set_state import level_needs, set_local
from apts.language.tree import Clause

_SOURCE = """
@compiled
def do_set_player_value(D, S, player, amount):
    if player >= 0 and player <= D[PLAYERS] + 1:
        S[D[AT_PLAYER_VALUE] + player] = amount
    else:
        missing_player(D, player)
"""


@ludeme(
    "(set Value [on<SiteType>] at:<int> [level:<int>] amount<int> [then<then>])",
    result="moves",
    documentation="Give the piece on the site a value.",
    needs=level_needs,
)
def set_piece_value(scope: Scope, clause: Clause, sink: Sink) -> None:
    """The value of the piece on top or at the level."""
    set_local(scope, clause, sink, "value")


@ludeme(
    "(set Value who<seat|role> amount<int> [then<then>])",
    result="moves",
    documentation="Attach a number to a player.",
)
def set_player_value(scope: Scope, clause: Clause, sink: Sink) -> None:
    """The number of every player meant."""
    who = clause.get("who")
    assert who is not None
    sink = with_then(sink, clause.get("then"))

    def act(inner: Scope) -> None:
        player_values(inner.kernel)
        inner.kernel.add_operation("set_player_value", 2, ("variable",), _SOURCE)
        inner.act("set_player_value", inner.register("seat"), inner.integer(clause.get("amount")))

    with each_player(scope, who) as player, scope.bound(seat=player):
        sink.emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))
