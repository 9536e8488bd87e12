"""Lattices of hexagons and triangles: which cells a shape has, and how corners become a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

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
from apts.board.topology import Polygon

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
