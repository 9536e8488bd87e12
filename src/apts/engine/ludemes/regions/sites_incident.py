"""Elements of the board that touch each other: ``(sites Incident ..)``, corners of a cell, ends of an edge."""

from __future__ import annotations

from apts.board.board import Board
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.roles import means_several
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.owners import owner_test
from apts.engine.lowering.sites.regions import Filtered, Listed, Region
from apts.engine.lowering.sites.site_types import need_kind, written_site
from apts.language.tree import Clause, Word


def _touching(board: Board, result: str, of: str, index: int) -> list[int]:
    """The elements that touch one; for vertices of a vertex the reference tells numbers of cells, as far as they go."""
    if result == of == "Vertex":
        cells = {cell for edge in board.incident("Edge", of, index) for cell in board.incident("Cell", "Edge", edge)}
        return sorted(cell for cell in cells if cell != index and cell < board.count("Vertex"))
    return sorted(set(board.incident(result, of, index)) - ({index} if result == of else set()))


@ludeme(
    "(sites Incident result<SiteType> of:<SiteType> at:<int> [owner:<role|seat>])",
    result="region",
    documentation="The elements of the board that touch an element.",
)
def incident(scope: Scope, clause: Clause) -> Region:
    """The elements, of one owner if that is asked for."""
    result, of = (word.name for word in (clause.get("result"), clause.get("of")) if isinstance(word, Word))
    region = _touching_elements(scope, clause, result, of, "at")
    owner = clause.get("owner")
    if owner is None:
        return region
    if isinstance(owner, Word) and owner.name in ("All", "Each", "Shared"):
        return Filtered(region, lambda inner, site: Expression(f"not {inner.kernel.storage.is_empty(inner, site)}"))
    if isinstance(owner, Word) and (owner.name == "Any" or means_several(scope, owner.name)):
        test = owner_test(owner.name)
        return Filtered(region, lambda inner, site: Expression(test(inner, inner.kernel.storage.who(inner, site))))
    player = player_number(scope, owner)
    return Filtered(region, lambda inner, site: Expression(f"{inner.kernel.storage.who(inner, site)} == {player}"))


@ludeme("(sites Cell index<int>)", result="region", documentation="The corners of a cell, by its number.")
@ludeme("(sites Edge index<int>)", result="region", documentation="The two ends of an edge, by its number.")
def corners_of(scope: Scope, clause: Clause) -> Region:
    """The vertices that touch the element."""
    return _touching_elements(scope, clause, "Vertex", str(clause.signature.mode), "index")


def _touching_elements(scope: Scope, clause: Clause, result: str, of: str, slot: str) -> Region:
    """A list for each site of the board; sites of other kinds than the one named have none."""
    kernel, board = scope.kernel, scope.kernel.board
    for kind in (result, of):
        need_kind(scope, clause, kind)
    first, elements = board.numbers(result).start, board.numbers(of)

    def lists() -> list[list[int]]:
        rows: list[list[int]] = [[] for _ in range(board.count() + 1)]
        for index, site in enumerate(elements):
            rows[site] = [first + found for found in _touching(board, result, of, index)]
        return rows

    touching = kernel.lists(("touching", result, of), lists)
    return Listed(scope, touching, written_site(scope, of, clause.get(slot)))
