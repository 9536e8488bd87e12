"""The triangular wing that many traditional boards have at their sides."""

from __future__ import annotations

from apts.board.arguments import Arguments, integer
from apts.board.graph import Edge, Graph, Point
from apts.language.signatures.ludeme_register import ludeme


@ludeme(
    "(wedge rows<int> [columns<int>])",
    result="graph",
    documentation="A triangle of lines that spread from a tip downward, crossed by rows.",
)
def wedge(arguments: Arguments, site_type: str) -> Graph:
    """The tip is vertex 0; the rows follow downward, each from left to right."""
    rows = integer(arguments, "rows")
    columns = integer(arguments, "columns", 3)
    middle = rows - 1
    points = [Point(float(middle), float(middle))]
    edges = []
    for row in range(1, rows):
        for column in range(columns):
            share = column / (columns - 1) if columns > 1 else 0.5
            number = len(points)
            points.append(Point(middle - row + 2 * row * share, float(middle - row)))
            edges.append(Edge(0 if row == 1 else number - columns, number))
            if column:
                edges.append(Edge(number - 1, number))
    return Graph(tuple(points), tuple(edges))
