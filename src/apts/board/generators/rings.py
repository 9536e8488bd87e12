"""Graphs around a centre: rings, wheels, targets and spirals."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, radians, sin, sqrt

from apts.board.graph import (
    MERGE_TOLERANCE,
    SAME_POINT,
    BoardError,
    Edge,
    Graph,
    Point,
    PointIndex,
    find_faces,
    renumbered,
    unique_edges,
)
from apts.board.topology import Arguments, integer, items, truth, word
from apts.language.signatures.signature import ludeme

# ----------------------------------------------------------------------------------------------------------------
# Rings around a centre: merels boards, wheels and targets.

_SIDES = {"Square": 4, "Triangle": 3, "Hexagon": 6}
_CENTRE = Point(0.0, 0.0)


@ludeme(
    "(concentric shape<RingShape> rings:<int> [steps:<int>] [midpoints:<bool>] [joinMidpoints:<bool>] "
    "[joinCorners:<bool>])",
    result="graph",
    documentation="Rings of a named shape inside each other, as on merels boards; a target has round rings.",
)
def concentric(arguments: Arguments, site_type: str) -> Graph:
    """Polygons inside each other, or round rings for a target."""
    shape = word(arguments, "shape", "Square")
    rings = integer(arguments, "rings")
    if shape == "Target":
        steps = integer(arguments, "steps", 0)
        return _rings((1, *([steps] * rings)), False, site_type) if steps else _target(rings)
    return _polygons(arguments, _SIDES[shape], rings, site_type)


@ludeme(
    "(concentric sides:<int> rings:<int> [midpoints:<bool>] [joinMidpoints:<bool>] [joinCorners:<bool>])",
    result="graph",
    documentation="Regular polygons with the given number of sides inside each other.",
)
def concentric_polygons(arguments: Arguments, site_type: str) -> Graph:
    """Polygons inside each other."""
    return _polygons(arguments, integer(arguments, "sides"), integer(arguments, "rings"), site_type)


@ludeme(
    "(concentric cells<{int}> [stagger:<bool>])",
    result="graph",
    documentation="Round rings, each with its own number of sites.",
)
def concentric_rings(arguments: Arguments, site_type: str) -> Graph:
    """The numbers count cells or vertices of each ring from the centre outward."""
    counts = tuple(int(count) for count in items(arguments, "cells"))
    return _rings(counts, truth(arguments, "stagger", False), site_type)


def regular_polygon(sides: int, radius: float, start: float | None = None) -> list[Point]:
    """The corners of a polygon, counter-clockwise from ``start`` degrees (a corner at the top when left out)."""
    first = 90.0 if start is None else start
    return [_polar(radius, first + 360 * corner / sides) for corner in range(sides)]


def _polar(radius: float, angle: float) -> Point:
    return Point(radius * cos(radians(angle)), radius * sin(radians(angle)))


def _polygons(arguments: Arguments, sides: int, rings: int, site_type: str) -> Graph:
    if not sides:
        raise BoardError("a ring without sides")
    midpoints = truth(arguments, "midpoints", True)
    join_midpoints = truth(arguments, "joinMidpoints", True)
    join_corners = truth(arguments, "joinCorners", False)
    points: list[Point] = []
    edges: list[Edge] = []
    around = sides * 2 if midpoints else sides
    # An even number of sides lies flat on one of them.
    start = 90.0 if sides % 2 else 90.0 + 180 / sides
    for ring in range(rings):
        radius = 1.0 + (2 if sides == 3 else 1) * ring
        corners = regular_polygon(sides, radius, start)
        first = len(points)
        for number, corner in enumerate(corners):
            points.append(corner)
            if midpoints:
                following = corners[(number + 1) % sides]
                points.append(Point((corner.x + following.x) / 2, (corner.y + following.y) / 2))
        for place in range(around):
            edges.append(Edge(first + place, first + (place + 1) % around))
            is_midpoint = midpoints and place % 2 == 1
            if ring and (join_midpoints if is_midpoint else join_corners):
                edges.append(Edge(first + place - around, first + place))
    faces = find_faces(points, edges) if site_type == "Cell" else ()
    return renumbered(Graph(tuple(points), tuple(edges), faces))


def _target(rings: int) -> Graph:
    """Rings that are cells as a whole: each is drawn as a polygon of its own."""
    points: list[Point] = []
    edges: list[Edge] = []
    faces = []
    for ring in range(rings):
        first = len(points)
        points.extend(regular_polygon(16, ring + 0.5))
        edges.extend(Edge(first + place, first + (place + 1) % 16, True) for place in range(16))
        faces.append(tuple(range(first + 15, first - 1, -1)))
    return Graph(tuple(points), tuple(edges), tuple(faces), dict.fromkeys(range(len(points)), _CENTRE))


def _rings(counts: Sequence[int], stagger: bool, site_type: str) -> Graph:
    if site_type == "Cell":
        return _ring_cells(counts, stagger)
    if len(counts) == 1:
        sides = abs(counts[0])
        points = regular_polygon(sides, sides / (2 * pi))
        return renumbered(Graph(tuple(points), tuple(Edge(corner, (corner + 1) % sides) for corner in range(sides))))
    return _ring_vertices(counts if counts[0] in (0, 1) else (0, *counts), stagger)


def _ring_vertices(counts: Sequence[int], stagger: bool) -> Graph:
    points: list[Point] = [_CENTRE] if counts[0] else []
    edges: list[Edge] = []
    inner = list(range(len(points)))
    for ring, count in enumerate(counts):
        if ring == 0:
            continue
        size = abs(count)
        first = len(points)
        turn = 0.5 if stagger and ring % 2 else 0.0
        # Counter-clockwise, the one at the top last.
        angles = [90 - 360 * (place - turn) / size for place in reversed(range(size))]
        points.extend(_polar(ring, angle) for angle in angles)
        outer = list(range(first, len(points)))
        if count > 0:
            edges.extend(Edge(outer[place], outer[(place + 1) % size], True) for place in range(size) if size > 1)
        for vertex in outer:
            edges.extend(Edge(other, vertex) for other in inner if _on_one_spoke(points[other], points[vertex]))
        inner = outer
    return Graph(tuple(points), unique_edges(edges), (), dict.fromkeys(range(len(points)), _CENTRE))


def _on_one_spoke(inner: Point, outer: Point) -> bool:
    if inner == _CENTRE:
        return True
    return abs(inner.x * outer.y - inner.y * outer.x) < SAME_POINT and inner.x * outer.x + inner.y * outer.y > 0


def _ring_cells(counts: Sequence[int], stagger: bool) -> Graph:
    """Each ring of cells lies between two circles, half a unit inside and outside of its radius."""
    points: list[Point] = [_CENTRE]
    index = PointIndex(SAME_POINT)
    edges: list[Edge] = []
    spokes = [_spokes(abs(count), stagger and ring % 2 == 1) if ring else [] for ring, count in enumerate(counts)]
    circles = len(counts)
    for circle in range(circles):
        outside = spokes[circle + 1] if circle + 1 < circles else []
        angles = sorted({round(_leftmost_first(angle), 6) for angle in (*spokes[circle], *outside)})
        first = len(points)
        for angle in angles:
            # The leftmost point is a hair above the axis, so that the edge that leaves it outward counts as the last.
            point = _polar(circle + 0.5, 180.0 if angle == -180 else angle)
            index.add(len(points), point)
            points.append(point)
        edges.extend(
            Edge(first + place, first + (place + 1) % len(angles), True)
            for place in range(len(angles))
            if len(angles) > 2
        )
    for ring in range(1, circles):
        for angle in spokes[ring]:
            inner, outer = index.find(_polar(ring - 0.5, angle)), index.find(_polar(ring + 0.5, angle))
            if inner is not None and outer is not None:
                edges.append(Edge(inner, outer))
    kept = unique_edges(edges)
    return Graph(tuple(points), kept, find_faces(points, kept), dict.fromkeys(range(len(points)), _CENTRE))


def _spokes(count: int, staggered: bool) -> list[float]:
    turn = 0.5 if staggered else 0.0
    return [90 + 360 * (place + turn) / count for place in range(count)]


def _leftmost_first(angle: float) -> float:
    """The same angle from -180 (which is kept) up to, but not including, 180 degrees."""
    turned = (angle + 180) % 360
    return (0.0 if turned > 360 - 1e-6 else turned) - 180


# ----------------------------------------------------------------------------------------------------------------
# A single track that winds outward.


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


# ----------------------------------------------------------------------------------------------------------------
# A hexagon divided into six kites of quadrilateral cells.


@ludeme(
    "(quadhex layers<int>)",
    result="graph",
    documentation="A hexagon of four-sided cells, in so many layers around the middle.",
)
def quadhex(arguments: Arguments, site_type: str) -> Graph:
    """Each kite reaches from the middle of the board over the middles of two sides to a corner."""
    layers = integer(arguments, "layers")
    if not layers:
        raise BoardError("a hexagon without layers")
    corners = regular_polygon(6, layers, 0.0)
    sides = regular_polygon(6, layers * sqrt(3) / 2, -30.0)
    points: list[Point] = []
    edges: list[Edge] = []
    index = PointIndex(MERGE_TOLERANCE)
    for kite, corner in enumerate(corners):
        grid = _kite(sides[kite], sides[(kite + 1) % 6], corner, layers)
        numbers = [[_vertex(place, points, index) for place in row] for row in grid]
        edges += [Edge(row[i], row[i + 1]) for row in numbers for i in range(layers)]
        edges += [Edge(numbers[i][j], numbers[i + 1][j]) for i in range(layers) for j in range(layers + 1)]
    kept = unique_edges(edges)
    return renumbered(Graph(tuple(points), kept, find_faces(points, kept)))


def _kite(first: Point, second: Point, tip: Point, size: int) -> list[list[Point]]:
    """The lattice points of a kite that begins at the origin."""
    grid = []
    for row in range(size + 1):
        v = row / size
        line = []
        for column in range(size + 1):
            u = column / size
            x = u * (1 - v) * first.x + v * (1 - u) * second.x + u * v * tip.x
            y = u * (1 - v) * first.y + v * (1 - u) * second.y + u * v * tip.y
            line.append(Point(x, y))
        grid.append(line)
    return grid


def _vertex(place: Point, points: list[Point], index: PointIndex) -> int:
    found = index.find(place)
    if found is None:
        found = len(points)
        points.append(place)
        index.add(found, place)
    return found
