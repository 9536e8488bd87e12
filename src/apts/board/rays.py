"""Rays: straight ways across the board, as slides, lines of pieces and lines of sight use them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import acos, atan2, cos, hypot, radians, sin, sqrt

from apts.board.graph import Point, check_rays, check_turns, mean_point
from apts.board.relations import ROTATIONAL, BoardStep, compass_name, opposite
from apts.board.topology import Polygon, Topology

_STRAIGHT = 0.25
_OPPOSITE = 0.1
_TIE = 1e-4

Ray = tuple[int, ...]


class RayFinder:
    """Follows the steps of one direction or group of directions as far as they go straight on."""

    def __init__(self, steps: Sequence[Sequence[BoardStep]], direction: str) -> None:
        self._turning = direction in ROTATIONAL
        self._steps = [
            [step for step in around if direction in step.groups or direction in step.names] for around in steps
        ]
        check_turns(map(len, self._steps))
        self._onward: dict[tuple[int, int], list[BoardStep]] = {}
        self._single: dict[tuple[int, int], Ray | None] = {}
        self._ways = 0

    def steps(self, site: int) -> list[BoardStep]:
        """The first steps of the rays from a site."""
        return self._steps[site]

    def rays(self, site: int) -> list[tuple[BoardStep, Ray]]:
        """All rays from a site, clockwise from north: the first step, and the sites along the way."""
        found: list[tuple[BoardStep, Ray]] = []
        for step in self._steps[site]:
            only = self._only_way(site, step)
            if only is not None:
                found.append((step, only))
            else:
                self._ways = 0
                found.extend((step, ray) for ray in self._follow([site], step))
        return found

    def _only_way(self, origin: int, step: BoardStep) -> Ray | None:
        """The ray of a first step where it never branches and never comes back to itself, as nearly all do.

        Then it is the next site and the ray from there, and each stretch of the board is followed once.
        """
        chain: dict[tuple[int, int], None] = {}
        key = (origin, step.to)
        while key not in self._single:
            if key in chain:
                self._single[key] = None
                break
            onward = self._continue(origin, step)
            if len(onward) != 1:
                self._single[key] = None if onward else (step.to,)
                break
            chain[key] = None
            origin, step = step.to, onward[0]
            key = (origin, step.to)
        rest = self._single[key]
        for origin, to in reversed(chain):
            rest = None if rest is None or origin in rest else (to, *rest)
            self._single[origin, to] = rest
        return rest

    def _follow(self, passed: list[int], step: BoardStep) -> list[Ray]:
        """The ways on from the last site passed; they branch where two steps are equally straight."""
        self._ways += 1
        check_rays(self._ways)
        way = [*passed, step.to]
        while True:
            onward = [following for following in self._continue(way[-2], step) if following.to not in way]
            if len(onward) != 1:
                break
            step = onward[0]
            way.append(step.to)
        if not onward:
            return [tuple(way[1:])]
        return [ray for following in onward for ray in self._follow(way, following)]

    def _continue(self, origin: int, step: BoardStep) -> list[BoardStep]:
        key = (origin, step.to)
        known = self._onward.get(key)
        if known is None:
            known = self._onward[key] = self._straightest(origin, step)
        return known

    def _straightest(self, origin: int, step: BoardStep) -> list[BoardStep]:
        candidates = [following for following in self._steps[step.to] if following.to != origin]
        if self._turning:
            return candidates[:1]
        bends = [(turning_angle(step, following), following) for following in candidates]
        least = min((bend for bend, _ in bends), default=_STRAIGHT)
        if least >= _STRAIGHT:
            return []
        return [following for bend, following in bends if bend - least < _TIE]


def turning_angle(first: BoardStep, second: BoardStep) -> float:
    """The angle in radians by which the way bends between two steps."""
    lengths = hypot(first.dx, first.dy, first.dz) * hypot(second.dx, second.dy, second.dz)
    if lengths == 0:
        return 0.0
    cosine = (first.dx * second.dx + first.dy * second.dy + first.dz * second.dz) / lengths
    return acos(max(-1.0, min(1.0, cosine)))


def pair_opposites(
    rays: Sequence[tuple[BoardStep, Ray]], others: Sequence[tuple[BoardStep, Ray]]
) -> tuple[tuple[Ray, Ray], ...]:
    """Each ray with the one that leads the other way (or nothing), every such pair once."""
    pairs: list[tuple[Ray, Ray]] = []
    taken: list[_Way] = []
    ways = [(_Way(there), other) for there, other in others]
    for step, ray in rays:
        way = _Way(step)
        if any(way.is_opposite(earlier) for earlier in taken):
            continue
        taken.append(way)
        back = next((other for there, other in ways if way.is_opposite(there)), ())
        pairs.append((ray, back))
    return tuple(pairs)


class _Way:
    """Where a step leads, with what is asked of it again and again."""

    __slots__ = ("back", "length", "names", "x", "y", "z")

    def __init__(self, step: BoardStep):
        self.x, self.y, self.z = step.dx, step.dy, step.dz
        self.length = hypot(step.dx, step.dy, step.dz)
        self.names = frozenset(name for name in step.names if name in ROTATIONAL)
        self.back = frozenset(map(opposite, self.names))

    def is_opposite(self, other: _Way) -> bool:
        """Whether two steps from one site lead opposite ways."""
        if self.back and not self.back.isdisjoint(other.names):
            return True
        lengths = self.length * other.length
        if lengths == 0:
            return True
        cosine = -(self.x * other.x + self.y * other.y + self.z * other.z) / lengths
        return cosine > 0 and acos(min(1.0, cosine)) < _OPPOSITE


# ----------------------------------------------------------------------------------------------------------------
# Rows, columns and coordinate labels, found by sorting sites into parallel lines.

_ROW_ANGLES = (0, 15, 30, 45, 60)
_COLUMN_TURNS = (90, 105, 120)
_MARGIN = 0.6
_LINE_COST = 0.01
_EXACT = 0.001


@dataclass(frozen=True)
class Coordinates:
    """For every site its row and column, the sites of each, and a label for every site."""

    row: tuple[int, ...]
    column: tuple[int, ...]
    labels: tuple[str, ...]

    def rows(self) -> list[tuple[int, ...]]:
        """The sites of each row, bottom row first."""
        return members(self.row)

    def columns(self) -> list[tuple[int, ...]]:
        """The sites of each column, leftmost first."""
        return members(self.column)


@dataclass(frozen=True, slots=True)
class Angles:
    """The directions of the lines in which sites are sorted, in degrees."""

    row: int
    column: int


def members(numbers: Sequence[int]) -> list[tuple[int, ...]]:
    """Which sites have each number."""
    sites: list[list[int]] = [[] for _ in range(max(numbers, default=-1) + 1)]
    for site, number in enumerate(numbers):
        sites[number].append(site)
    return [tuple(row) for row in sites]


def line_angles(points: Sequence[Point]) -> Angles:
    """The directions in which the sites form the clearest rows and columns."""
    margin = _margin(points)
    row = min(_ROW_ANGLES, key=_rounded(lambda angle: _error(_lines(_above(points, angle), margin))))
    turn = min(_COLUMN_TURNS, key=_rounded(lambda extra: _error(_lines(_right_of(points, row + extra), margin))))
    return Angles(row, row + turn)


def coordinates(points: Sequence[Point], layers: Sequence[int], angles: Angles | None = None) -> Coordinates:
    """Rows, columns and labels of sites; ``layers`` numbers the layer of each site, all 0 on a flat board."""
    if not points:
        return Coordinates((), (), ())
    margin = _margin(points)
    found = line_angles(points) if angles is None else angles
    row = _numbers(_lines(_above(points, found.row), margin), len(points))
    column = _numbers(_lines(_right_of(points, found.column), margin), len(points))
    labels = site_labels(row, column, layers)
    if len(set(labels)) < len(labels):
        row = _numbers(_lines([point.y for point in points], _EXACT), len(points))
        column = _numbers(_lines([point.x for point in points], _EXACT), len(points))
        labels = site_labels(row, column, layers)
    return Coordinates(row, column, labels)


def column_letters(column: int) -> str:
    """A, B ... Z, AA, AB ..."""
    letters = chr(ord("A") + column % 26)
    return letters if column < 26 else chr(ord("A") + column // 26 - 1) + letters


def layer_numbers(points: Sequence[Point]) -> tuple[int, ...]:
    """The layer of each site, counted from below."""
    heights: list[float] = []
    for height in sorted(point.z for point in points):
        if not heights or height - heights[-1] > _EXACT:
            heights.append(height)
    return tuple(min(range(len(heights)), key=lambda n: abs(heights[n] - point.z)) for point in points)


def site_labels(row: Sequence[int], column: Sequence[int], layers: Sequence[int]) -> tuple[str, ...]:
    """Letters for the column, a number from 1 for the row, and on a board of several layers the layer."""
    deep = any(layers)
    return tuple(
        f"{column_letters(c)}{r + 1}" + (f"/{layer}" if deep else "")
        for r, c, layer in zip(row, column, layers, strict=True)
    )


def _margin(points: Sequence[Point]) -> float:
    xs = [point.x for point in points]
    ys = [point.y for point in points]
    return _MARGIN * (max(xs) - min(xs) + max(ys) - min(ys)) / 2 / sqrt(len(points))


def _above(points: Sequence[Point], angle: int) -> list[float]:
    """Heights over a line that rises at an angle."""
    x, y = -sin(radians(angle)), cos(radians(angle))
    return [point.x * x + point.y * y for point in points]


def _right_of(points: Sequence[Point], angle: int) -> list[float]:
    """Distances to the right of a line that rises at an angle."""
    x, y = sin(radians(angle)), -cos(radians(angle))
    return [point.x * x + point.y * y for point in points]


Line = list[tuple[float, int]]


def _lines(distances: Sequence[float], margin: float) -> list[Line]:
    """Sites sorted by distance, cut where the next one is further than the margin from the mean of its line."""
    lines: list[Line] = []
    total = 0.0
    for distance, site in sorted((distance, site) for site, distance in enumerate(distances)):
        if lines and abs(distance - total / len(lines[-1])) <= margin:
            lines[-1].append((distance, site))
            total += distance
        else:
            lines.append([(distance, site)])
            total = distance
    return lines


def _error(lines: Sequence[Line]) -> float:
    error = _LINE_COST * len(lines)
    for line in lines:
        mean = sum(distance for distance, _ in line) / len(line)
        error += (line[-1][0] - mean) ** 2 / len(line)
    return error


def _numbers(lines: Sequence[Line], count: int) -> tuple[int, ...]:
    numbers = [0] * count
    for number, line in enumerate(lines):
        for _, site in line:
            numbers[site] = number
    return tuple(numbers)


def _rounded(measure: Callable[[int], float]) -> Callable[[int], float]:
    """The measure without the noise of floating point, so that the first of equals wins."""
    return lambda angle: round(measure(angle), 7)


# ----------------------------------------------------------------------------------------------------------------
# The outside of a board: its perimeter, corners and sides, and its centre.

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
