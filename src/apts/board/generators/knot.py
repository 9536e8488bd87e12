"""The outline of a Celtic knot: squares on their tips inside a frame of triangles."""

from __future__ import annotations

from math import sqrt

from apts.board.arguments import Arguments, integer
from apts.board.graph import Edge, Graph, Point, find_faces, renumbered
from apts.board.room import BoardError
from apts.language.signatures.ludeme_register import ludeme

# How far the outer corners lie beyond the lattice, in halves of the diagonal of a square.
_OUTER_CORNER = 1.4


@ludeme(
    "(celtic rows<int> [columns<int>])",
    result="graph",
    documentation="Squares on their tips in rows and columns, framed by triangles.",
)
def celtic(arguments: Arguments, site_type: str) -> Graph:
    """``rows`` by ``columns`` squares, the smaller rows between them, and the frame."""
    rows = integer(arguments, "rows")
    columns = integer(arguments, "columns", rows)
    if min(rows, columns) < 1:
        raise BoardError(f"there is no knot of {rows} rows and {columns} columns")
    half = 1 / sqrt(2)
    # Lattice points are counted in halves of a diagonal; the first square has its centre at (0, 0).
    places = [(across, up) for up in range(-1, 2 * rows) for across in range(-1, 2 * columns) if (across + up) % 2 == 1]
    number = {place: index for index, place in enumerate(places)}
    points = [Point(across * half, up * half) for across, up in places]
    edges = [
        Edge(index, number[other])
        for (across, up), index in number.items()
        for other in ((across + 1, up + 1), (across - 1, up + 1))
        if other in number
    ]
    right, top = 2 * columns - 1, 2 * rows - 1
    for up in (-1, top):
        edges += [Edge(number[across, up], number[across + 2, up]) for across in range(0, right - 1, 2)]
    for across in (-1, right):
        edges += [Edge(number[across, up], number[across, up + 2]) for up in range(0, top - 1, 2)]
    for across, inward in ((-1, 1), (right, -1)):
        for up, upward in ((-1, 1), (top, -1)):
            edges += [Edge(len(points), number[end]) for end in ((across + inward, up), (across, up + upward))]
            beyond = _OUTER_CORNER - 1
            points.append(Point((across - inward * beyond) * half, (up - upward * beyond) * half))
    return renumbered(Graph(tuple(points), tuple(edges), find_faces(points, edges)))
