"""Courses of bricks."""

from __future__ import annotations

from apts.board.arguments import Arguments, integer, truth, word
from apts.board.graph import Edge, Graph, Point, find_faces, renumbered
from apts.board.room import BoardError
from apts.language.signatures.ludeme_register import ludeme


@ludeme(
    "(brick [shape<BrickShape>] rows<int> [columns<int>] [trim:<bool>])",
    result="graph",
    documentation="Rows of bricks, each two units long, every other row shifted by half a brick.",
)
def brick(arguments: Arguments, site_type: str) -> Graph:
    """With ``trim`` the shifted rows are one brick shorter, so that the sides are even."""
    shape = word(arguments, "shape", "Square")
    if shape not in ("Square", "Rectangle"):
        raise BoardError(f"bricks are laid as Square or Rectangle, not as {shape}")
    rows = integer(arguments, "rows")
    columns = integer(arguments, "columns", rows)
    trims = truth(arguments, "trim", False)
    spans = []
    for row in range(rows):
        shifted = row % 2
        length = columns - 1 if shifted and trims else columns
        spans.append((shifted, shifted + 2 * length))
    places: dict[tuple[int, int], int] = {}
    for row, (left, right) in enumerate(spans):
        for height in (row, row + 1):
            for across in range(left, right + 1):
                places.setdefault((across, height), len(places))
    edges = [
        Edge(index, places[across + 1, up]) for (across, up), index in places.items() if (across + 1, up) in places
    ]
    for row, (left, right) in enumerate(spans):
        edges += [Edge(places[across, row], places[across, row + 1]) for across in range(left, right + 1, 2)]
    points = tuple(Point(float(across), float(up)) for across, up in places)
    return renumbered(Graph(points, tuple(edges), find_faces(points, edges)))
