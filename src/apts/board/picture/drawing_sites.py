"""Where things go in a drawing, and the board itself: cells, lines, points and coordinates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import pairwise
from math import atan2, cos, hypot, inf, pi, sin, sqrt

from apts.board.board import Board
from apts.board.graph import Point
from apts.board.mixed_board import short_labels
from apts.board.picture.drawing_style import seat_number

_LARGEST_LABELLED = 32
_SAMPLE = 400
_LEVEL = 0.02
_PART_OF_CELL = 0.78
_LABEL_MARGIN = 24  # pixels
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "0123456789"


def number(value: float) -> str:
    """A coordinate with one decimal, as short as possible."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"


@dataclass(frozen=True)
class Frame:
    """The scale of a drawing: from board units, y upward, to pixels, y downward."""

    board: Board
    scale: float
    left: float
    top: float
    width: float
    height: float
    shown: tuple[int, ...]
    names: tuple[str, ...]
    extra_margin: float

    def place(self, point: Point) -> tuple[float, float]:
        """Where a point of the board is drawn; higher layers are moved up a little."""
        return (point.x - self.left) * self.scale, (self.top - point.y - 0.25 * point.z) * self.scale

    def site(self, site: int) -> tuple[float, float]:
        """Where a site is drawn."""
        return self.place(self.board.points()[site])

    @cached_property
    def spacing(self) -> float:
        """The distance in pixels between sites that are close to each other."""
        return site_spacing(self.board, self.shown) * self.scale

    def radius(self, site: int) -> float:
        """The radius of a piece on a site: what fits a cell, or a part of the distance to the next site."""
        if self.board.kind_of(site) != "Cell":
            return 0.38 * self.spacing
        middle = self.site(site)
        corners = [self.place(self.board.graph.points[vertex]) for vertex in self.board.corners_of(site)]
        sides = zip(corners, [*corners[1:], corners[0]], strict=True)
        inside = min(_distance(middle, start, end) for start, end in sides)
        return _PART_OF_CELL * max(inside, 0.15 * self.spacing)


def frame_for(
    board: Board,
    shown: Sequence[int],
    size: float,
    labelled: bool,
    names: Sequence[str] = (),
    extra_margin: float = 0.0,
) -> Frame:
    """A frame that fits the shown sites, with room for coordinates, into ``size`` pixels.

    ``names`` are those of the sites, by default their coordinates; ``extra_margin`` is in distances of sites.
    """
    points = _extent(board, shown)
    xs = [point.x for point in points] or [0.0]
    ys = [point.y + 0.25 * point.z for point in points] or [0.0]
    unit = site_spacing(board, shown)
    margin = (0.12 + extra_margin) * unit if board.site_type == "Cell" else 0.55 * unit
    extent = max(max(xs) - min(xs), max(ys) - min(ys), unit)
    low = margin + (min(0.45 * unit, _LABEL_MARGIN * extent / size) if labelled else 0.0)
    left, right, bottom, top = min(xs) - low, max(xs) + margin, min(ys) - low, max(ys) + margin
    scale = size / max(right - left, top - bottom)
    called = tuple(names) or tuple(short_labels(board.labels()))
    return Frame(
        board, scale, left, top, (right - left) * scale, (top - bottom) * scale, tuple(shown), called, extra_margin
    )


def _extent(board: Board, shown: Sequence[int]) -> list[Point]:
    if board.site_type == "Edge" or len(board.kinds) > 1:
        return list(board.graph.points)
    if board.site_type == "Cell":
        return [board.graph.points[vertex] for site in shown for vertex in board.cell_vertices(site)]
    return [board.graph.points[site] for site in shown]


