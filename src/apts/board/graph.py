"""The graph of a board: points, the lines between them, and the cells that the lines enclose.

A graph is a value: generators make one, operators make another one of it. Nothing here knows what a site or a game is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import atan2, cos, hypot, sin
from typing import NamedTuple

from apts.errors import AptsError

# ----------------------------------------------------------------------------------------------------------------
# How large a board may become: what is larger is refused while it is made, before that takes minutes or all
# memory.

MOST_SITES = 10_000
MOST_POINTS = 2 * MOST_SITES + 1000
MOST_EDGES = 4 * MOST_POINTS
MOST_COMPARED = 4_000_000
"""Pairs of edges, or of an edge and a point, that are held against each other."""

MOST_TURNS = 1_500_000
"""Pairs of steps that follow each other; a lattice of the largest size has half as many."""

MOST_STEPS = 400_000
"""Steps from one site to another."""

FURTHEST = 1_000_000
"""How far from the middle a point may lie."""

MOST_RAYS = 1000
"""Straight ways from one site in one direction; they fork where two steps are equally straight."""


NO_OUTLINE = "an outline without sides encloses nothing"
"""Why there is no board of an empty list."""


class BoardError(AptsError):
    """A board that cannot be made from what was written."""


class BoardTooLarge(BoardError):
    """A board that cannot be played on because of its size."""


def check_points(count: int) -> None:
    """Refuse more points than a board can have."""
    if count > MOST_POINTS:
        raise BoardTooLarge(f"a board of more than {MOST_POINTS:,} points")


def check_edges(count: int) -> None:
    """Refuse more lines than a board can have."""
    if count > MOST_EDGES:
        raise BoardTooLarge(f"a board of more than {MOST_EDGES:,} lines between points")


def check_compared(count: int) -> None:
    """Refuse lines and points of which too many would have to be held against each other."""
    if count > MOST_COMPARED:
        raise BoardTooLarge("a board with too many lines and points to hold against each other")


def check_steps(count: int) -> None:
    """Refuse boards on which too many sites lie beside each other."""
    if count > MOST_STEPS:
        raise BoardTooLarge(f"a board with more than {MOST_STEPS:,} steps from one site to another")


def check_turns(neighbours: Iterable[int]) -> None:
    """Refuse boards whose sites have so many neighbours each that looking for straight ways would take minutes."""
    if sum(count * count for count in neighbours) > MOST_TURNS:
        raise BoardTooLarge("a board whose sites have too many neighbours to look for straight ways")


def check_places(coordinates: Iterable[float]) -> None:
    """Refuse points that are not near the middle; numbers that are none are not."""
    if not all(abs(number) <= FURTHEST for number in coordinates):
        raise BoardTooLarge(f"a board with points further than {FURTHEST:,} from the middle")


def check_rays(count: int) -> None:
    """Refuse boards on which straight ways fork without end."""
    if count > MOST_RAYS:
        raise BoardTooLarge(f"a board with more than {MOST_RAYS:,} straight ways from one site in one direction")


MERGE_TOLERANCE = 0.01
SAME_POINT = 0.001
LARGEST_FACE = 32


class Point(NamedTuple):
    """A place in the plane (x to the right, y upward), or above it."""

    x: float
    y: float
    z: float = 0.0


class Edge(NamedTuple):
    """A line between two vertices; ``curved`` when it is part of a circle."""

    start: int
    end: int
    curved: bool = False


Face = tuple[int, ...]


@dataclass(frozen=True)
class Graph:
    """Vertices, edges and faces, each numbered in the order of its list.

    ``pivots`` holds, for the vertices that turn around a centre, the place of that centre. A face lists its vertices
    clockwise. ``bearing`` is the angle in radians by which the graph was turned since the lines at its vertices were
    put in order; a turn keeps that order, and with it the colouring of the board.
    """

    points: tuple[Point, ...]
    edges: tuple[Edge, ...] = ()
    faces: tuple[Face, ...] = ()
    pivots: Mapping[int, Point] = field(default_factory=dict)
    bearing: float = 0.0

    def __post_init__(self) -> None:
        check_points(len(self.points))
        check_edges(len(self.edges))

    def face_point(self, face: Face) -> Point:
        """The mean of the corners of a face."""
        return mean_point([self.points[vertex] for vertex in face])

    def edge_point(self, edge: Edge) -> Point:
        """The middle of an edge."""
        return mean_point((self.points[edge.start], self.points[edge.end]))

    def bounds(self) -> tuple[float, float, float, float]:
        """Least x, least y, greatest x, greatest y; zeros when there is no vertex."""
        if not self.points:
            return 0.0, 0.0, 0.0, 0.0
        xs = [point.x for point in self.points]
        ys = [point.y for point in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    def with_faces(self) -> Graph:
        """The same points and lines with all faces found anew."""
        return Graph(self.points, self.edges, find_faces(self.points, self.edges), self.pivots)


def point_written(coordinates: Sequence[float]) -> Point:
    """The point of two or three coordinates."""
    if len(coordinates) not in (2, 3):
        raise BoardError(f"a point has two or three coordinates, not {coordinates}")
    return Point(*map(float, coordinates))


def mean_point(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    if not points:
        raise BoardError("a part of the board without any corner")
    count = len(points)
    return Point(
        sum([point.x for point in points]) / count,
        sum([point.y for point in points]) / count,
        sum([point.z for point in points]) / count,
    )


class PointIndex:
    """Finds the first point that was added within a tolerance of a place."""

    def __init__(self, tolerance: float) -> None:
        self._tolerance = tolerance
        self._size = max(tolerance * 2, 0.05)
        self._buckets: dict[tuple[int, int], list[tuple[int, Point]]] = {}

    def add(self, number: int, point: Point) -> None:
        """Remember a point under a number."""
        check_points(number)
        self._buckets.setdefault(self._bucket(point), []).append((number, point))

    def find(self, place: Point) -> int | None:
        """The lowest number whose point is that near (sum of the coordinate differences), or None."""
        column, row = self._bucket(place)
        best: int | None = None
        for across in (column - 1, column, column + 1):
            for up in (row - 1, row, row + 1):
                for number, point in self._buckets.get((across, up), ()):
                    distance = abs(point.x - place.x) + abs(point.y - place.y) + abs(point.z - place.z)
                    if distance < self._tolerance + 1e-9 and (best is None or number < best):
                        best = number
        return best

    def _bucket(self, point: Point) -> tuple[int, int]:
        return round(point.x / self._size), round(point.y / self._size)


def angular_order(points: Sequence[Point], edges: Iterable[Edge], bearing: float = 0.0) -> list[list[int]]:
    """For every vertex the vertices it is joined to, by the angle of the line from -180 degrees upward.

    With a ``bearing`` the angles are those from before a turn by so many radians.
    """
    if bearing:
        cosine, sine = cos(bearing), -sin(bearing)
        points = [Point(x * cosine - y * sine, x * sine + y * cosine, z) for x, y, z in points]
    neighbours: list[list[int]] = [[] for _ in points]
    for start, end, _curved in edges:
        neighbours[start].append(end)
        neighbours[end].append(start)
    for vertex, around in enumerate(neighbours):
        x, y, _ = points[vertex]
        around.sort(key=lambda other: atan2(points[other].y - y, points[other].x - x))
    return neighbours


def find_faces(points: Sequence[Point], edges: Iterable[Edge]) -> tuple[Face, ...]:
    """The cells enclosed by the edges, in the order of their lowest vertex and the angle of the edge that leaves it.

    Every edge is walked both ways, always turning to the next edge clockwise; walks that close clockwise are faces.
    """
    check_points(len(points))
    level = [edge for edge in edges if abs(points[edge.start].z - points[edge.end].z) < SAME_POINT]
    neighbours = angular_order(points, level)
    following: dict[tuple[int, int], int] = {}
    for vertex, around in enumerate(neighbours):
        for position, other in enumerate(around):
            following[other, vertex] = around[(position + 1) % len(around)]
    faces: list[Face] = []
    known: set[frozenset[int]] = set()
    walked: set[tuple[int, int]] = set()
    for vertex, around in enumerate(neighbours):
        for other in around:
            if (vertex, other) in walked:
                continue
            face = _walk(vertex, other, following)
            if face is None or signed_area([points[corner] for corner in face]) >= 0:
                continue
            if frozenset(face) not in known:
                known.add(frozenset(face))
                faces.append(face)
            if all(following[face[place - 2], face[place - 1]] == corner for place, corner in enumerate(face)):
                walked.update((face[place - 1], corner) for place, corner in enumerate(face))
    return tuple(faces)


def _walk(start: int, second: int, following: Mapping[tuple[int, int], int]) -> Face | None:
    """The way back to the start, when it meets no vertex twice and is neither too short nor too long for a face."""
    corners = [start]
    here, ahead = start, second
    while ahead != start:
        if ahead in corners or len(corners) == LARGEST_FACE:
            return None
        corners.append(ahead)
        here, ahead = ahead, following[here, ahead]
    return tuple(corners) if len(corners) > 2 else None


def signed_area(polygon: Sequence[Point]) -> float:
    """The area of a polygon, negative when its corners are listed clockwise."""
    total = 0.0
    for index, point in enumerate(polygon):
        before = polygon[index - 1]
        total += before.x * point.y - point.x * before.y
    return total / 2


def reading_order(places: Sequence[Point]) -> list[int]:
    """Numbers of the places, bottom row first and left to right."""
    return sorted(range(len(places)), key=lambda number: 100 * places[number].y + places[number].x)


def renumbered(graph: Graph, *, vertices: bool = True, edges: bool = True, faces: bool = True) -> Graph:
    """The same graph with its elements numbered by position: bottom row first, left to right."""
    points, edge_list, face_list, pivots = graph.points, graph.edges, graph.faces, graph.pivots
    if vertices:
        order = reading_order(points)
        new = {old: number for number, old in enumerate(order)}
        points = tuple(points[old] for old in order)
        edge_list = tuple(Edge(new[start], new[end], curved) for start, end, curved in edge_list)
        face_list = tuple(tuple(new[vertex] for vertex in face) for face in face_list)
        pivots = {new[vertex]: pivot for vertex, pivot in pivots.items()}
    result = Graph(points, edge_list, face_list, pivots, graph.bearing)
    if edges:
        order = reading_order([result.edge_point(edge) for edge in edge_list])
        edge_list = tuple(edge_list[old] for old in order)
    if faces:
        order = reading_order([result.face_point(face) for face in face_list])
        face_list = tuple(face_list[old] for old in order)
    return replace(result, edges=edge_list, faces=face_list)


def joined_at_unit_distance(points: Sequence[Point], tolerance: float = 0.01) -> tuple[Edge, ...]:
    """An edge between any two points that are one unit apart."""
    return tuple(Edge(a, b) for a, b in _pairs_within(points, 1 + tolerance) if _distance(points, a, b) > 1 - tolerance)


def _pairs_within(points: Sequence[Point], reach: float) -> Iterator[tuple[int, int]]:
    check_points(len(points))
    buckets: dict[tuple[int, int], list[int]] = {}
    for number, point in enumerate(points):
        buckets.setdefault((int(point.x // reach), int(point.y // reach)), []).append(number)
    check_compared(sum(len(bucket) ** 2 for bucket in buckets.values()))
    for number, point in enumerate(points):
        column, row = int(point.x // reach), int(point.y // reach)
        near = [
            other
            for across in (column - 1, column, column + 1)
            for up in (row - 1, row, row + 1)
            for other in buckets.get((across, up), ())
            if other > number
        ]
        for other in sorted(near):
            if _distance(points, number, other) < reach:
                yield number, other


def _distance(points: Sequence[Point], a: int, b: int) -> float:
    first, second = points[a], points[b]
    return hypot(first.x - second.x, first.y - second.y, first.z - second.z)


def mean_edge_length(graph: Graph) -> float:
    """The mean length of the edges, or 1 when there are none."""
    if not graph.edges:
        return 1.0
    return sum(_distance(graph.points, edge.start, edge.end) for edge in graph.edges) / len(graph.edges)


def unique_edges(edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """The edges without repetitions of the same pair and without loops, in the order of first mention."""
    seen: dict[tuple[int, int], Edge] = {}
    for edge in edges:
        if edge.start != edge.end:
            seen.setdefault((min(edge.start, edge.end), max(edge.start, edge.end)), edge)
    return tuple(seen.values())


def connected_nearby(graph: Graph, reach: float | None = None) -> Graph:
    """The graph with every two vertices joined that are nearer than 1.1 times the mean edge length."""
    reach = 1.1 * mean_edge_length(graph) if reach is None else reach
    extra = (Edge(a, b) for a, b in _pairs_within(graph.points, reach))
    edges = unique_edges([*graph.edges, *extra])
    return Graph(graph.points, edges, find_faces(graph.points, edges), graph.pivots)


def merged(graphs: Iterable[Graph], tolerance: float = MERGE_TOLERANCE) -> Graph:
    """All graphs in one; a vertex that coincides with an earlier one is dropped. Faces are found anew."""
    points: list[Point] = []
    edges: list[Edge] = []
    pivots: dict[int, Point] = {}
    index = PointIndex(tolerance)
    for graph in graphs:
        number: list[int] = []
        for old, point in enumerate(graph.points):
            found = index.find(point)
            if found is None:
                found = len(points)
                points.append(point)
                index.add(found, point)
                if old in graph.pivots:
                    pivots[found] = graph.pivots[old]
            number.append(found)
        edges.extend(Edge(number[start], number[end], curved) for start, end, curved in graph.edges)
    kept = unique_edges(edges)
    return Graph(tuple(points), kept, find_faces(points, kept), pivots)


def subgraph(graph: Graph, vertices: Iterable[int]) -> Graph:
    """The kept vertices, numbers closed up, with the edges and faces that lie wholly among them."""
    kept = sorted(set(vertices))
    new = {old: number for number, old in enumerate(kept)}
    return Graph(
        tuple(graph.points[old] for old in kept),
        tuple(Edge(new[a], new[b], curved) for a, b, curved in graph.edges if a in new and b in new),
        tuple(tuple(new[v] for v in face) for face in graph.faces if all(v in new for v in face)),
        {new[old]: pivot for old, pivot in graph.pivots.items() if old in new},
        graph.bearing,
    )
