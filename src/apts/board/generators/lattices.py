"""Lattices of hexagons and triangles: which cells a shape has, and how corners become a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import cos, radians, sin, sqrt

from apts.board.graph import (
    NO_OUTLINE,
    BoardError,
    Graph,
    Point,
    PointIndex,
    check_compared,
    check_points,
    find_faces,
    joined_at_unit_distance,
    renumbered,
)
from apts.board.topology import Arguments, Polygon, integer, items, polygon, word
from apts.language.signatures.signature import ludeme

Cell = tuple[int, int]
CORNERS_MEET = 0.1
# One step of an outline in each of the six directions of the lattice, as (row, column).
STEPS: tuple[Cell, ...] = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


def hexagon(size: int) -> list[Cell]:
    """A hexagon with ``size`` cells along each side."""
    width = 2 * size - 1
    half = width // 2
    return [(r, c) for r in range(width) for c in range(width) if c <= half + r and r - c <= half]


def triangle(size: int) -> list[Cell]:
    """A triangle with ``size`` cells along each side, the wide side at the bottom."""
    return [(r, c) for r in range(size) for c in range(r, size)]


def rectangle(rows: int, columns: int) -> list[Cell]:
    """Straight rows, every other one a cell shorter."""
    return [(r, c) for r in range(rows) for c in range((r + 1) // 2, columns + r // 2)]


def star(size: int) -> list[Cell]:
    """A star with six points, each of them ``size`` cells high."""
    width = 4 * size + 1
    cells: list[Cell] = []
    for r in range(width):
        if r < size:
            columns = range(size, r + size + 1)
        elif r <= 2 * size:
            columns = range(r - size, width - size)
        elif r <= 3 * size:
            columns = range(size, r + size + 1)
        else:
            columns = range(r - size, 3 * size + 1)
        cells.extend((r, c) for c in columns)
    return cells


def diamond(size: int) -> list[Cell]:
    """A diamond with ``size`` cells along each side."""
    return [(r, c) for r in range(size) for c in range(size)]


def prism(rows: int, columns: int) -> list[Cell]:
    """A diamond that is drawn out upward."""
    width = range(rows + columns - 1)
    return [(r, c) for r in width for c in width if abs(r - c) < rows]


def walked_outline(sides: Sequence[int]) -> list[Cell]:
    """The corners of an outline walked side by side; a negative side turns the other way and has no length."""
    if not sides:
        raise BoardError(NO_OUTLINE)
    needed = max(len(sides), 5)
    heading, row, column = 1, 0, 0
    corners = [(0, 0)]
    for index in range(needed):
        side = sides[index % len(sides)]
        heading = (heading + (1 if side > 0 else -1)) % len(STEPS)
        length = side - 1 if side > 0 else 0
        up, across = STEPS[heading]
        row, column = row + up * length, column + across * length
        corners.append((row, column))
    return corners


def inside(outline: Polygon, place: Callable[[int, int], Point]) -> list[Cell]:
    """The lattice cells whose centre is inside an outline, which is made a little larger first."""
    if not outline.points:
        raise BoardError(NO_OUTLINE)
    limits = outline.inflated()
    reach = 2 + int(max(max(abs(point.x), abs(point.y)) for point in limits.points) * 2)
    span = range(-reach, reach + 1)
    check_compared(len(span) ** 2 // 4 * len(limits.points))
    found: list[Cell] = []
    for row in span:
        check_points(len(found))
        found += [(row, column) for column in span if limits.encloses(place(row, column))]
    return found


def graph_of_corners(
    centres: Iterable[Point], offsets: Sequence[tuple[float, float]], *, reorder: bool = True
) -> Graph:
    """A graph of the corners around all centres, joined where they are one unit apart."""
    points: list[Point] = []
    index = PointIndex(CORNERS_MEET)
    for centre in centres:
        for x, y in offsets:
            corner = Point(centre.x + x, centre.y + y)
            if index.find(corner) is None:
                index.add(len(points), corner)
                points.append(corner)
    return graph_of_points(points, reorder=reorder)


def graph_of_points(points: Sequence[Point], *, reorder: bool = True) -> Graph:
    """A graph of points, joined where they are one unit apart."""
    edges = joined_at_unit_distance(points)
    graph = Graph(tuple(points), edges, find_faces(points, edges))
    return renumbered(graph) if reorder else graph


# ----------------------------------------------------------------------------------------------------------------
# Boards of hexagons.

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
        return _flat(diamond(size))
    if shape == "Prism":
        return _flat(prism(size, second))
    if shape == "Triangle":
        return _pointed(triangle(size))
    if shape == "Star":
        return _pointed(reversed(star(size)))
    if shape in ("Square", "Rectangle"):
        return _pointed(rectangle(size, second))
    if shape == "Limping":
        return _hexagons_with_sides((size, size + 1))
    return _pointed(hexagon(size)) if second == size else _hexagons_with_sides((size, second))


@ludeme(
    "(hex sides<{int}>)",
    result="graph",
    documentation="A board of hexagons whose outline has sides of the given numbers of cells.",
)
def hex_with_sides(arguments: Arguments, site_type: str) -> Graph:
    """An outline walked side by side; a negative side turns the other way."""
    return _hexagons_with_sides(items(arguments, "sides"))


@ludeme(
    "(hex outline<poly>)",
    result="graph",
    documentation="The hexagons whose centres lie inside a polygon.",
)
def hex_inside_polygon(arguments: Arguments, site_type: str) -> Graph:
    """Hexagonal cells inside the polygon, which is made a little larger first."""
    return _pointed(inside(polygon(arguments, "outline"), hexagon_centre))


def hexagon_centre(row: int, column: int) -> Point:
    """The centre of a hexagon that stands on its point."""
    return Point(sqrt(3) * (column - row / 2), 1.5 * row)


def _hexagons_with_sides(sides: Sequence[int]) -> Graph:
    outline = Polygon(tuple(hexagon_centre(row, column) for row, column in walked_outline(sides)))
    # Last cell first: the order in which corners are met decides how the board is coloured.
    return _pointed(reversed(inside(outline, hexagon_centre)))


def _pointed(cells: Iterable[Cell]) -> Graph:
    return graph_of_corners((hexagon_centre(row, column) for row, column in cells), _POINTED)


def _flat(cells: Iterable[Cell]) -> Graph:
    centres = (Point(1.5 * (column - row), sqrt(3) / 2 * (row + column)) for row, column in cells)
    return graph_of_corners(centres, _FLAT)


# ----------------------------------------------------------------------------------------------------------------
# Boards of triangles.

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
        return _upright(star(size))
    if shape == "Limping":  # its sides are one apart, whatever second number is written
        return _triangles_with_sides((size, size + 1))
    extra = 1 if site_type == "Cell" else 0
    second = other + extra
    size += extra
    if shape == "Diamond":
        return _leaning(diamond(size))
    if shape == "Prism":
        return _leaning(prism(size, second))
    if shape == "Hexagon":
        return _upright(hexagon(size)) if second == size else _triangles_with_sides((size, second))
    if shape in ("Square", "Rectangle"):
        return _upright(rectangle(size, second))
    return _upright(triangle(size))


@ludeme(
    "(tri sides<{int}>)",
    result="graph",
    documentation="A board of triangles whose outline has sides of the given numbers of vertices.",
)
def tri_with_sides(arguments: Arguments, site_type: str) -> Graph:
    """An outline walked side by side; a negative side turns the other way."""
    return _triangles_with_sides(items(arguments, "sides"))


@ludeme(
    "(tri outline<poly>)",
    result="graph",
    documentation="The part of a triangular lattice that lies inside a polygon.",
)
def tri_inside_polygon(arguments: Arguments, site_type: str) -> Graph:
    """Lattice points inside the polygon, which is made a little larger first."""
    return _upright(inside(polygon(arguments, "outline"), triangle_corner))


def triangle_corner(row: int, column: int) -> Point:
    """Where a lattice point lies."""
    return Point(column - row / 2, _ROW * row)


def _triangles_with_sides(sides: Sequence[int]) -> Graph:
    outline = Polygon(tuple(triangle_corner(row, column) for row, column in walked_outline(sides)))
    vertices = inside(outline, triangle_corner)
    if len(sides) > 1 and min(sides) > 0:
        # Recorded boards reach no further left than their second side; lopsided outlines lose columns by that.
        vertices = [(row, column) for row, column in vertices if column > -sides[1]]
    return _upright(vertices)


def _upright(vertices: Sequence[Cell]) -> Graph:
    return graph_of_points([triangle_corner(row, column) for row, column in vertices])


def _leaning(vertices: Sequence[Cell]) -> Graph:
    return graph_of_points([Point(_ROW * (c - r), (r + c) / 2) for r, c in vertices])
