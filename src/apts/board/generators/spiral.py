"""A single track that winds outward."""

from __future__ import annotations

from math import asinh, cos, pi, sin, sqrt

from apts.board.arguments import Arguments, integer, truth
from apts.board.graph import Edge, Graph, Point
from apts.language.ludeme_register import ludeme

_CENTRE = Point(0.0, 0.0)


@ludeme(
    "(spiral turns:<int> sites:<int> [clockwise:<bool>])",
    result="graph",
    documentation="A chain of sites that winds from a centre outward.",
)
def spiral(arguments: Arguments, site_type: str) -> Graph:
    """Site 0 is the centre; the others follow at equal distances along the way."""
    turns, sites = integer(arguments, "turns"), integer(arguments, "sites")
    sign = -1 if truth(arguments, "clockwise", True) else 1
    points = [_CENTRE]
    # The radius grows with the angle, r = angle + pi, so that neighbouring windings keep one distance.
    first, last = _length(2 * pi), _length(2 * pi * turns + pi)
    for site in range(1, sites):
        radius = _radius(first + (last - first) * (site - 1) / max(sites - 2, 1))
        angle = sign * (radius - pi)
        points.append(Point(radius * cos(angle), radius * sin(angle)))
    edges = tuple(Edge(site - 1, site, True) for site in range(1, sites))
    return Graph(tuple(points), edges, (), dict.fromkeys(range(sites), _CENTRE))


def _length(radius: float) -> float:
    """The length of the way from the centre out to a radius, along a spiral whose radius equals its angle."""
    return (radius * sqrt(1 + radius * radius) + asinh(radius)) / 2


def _radius(length: float) -> float:
    """The inverse of :func:`_length`, by halving."""
    low, high = 0.0, sqrt(2 * length) + 1
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _length(middle) < length else (low, middle)
    return (low + high) / 2
