"""Turns and reflections of a board that bring its sites onto sites and leave what stands on them as it is."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

MOST_SITES = 1000
_TURNS = 12
_DECIMALS = 4

Points = NDArray[np.float64]


def board_symmetries(places: Sequence[Sequence[float]], contents: Sequence[Hashable]) -> tuple[tuple[int, ...], ...]:
    """For each turn and reflection that keeps the contents the site that each site comes to."""
    points = np.array(places, dtype=np.float64).reshape(-1, 2)
    if not len(points) or len(points) > MOST_SITES:
        return ()
    points = points - (points.min(axis=0) + points.max(axis=0)) / 2.0
    found = []
    for turn in range(_TURNS):
        angle = 2 * np.pi * turn / _TURNS
        rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        for flip in (1.0, -1.0):
            mapping = _permutation(points, (points * np.array([flip, 1.0])) @ rotation.T)
            if mapping is not None and all(contents[to] == contents[site] for site, to in enumerate(mapping)):
                found.append(mapping)
    return tuple(found)


def _permutation(points: Points, moved: Points) -> tuple[int, ...] | None:
    """For each site the one that it comes to; None where the points do not fall onto each other."""
    places = {_rounded(point): site for site, point in enumerate(points)}
    mapping = [places.get(_rounded(point), -1) for point in moved]
    return tuple(mapping) if -1 not in mapping and len(set(mapping)) == len(points) else None


def _rounded(point: Points) -> tuple[float, float]:
    return round(float(point[0]), _DECIMALS) + 0.0, round(float(point[1]), _DECIMALS) + 0.0
