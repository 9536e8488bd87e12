"""Tilings of several regular polygons, named by the polygons that meet in a corner."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, radians, sin, sqrt

from apts.board.arguments import Arguments, integer, word
from apts.board.generators.lattice import graph_of_corners, hexagon
from apts.board.graph import Graph, Point
from apts.board.room import BoardError
from apts.language.signatures.ludeme_register import ludeme

Offsets = tuple[tuple[float, float], ...]


@ludeme(
    "(tiling name<TilingName> dim<int> [second<int>])",
    result="graph",
    documentation="A patch of a tiling by regular polygons.",
)
def tiling(arguments: Arguments, site_type: str) -> Graph:
    """The name lists the sides of the polygons around a corner, such as T33434."""
    name = word(arguments, "name", "")
    if name not in _TILINGS:
        raise BoardError(f"the tiling {name} is not available; there are {', '.join(sorted(_TILINGS))}")
    size = integer(arguments, "dim")
    return _TILINGS[name](size, integer(arguments, "second", size))


def _signs(x: float, y: float) -> Offsets:
    """A point with all signs, without repetitions."""
    return tuple(dict.fromkeys((sx * x, sy * y) for sx in (1, -1) for sy in (1, -1)))


def _ring(radius: float, count: int, start: float) -> Offsets:
    angles = (radians(start + 360 * place / count) for place in range(count))
    return tuple((radius * cos(angle), radius * sin(angle)) for angle in angles)


def _snub_square(rows: int, columns: int) -> Graph:
    half, tall = 0.5, sqrt(3) / 2
    offsets = (
        *_signs(half, half + tall),
        *_signs(half + tall, tall),
        (0.0, half),
        (0.0, -half),
        (2 * half + tall, 0.0),
        (-2 * half - tall, 0.0),
        (tall, 0.0),
        (-tall, 0.0),
    )
    step = (1 + sqrt(3)) / 2
    centres = (Point(step * (c - r), step * (r + c)) for r in range(rows) for c in range(columns))
    return graph_of_corners(centres, offsets)


def _rhombitrihexagonal(size: int, second: int) -> Graph:
    outer = (1 + sqrt(3) / 2) / cos(radians(15))
    offsets = (*_ring(1.0, 6, 0.0), *_ring(outer, 12, 15.0))
    across, up = (3 + sqrt(3)) / 2, (1 + sqrt(3)) / 2
    centres = (Point(across * (c - r), up * (r + c)) for r, c in hexagon(size))
    return graph_of_corners(centres, offsets)


def _truncated_square(rows: int, columns: int) -> Graph:
    wide = 1 + sqrt(2)
    offsets = (*_signs(0.5, wide / 2), *_signs(wide / 2, 0.5))
    centres = (Point(wide * c, wide * r) for r in range(rows) for c in range(columns))
    return graph_of_corners(centres, offsets, reorder=False)


def _snub_hexagonal(size: int, second: int) -> Graph:
    tall = sqrt(3) / 2
    offsets = (*_ring(1.0, 6, 0.0), *_ring(2.0, 6, 0.0), *_ring(sqrt(3), 6, 30.0))
    centres = (Point(2.5 * c - 2 * r, tall * c + 2 * tall * r) for r, c in hexagon(size))
    return graph_of_corners(centres, offsets)


def _trihexagonal(size: int, second: int) -> Graph:
    centres = (Point(2 * (c - r / 2), sqrt(3) * r) for r, c in hexagon(size))
    return graph_of_corners(centres, _ring(1.0, 6, 0.0))


_TILINGS: dict[str, Callable[[int, int], Graph]] = {
    "T33434": _snub_square,
    "T3464": _rhombitrihexagonal,
    "T33336": _snub_hexagonal,
    "T3636": _trihexagonal,
    "T488": _truncated_square,
}
