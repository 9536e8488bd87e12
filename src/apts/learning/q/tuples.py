"""The n-tuples of a game: runs of cells along lines and winding ones, each with its images under the board's symmetries.

A tuple of n cells has a weight for each way in which they can be filled. Straight ones see rows, winding ones see
corners and clusters (Krawiec and Szubert, 2011; Thill, Koch and Konen, 2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from apts.learning.q.cells import Cells

MOST_WEIGHTS = 20_000
"""Weights of one tuple."""

LONGEST = 8
SHAPE_SEED = 7


@dataclass(frozen=True)
class TupleSet:
    """Tuples that share weights: ``images`` have the same length, and one table of ``codes ** length`` weights."""

    images: tuple[tuple[int, ...], ...]

    @property
    def length(self) -> int:
        """The number of cells."""
        return len(self.images[0])


def tuple_length(codes: int) -> int:
    """The length of tuples for so many codes of a cell."""
    length = 1
    while length < LONGEST and codes ** (length + 1) <= MOST_WEIGHTS:
        length += 1
    return length


def tuple_sets(cells: Cells, symmetries: Sequence[Sequence[int]], codes: int, walks: int) -> list[TupleSet]:
    """Straight tuples along all lines, ``walks`` winding ones, and single cells that no other tuple has."""
    length = tuple_length(codes)
    chosen: list[tuple[int, ...]] = []
    for line in cells.lines:
        chosen += [line[at : at + length] for at in range(max(1, len(line) - length + 1))]
    dice = Random(SHAPE_SEED)
    starts = [cell for cell, near in enumerate(cells.neighbours) if near]
    for _ in range(walks if starts else 0):
        chosen.append(_walk(cells, dice.choice(starts), length, dice))
    covered = {cell for line in chosen for cell in line}
    chosen += [(cell,) for cell in range(len(cells.sites)) if cell not in covered]
    return _with_images(chosen, symmetries)


def _walk(cells: Cells, start: int, length: int, dice: Random) -> tuple[int, ...]:
    """Cells that hang together, each next to one that came before."""
    found = [start]
    while len(found) < length:
        near = [cell for at in found[-3:] for cell in cells.neighbours[at] if cell not in found]
        near = near or [cell for at in found for cell in cells.neighbours[at] if cell not in found]
        if not near:
            break
        found.append(dice.choice(near))
    return tuple(found)


def _with_images(chosen: Sequence[tuple[int, ...]], symmetries: Sequence[Sequence[int]]) -> list[TupleSet]:
    """Each tuple with its images; what has the cells of an earlier one is left out."""
    seen: set[frozenset[int]] = set()
    sets = []
    for line in chosen:
        images = []
        for symmetry in symmetries:
            image = tuple(symmetry[cell] for cell in line)
            if frozenset(image) not in seen:
                seen.add(frozenset(image))
                images.append(image)
        if images:
            sets.append(TupleSet(tuple(images)))
    return sets
