"""Sides of a board that belong to a seat, as bands in the colour of the seat around the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import hypot

from apts.board.picture.drawing_sites import Frame, number
from apts.board.picture.drawing_style import seat_number

SIDE_MARGIN = 0.3
"""How much is left around a board for its bands, in distances of sites."""
_WIDTH = 0.2
_FACING = 0.55

Place = tuple[float, float]


def draw_sides(frame: Frame, owned: Mapping[int, Sequence[Collection[int]]]) -> Iterable[str]:
    """A band along the outside of each side; it lies under the board, so that only its outer half is seen."""
    cells, drawn = frame.board.site_type == "Cell", set[tuple[Place, Place]]()
    for seat, sides in sorted(owned.items()):
        for side in sides:
            found = _outer_edges(frame, side) if cells else _chain(frame, side)
            strokes = [stroke for stroke in found if stroke not in drawn]  # a corner may lie between two sides
            drawn.update(strokes)
            path = "".join(f"M{_written(start)}L{_written(end)}" for start, end in strokes)
            look = f'stroke-linecap="round" d="{path}"'
            for name, width in (("edge", 1.25 * _WIDTH), ("bar", _WIDTH)):
                wide = number(2 * width * frame.spacing)
                yield f'<path class="{name}{seat_number(seat)}" data-owner="{seat}" stroke-width="{wide}" {look}/>'


def _outer_edges(frame: Frame, side: Collection[int]) -> list[tuple[Place, Place]]:
    """The edges of the cells of a side that have no cell behind them and look the way the side looks."""
    board = frame.board
    pairs = Counter(pair for cell in range(board.count("Cell")) for pair in _around(board.cell_vertices(cell)))
    outward = _outward(frame, side)
    found = []
    for site in sorted(side):
        for pair in _around(board.corners_of(site)):
            start, end = (frame.place(board.graph.points[vertex]) for vertex in pair)
            facing = _unit(frame.site(site), _mean([start, end]))
            if pairs[pair] == 1 and facing[0] * outward[0] + facing[1] * outward[1] > _FACING:
                found.append((start, end))
    return found


def _outward(frame: Frame, side: Collection[int]) -> Place:
    """The way a side looks: across the line from its first site to its last, away from the middle of the board."""
    places = sorted(frame.site(site) for site in side)
    away = _unit(_mean([frame.site(site) for site in frame.shown]), _mean(places))
    along = _unit(places[0], places[-1])
    if along == (0.0, 0.0):
        return away
    turn = 1.0 if away[1] * along[0] - away[0] * along[1] > 0 else -1.0
    return -turn * along[1], turn * along[0]


def _chain(frame: Frame, side: Collection[int]) -> list[tuple[Place, Place]]:
    """The lines between neighbours of a side, for boards that are played on points."""
    near = frame.board.neighbours("Adjacent")
    return [(frame.site(a), frame.site(b)) for a in sorted(side) for b in near[a] if b in side and a < b]


def _around(vertices: Sequence[int]) -> list[tuple[int, int]]:
    """The edges of a cell, each with its smaller end first."""
    return [(min(pair), max(pair)) for pair in zip(vertices, [*vertices[1:], vertices[0]], strict=True)]


def _mean(places: Sequence[Place]) -> Place:
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def _unit(start: Place, end: Place) -> Place:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _written(place: Place) -> str:
    return f"{number(place[0])} {number(place[1])}"
