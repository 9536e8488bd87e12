"""Boards without an edge, as far as a game can reach: a large lattice of which games use what they need."""

from __future__ import annotations

from apts.board.generators.hex import hex_board
from apts.board.generators.square import square
from apts.board.generators.tri import tri_board
from apts.board.graph import Graph
from apts.board.room import BoardError

_LATTICES = {"Square": (square, 41), "Hexagonal": (hex_board, 21), "Triangular": (tri_board, 41)}


def boardless_graph(tiling: str, size: int | None = None) -> Graph:
    """The cells of a game without a board: Square, Hexagonal or Triangular, with ``size`` cells along a side."""
    if tiling not in _LATTICES:
        raise BoardError(f"a game without a board is played on {', '.join(_LATTICES)} cells, not on {tiling}")
    generator, default = _LATTICES[tiling]
    return generator({"dim": default if size is None else size}, "Cell")
