"""``(flip ..)``: turn pieces over."""

from __future__ import annotations

from apts.engine.compiler.expression import UNSET
from apts.engine.compiler.kernel import Kernel
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.registers_read import register_for_left_out
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.site_types import sites_kind
from apts.language.tree import Clause

_FLAT = """
@compiled
def do_flip(D, S, site):
    if site >= 0:
        what = S[D[AT_WHAT] + site]
        state = S[D[AT_STATE] + site]
        if state == D[{sides} + 2 * what]:
            S[D[AT_STATE] + site] = D[{sides} + 2 * what + 1]
        elif state == D[{sides} + 2 * what + 1]:
            S[D[AT_STATE] + site] = D[{sides} + 2 * what]
"""


def _know_flip(kernel: Kernel) -> None:
    """Make the change known, with the two states of every kind of piece as a table (-1 for pieces without)."""
    kernel.field("state", "site")
    pieces = kernel.equipment.components
    sides = kernel.table("flips", lambda: [-1, -1, *(side for piece in pieces for side in piece.flips or (-1, -1))])
    kernel.add_operation("flip", 1, ("board",), _FLAT.format(sides=sides))


@ludeme(
    "(flip [on<SiteType>] [site<int>] [then<then>])",
    result="moves",
    documentation="Turn the piece on the site over, between the two states that its (flips ..) names.",
)
def flip(scope: Scope, clause: Clause, sink: Sink) -> None:
    """Exchange the two states; pieces in other states stay as they are."""
    sites_kind(scope, clause)
    if scope.kernel.storage.stacking:
        raise scope.kernel.unsupported(clause, "of stacks")
    sink = with_then(sink, clause.get("then"))

    def act(inner: Scope) -> None:
        _know_flip(inner.kernel)
        where = clause.get("site")
        inner.act("flip", register_for_left_out(inner, clause, "to") if where is None else inner.integer(where))

    sink.emit(scope, GeneratedMove(clause, "effect", UNSET, UNSET, act))
