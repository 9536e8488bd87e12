"""How large a board may become: what is larger is refused while it is made, before that takes minutes or all memory."""

from __future__ import annotations

from collections.abc import Iterable

from apts.errors import AptsError

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
