"""What figures are counted in, and between which ends they lie."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Scale:
    """The range of a figure and its unit: ``share`` for what percents are taken of, else a word such as ``turns``.

    An empty unit is one that is not known, as in metrics of a plug-in.
    """

    unit: str
    low: float = -math.inf
    high: float = math.inf

    @property
    def is_share(self) -> bool:
        """Whether percents mean something here."""
        return self.unit == "share"

    def outside(self, value: float, low: float, high: float) -> float:
        """How far a value lies outside a wanted range, from 0 (inside) to 1, alike for all scales.

        A share is as far away as it differs. Of other figures it is the part that is missing or too much: 60 turns where
        at most 40 are wanted are as far away as 20 where 30 are (a third). Unknown scales count as shares within -1 and 1.
        """
        if math.isnan(value):
            return 1.0
        near = low if value < low else high if value > high else value
        if near == value:
            return 0.0
        if math.isinf(value):
            return 1.0
        distance = abs(value - near)
        if self.is_share or (not self.unit and max(abs(value), abs(near)) <= 1.0):
            return min(1.0, distance)
        return min(1.0, distance / max(abs(value), abs(near)))

    def towards(self, value: float, trend: str) -> float:
        """How far a value is from the best end of the scale, where more (or less) is always better; from 0 to 1."""
        end = self.high if trend == "higher" else self.low
        if math.isinf(value):
            return 0.0 if (value > 0) == (trend == "higher") else 1.0
        if math.isfinite(end) and math.isfinite(self.high - self.low):
            return min(1.0, abs(end - value) / (self.high - self.low))
        over = max(0.0, value)
        return 1.0 / (1.0 + over) if trend == "higher" else over / (1.0 + over)


SHARE = Scale("share", 0.0, 1.0)
DIFFERENCE = Scale("share", -1.0, 1.0)
TURNS = Scale("turns", 0.0)
MINUTES = Scale("minutes", 0.0)
MOVES = Scale("moves", 0.0)
MOVES_WITH_ONE = Scale("moves", 1.0)
"""Moves of which there is always one."""
PIECES = Scale("pieces", 0.0)
UNKNOWN = Scale("")
