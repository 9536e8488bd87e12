"""Polygons as arguments of other ludemes."""

from __future__ import annotations

from math import cos, radians, sin

from apts.board.arguments import Arguments, integer, items
from apts.board.graph import Point
from apts.board.polygon import Polygon
from apts.board.room import check_points
from apts.language.signatures.ludeme_register import ludeme


@ludeme(
    "(poly points<{{float}}> [rotns:<int>])",
    result="poly",
    documentation="A polygon through the given points, which may be repeated around the origin.",
)
def poly(arguments: Arguments, site_type: str) -> Polygon:
    """The points, then the same points turned around the origin until the circle is full."""
    points = Polygon.through(items(arguments, "points")).points
    rotations = integer(arguments, "rotns", 1)
    check_points(rotations * len(points))
    turned: list[Point] = []
    for turn in range(rotations):
        angle = radians(360 * turn / rotations)
        cosine, sine = cos(angle), sin(angle)
        turned.extend(Point(x * cosine - y * sine, x * sine + y * cosine) for x, y, _ in points)
    return Polygon(tuple(turned) if rotations > 1 else points)
