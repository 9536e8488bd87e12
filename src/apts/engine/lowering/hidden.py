"""What is hidden from players, for games whose rules ask about it. Others keep nothing of it.

For each kind of data and each player the position holds the set of sites on which it is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.compiler.ludeme import UnsupportedRule, feature
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.lowering.player_roles import each_player
from apts.language.tree import Clause, Value, Word

if TYPE_CHECKING:
    from apts.engine.compiler.expression import Expression
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope

_SOURCE = """
@compiled
def do_hide(D, S, place, player, site, hidden):
    base = place + player * D[SET_WORDS]
    if site >= 0 and site < D[ALL_SITES] and player >= 0 and player <= D[PLAYERS] + 1:
        if hidden != 0:
            put_site(D, S, base, site)
        else:
            drop_site(D, S, base, site)
    else:
        missing(D, site)
        if player > D[PLAYERS] + 1 or player < 0:
            missing_player(D, player)
"""

_MOVE = """
@compiled
def hidden_move(D, S, origin, target):
    do_move(D, S, origin, target)
    if origin != target:
        for place in range({count}):
            for player in range(D[PLAYERS] + 2):
                base = {first} + (place * (D[PLAYERS] + 2) + player) * D[SET_WORDS]
                drop_site(D, S, base, target)
                if has_site(D, S, base, origin):
                    put_site(D, S, base, target)
                    drop_site(D, S, base, origin)
"""

HIDING = ("set Hidden", "is Hidden", "sites Hidden")
"""The clauses that speak of hidden information."""

KINDS = ("", "What", "Who", "State", "Count", "Rotation", "Value")


@feature("hidden")
def install(kernel: Kernel) -> None:
    """Sets for every kind of data; what is hidden about a piece moves with it."""
    if kernel.storage.stacking:
        raise UnsupportedRule("questions about what is hidden in stacks", kernel.rules.position)
    first = kernel.field("hidden", "player set", hashed=False, times=len(KINDS))
    kernel.add_operation("hide", 4, ("board",), _SOURCE)
    kernel.prelude["hidden move"] = _MOVE.format(first=first, count=len(KINDS))
    kernel.redirect_operation("move", "hidden_move")


def hidden_place(kernel: Kernel, kind: Value | None) -> str:
    """Where the sets of a kind of data start in the state (code); without a kind, those of whole sites."""
    first = kernel.field("hidden", "player set", hashed=False, times=len(KINDS))
    number = KINDS.index(kind.name) if isinstance(kind, Word) else 0
    return first if number == 0 else f"{first} + {number} * (D[PLAYERS] + 2) * D[SET_WORDS]"


def hidden_sites(scope: Scope, kind: Value | None, player: Expression) -> str:
    """Where the set of a player starts in the state (code)."""
    scope.reads("board")
    return f"{hidden_place(scope.kernel, kind)} + {player} * D[SET_WORDS]"


def hide(scope: Scope, clause: Clause) -> None:
    """Write what a ``(set Hidden ..)`` clause does, if the rules ask about hidden things at all."""
    kernel = scope.kernel
    where = clause.get("region") if clause.get("at") is None else clause.get("at")
    viewer = clause.get("to")
    if not kernel.has("hidden") or where is None or viewer is None:
        return
    hidden = scope.let("hidden", f"1 if {scope.boolean(clause.get('hidden'))} else 0")
    kinds = as_tuple(clause.get("several")) or (clause.get("what"),)

    def write() -> None:
        with scope.region(where).each(scope) as site, each_player(scope, viewer) as player:
            for kind in kinds:
                scope.act("hide", hidden_place(kernel, kind), player, site, hidden)

    scope.effects(write)
