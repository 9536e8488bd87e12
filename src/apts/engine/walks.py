"""Walks of a turtle over the board: forward steps and turns to the next orthogonal direction."""

from __future__ import annotations

from collections.abc import Iterator

from apts.board.board import Board
from apts.board.directions import clockwise, counter_clockwise
from apts.language.tree import Value, Word

Walk = tuple[str, ...]


def read_walks(value: Value | None) -> tuple[Walk, ...]:
    """The walks of a collection of collections of F, R and L."""
    assert isinstance(value, tuple)
    return tuple(read_walk(walk) for walk in value)


def read_walk(value: Value | None) -> Walk:
    """One walk."""
    assert isinstance(value, tuple)
    return tuple(step.name for step in value if isinstance(step, Word))


def walk_ends(board: Board, site: int, walks: tuple[Walk, ...], *, rotations: bool = True) -> Iterator[int]:
    """Where the walks end that start in every direction (or only the first); those that leave the board are dropped."""
    supported = board.directions("Orthogonal")
    for direction in supported if rotations else supported[:1]:
        for walk in walks:
            path = walk_path(board, site, walk, direction)
            if path is not None:
                yield path[-1]


def walk_path(board: Board, site: int, walk: Walk, direction: str) -> list[int] | None:
    """All sites of a walk, the first included; None when it leaves the board."""
    supported = board.directions("Orthogonal")
    path = [site]
    for step in walk:
        if step == "F":
            ahead = board.steps(direction)[path[-1]]
            if not ahead:
                return None
            path.append(ahead[0])
        elif step == "R":
            direction = clockwise(direction, supported)
        else:
            direction = counter_clockwise(direction, supported)
    return path
