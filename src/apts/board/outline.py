"""The outside of a board: its perimeter, corners and sides, and its centre."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan2, hypot

from apts.board.directions import compass_name
from apts.board.graph import Point, mean_point
from apts.board.polygon import Polygon
from apts.board.topology import Topology

_CONVEX = 0.32
_CONCAVE = -0.25
_LEVEL_SCORE = 0.001
_NEARLY_AS_SHARP = 0.95
_FEW_VERTICES = 6
_REACH = 3


@dataclass(frozen=True, slots=True)
class Perimeter:
    """A walk around the outside, counter-clockwise, with the positions in it that are corners."""

    vertices: tuple[int, ...]
    convex: tuple[int, ...]
    concave: tuple[int, ...]

    def corners(self) -> tuple[int, ...]:
        """Positions of all corners, in the order of the walk."""
        return tuple(sorted({*self.convex, *self.concave}))


def perimeters(topology: Topology) -> tuple[Perimeter, ...]:
    """One walk for every part of the board that does not lie inside another."""
    points = topology.graph.points
    covered: set[int] = set()
    walks: list[tuple[int, ...]] = []
    for start in sorted(range(len(points)), key=lambda vertex: points[vertex].x):
        if start in covered:
            continue
        walk = _walk(topology, start) if topology.vertex_vertices[start] else (start,)
        covered.update(walk)
        outline = Polygon(tuple(points[vertex] for vertex in walk))
        free = (vertex for vertex in range(len(points)) if vertex not in covered)
        covered.update([vertex for vertex in free if outline.encloses(points[vertex])])
        walks.append(walk)
    return tuple(_with_corners(points, walk) for walk in walks)


def _walk(topology: Topology, start: int) -> tuple[int, ...]:
    points, neighbours = topology.graph.points, topology.vertex_vertices
    here = points[start]
    ahead = min(neighbours[start], key=lambda other: atan2(points[other].x - here.x, here.y - points[other].y))
    walk = [start]
    before, vertex = start, ahead
    first_edge = (start, ahead)
    for _ in range(4 * len(topology.graph.edges) + 4):
        around = neighbours[vertex]
        following = around[(around.index(before) + 1) % len(around)]
        if (vertex, following) == first_edge:
            break
        walk.append(vertex)
        before, vertex = vertex, following
    return tuple(walk)


def _with_corners(points: Sequence[Point], walk: tuple[int, ...]) -> Perimeter:
    count = len(walk)
    if count < _FEW_VERTICES:
        return Perimeter(walk, tuple(range(count)), ())
    raw = [_sharpness(points, walk, position) for position in range(count)]
    score = [(4 * raw[i] + raw[i - 1] + raw[(i + 1) % count]) / 6 for i in range(count)]
    convex: set[int] = set()
    concave: set[int] = set()
    for position, value in enumerate(score):
        before, after = (position - 1) % count, (position + 1) % count
        if value >= _CONVEX and value >= score[before] - _LEVEL_SCORE and value >= score[after] - _LEVEL_SCORE:
            convex.add(position)
            convex.update(other for other in (before, after) if score[other] >= _NEARLY_AS_SHARP * value)
        if value <= _CONCAVE and value <= score[before] + _LEVEL_SCORE and value <= score[after] + _LEVEL_SCORE:
            concave.add(position)
            concave.update(other for other in (before, after) if score[other] <= _NEARLY_AS_SHARP * value)
    if not convex and not concave:
        convex = {position for position in range(count) if _is_loose_end(walk, position)}
    return Perimeter(walk, tuple(sorted(convex)), tuple(sorted(concave)))


def _is_loose_end(walk: Sequence[int], position: int) -> bool:
    return walk[position - 1] == walk[(position + 1) % len(walk)]


def _sharpness(points: Sequence[Point], walk: Sequence[int], position: int) -> float:
    """How far a vertex sticks out from the chords between its neighbours; negative for a dent."""
    count = len(walk)
    if _is_loose_end(walk, position):
        return 0.0
    here = points[walk[position]]
    total = 0.0
    for reach in range(1, _REACH + 1):
        before, after = points[walk[(position - reach) % count]], points[walk[(position + reach) % count]]
        across = hypot(after.x - before.x, after.y - before.y)
        turn = (here.x - before.x) * (after.y - here.y) - (here.y - before.y) * (after.x - here.x)
        distance = abs(turn) / across if across > 1e-9 else hypot(here.x - before.x, here.y - before.y)
        total += (distance if turn >= 0 else -distance) / reach
    return total


def side_name(centre: Point, run: Sequence[Point]) -> str:
    """The side a stretch of the perimeter lies on: N, E, S, W, or the quadrant."""
    middle = mean_point(run)
    name = compass_name(middle.x - centre.x, middle.y - centre.y)
    if name in ("N", "E", "S", "W"):
        return name
    return ("N" if middle.y > centre.y else "S") + ("E" if middle.x > centre.x else "W")


def vertex_sides(topology: Topology, walks: Sequence[Perimeter]) -> dict[str, set[int]]:
    """The vertices of each named side; a corner belongs to both sides that meet in it."""
    points = topology.graph.points
    centre = mean_point(points)
    sides: dict[str, set[int]] = {}
    for walk in walks:
        corners = walk.corners()
        count = len(walk.vertices)
        for index, corner in enumerate(corners):
            following = corners[(index + 1) % len(corners)]
            length = (following - corner) % count or count
            run = [walk.vertices[(corner + offset) % count] for offset in range(length + 1)]
            sides.setdefault(side_name(centre, [points[vertex] for vertex in run]), set()).update(run)
    return sides


def central(points: Sequence[Point], references: Sequence[Point]) -> tuple[int, ...]:
    """The points with the least sum of squared distances to the references."""
    if not points:
        return ()
    # The sum of squared distances is, up to a constant, the squared distance to the mean of the references.
    middle = mean_point(references if references else points)
    distances = [(point.x - middle.x) ** 2 + (point.y - middle.y) ** 2 for point in points]
    least = min(distances)
    return tuple(number for number, distance in enumerate(distances) if distance - least < 0.001)
