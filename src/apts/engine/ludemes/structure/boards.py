"""Boards that are more than a graph: mancala boards, boards with loops around them, and boardless games."""

from __future__ import annotations

from collections.abc import Mapping

from apts.board.board import Board
from apts.board.generators.lattices import hex_board, tri_board
from apts.board.generators.squares import square
from apts.board.generators.tilings import mancala_graph
from apts.board.graph import Graph
from apts.engine.compiler.ludeme import ludeme, structure
from apts.language.signatures.signature import enumeration
from apts.language.tree import Clause, Literal

enumeration("BoardlessTiling", "Square Hexagonal Triangular")


def large_stacks(clause: Clause) -> list[str]:
    """A board with large stacks is one of stacks."""
    value = clause.get("largeStack")
    return ["stacking"] if isinstance(value, Literal) and value.value else []


WIDE = 41  # cells along a side of the plane that stands for an endless one
HEXAGON = 21

structure(
    "(track name<string> (sites<{int}> | steps<string>) [loop:<bool>] [owner<int|role>] [directed:<bool>])",
    result="track",
    documentation="Sites in an order in which pieces travel: numbers, or a start and directions such as 0,E,N1,W.",
)


@ludeme(
    "(mancalaBoard rows<int> columns<int> [store:<StoreType>] [numStores:<int>] [largeStack:<bool>] "
    "[track<track|{track}>])",
    result="item",
    documentation="Rows of pits, between two stores unless they are left out.",
    needs=large_stacks,
)
def mancala_board(arguments: Mapping[str, object], site_type: str) -> Board:
    """A board of vertices."""
    graph = mancala_graph(
        _whole(arguments["rows"]),
        _whole(arguments["columns"]),
        str(arguments.get("store", "Outer")),
        _whole(arguments.get("numStores", 2)),
    )
    return Board(graph, site_type)


@ludeme(
    "(surakartaBoard graph<graph> [loops:<int>] [from:<int>] [largeStack:<bool>])",
    result="item",
    documentation="A board of points in squares, or in a triangle of triangles, with loops around it: each is a track there "
    "(Track1F, Track2F ..) and one back (Track1B ..), from the line with the given number on.",
    needs=large_stacks,
    idle="loops from",
)
def surakarta_board(arguments: Mapping[str, object], site_type: str) -> Board:
    """A board of vertices; its tracks are made with the equipment."""
    graph = arguments["graph"]
    assert isinstance(graph, Graph)
    return Board(graph, site_type)


@ludeme(
    "(boardless tiling<BoardlessTiling> [size<int>] [largeStack:<bool>])",
    result="item",
    documentation="No board: the pieces themselves grow the playing area.",
    needs=large_stacks,
)
def boardless(arguments: Mapping[str, object], site_type: str) -> Board:
    """A plane large enough for a match."""
    tiling = arguments["tiling"]
    size = _whole(arguments.get("size", HEXAGON if tiling == "Hexagonal" else WIDE))
    shapes = {"Square": square, "Hexagonal": hex_board, "Triangular": tri_board}
    graph = shapes[str(tiling)]({"dim": size}, site_type)
    return Board(graph, site_type, boardless=True)


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
