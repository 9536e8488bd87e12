"""``(sites Crossing ..)``: edges that cross an edge."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from apts.board.board import Board
from apts.board.graph import check_compared
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.owners import EVERYBODY
from apts.engine.lowering.sites.regions import Region, Walked
from apts.engine.lowering.sites.site_types import need_kind, written_site
from apts.language.tree import Clause, Word

_INSIDE = 0.01  # how far from its ends an edge must be met, as a part of its length
_PARALLEL = 1e-7
_TOGETHER = 16  # pairs of edges that are compared in the time of one elsewhere


@ludeme(
    "(sites Crossing at:<int> who<role|seat>)",
    result="region",
    documentation="The edges of a player (or of anybody) that cross an edge.",
)
def crossing(scope: Scope, clause: Clause) -> Region:
    """A list for each edge, of which those count that belong to the player."""
    need_kind(scope, clause, "Edge")
    kernel, who = scope.kernel, clause.get("who")
    assert who is not None
    anybody = isinstance(who, Word) and who.name in (*EVERYBODY, "Shared")
    player = Expression("0") if anybody else player_number(scope, who)
    edge = scope.simple(written_site(scope, "Edge", clause.get("at")), "edge")
    lists = kernel.lists("crossing edges", lambda: _crossings(kernel.board))

    def walk(inner: Scope, visit: Callable[[Expression], None]) -> None:
        index = inner.fresh("i")
        listed = f"for {index} in range(D[{lists} + {edge}], D[{lists} + {edge} + 1]):"
        with inner.block(f"if 0 <= {edge} < D[SITES]:"), inner.loop(listed):
            site = inner.let("site", f"D[{index}]", valid=True)
            storage = inner.kernel.storage
            fits = f"not {storage.is_empty(inner, site)}" if anybody else f"{storage.who(inner, site)} == {player}"
            with inner.block(f"if {fits}:"):
                visit(site)

    return Walked(walk)


def _crossings(board: Board) -> list[list[int]]:
    """For every site of the board the edges that cross it, if it is an edge: that meet it well inside both."""
    places, ends = np.array(board.xy("Vertex")), [board.edge_vertices(edge) for edge in range(board.count("Edge"))]
    check_compared(len(ends) ** 2 // _TOGETHER)
    starts = places[[one for one, _ in ends]]
    across = places[[other for _, other in ends]] - starts
    first = board.numbers("Edge").start
    rows: list[list[int]] = [[] for _ in range(board.count())]
    for one, (start, along) in enumerate(zip(starts, across, strict=True)):
        apart = starts - start
        turn = across[:, 0] * along[1] - across[:, 1] * along[0]
        slanting = np.abs(turn) >= _PARALLEL
        divisor = np.where(slanting, turn, 1.0)
        on_first = (across[:, 0] * apart[:, 1] - across[:, 1] * apart[:, 0]) / divisor
        on_second = (along[0] * apart[:, 1] - along[1] * apart[:, 0]) / divisor
        inside = [(part > _INSIDE) & (part < 1 - _INSIDE) for part in (on_first, on_second)]
        rows[first + one] = [first + int(other) for other in np.flatnonzero(slanting & inside[0] & inside[1])]
    return rows
