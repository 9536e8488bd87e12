"""What a search holds the moves of a position to be worth, with the noise of few playouts taken out.

The means of few playouts differ by luck. What they differ by beyond that is estimated as in a meta-analysis of studies
of unequal size (DerSimonian and Laird, "Meta-analysis in clinical trials", 1986), and each mean is drawn towards the mean
of all moves by as much as luck explains. Where luck explains everything all moves are worth the same.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from apts.search.results import Row

STEPS = 50
"""Values are kept to the next of so many steps between 0 and 1."""

LEAST_SHARE = 0.01
"""A move with a smaller share of the visits is not known well enough to stand beside the best."""

LUCK, SPARE = 2.4, 1.5
"""Differences up to this many standard deviations above what luck explains on average, and a little more, are luck.

Of 250 positions with 2 to 25 equal moves and 100 to 1,600 playouts, distributed as UCT does, at most 15 show any.
"""

_LEAST_VARIANCE = 0.02


@dataclass(frozen=True, slots=True)
class MoveValues:
    """The values of the legal moves of a position for its mover, from -1 to 1.

    ``known`` has values, best first, each with the number of moves that have it; those moves were looked at well (at least
    1 % of the visits, or proved). ``others`` is the mean value of the moves that were looked at less, and their number.
    Moves that were not looked at are not counted. ``uncertainty`` is by how much the best move may be ahead of the others
    all the same where luck explains all differences: little where many playouts were made, much after few.
    """

    known: tuple[tuple[float, int], ...]
    others: tuple[float, int] = (0.0, 0)
    uncertainty: float = 0.0

    @property
    def best(self) -> float:
        """The value of the best move."""
        return self.known[0][0]

    @property
    def second(self) -> float:
        """The value of the second best move, which may be as good as the best one."""
        value, count = self.known[0]
        if count > 1:
            return value
        return self.known[1][0] if len(self.known) > 1 else self.others[0] if self.others[1] else value

    def as_list(self) -> list[float | int]:
        """As a flat list: the doubt, the value of the moves looked at little and their number, then value, number, ..."""
        flat: list[float | int] = [self.uncertainty, *self.others]
        for pair in self.known:
            flat += pair
        return flat

    @classmethod
    def from_list(cls, flat: Sequence[float | int]) -> MoveValues:
        """The values that were written as this list."""
        others, *known = zip(map(float, flat[1::2]), map(int, flat[2::2]), strict=True)
        return cls(tuple(known), others, float(flat[0]))


def sampled_values(values: Sequence[float], visits: Sequence[int], proven: Sequence[bool]) -> MoveValues | None:
    """The values of moves that are means of playouts; None where fewer than two moves were looked at.

    ``values`` are exact where ``proven`` says so. The order of the moves makes no difference, not even to the last digit.
    """
    if not values:
        return None
    values, visits, proven = zip(*sorted(zip(values, visits, proven, strict=True)), strict=True)
    return _kept(*_without_luck(values, visits, proven), visits, proven)


def judged_values(rows: Iterable[Row]) -> MoveValues | None:
    """The values of moves that are judgements, which no luck is in; rows without visits are not known."""
    seen = [row for row in rows if row.visits > 0 or row.proven is not None]
    values = [row.value if row.proven is None else row.proven for row in seen]
    return _kept(values, 0.0, [1] * len(seen), [True] * len(seen))


def values_of_rows(rows: Iterable[Row]) -> MoveValues | None:
    """The values in the rows of a tree search."""
    known = list(rows)
    proven = [row.proven is not None for row in known]
    values = [row.value if row.proven is None else row.proven for row in known]
    return sampled_values(values, [row.visits for row in known], proven)


def _without_luck(values: Sequence[float], visits: Sequence[int], proven: Sequence[bool]) -> tuple[list[float], float]:
    """The values, those that are not proved drawn together by what luck explains of their differences; and the doubt."""
    open_moves = [place for place, count in enumerate(visits) if count > 0 and not proven[place]]
    shrunk = list(values)
    total = sum(visits[place] for place in open_moves)
    if len(open_moves) < 2:
        return shrunk, 0.0
    mean = sum(values[place] * visits[place] for place in open_moves) / total
    variance = max(1.0 - mean * mean, _LEAST_VARIANCE)
    spread = sum(visits[place] * (values[place] - mean) ** 2 for place in open_moves) / variance
    degrees = len(open_moves) - 1
    margin = LUCK * math.sqrt(2.0 * degrees) + SPARE
    excess = spread - degrees - margin
    weight = (total - sum(visits[place] ** 2 for place in open_moves) / total) / variance
    if excess <= 0.0:
        for place in open_moves:
            shrunk[place] = mean
        # The best of so many normal values is about so many standard deviations above their mean.
        return shrunk, math.sqrt(2.0 * math.log(len(open_moves)) * margin / weight)
    between = excess / weight
    shares = [1.0 / (between + variance / visits[place]) for place in open_moves]
    centre = sum(share * values[place] for share, place in zip(shares, open_moves, strict=True)) / sum(shares)
    for share, place in zip(shares, open_moves, strict=True):
        shrunk[place] = centre + (values[place] - centre) * between * share
    return shrunk, 0.0


def _kept(
    values: Sequence[float], uncertainty: float, visits: Sequence[int], proven: Sequence[bool]
) -> MoveValues | None:
    """Values in steps, equal ones together."""
    least = LEAST_SHARE * sum(visits)
    counted: dict[int, int] = {}
    others, left, seen = 0.0, 0, 0
    for value, count, exact in zip(values, visits, proven, strict=True):
        if count <= 0 and not exact:
            continue
        seen += 1
        if count >= least or exact:
            step = round(min(1.0, max(-1.0, value)) * STEPS)
            counted[step] = counted.get(step, 0) + 1
        else:
            others += min(1.0, max(-1.0, value))
            left += 1
    if seen < 2 or not counted:
        return None
    known = tuple([(step / STEPS, counted[step]) for step in sorted(counted, reverse=True)])
    rest = (round(others / left * STEPS) / STEPS + 0.0, left) if left else (0.0, 0)
    return MoveValues(known, rest, math.ceil(min(2.0, uncertainty) * STEPS) / STEPS)
