"""A single track that winds outward."""

from __future__ import annotations

from math import cos, pi, sin

from apts.board.arguments import Arguments, integer, truth
from apts.board.graph import Edge, Graph, Point
from apts.language.signatures.ludeme_register import ludeme

_CENTRE = Point(0.0, 0.0)


@ludeme(
    "(spiral turns:<int> sites:<int> [clockwise:<bool>])",
    result="graph",
    documentation="A chain of sites that winds from a centre outward.",
)
def spiral(arguments: Arguments, site_type: str) -> Graph:
    """Site 0 is the centre; the radius of the others equals their angle, so that windings keep one distance."""
    turns, sites = integer(arguments, "turns"), integer(arguments, "sites")
    side = -1 if truth(arguments, "clockwise", True) else 1
    points = [_CENTRE]
    points += [Point(side * angle * cos(angle), angle * sin(angle)) for angle in _angles(turns, sites)]
    edges = tuple(Edge(site - 1, site, True) for site in range(1, sites))
    return Graph(tuple(points), edges, (), dict.fromkeys(range(sites), _CENTRE))


def _angles(turns: int, sites: int) -> list[float]:
    """The angles of all sites but the centre: winding after winding, then evened out."""
    steps = _first_winding(turns, sites)
    angles: list[float] = []
    for winding in range(1, turns + 2):
        width = 2 * pi / steps
        # Windings of as many sites are shifted against each other, so that their sites do not lie in lines.
        first = 2 * pi * winding - (width / 2 if winding <= 2 or winding % 2 == 1 else 0.0)
        angles += [first + step * width for step in range(steps)]
        if winding <= 2:
            steps *= 2
    angles += [0.0] * (sites - len(angles))
    for _ in range(2):
        for site in range(1, sites - 1):
            angles[site] = (angles[site - 1] + angles[site + 1]) / 2
    if sites > 2:
        angles[0] -= (angles[1] - angles[0]) / 2
    return angles[: max(sites - 1, 0)]


def _first_winding(turns: int, sites: int) -> int:
    """The most sites that the first winding may have; the next two have twice as many as the one before."""
    most = 1
    for steps in range(1, sites):
        windings = [steps, 2 * steps] + [4 * steps] * max(turns - 3, 0)
        if 1 + sum(windings[: max(turns - 1, 0)]) > sites:
            break
        most = steps
    return most
