"""Steps between sites of one kind: who neighbours whom, in which relation, and in which direction."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import atan2, hypot, pi

from apts.board.graph import Point, check_steps
from apts.board.topology import SITE_TYPES, Topology

# ----------------------------------------------------------------------------------------------------------------
# Compass directions, how they turn, and what relative directions mean for a piece that faces one of them.

COMPASS: tuple[str, ...] = (
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW",
)  # fmt: skip
EIGHT: tuple[str, ...] = COMPASS[::2]
ROTATIONAL: tuple[str, ...] = ("Out", "CW", "In", "CCW")
UPWARD: tuple[str, ...] = ("U", *(f"U{name}" for name in EIGHT))
DOWNWARD: tuple[str, ...] = ("D", *(f"D{name}" for name in EIGHT))
RELATIONS: tuple[str, ...] = ("Orthogonal", "Diagonal", "OffDiagonal", "Adjacent", "All")
GROUPS: tuple[str, ...] = (*RELATIONS, "Axial", "Angled", "SameLayer", "Upward", "Downward", "Rotational")
EVERY_DIRECTION: tuple[str, ...] = (*COMPASS, *ROTATIONAL, *UPWARD, *DOWNWARD)
UNLISTED: frozenset[str] = frozenset({"DNW"})
"""Directions in which sites of a pyramid have neighbours, and which the reference system lists for no board."""

_PLACE = {name: number for number, name in enumerate(COMPASS)}
_RANK = {name: number for number, name in enumerate(EVERY_DIRECTION)}
_OPPOSITE_TURN = {"CW": "CCW", "CCW": "CW", "In": "Out", "Out": "In"}


def opposite(name: str) -> str:
    """The direction that leads back."""
    if name in _PLACE:
        return COMPASS[(_PLACE[name] + 8) % 16]
    if name in _OPPOSITE_TURN:
        return _OPPOSITE_TURN[name]
    level = "D" if name[0] == "U" else "U"
    return level + (opposite(name[1:]) if len(name) > 1 else "")


def clockwise(name: str, supported: Collection[str] = COMPASS) -> str:
    """The next supported compass direction clockwise (the same one when there is no other)."""
    return _next(name, supported, 1)


def counter_clockwise(name: str, supported: Collection[str] = COMPASS) -> str:
    """The next supported compass direction counter-clockwise (the same one when there is no other)."""
    return _next(name, supported, -1)


def _next(name: str, supported: Collection[str], turn: int) -> str:
    start = _PLACE[name]
    for step in range(1, 16):
        candidate = COMPASS[(start + turn * step) % 16]
        if candidate in supported:
            return candidate
    return name


def turned(name: str, sixteenths: int) -> str:
    """A compass direction turned clockwise by so many sixteenths of a circle."""
    return COMPASS[(_PLACE[name] + sixteenths) % 16]


def in_order(names: Collection[str]) -> tuple[str, ...]:
    """The names in the order N, NNE, NE ... NNW, then turning and vertical ones."""
    return tuple(sorted(names, key=_RANK.__getitem__))


def compass_name(dx: float, dy: float) -> str:
    """The nearest of the sixteen compass directions."""
    sixteenth = round((pi / 2 - atan2(dy, dx)) / (pi / 8))
    return COMPASS[sixteenth % 16]


def coarse_compass_name(dx: float, dy: float) -> str:
    """The nearest of the eight main compass directions."""
    return EIGHT[round((pi / 2 - atan2(dy, dx)) / (pi / 4)) % 8]


def spatial_name(dx: float, dy: float, rises: bool) -> str:
    """The direction of a step that leaves the layer, upward or downward, in eight sectors."""
    level = "U" if rises else "D"
    if hypot(dx, dy) < 0.001:
        return level
    return level + coarse_compass_name(dx, dy)


def facing(direction: str, rotation: int, supported: Sequence[str]) -> str:
    """Where a piece looks after turning clockwise ``rotation`` times to the next supported direction."""
    for _ in range(rotation):
        direction = clockwise(direction, supported)
    return direction


def _exactly(sixteenths: int) -> Callable[[str, Sequence[str]], tuple[str, ...]]:
    def resolve(towards: str, supported: Sequence[str]) -> tuple[str, ...]:
        wanted = turned(towards, sixteenths)
        return (wanted,) if wanted in supported else ()

    return resolve


def _strictly_between(first: int, last: int) -> Callable[[str, Sequence[str]], tuple[str, ...]]:
    def resolve(towards: str, supported: Sequence[str]) -> tuple[str, ...]:
        wanted = (turned(towards, sixteenths) for sixteenths in range(first + 1, last))
        return tuple(name for name in wanted if name in supported)

    return resolve


def _first_beside(start: int, turn: int) -> Callable[[str, Sequence[str]], tuple[str, ...]]:
    def resolve(towards: str, supported: Sequence[str]) -> tuple[str, ...]:
        origin = turned(towards, start)
        wanted = _next(origin, supported, turn)
        return (wanted,) if wanted in supported else ()

    return resolve


# FRR and its kin are the same as FR: games of this language were written against that.
_RELATIVE: dict[str, Callable[[str, Sequence[str]], tuple[str, ...]]] = {
    "Forward": _exactly(0),
    "Rightward": _exactly(4),
    "Backward": _exactly(8),
    "Leftward": _exactly(-4),
    "Forwards": _strictly_between(-4, 4),
    "Rightwards": _strictly_between(0, 8),
    "Backwards": _strictly_between(4, 12),
    "Leftwards": _strictly_between(-8, 0),
    **{name: _first_beside(0, 1) for name in ("FR", "FRR", "FRRR")},
    **{name: _first_beside(0, -1) for name in ("FL", "FLL", "FLLL")},
    **{name: _first_beside(8, 1) for name in ("BR", "BRR", "BRRR")},
    **{name: _first_beside(8, -1) for name in ("BL", "BLL", "BLLL")},
}
RELATIVE: tuple[str, ...] = tuple(_RELATIVE)


def relative_directions(name: str, towards: str, supported: Sequence[str]) -> tuple[str, ...]:
    """The absolute directions meant by a relative one, for a piece that faces ``towards``.

    ``supported`` are the directions of the board, or of the site, for the relation the rule names (Adjacent by
    default). Nothing comes back when the board has no such direction.
    """
    return _RELATIVE[name](towards, supported)


# Cells that touch are Adjacent; diagonals across a hexagon corner, and those between vertices, are not.
_ADJACENT = {"Orthogonal": True, "Diagonal": True, "OffDiagonal": True, "FarDiagonal": False}
_TOWARDS_PIVOT = 0.9
_LAYER_STEP = 0.1
_STRAIGHT_AHEAD = 0.2


@dataclass(frozen=True, slots=True)
class BoardStep:
    """One step from a site to a neighbour.

    ``groups`` are the relations and direction groups it belongs to, ``names`` its directions: one compass or spatial
    name, and turning names where the board has a pivot.
    """

    to: int
    groups: frozenset[str]
    names: tuple[str, ...]
    dx: float
    dy: float
    dz: float


Links = Iterator[tuple[int, str]]


def all_steps(topology: Topology, site_type: str) -> list[tuple[BoardStep, ...]]:
    """The steps of every site, clockwise from north."""
    links: Callable[[Topology, int], Links] = _LINKS[site_type]
    points = topology.points(site_type)
    names = _TurningNames(topology, site_type)
    table: list[tuple[BoardStep, ...]] = []
    total = 0
    for site, here in enumerate(points):
        steps = []
        name = coarse_compass_name if site_type == "Edge" and _few_directions(topology, site) else compass_name
        for to, relation in links(topology, site):
            there = points[to]
            steps.append(_step(here, there, to, relation, topology.unit, names.of(site, to), name))
        steps.sort(key=_clockwise_from_north)
        table.append(tuple(steps))
        total += len(steps)
        check_steps(total)
    return table


def _clockwise_from_north(step: BoardStep) -> float:
    return (pi / 2 - atan2(step.dy, step.dx) + 1e-5) % (2 * pi)


def _few_directions(topology: Topology, edge: int) -> bool:
    """Whether eight directions tell everything apart that touches an edge; then it has no use for sixteen."""
    here = topology.edge_points[edge]
    touching = [topology.points(kind)[n] for kind in SITE_TYPES for n in topology.incident(kind, "Edge", edge)]
    names = [coarse_compass_name(there.x - here.x, there.y - here.y) for there in touching]
    return len(set(names)) == len(names)


def _step(
    here: Point,
    there: Point,
    to: int,
    relation: str,
    unit: float,
    turning: tuple[str, ...],
    flat_name: Callable[[float, float], str],
) -> BoardStep:
    dx, dy, dz = there.x - here.x, there.y - here.y, there.z - here.z
    if abs(dz) > _LAYER_STEP * unit:
        name = spatial_name(dx, dy, dz > 0)
        layer: tuple[str, ...] = ("Upward" if dz > 0 else "Downward",)
    else:
        name = flat_name(dx, dy)
        layer = ("SameLayer", "Axial" if name in ("N", "E", "S", "W") else "Angled")
    return BoardStep(to, _groups(relation, bool(turning), layer), (name, *turning), dx, dy, dz)


@cache
def _groups(relation: str, turning: bool, layer: tuple[str, ...]) -> frozenset[str]:
    """The relations and direction groups of a step; there are few, and every step of a board has one of them."""
    groups = {"All", "Diagonal" if relation == "FarDiagonal" else relation, *layer}
    if _ADJACENT[relation]:
        groups.add("Adjacent")
    if turning:
        groups.add("Rotational")
    return frozenset(groups)


def _vertex_links(topology: Topology, vertex: int) -> Links:
    used = {vertex}
    for other in topology.vertex_vertices[vertex]:
        if other not in used:
            used.add(other)
            yield other, "Orthogonal"
    points = topology.graph.points
    for face in topology.vertex_faces[vertex]:
        corners = topology.graph.faces[face]
        if len(corners) < 4:
            continue
        middle = topology.face_points[face]
        others = [corner for corner in corners if corner != vertex]
        across = min(others, key=lambda corner: distance_to_line(middle, points[vertex], points[corner]))
        if across not in used:
            used.add(across)
            yield across, "FarDiagonal"


def _edge_links(topology: Topology, edge: int) -> Links:
    used = {edge}
    for vertex in topology.graph.edges[edge][:2]:
        for other in topology.vertex_edges[vertex]:
            if other not in used:
                used.add(other)
                yield other, "Orthogonal"


def _face_links(topology: Topology, face: int) -> Links:
    used = {face}
    for edge in topology.face_edges[face]:
        for other in topology.edge_faces[edge]:
            if other not in used:
                used.add(other)
                yield other, "Orthogonal"
    for other, relation in _diagonal_faces(topology, face, used):
        used.add(other)
        yield other, relation
    for vertex in topology.graph.faces[face]:
        for other in topology.vertex_faces[vertex]:
            if other not in used:
                used.add(other)
                yield other, "OffDiagonal"


def _diagonal_faces(topology: Topology, face: int, used: set[int]) -> Links:
    here = topology.face_points[face]
    points = topology.graph.points
    for vertex in topology.graph.faces[face]:
        corner = points[vertex]
        free = [other for other in topology.vertex_faces[vertex] if other not in used]
        if free:
            yield min(free, key=lambda other: distance_to_line(corner, here, topology.face_points[other])), "Diagonal"
        if len(topology.vertex_edges[vertex]) == 3:
            beyond = _face_beyond(topology, face, vertex)
            if beyond is not None and beyond not in used:
                yield beyond, "FarDiagonal"


def _face_beyond(topology: Topology, face: int, vertex: int) -> int | None:
    """The face at the far end of the edge that leaves a corner, when it lies straight ahead."""
    outgoing = [edge for edge in topology.vertex_edges[vertex] if edge not in topology.face_edges[face]]
    if len(outgoing) != 1:
        return None
    start, end, _ = topology.graph.edges[outgoing[0]]
    far = end if start == vertex else start
    beside = set(topology.edge_faces[outgoing[0]])
    ahead = [other for other in topology.vertex_faces[far] if other not in beside and other != face]
    here = topology.face_points[face]
    points = topology.graph.points
    for other in ahead:
        there = topology.face_points[other]
        bend = distance_to_line(points[vertex], here, there) + distance_to_line(points[far], here, there)
        if bend < _STRAIGHT_AHEAD * topology.unit:
            return other
    return None


_LINKS: dict[str, Callable[[Topology, int], Links]] = {
    "Vertex": _vertex_links,
    "Edge": _edge_links,
    "Cell": _face_links,
}


def distance_to_line(point: Point, start: Point, end: Point) -> float:
    """How far a point is from the line through two others (from the first when they coincide)."""
    length = hypot(end.x - start.x, end.y - start.y)
    if length < 1e-9:
        return hypot(point.x - start.x, point.y - start.y)
    return abs((end.x - start.x) * (start.y - point.y) - (start.x - point.x) * (end.y - start.y)) / length


class _TurningNames:
    """The names CW, CCW, In and Out of steps, where elements turn around a pivot."""

    def __init__(self, topology: Topology, site_type: str) -> None:
        self._topology = topology
        self._points = topology.points(site_type)
        self._pivots = _pivots(topology, site_type)

    def of(self, site: int, to: int) -> tuple[str, ...]:
        """The turning names of a step, mostly none."""
        pivot = self._pivots.get(site)
        if pivot is None:
            return ()
        here, there = self._points[site], self._points[to]
        radius = hypot(pivot.x - here.x, pivot.y - here.y)
        if radius < 0.001:
            return ("Out",)
        length = hypot(there.x - here.x, there.y - here.y) or 1.0
        along = ((pivot.x - here.x) * (there.x - here.x) + (pivot.y - here.y) * (there.y - here.y)) / radius / length
        if along > _TOWARDS_PIVOT:
            return ("In",)
        if along < -_TOWARDS_PIVOT:
            return ("Out",)
        # Numbers of cells are looked up as numbers of vertices: a known quirk of the language's reference system.
        edge = self._topology.edge_number.get((site, to))
        if edge is None or not self._topology.graph.edges[edge].curved:
            return ()
        turn = (here.x - pivot.x) * (there.y - pivot.y) - (here.y - pivot.y) * (there.x - pivot.x)
        return ("CW",) if turn < 0 else ("CCW",)


def _pivots(topology: Topology, site_type: str) -> dict[int, Point]:
    graph = topology.graph
    if not graph.pivots:
        return {}
    if site_type == "Vertex":
        return dict(graph.pivots)
    if site_type == "Edge":
        return {
            number: graph.pivots[edge.start] for number, edge in enumerate(graph.edges) if edge.start in graph.pivots
        }
    return {number: graph.pivots[face[0]] for number, face in enumerate(graph.faces) if face[0] in graph.pivots}
