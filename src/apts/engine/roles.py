"""Whose pieces: a role as the owners it stands for, neutral and shared pieces included.

Rules that look at pieces read ``All`` as every owner from 0 (neutral) to one above the players (shared), and
``NonMover`` as everybody else and nobody; rules that look at players are served by :mod:`apts.engine.seats`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from apts.engine.expression import Expression
from apts.engine.regions import FixedRegion, Place, Region, SetRegion
from apts.engine.seats import each_player, player_number
from apts.language.tree import Value, Word

if TYPE_CHECKING:
    from apts.engine.scope import Scope


def several(scope: Scope, value: Value | None) -> bool:
    """Whether an argument may stand for more than one owner; nothing written stands for all."""
    if value is None:
        return True
    if not isinstance(value, Word):
        return False
    if value.name in ("Friend", "TeamMover") or value.name.startswith("Team"):
        return scope.kernel.has("teams")
    return value.name in ("All", "NonMover", "Enemy", "Ally")


def one_owner(scope: Scope, value: Value) -> Expression:
    """The only owner that an argument stands for; -1 when there is nobody."""
    if isinstance(value, Word) and value.name == "Friend":
        return scope.role("Mover")
    return player_number(scope, value)


@contextmanager
def each_owner(scope: Scope, value: Value | None) -> Iterator[Expression]:
    """Loop over the owners that an argument stands for, in order of their numbers."""
    if value is not None and not several(scope, value):
        owner = one_owner(scope, value)
        with scope.block(f"for _ in range(1 if {owner} >= 0 else 0):"):
            yield owner
        return
    name = value.name if isinstance(value, Word) else "All"
    if name not in ("All", "NonMover"):
        assert value is not None
        with each_player(scope, value) as player:
            yield player
        return
    owner = Expression(scope.fresh("owner"))
    with scope.loop(f"for {owner} in range(D[PLAYERS] + {2 if name == 'All' else 1}):"):
        if name == "All":
            yield owner
        else:
            with scope.block(f"if {owner} != {scope.role('Mover')}:"):
                yield owner


def is_owner(scope: Scope, value: Value | None, owner: Expression) -> Expression:
    """Whether a number from 0 to one above the players is among the owners that an argument stands for."""
    name = value.name if isinstance(value, Word) else "All" if value is None else ""
    if name == "All":
        return Expression("True", fixed=1)
    if value is not None and not several(scope, value):
        return Expression(f"({owner} == {one_owner(scope, value)})")
    owner = scope.simple(owner, "owner")
    mover = scope.role("Mover")
    if name == "NonMover":
        return Expression(f"({owner} != {mover} and {owner} <= D[PLAYERS])")
    real = f"0 < {owner} <= D[PLAYERS]"
    if name.startswith("Team"):
        return Expression(f"({real} and {scope.team(owner)} == {scope.role(name)})")
    same = f"{scope.team(owner)} == {scope.team(mover)}"
    if name == "Enemy":
        return Expression(f"({real} and not {same})")
    if name == "Friend":
        return Expression(f"({real} and {same})")
    return Expression(f"({real} and {same} and {owner} != {mover})")


def owned_by(scope: Scope, value: Value | None) -> Region:
    """The sites, hands included, whose (topmost) piece belongs to one of the owners."""
    storage = scope.kernel.storage
    if value is not None and not several(scope, value):
        owner = one_owner(scope, value)
        if owner.fixed is not None:
            known = 0 <= owner.fixed <= scope.kernel.equipment.players + 1
            return storage.owned(scope, owner) if known else FixedRegion(scope.kernel, ())
        return storage.owned(scope, owner)

    return _OwnedBySeveral(value)


class _OwnedBySeveral(Region):
    """The sites of several owners, united in the frame."""

    def __init__(self, value: Value | None):
        self.value = value

    def stored(self, scope: Scope) -> Place:
        """Unite the sets of the owners."""
        target = scope.temporary_set()
        scope.line(f"clear_set(W, {target}, D[SET_WORDS])")
        with each_owner(scope, self.value) as owner:
            array, base = scope.kernel.storage.owned(scope, owner).stored(scope)
            scope.line(f"unite_set(W, {target}, {array}, {base}, D[SET_WORDS])")
        return "W", target

    def each(self, scope: Scope) -> AbstractContextManager[Expression]:
        """Unite, then walk."""
        array, base = self.stored(scope)
        return SetRegion(array, base).each(scope)

    def contains(self, scope: Scope, site: Expression) -> Expression:
        """Look at the owner of what stands there."""
        storage = scope.kernel.storage
        site = scope.simple(site, "site")
        occupied = f"{storage.what(scope, site)} != 0"
        return Expression(f"({occupied} and {is_owner(scope, self.value, storage.who(scope, site))})")
