"""Moving a graph as a whole: ``shift``, ``rotate``, ``scale`` and ``skew``. Numbers stay as they are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import cos, radians, sin

from apts.board.arguments import Arguments, graph, number
from apts.board.graph import Graph, Point
from apts.language.signatures.ludeme_register import ludeme


def moved(source: Graph, move: Callable[[Point], Point]) -> Graph:
    """The graph with every place moved."""
    return replace(
        source,
        points=tuple(move(point) for point in source.points),
        pivots={vertex: move(pivot) for vertex, pivot in source.pivots.items()},
    )


@ludeme(
    "(shift dx<float> dy<float> [dz<float>] graph<graph>)",
    result="graph",
    documentation="Moves a graph to the right, upward and, if given, above the plane.",
)
def shift(arguments: Arguments, site_type: str) -> Graph:
    """A translation."""
    dx, dy, dz = number(arguments, "dx"), number(arguments, "dy"), number(arguments, "dz", 0.0)
    return moved(graph(arguments), lambda point: Point(point.x + dx, point.y + dy, point.z + dz))


@ludeme(
    "(rotate degrees<float> graph<graph>)",
    result="graph",
    documentation="Turns a graph counter-clockwise around the middle of the rectangle that encloses it.",
)
def rotate(arguments: Arguments, site_type: str) -> Graph:
    """A rotation."""
    source = graph(arguments)
    angle = radians(number(arguments, "degrees"))
    left, bottom, right, top = source.bounds()
    x, y = (left + right) / 2, (bottom + top) / 2
    cosine, sine = cos(angle), sin(angle)

    def turned(point: Point) -> Point:
        dx, dy = point.x - x, point.y - y
        return Point(x + dx * cosine - dy * sine, y + dx * sine + dy * cosine, point.z)

    return replace(moved(source, turned), bearing=source.bearing + angle)


@ludeme(
    "(scale sx<float> [sy<float>] [sz<float>] graph<graph>)",
    result="graph",
    documentation="Stretches a graph by factors; the upward factor is the sideward one when left out.",
)
def scale(arguments: Arguments, site_type: str) -> Graph:
    """A scaling about the origin."""
    sx = number(arguments, "sx")
    sy, sz = number(arguments, "sy", sx), number(arguments, "sz", 1.0)
    return moved(graph(arguments), lambda point: Point(point.x * sx, point.y * sy, point.z * sz))


@ludeme(
    "(skew amount<float> graph<graph>)",
    result="graph",
    documentation="Pushes higher points to the right, in proportion to their height.",
)
def skew(arguments: Arguments, site_type: str) -> Graph:
    """A shear along x."""
    source = graph(arguments)
    amount, bottom = number(arguments, "amount"), source.bounds()[1]
    return moved(source, lambda point: Point(point.x + amount * (point.y - bottom), point.y, point.z))
