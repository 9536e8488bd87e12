"""``(set NextPlayer ..)``: who moves after this move."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import player_number
from apts.engine.ludemes.effects.move_again import know_next_player
from apts.language.tree import Clause


@ludeme(
    "(set NextPlayer who<seat> [then<then>])",
    result="moves",
    documentation="The player who moves next; a number that is no player's changes nothing.",
    idle="then",
)
def set_next_player(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One change of the next player; its ``then`` has no effect in this language."""
    who = clause.get("who")
    assert who is not None

    def act(inner: Scope) -> None:
        know_next_player(inner.kernel)
        inner.act("next_player", player_number(inner, who))

    sink.emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))
