"""The sites whose pieces belong to the players that a role stands for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.roles import means_several, role_number
from apts.engine.lowering.sites.regions import Place, Region, SetRegion
from apts.language.tree import Clause, Value, Word

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope

EVERYBODY = ("All", "Each", "Any")
SEVERAL = (*EVERYBODY, "NonMover", "Enemy", "Friend", "Ally")

Test = Callable[["Scope", str], str]


def owned_sites(scope: Scope, who: Value) -> Region:
    """The sites, hands included, whose topmost piece belongs to those the role or ``(player ..)`` stands for.

    ``All`` includes neutral and shared pieces, ``NonMover`` neutral ones.
    """
    if isinstance(who, Word) and (who.name in SEVERAL or _is_team(who.name)):
        if who.name == "Enemy" and scope.kernel.equipment.players == 2 and not scope.kernel.has("teams"):
            return scope.kernel.storage.owned(scope, Expression(f"(3 - {scope.role('Mover')})"))
        return OwnedByMany(owner_test(who.name))
    index = who.get("index") if isinstance(who, Clause) and who.signature.result == "seat" else who
    player = scope.integer(index)
    if player.fixed is None and not isinstance(who, Word):
        player = Expression(f"max({player}, 0)")
    return scope.kernel.storage.owned(scope, scope.simple(player, "player"))


def owner_test(role: str) -> Test:
    """How to tell that an owner is among those a role for several stands for; the owner of a piece is given."""

    def test(scope: Scope, owner: str) -> str:
        if role in EVERYBODY:
            return "True"
        player = Expression(owner)
        if _is_team(role):
            team = scope.team(Expression(f"min({owner}, D[PLAYERS])"))
            return f"(0 < {owner} <= D[PLAYERS] and {team} == {role_number(scope, role)})"
        mover = scope.role("Mover")
        if role == "NonMover":
            return f"({owner} <= D[PLAYERS] and {owner} != {mover})"
        real = f"0 < {owner} <= D[PLAYERS]"
        same = f"{scope.team(player)} == {scope.team(mover)}"
        if role == "Enemy":
            return f"({real} and {owner} != {mover} and not {same})"
        if role == "Friend":
            return f"({real} and {same})"
        return f"({real} and {owner} != {mover} and {same})"

    return test


def owner_among(scope: Scope, who: Value) -> Test | None:
    """How to tell whether an owner is among the several players that a role stands for; None for a role of one."""
    return owner_test(who.name) if isinstance(who, Word) and means_several(scope, who.name) else None


def belongs_to(scope: Scope, who: Value | None, owner: Expression) -> Expression:
    """Whether the owner of a piece is among those that an argument stands for; without one, everybody is."""
    name = "All" if who is None else who.name if isinstance(who, Word) else ""
    if name in SEVERAL or _is_team(name):
        test = owner_test(name)
        return Expression(test(scope, owner if name in EVERYBODY else scope.simple(owner, "owner")))
    index = who.get("index") if isinstance(who, Clause) and who.signature.result == "seat" else who
    return Expression(f"({owner} == {scope.integer(index)})")


def _is_team(role: str) -> bool:
    return role.startswith("Team")


class OwnedByMany(Region):
    """Sites whose topmost piece has an owner that meets a test."""

    def __init__(self, test: Test):
        self.test = test

    def stored(self, scope: Scope) -> Place:
        """The union of the sets of the owners."""
        target = scope.temporary_set()
        scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
        owner = scope.fresh("owner")
        every = f"for {owner} in range(D[PLAYERS] + 2):"
        with scope.loop(every), scope.block(f"if {self.test(scope, owner)}:"):
            array, base = scope.kernel.storage.owned(scope, Expression(owner)).stored(scope)
            scope.line(f"unite_set(W, {target}, {array}, {base}, D[SET_WORDS])")
        return "W", target

    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Unite, then walk."""
        array, base = self.stored(scope)
        return SetRegion(array, base).each(scope)

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Look at the piece on the site."""
        what = scope.let("what", scope.kernel.storage.what(scope, scope.simple(site, "site")))
        owner = scope.let("owner", scope.kernel.storage.owner(what))
        return Expression(f"({what} != 0 and {self.test(scope, owner)})")
