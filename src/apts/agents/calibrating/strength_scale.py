"""A scale of strength through matches: what each part of a line of ever weaker agents costs, by the logistic (Bradley-Terry)
model.

Places on the line are numbers from 0, the strongest, on; between two whole numbers strength falls evenly. An agent that is
``d`` above another one on the scale scores ``1 / (1 + exp(-d))``. See R. A. Bradley and M. E. Terry, "Rank analysis of
incomplete block designs", Biometrika 39 (1952).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

USUAL, SPREAD = 0.5, 1.0
"""What a part costs before anything is known, and how far from that it may well be."""

ALIKE = 0.4
"""How far what neighbouring parts cost may well lie apart."""

SWEEPS = 120
STEEPEST = 6.0


@dataclass(frozen=True)
class Meeting:
    """Matches of an agent at one place against one at a weaker one: the mean score of the first."""

    above: float
    below: float
    score: float
    matches: int


def score_at(distance: float) -> float:
    """What an agent scores that is so far above another one on the scale."""
    return 1.0 / (1.0 + math.exp(-distance))


class StrengthScale:
    """What each part of the line costs, as matches tell it, drawn towards what its neighbours cost."""

    def __init__(self, parts: int, meetings: Sequence[Meeting]):
        self.costs = [USUAL] * parts
        known = [(_shares(one.above, one.below, parts), one.score, one.matches) for one in meetings]
        for _ in range(SWEEPS):
            for part in range(parts):
                self._improve(part, known)

    def _improve(self, part: int, known: Sequence[tuple[list[float], float, int]]) -> None:
        """One step of Newton's method for one part."""
        cost = self.costs[part]
        slope, curve = (USUAL - cost) / SPREAD**2, 1.0 / SPREAD**2
        for other in (part - 1, part + 1):
            if 0 <= other < len(self.costs):
                slope += (self.costs[other] - cost) / ALIKE**2
                curve += 1.0 / ALIKE**2
        for shares, score, matches in known:
            share = shares[part]
            if share == 0.0:
                continue
            distance = 0.0
            for one, weight in zip(self.costs, shares, strict=True):
                distance += one * weight
            expected = score_at(distance)
            slope += matches * (score - expected) * share
            curve += matches * expected * (1.0 - expected) * share * share
        self.costs[part] = min(STEEPEST, max(0.0, cost + slope / curve))

    @property
    def whole(self) -> float:
        """How far the ends of the line lie apart."""
        total = 0.0
        for cost in self.costs:
            total += cost
        return total

    def distance(self, place: float) -> float:
        """How far a place lies below the strongest one."""
        total = 0.0
        for part, cost in enumerate(self.costs):
            total += cost * max(0.0, min(1.0, place - part))
        return total

    def place(self, distance: float) -> float:
        """The place that lies so far below the strongest one."""
        left = distance
        for part, cost in enumerate(self.costs):
            if left <= cost:
                return part + (left / cost if cost > 0.0 else 0.0)
            left -= cost
        return float(len(self.costs))


def _shares(above: float, below: float, parts: int) -> list[float]:
    """How much of each part lies between two places."""
    return [max(0.0, min(below, part + 1.0) - max(above, float(part))) for part in range(parts)]
