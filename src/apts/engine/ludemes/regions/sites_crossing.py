"""``(sites Crossing ..)``: edges that cross an edge."""

from __future__ import annotations

from collections.abc import Callable

from apts.board.board import Board
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
    """For every site of the board the edges that cross it, if it is an edge."""
    places = board.xy("Vertex")
    edges = [tuple(places[vertex] for vertex in board.edge_vertices(edge)) for edge in range(board.count("Edge"))]
    first = board.numbers("Edge").start
    rows: list[list[int]] = [[] for _ in range(board.count())]
    for one, (a, b) in enumerate(edges):
        rows[first + one] = [first + other for other, (c, d) in enumerate(edges) if one != other and _cross(a, b, c, d)]
    return rows


Place = tuple[float, float]


def _cross(a: Place, b: Place, c: Place, d: Place) -> bool:
    """Whether two lines meet well inside both of them."""
    along, across, apart = (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1]), (c[0] - a[0], c[1] - a[1])
    turn = across[0] * along[1] - across[1] * along[0]
    if abs(turn) < _PARALLEL:
        return False
    on_first = (across[0] * apart[1] - across[1] * apart[0]) / turn
    on_second = (along[0] * apart[1] - along[1] * apart[0]) / turn
    return all(_INSIDE < part < 1 - _INSIDE for part in (on_first, on_second))
