"""Roles as numbers: of the one player that a role stands for, or of a team."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.compiler.expression import UNSET, Expression
from apts.engine.compiler.ludeme import UnsupportedRule

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope

SEVERAL_PLAYERS = ("NonMover", "Enemy", "Friend", "Ally")
"""Roles that stand for several players in every game; those of teams do where there are teams."""


def means_several(scope: Scope, name: str) -> bool:
    """Whether a role stands for several players, one by one or as a team."""
    return name in SEVERAL_PLAYERS or (name.startswith("Team") and scope.kernel.has("teams"))


def one_player(scope: Scope, name: str) -> Expression:
    """The number of the player that a role stands for; a role for several is refused by name."""
    if means_several(scope, name):
        what = f"the role {name}, which stands for several players, where one player is meant"
        raise UnsupportedRule(what, scope.kernel.here)
    return role_number(scope, name)


def role_number(scope: Scope, name: str) -> Expression:
    """The number of a role: of a player, or of a team. Without teams each player is a team of one."""
    players = scope.kernel.equipment.players
    if name == "Mover":
        scope.reads("mover")
        return Expression(f"{scope.state}[MOVER]")
    if name == "Next":
        scope.reads("next")
        return Expression(f"{scope.state}[NEXT]")
    if name == "Prev":
        scope.reads("mover")
        return Expression(f"{scope.state}[PREVIOUS]")
    if name == "Player":
        return scope.register("player")
    if name == "TeamMover":
        return scope.team(Expression(f"{scope.state}[MOVER]"))
    if name in ("Shared", "All", "Each"):
        return scope.kernel.number(players + 1)
    if name == "Neutral":
        return Expression("0", fixed=0)
    for prefix in ("P", "Team"):
        if name.startswith(prefix) and name[len(prefix) :].isdigit():
            number = int(name[len(prefix) :])
            if number > players:  # nobody; the number behind the players stands for what they share
                number = players + 2
            return Expression(str(number), fixed=number)
    return UNSET
