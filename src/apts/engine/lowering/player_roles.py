"""Who is meant: roles and seats of an argument as player numbers, also roles that stand for several players."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.roles import role_number
from apts.language.tree import Clause, Value, Word

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope

EVERYBODY = ("All", "Each", "Shared", "Any")
SEVERAL = (*EVERYBODY, "NonMover", "Enemy", "Friend", "Ally")


def is_team(name: str) -> bool:
    """Whether a role names a team, whose members are meant."""
    return name.startswith("Team")


def player_number(scope: Scope, value: Value) -> Expression:
    """The number of the one player that a role, a ``(player ..)`` clause or an integer stands for."""
    if isinstance(value, Clause) and value.signature.result == "seat":
        return scope.simple(scope.integer(value.get("index")), "player")
    return scope.simple(scope.integer(value), "player")


@contextmanager
def each_player(scope: Scope, value: Value) -> Iterator[Expression]:
    """Loop over the real players that the argument stands for, in order of their numbers.

    ``Ally`` means team mates only, ``Friend`` the mover too; without teams these are nobody and the mover alone.
    """
    if not isinstance(value, Word) or not (value.name in SEVERAL or is_team(value.name)):
        yield player_number(scope, value)
        return
    player = Expression(scope.fresh("player"))
    with scope.loop(f"for {player} in range(1, D[PLAYERS] + 1):"):
        test = _membership(scope, value.name, player)
        if test is None:
            yield player
        else:
            with scope.block(f"if {test}:"):
                yield player


def _membership(scope: Scope, name: str, player: Expression) -> str | None:
    """The condition for a player to be among those that a role means; None when everybody is."""
    if name in EVERYBODY:
        return None
    if is_team(name):
        return f"{scope.team(player)} == {role_number(scope, name)}"
    mover = scope.role("Mover")
    if name == "NonMover":
        return f"{player} != {mover}"
    same_team = f"{scope.team(player)} == {scope.team(mover)}"
    if name == "Enemy":
        return f"not ({same_team})"
    if name == "Friend":
        return same_team
    return f"({same_team} and {player} != {mover})"