def site_spacing(board: Board, shown: Sequence[int]) -> float:
    """How far apart neighbouring sites are, in board units: nearly the least distance."""
    places = [board.xy()[site] for site in shown[:_SAMPLE]]
    different = sorted(set(places))
    least = {place: _nearest(different, index) for index, place in enumerate(different)}
    nearest = sorted(least[place] for place in places)
    return nearest[len(nearest) // 5] if nearest else 1.0


def _nearest(places: Sequence[tuple[float, float]], index: int) -> float:
    """How far the nearest other place is, in a list from left to right: those further to a side are not looked at."""
    (x, y), found = places[index], inf
    for way in (range(index - 1, -1, -1), range(index + 1, len(places))):
        for other in way:
            u, v = places[other]
            if abs(x - u) >= found:
                break
            found = min(found, hypot(x - u, y - v))
    return 1.0 if found == inf else found


def _distance(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    return abs(dx * (start[1] - point[1]) - (start[0] - point[0]) * dy) / length


def has_coordinates(board: Board) -> bool:
    """Whether rows and columns are few enough to be written beside the board."""
    if board.site_type == "Edge" or board.boardless or any(board.layer_of()):
        return False
    rows, columns = len(board.rows()), len(board.columns())
    fair = 2 * sqrt(board.count()) + 6
    is_line = min(rows, columns) == 1
    return max(rows, columns) <= _LARGEST_LABELLED and (is_line or max(rows, columns) <= fair) and board.count() > 1


def outline_path(frame: Frame, vertices: Sequence[int], *, closed: bool) -> str:
    """A path through vertices, along arcs where edges are curved."""
    graph, numbers = frame.board.graph, frame.board.topology.edge_number
    parts = []
    for place, vertex in enumerate(vertices):
        x, y = frame.place(graph.points[vertex])
        if not place:
            parts.append(f"M{number(x)} {number(y)}")
            continue
        parts.append(_stroke(frame, vertices[place - 1], vertex, numbers))
    if closed:
        parts.append(_stroke(frame, vertices[-1], vertices[0], numbers) + "Z")
    return "".join(parts)


def _stroke(frame: Frame, start: int, end: int, numbers: dict[tuple[int, int], int]) -> str:
    graph = frame.board.graph
    x, y = frame.place(graph.points[end])
    edge, pivot = numbers.get((start, end)), graph.pivots.get(start)
    if edge is None or pivot is None or not graph.edges[edge].curved:
        return f"L{number(x)} {number(y)}"
    a, b = graph.points[start], graph.points[end]
    radius = (hypot(a.x - pivot.x, a.y - pivot.y) + hypot(b.x - pivot.x, b.y - pivot.y)) / 2 * frame.scale
    turn = (a.x - pivot.x) * (b.y - pivot.y) - (a.y - pivot.y) * (b.x - pivot.x)
    return f"A{number(radius)} {number(radius)} 0 0 {1 if turn < 0 else 0} {number(x)} {number(y)}"


def draw_cells(frame: Frame) -> Iterable[str]:
    """The cells of a board played on cells, shaded by colour class; points and edges that are played on lie on top."""
    board = frame.board
    shades = board.phase_of("Cell")
    plain = max(shades, default=0) > 3
    width = number(max(0.6, 0.02 * frame.spacing))
    for site in frame.shown:
        if board.kind_of(site) != "Cell":
            yield _hit(frame, site)
            continue
        shade = 1 if plain else shades[site]
        path = outline_path(frame, board.corners_of(site), closed=True)
        yield (
            f'<path class="cell shade{shade} site" data-site="{site}" data-label="{escape(frame.names[site])}" '
            f'stroke-width="{width}" d="{path}"/>'
        )


def draw_ground(frame: Frame) -> Iterable[str]:
    """The panel under a board of lines."""
    corner = number(min(16.0, 0.3 * frame.spacing))
    yield (
        f'<rect class="ground" x="0" y="0" width="{number(frame.width)}" height="{number(frame.height)}" '
        f'rx="{corner}"/>'
    )


def draw_lines(frame: Frame, pits: bool) -> Iterable[str]:
    """The lines and points of a board played on vertices or edges; or the pits of a mancala board."""
    board = frame.board
    thick = max(1.0, 0.035 * frame.spacing)
    if not pits:
        path = "".join(outline_path(frame, edge[:2], closed=False) for edge in board.graph.edges)
        yield f'<path class="line" stroke-width="{number(thick)}" d="{path}"/>'
    dot = number(max(1.6, 0.055 * frame.spacing))
    if board.site_type == "Edge":
        for point in board.graph.points:
            x, y = frame.place(point)
            yield f'<circle class="dot" cx="{number(x)}" cy="{number(y)}" r="{dot}"/>'
    for site in frame.shown:
        x, y = frame.site(site)
        place = f'cx="{number(x)}" cy="{number(y)}"'
        if pits:
            yield f'<circle class="pit" {place} r="{number(0.44 * frame.spacing)}" stroke-width="{number(thick)}"/>'
        elif board.kind_of(site) == "Vertex":
            yield f'<circle class="dot" {place} r="{dot}"/>'
        yield _hit(frame, site)


def _hit(frame: Frame, site: int) -> str:
    """A circle that is not seen, where a site is pointed at."""
    x, y = frame.site(site)
    return (
        f'<circle class="hit site" data-site="{site}" data-label="{escape(frame.names[site])}" cx="{number(x)}" '
        f'cy="{number(y)}" r="{number(0.42 * frame.spacing)}"/>'
    )


def draw_coordinates(frame: Frame) -> list[str] | None:
    """Row numbers at the left and column letters below: in a line, or at the ends of slanted rows and columns.

    None where they cannot be kept apart, or do not name every site.
    """
    board, written = frame.board, list[str]()
    size = min(0.3 * frame.spacing, 15.0)
    across, upward = _common_way(frame, board.rows(), True), _common_way(frame, board.columns(), False)
    upright = abs(across[1]) < _LEVEL and abs(upward[0]) < _LEVEL
    for lines, way, rows in ((board.rows(), across, True), (board.columns(), upward, False)):
        places = []
        for line in lines:
            first = min(line, key=lambda site: _along(frame.site(site), way))
            x, y = frame.site(first)
            if upright:
                middle = sum(frame.site(site)[1 if rows else 0] for site in line) / len(line)
                x, y = (0.9 * size, middle) if rows else (middle, frame.height - 0.8 * size)
            else:
                away = (
                    _edge_distance(frame, first, way, 0.42 * frame.spacing + size) + frame.extra_margin * frame.spacing
                )
                x, y = x - way[0] * away, y - way[1] * away
            part = _part(frame.names[first], rows)
            if any(_part(frame.names[site], rows) != part for site in line):
                return None
            places.append((x, y, part))
        if not _readable(places, 0.85 * size):
            return None
        written.extend(_label(x, y, size, name) for x, y, name in places if name)
    return written


def _part(name: str, rows: bool) -> str:
    """What the margin says of a name: the number of its row, or the letters of its column."""
    return name.lstrip(_LETTERS) if rows else name.rstrip(_DIGITS)


def draw_names(frame: Frame, pits: bool) -> Iterable[str]:
    """The name of each site beside it, for boards whose rows and columns cannot be read from the margin."""
    size = min(0.2 * frame.spacing, 13.0)
    for site in frame.shown:
        x, y = frame.site(site)
        if frame.board.kind_of(site) == "Cell":
            y += 0.82 * frame.radius(site) / _PART_OF_CELL
        else:
            x, y = x + (0.42 if pits else 0.34) * frame.spacing, y + (0.46 if pits else 0.38) * frame.spacing
        yield _label(x, y, size, frame.names[site], "name")


def _label(x: float, y: float, size: float, name: str, kind: str = "label") -> str:
    place = f'x="{number(x)}" y="{number(y + 0.35 * size)}"'
    return f'<text class="{kind}" {place} font-size="{number(size)}">{escape(name)}</text>'


def _readable(places: Sequence[tuple[float, float, str]], least: float) -> bool:
    """Whether labels keep apart from each other."""
    return all(hypot(a[0] - b[0], a[1] - b[1]) >= least for a, b in pairwise(places))


def _edge_distance(frame: Frame, site: int, way: tuple[float, float], reach: float) -> float:
    """How far a label stands from the middle of a site: outside the cell."""
    if frame.board.kind_of(site) != "Cell":
        return reach
    x, y = frame.site(site)
    corners = [frame.place(frame.board.graph.points[vertex]) for vertex in frame.board.corners_of(site)]
    deepest = max((x - u) * way[0] + (y - v) * way[1] for u, v in corners)
    return deepest + 0.2 * frame.spacing


def _along(place: tuple[float, float], way: tuple[float, float]) -> float:
    return place[0] * way[0] + place[1] * way[1]


def _common_way(frame: Frame, lines: Sequence[Sequence[int]], horizontal: bool) -> tuple[float, float]:
    """The direction in pixels in which rows run to the right, or columns run upward."""
    total = [0.0, 0.0]
    for line in lines:
        places = [frame.site(site) for site in line]
        first = min(places, key=lambda place: place[0] if horizontal else -place[1])
        last = max(places, key=lambda place: place[0] if horizontal else -place[1])
        total[0] += last[0] - first[0]
        total[1] += last[1] - first[1]
    length = hypot(*total)
    if length < 1e-6:
        return (1.0, 0.0) if horizontal else (0.0, -1.0)
    return total[0] / length, total[1] / length


# ----------------------------------------------------------------------------------------------------------------
# Regions that belong to a seat: a faint tint of its colour, and on each site a small mark that needs no colour.

SWATCH = 22.0
"""The side of the square that shows in a legend what a region looks like."""
_TOWARDS_CORNER = 0.8
_MARK = 0.075
_LEAST_MARK = 2.2
_CORNERS = (0.75, 0.25, -0.75, -0.25)  # in half turns: where seats 1 to 4 have their marks, so that two never meet


@dataclass(frozen=True)
class RegionMark:
    """Sites that belong to a seat. Regions of other names have other shapes of marks: ``shape`` counts them from 0."""

    owner: int
    sites: frozenset[int]
    name: str = ""
    shape: int = 0


def draw_regions(frame: Frame, regions: Sequence[RegionMark]) -> Iterable[str]:
    """Tints, except where several seats have the same site, and over them the marks."""
    owners = Counter(site for _, site in {(region.owner, site) for region in regions for site in region.sites})
    shown = set(frame.shown)
    for region in regions:
        alone = [site for site in sorted(region.sites) if site in shown and owners[site] == 1]
        if alone:
            look = f'class="tint{seat_number(region.owner)}" fill-opacity=".3" data-region="{region.owner}"'
            yield f'<path {look} d="{"".join(_patch(frame, site) for site in alone)}"/>'
    for region in regions:
        for site in sorted(region.sites & shown):
            x, y = _corner(frame, site, region.owner)
            yield region_mark(region, x, y, max(_MARK * frame.spacing, _LEAST_MARK))


def region_mark(region: RegionMark, x: float, y: float, radius: float) -> str:
    """The mark of a region around a place: a disc, or another shape where the seat has regions of several names."""
    look = f'class="region seat{seat_number(region.owner)}" stroke-width="{number(0.25 * radius)}"'
    if region.shape == 0:
        return f'<circle {look} cx="{number(x)}" cy="{number(y)}" r="{number(radius)}"/>'
    corners = (4, 4, 3)[(region.shape - 1) % 3]
    turn = 0.0 if region.shape % 3 != 2 else pi / 4
    angles = [turn - pi / 2 + 2 * pi * corner / corners for corner in range(corners)]
    path = "L".join(f"{number(x + 1.25 * radius * cos(a))} {number(y + 1.25 * radius * sin(a))}" for a in angles)
    return f'<path {look} d="M{path}Z"/>'


def region_swatch(region: RegionMark) -> str:
    """What a region looks like, for a legend: a square ``SWATCH`` wide, from 0 to the right, and as high, around 0."""
    half = SWATCH / 2
    square = f'x="1" y="{number(1 - half)}" width="{number(SWATCH - 2)}" height="{number(SWATCH - 2)}"'
    title = f"{region.name or 'region'} of player {region.owner}"
    return (
        f"<title>{escape(title)}</title>"
        f'<rect class="cell shade1" stroke-width="1" {square}/>'
        f'<rect class="tint{seat_number(region.owner)}" fill-opacity=".3" {square}/>'
        f"{region_mark(region, half, 0, 0.25 * SWATCH)}"
    )


def _patch(frame: Frame, site: int) -> str:
    """The tinted part of a site: its cell, or a disc around its point."""
    if frame.board.kind_of(site) == "Cell":
        return outline_path(frame, frame.board.corners_of(site), closed=True)
    x, y = frame.site(site)
    radius = number(0.44 * frame.spacing)
    arc = f"a{radius} {radius} 0 1 0"
    wide = number(0.88 * frame.spacing)
    return f"M{number(x - 0.44 * frame.spacing)} {number(y)}{arc} {wide} 0{arc} -{wide} 0Z"


def _corner(frame: Frame, site: int, owner: int) -> tuple[float, float]:
    """Where the mark of an owner stands: near a corner of the cell, or beside the point."""
    wanted = _CORNERS[(owner - 1) % len(_CORNERS)] * pi
    x, y = frame.site(site)
    if frame.board.kind_of(site) != "Cell":
        away = 0.5 * frame.spacing
        return x + away * cos(wanted), y - away * sin(wanted)
    corners = [frame.place(frame.board.graph.points[vertex]) for vertex in frame.board.corners_of(site)]
    u, v = min(corners, key=lambda place: _aside(atan2(y - place[1], place[0] - x), wanted))
    away = max(_TOWARDS_CORNER, 1 - 1.9 * _MARK * frame.spacing / (hypot(u - x, v - y) or 1.0))
    return x + away * (u - x), y + away * (v - y)


def _aside(angle: float, wanted: float) -> float:
    """How far an angle is from another one, rounded so that equal ones are equal."""
    return round(abs((angle - wanted + pi) % (2 * pi) - pi), 6)
