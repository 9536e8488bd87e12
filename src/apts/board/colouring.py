"""The colouring of a board: the greedy division of sites into classes of which neighbours differ."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

COLOURS = 4


def colour_classes(neighbours: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """A colour number for every site, breadth first from the lowest site that has none yet.

    A site takes the lowest of four colours that no neighbour has, or a fifth when there is none.
    """
    colour = [-1] * len(neighbours)
    for start in range(len(neighbours)):
        queue = deque([start])
        while queue:
            site = queue.popleft()
            if colour[site] >= 0:
                continue
            around = {colour[other] for other in neighbours[site]}
            colour[site] = next((free for free in range(COLOURS) if free not in around), COLOURS)
            for other in neighbours[site]:
                if colour[other] >= 0:
                    continue
                # A site whose neighbours already show two colours has little choice left and goes first.
                shown = {colour[beyond] for beyond in neighbours[other]} - {-1}
                if len(shown) >= 2:
                    queue.appendleft(other)
                else:
                    queue.append(other)
    return tuple(colour)
