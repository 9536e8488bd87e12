"""Compass directions, how they turn, and what relative directions mean for a piece that faces one of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import atan2, hypot, pi

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
