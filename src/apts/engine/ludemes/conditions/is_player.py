"""Questions about players: enemy, friend, mover, next, previous, active, triggered."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause


def _player(scope: Scope, clause: Clause) -> Expression:
    return scope.integer(clause.get("player"))


@ludeme(
    "(is Enemy player<int|role>)",
    result="bool",
    documentation="Whether the number is that of another player outside the mover's team; nobody (0) is no enemy.",
)
def is_enemy(scope: Scope, clause: Clause) -> Expression:
    """Two comparisons."""
    player = _player(scope, clause)
    mover = scope.role("Mover")
    if not scope.kernel.has("teams"):
        return Expression(f"differs_from({player}, {mover})")
    player = scope.simple(player, "player")
    return Expression(f"({player} > 0 and {scope.team(player)} != {scope.team(mover)})")


@ludeme(
    "(is Friend player<int|role>)",
    result="bool",
    documentation="Whether the number is the mover's or that of a player in the mover's team.",
)
def is_friend(scope: Scope, clause: Clause) -> Expression:
    """One comparison."""
    player = _player(scope, clause)
    mover = scope.role("Mover")
    if not scope.kernel.has("teams"):
        return Expression(f"({player} == {mover})")
    player = scope.simple(player, "player")
    return Expression(f"({player} > 0 and {scope.team(player)} == {scope.team(mover)})")


@ludeme("(is Mover player<int|role>)", result="bool", documentation="Whether it is that player's move.")
@ludeme("(is Next player<int|role>)", result="bool", documentation="Whether that player moves next.")
@ludeme("(is Prev player<int|role>)", result="bool", documentation="Whether that player made the previous move.")
def is_in_turn(scope: Scope, clause: Clause) -> Expression:
    """Compare with the number in the position."""
    assert clause.signature.mode is not None
    return Expression(f"({scope.role(clause.signature.mode)} == {_player(scope, clause)})")


@ludeme("(is Active player<int|role>)", result="bool", documentation="Whether the player is still in the match.")
def is_active(scope: Scope, clause: Clause) -> Expression:
    """A bit of the position."""
    return Expression(f"has_player({scope.state}[ACTIVE], {_player(scope, clause)})")


@ludeme(
    "(is Triggered event<string> player<int|role>)",
    result="bool",
    documentation="Whether the event was triggered for a player who is still in the match.",
    idle="event",
)
def is_triggered(scope: Scope, clause: Clause) -> Expression:
    """A bit of the position; which event it was is not told apart."""
    scope.reads("triggered")
    state = scope.state
    return Expression(f"has_player({state}[TRIGGERED] & {state}[ACTIVE], {_player(scope, clause)})")


@ludeme("(is Even number<int>)", result="bool", documentation="Whether the number is even.")
def is_even(scope: Scope, clause: Clause) -> Expression:
    """The low bit."""
    return Expression(f"(({scope.integer(clause.get('number'))} & 1) == 0)")


@ludeme("(is Odd number<int>)", result="bool", documentation="Whether the number is odd.")
def is_odd(scope: Scope, clause: Clause) -> Expression:
    """The low bit."""
    return Expression(f"(({scope.integer(clause.get('number'))} & 1) == 1)")
