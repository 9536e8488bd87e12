"""Boards of triangles."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from apts.board.generators import lattice
from apts.board.graph import Graph, Point
from apts.board.topology import Arguments, Polygon, integer, items, polygon, word
from apts.language.signatures.signature import ludeme

_ROW = sqrt(3) / 2


@ludeme(
    "(tri [shape<LatticeShape>] dim<int> [second<int>])",
    result="graph",
    documentation="A board of triangles; the numbers count sites along the sides.",
)
def tri_board(arguments: Arguments, site_type: str) -> Graph:
    """Triangular cells in one of the named shapes; a triangle when none is named."""
    shape = word(arguments, "shape", "Triangle")
    size, other = integer(arguments, "dim"), integer(arguments, "second", integer(arguments, "dim"))
    if shape == "Star":
        return _upright(lattice.star(size))
    if shape == "Limping":  # its sides are one apart, whatever second number is written
        return _with_sides((size, size + 1))
    extra = 1 if site_type == "Cell" else 0
    second = other + extra
    size += extra
    if shape == "Diamond":
        return _leaning(lattice.diamond(size))
    if shape == "Prism":
        return _leaning(lattice.prism(size, second))
    if shape == "Hexagon":
        return _upright(lattice.hexagon(size)) if second == size else _with_sides((size, second))
    if shape in ("Square", "Rectangle"):
        return _upright(lattice.rectangle(size, second))
    return _upright(lattice.triangle(size))


@ludeme(
    "(tri sides<{int}>)",
    result="graph",
    documentation="A board of triangles whose outline has sides of the given numbers of vertices.",
)
def tri_with_sides(arguments: Arguments, site_type: str) -> Graph:
    """An outline walked side by side; a negative side turns the other way."""
    return _with_sides(items(arguments, "sides"))


@ludeme(
    "(tri outline<poly>)",
    result="graph",
    documentation="The part of a triangular lattice that lies inside a polygon.",
)
def tri_inside_polygon(arguments: Arguments, site_type: str) -> Graph:
    """Lattice points inside the polygon, which is made a little larger first."""
    return _upright(lattice.inside(polygon(arguments, "outline"), place))


def place(row: int, column: int) -> Point:
    """Where a lattice point lies."""
    return Point(column - row / 2, _ROW * row)


def _with_sides(sides: Sequence[int]) -> Graph:
    outline = Polygon(tuple(place(row, column) for row, column in lattice.walked_outline(sides)))
    vertices = lattice.inside(outline, place)
    if len(sides) > 1 and min(sides) > 0:
        # Recorded boards reach no further left than their second side; lopsided outlines lose columns by that.
        vertices = [(row, column) for row, column in vertices if column > -sides[1]]
    return _upright(vertices)


def _upright(vertices: Sequence[lattice.Cell]) -> Graph:
    return lattice.graph_of_points([place(row, column) for row, column in vertices])


def _leaning(vertices: Sequence[lattice.Cell]) -> Graph:
    return lattice.graph_of_points([Point(_ROW * (c - r), (r + c) / 2) for r, c in vertices])
