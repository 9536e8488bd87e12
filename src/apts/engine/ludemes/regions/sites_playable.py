"""``(sites Playable)``: where a boardless game can grow."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.sites.directions import WordDirections
from apts.engine.lowering.sites.owners import OwnedByMany, owner_test
from apts.engine.lowering.sites.regions import Region, Walked
from apts.language.tree import Clause


@ludeme(
    "(sites Playable)",
    result="region",
    documentation="In a boardless game: the empty sites beside pieces, or the centre when there are none.",
)
def playable(scope: Scope, clause: Clause) -> Region:
    """The pieces are walked through, not the plane."""
    if not scope.kernel.board.boardless:
        raise scope.kernel.unsupported(clause, "on a board")
    centre = scope.kernel.number(scope.kernel.board.sites("centre")[0])

    def walk(inner: Scope, visit: Callable[[Expression], None]) -> None:
        pieces = inner.let("pieces", "0")
        storage = inner.kernel.storage

        def beside(site: Expression) -> None:
            with inner.block(f"if {storage.is_empty(inner, site)}:"):
                visit(site)

        with OwnedByMany(owner_test("All")).each(inner) as piece, inner.block(f"if {piece} < D[SITES]:"):
            inner.line(f"{pieces} += 1")
            WordDirections(inner.kernel, ("Adjacent",)).each_step(inner, piece, beside)
        with inner.block(f"if {pieces} == 0:"):
            visit(Expression(centre, valid=True))

    return Walked(walk)
