"""Walks by turtle steps (forward, left, right): where they end, for every site of the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from apts.board.relations import COMPASS, clockwise, counter_clockwise
from apts.language.tree import Value, Word

if TYPE_CHECKING:
    from apts.board.board import Board

Walk = tuple[str, ...]


def read_walks(value: Value | None) -> tuple[Walk, ...]:
    """The walks of a ``{{F F R F} ..}`` argument."""
    assert isinstance(value, tuple)
    walks = []
    for walk in value:
        steps = walk if isinstance(walk, tuple) else (walk,)
        walks.append(tuple(step.name for step in steps if isinstance(step, Word)))
    return tuple(walks)


def walk_ends(board: Board, walks: Iterable[Walk], *, rotations: bool = True) -> list[list[int]]:
    """The ends of the walks from each site, ascending; a walk that leaves the board has none.

    It starts in every orthogonal direction of the board, or only in the first of them.
    """
    ways = turning_directions(board)
    starts = ways if rotations else ways[:1]
    found: list[list[int]] = []
    for site in range(board.count()):
        ends = {walk_end(board, site, start, walk, ways) for walk in walks for start in starts}
        found.append(sorted(end for end in ends if end >= 0))
    return found


def turning_directions(board: Board) -> list[str]:
    """The directions that a walk can take: the orthogonal ones of the compass."""
    return [name for name in board.directions("Orthogonal") if name in COMPASS]


def walk_end(board: Board, site: int, direction: str, walk: Walk, ways: Sequence[str]) -> int:
    """Where one walk ends, or -1."""
    for step in walk:
        if step == "F":
            following = board.steps(direction)[site]
            if not following:
                return -1
            site = following[-1]
        else:
            direction = clockwise(direction, ways) if step == "R" else counter_clockwise(direction, ways)
    return site
