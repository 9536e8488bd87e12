"""Boards: from the words of a description to sites, directions, rays, named regions and a drawing.

In come evaluated graph ludemes (registered here, one file per family), out goes a :class:`Board` that answers every
question rules ask about the geometry, and an SVG picture of it. What draws is imported when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from apts.board import generators, operators
from apts.board.board import Board
from apts.board.generators.squares import boardless_graph
from apts.board.generators.tilings import mancala_graph
from apts.board.graph import BoardError, Edge, Graph, Point
from apts.board.topology import Polygon

if TYPE_CHECKING:
    from apts.board.picture.drawing import PieceMark, board_svg

__all__ = [
    "Board",
    "BoardError",
    "Edge",
    "Graph",
    "PieceMark",
    "Point",
    "Polygon",
    "board_svg",
    "boardless_graph",
    "generators",
    "mancala_graph",
    "operators",
]


def __getattr__(name: str) -> Any:
    if name not in ("PieceMark", "board_svg"):
        raise AttributeError(f"module 'apts.board' has no attribute {name!r}")
    from apts.board.picture import drawing

    return getattr(drawing, name)
