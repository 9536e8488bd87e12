"""``(take Control ..)``: pieces that change sides."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import EVERYBODY
from apts.engine.lowering.sites.regions import FixedRegion, Region
from apts.language.tree import Clause, Word

_SOURCE = """
@compiled
def do_take(D, S, site, what):
    if what > 0:
        place(D, S, site, what)
"""


def _counterparts(kernel: Kernel) -> list[int]:
    """For every piece and player, the piece of the same name that the player owns; 0 when there is none."""
    equipment = kernel.equipment
    found = [0] * (equipment.players + 2)
    for piece in equipment.components:
        for player in range(equipment.players + 2):
            same = (other.index for other in equipment.components if other.bare == piece.bare and other.owner == player)
            found.append(next(same, 0))
    return found


@ludeme(
    "(take Control of:<role> by:<role> [at:<int> | to:<region>] [then<then>])",
    result="moves",
    documentation="Pieces of one player become the same pieces of another.",
)
def take_control(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One change for each piece on the sites."""
    kernel = scope.kernel
    if kernel.storage.stacking:
        raise kernel.unsupported(clause, "of stacks")
    loser, taker = clause.get("of"), clause.get("by")
    assert isinstance(loser, Word)
    assert isinstance(taker, Word)
    table = kernel.table("counterparts", lambda: _counterparts(kernel))
    sink = with_then(sink, clause.get("then"))
    place = clause.get("at") or clause.get("to")
    region: Region = FixedRegion(kernel, kernel.board.numbers()) if place is None else scope.region(place)

    def act(inner: Scope) -> None:
        inner.kernel.add_operation("take", 2, ("board",), _SOURCE)
        site = inner.register("site")
        what = inner.kernel.storage.what(inner, site)
        taken = Expression(f"D[{table} + {what} * (D[PLAYERS] + 2) + {inner.role(taker.name)}]")
        inner.act("take", site, taken)

    with region.each(scope) as site, scope.bound(site=site):
        owner = scope.let("owner", kernel.storage.who(scope, site))
        test = f"{kernel.storage.what(scope, site)} != 0"
        if loser.name not in EVERYBODY:
            test += f" and {owner} == {scope.role(loser.name)}"
        with scope.block(f"if {test}:"):
            sink.emit(scope, GeneratedMove(clause, "effect", site, site, act))
