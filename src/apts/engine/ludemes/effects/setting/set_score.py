"""``(set Score ..)`` and ``(addScore ..)``: the scores of players."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import each_player
from apts.language.tree import Clause, Value

_SOURCE = """
@compiled
def do_{name}(D, S, player, amount):
    if player >= 1 and player <= D[PLAYERS]:
        S[D[AT_SCORE] + player] = {amount}
    else:
        missing_player(D, player)
"""


@feature("score")
def scores(kernel: Kernel) -> None:
    """A score for each player, 0 at the start."""
    kernel.field("score", "player")
    kernel.add_operation("set_score", 2, ("score",), _SOURCE.format(name="set_score", amount="amount"))
    kernel.add_operation(
        "add_score", 2, ("score",), _SOURCE.format(name="add_score", amount="plus(S[D[AT_SCORE] + player], amount)")
    )


def _change(scope: Scope, clause: Clause, sink: Sink, operation: str) -> None:
    """One change for every player meant."""
    who = clause.get("who")
    assert who is not None
    _change_of(scope, clause, with_then(sink, clause.get("then")), operation, who, clause.get("amount"))


def _change_of(
    scope: Scope, clause: Clause, sink: Sink, operation: str, who: Value, amount: Value | None, number: int = 0
) -> None:

    def act(inner: Scope) -> None:
        inner.act(operation, inner.register("seat"), inner.integer(amount))

    with each_player(scope, who) as player, scope.bound(seat=player):
        sink.emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act, key=(operation, number)))


@ludeme(
    "(set Score who<seat|role> amount<int> [then<then>])",
    result="moves",
    documentation="Set the score of a player, or of all players meant by a role.",
    needs=["score"],
)
def set_score(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Write the score."""
    _change(scope, clause, sink, "set_score")


@ludeme(
    "(addScore who<seat|role> amount<int> [then<then>])",
    result="moves",
    documentation="Add to the score of a player, or of all players meant by a role.",
    needs=["score"],
)
def add_score(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Add to the score at the moment when the effect is carried out."""
    _change(scope, clause, sink, "add_score")


@ludeme(
    "(addScore players<{seat|role}> amounts<{int}> [then<then>])",
    result="moves",
    documentation="Add to the scores of several players, each by its own amount.",
    needs=["score"],
)
def add_scores(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One change a player, as far as both lists go."""
    sink = with_then(sink, clause.get("then"))
    pairs = zip(as_tuple(clause.get("players")), as_tuple(clause.get("amounts")), strict=False)
    for number, (who, amount) in enumerate(pairs):
        _change_of(scope, clause, sink, "add_score", who, amount, number)
