"""Money: ``(move Bet ..)``, the amounts of players and the pot."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET, Expression
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import feature, ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import range_bounds
from apts.engine.lowering.player_roles import each_player, player_number
from apts.language.tree import Clause, Word

_AMOUNT = """
@compiled
def do_set_amount(D, S, player, amount):
    if player >= 1 and player <= D[PLAYERS]:
        S[D[AT_AMOUNT] + player] = amount
    else:
        missing_player(D, player)
"""

_POT = """
@compiled
def do_set_pot(D, S, amount):
    S[D[AT_POT]] = amount
"""


@feature("money")
def money(kernel: Kernel) -> None:
    """An amount for each player and a pot, all 0 at the start."""
    kernel.field("amount", "player")
    kernel.field("pot", "one")
    kernel.add_operation("set_amount", 2, ("variable",), _AMOUNT)
    kernel.add_operation("set_pot", 1, ("variable",), _POT)


@ludeme(
    "(move Bet who<role|seat> amount<range> [then<then>])",
    result="moves",
    documentation="Bet an amount of the range; it becomes the amount of the player.",
    needs=["money"],
)
@ludeme(
    "(bet who<role|seat> amount<range> [then<then>])",
    result="moves",
    documentation="An amount is bet.",
    needs=["money"],
)
def bet(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each amount."""
    who = clause.get("who")
    assert who is not None
    sink = with_then(sink, clause.get("then"))
    low, high = range_bounds(scope, clause.get("amount"), "0", "0")
    player = player_number(scope, who)

    def act(inner: Scope) -> None:
        inner.act("set_amount", inner.register("bettor"), inner.register("bet"))

    amount = Expression(scope.fresh("amount"))
    with scope.loop(f"for {amount} in range({low}, {high} + 1):"), scope.bound(bet=amount, bettor=player):
        sink.emit(scope, GeneratedMove(clause, "bet", UNSET, UNSET, act, said="bet", number="bet"))


@ludeme("(amount who<role|seat>)", result="int", documentation="The amount that a player has.", needs=["money"])
def amount_of(scope: Scope, clause: Clause) -> Expression:
    """A word of the position."""
    who = clause.get("who")
    assert who is not None
    scope.reads("variable")
    player = player_number(scope, who)
    place = scope.kernel.field("amount", "player")
    return Expression(f"({scope.state}[{place} + {player}] if 0 <= {player} <= D[PLAYERS] + 1 else 0)")


@ludeme("(pot)", result="int", documentation="What is in the pot.", needs=["money"])
def pot(scope: Scope, clause: Clause) -> Expression:  # noqa: ARG001
    """A word of the position."""
    scope.reads("variable")
    return Expression(f"{scope.state}[{scope.kernel.field('pot', 'one')}]")


@ludeme(
    "(set Pot amount<int> [then<then>])",
    result="moves",
    documentation="Say what is in the pot; a consequence of this is not carried out.",
    needs=["money"],
    idle="then",
)
def set_pot(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Write the pot."""

    def act(inner: Scope) -> None:
        inner.act("set_pot", inner.integer(clause.get("amount")))

    sink.emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))


@ludeme(
    "(set Amount who<role> amount<int>)",
    result="startrule",
    documentation="The amount of a player at the start.",
    needs=["money"],
)
@ludeme(
    "(set Amount amount<int>)",
    result="startrule",
    documentation="The amount of every player at the start.",
    needs=["money"],
)
def set_amount_at_start(scope: Scope, clause: Clause) -> None:
    """Write the amounts."""
    who = clause.get("who") or Word("All")
    with each_player(scope, who) as player:
        scope.act("set_amount", player, scope.integer(clause.get("amount")))
