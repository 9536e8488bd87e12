"""Boards of hexagons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, radians, sin, sqrt

from apts.board.generators import lattice
from apts.board.generators.lattice import Cell
from apts.board.graph import Graph, Point
from apts.board.topology import Arguments, Polygon, integer, items, polygon, word
from apts.language.signatures.signature import ludeme

_POINTED = tuple((cos(radians(angle)), sin(radians(angle))) for angle in range(90, -270, -60))
_FLAT = tuple((y, x) for x, y in _POINTED)


@ludeme(
    "(hex [shape<LatticeShape>] dim<int> [second<int>])",
    result="graph",
    documentation="A board of hexagons; the numbers count cells along the sides.",
)
def hex_board(arguments: Arguments, site_type: str) -> Graph:
    """Hexagonal cells in one of the named shapes; a hexagon when none is named."""
    size = integer(arguments, "dim")
    second = integer(arguments, "second", size)
    shape = word(arguments, "shape", "Hexagon")
    if shape == "Diamond":
        return _flat(lattice.diamond(size))
    if shape == "Prism":
        return _flat(lattice.prism(size, second))
    if shape == "Triangle":
        return _pointed(lattice.triangle(size))
    if shape == "Star":
        return _pointed(reversed(lattice.star(size)))
    if shape in ("Square", "Rectangle"):
        return _pointed(lattice.rectangle(size, second))
    if shape == "Limping":
        return _with_sides((size, size + 1))
    return _pointed(lattice.hexagon(size)) if second == size else _with_sides((size, second))


@ludeme(
    "(hex sides<{int}>)",
    result="graph",
    documentation="A board of hexagons whose outline has sides of the given numbers of cells.",
)
def hex_with_sides(arguments: Arguments, site_type: str) -> Graph:
    """An outline walked side by side; a negative side turns the other way."""
    return _with_sides(items(arguments, "sides"))


@ludeme(
    "(hex outline<poly>)",
    result="graph",
    documentation="The hexagons whose centres lie inside a polygon.",
)
def hex_inside_polygon(arguments: Arguments, site_type: str) -> Graph:
    """Hexagonal cells inside the polygon, which is made a little larger first."""
    return _pointed(lattice.inside(polygon(arguments, "outline"), place))


def place(row: int, column: int) -> Point:
    """The centre of a hexagon that stands on its point."""
    return Point(sqrt(3) * (column - row / 2), 1.5 * row)


def _with_sides(sides: Sequence[int]) -> Graph:
    outline = Polygon(tuple(place(row, column) for row, column in lattice.walked_outline(sides)))
    # Last cell first: the order in which corners are met decides how the board is coloured.
    return _pointed(reversed(lattice.inside(outline, place)))


def _pointed(cells: Iterable[Cell]) -> Graph:
    return lattice.graph_of_corners((place(row, column) for row, column in cells), _POINTED)


def _flat(cells: Iterable[Cell]) -> Graph:
    centres = (Point(1.5 * (column - row), sqrt(3) / 2 * (row + column)) for row, column in cells)
    return lattice.graph_of_corners(centres, _FLAT)
