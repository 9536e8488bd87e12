"""What a search gives back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from apts.engine.native.jit import mix
from apts.engine.runtime.layout import MOVER, SWAPPED
from apts.errors import AptsError
from apts.search.memory import inner, pointer

Record = tuple[int, ...]


@dataclass(frozen=True)
class Row:
    """What a search found out about one move.

    ``value`` is the expected utility for the mover, from -1 to 1; ``proven`` is the exact one where it is known;
    ``line`` is how play would go on, this move first. ``visits`` are iterations that went this way; a search that
    counts in points gives those too.
    """

    record: Record
    visits: int
    value: float
    proven: float | None
    line: tuple[Record, ...]
    points: float | None = None


@dataclass(frozen=True)
class SearchResult:
    """The end of a search: rows best first, the value of the position for the mover, and how much work it was.

    ``proven`` is the exact utility for the mover where it is known; ``iterations`` are playouts or nodes; ``depth`` is
    the longest line looked at, or the depth that was completed. ``values`` are those of all seats, where the search
    knows more than the mover's.
    """

    rows: tuple[Row, ...]
    value: float
    proven: float | None
    iterations: int
    nodes: int
    depth: int
    seconds: float
    points: float | None = None
    values: tuple[float, ...] | None = None

    @property
    def best(self) -> Record:
        """The record of the move to play."""
        return self.rows[0].record


def seat_to_move(state: Any) -> int:
    """The seat of the player to move."""
    mover = int(state[MOVER])
    return 3 - mover if state[SWAPPED] and mover <= 2 else mover


def player_of(state: Any, seat: int) -> int:
    """The player of the rules that a seat is at present."""
    return 3 - seat if state[SWAPPED] and seat <= 2 else seat


def balanced_values(seat: int, value: float, told: Sequence[float]) -> tuple[float, ...]:
    """Utilities of all seats with a sum of 0, of which one is known and the others were judged one by one.

    The others are moved up or down alike, as far as -1 and 1 allow.
    """
    if len(told) == 1:
        return (value,)
    low, high = -3.0, 3.0
    for _ in range(60):
        shift = (low + high) / 2
        total = value + sum(_bounded(other + shift) for place, other in enumerate(told, 1) if place != seat)
        low, high = (shift, high) if total < 0 else (low, shift)
    return tuple(value if place == seat else _bounded(other + low) for place, other in enumerate(told, 1))


def _bounded(value: float) -> float:
    return max(-1.0, min(1.0, value))


# ----------------------------------------------------------------------------------------------------------------
# From the figures of a search to one move: the best one, or one drawn by lot with better moves more likely.


def by_visits(row: Row) -> float:
    """The move that was looked at most; a proven win before all others, a proven loss behind."""
    if row.proven is not None and abs(row.proven) == 1.0:
        return row.proven * math.inf
    return row.visits


def by_value(row: Row) -> float:
    """The move with the best value, proven ones exactly; a move that was never tried comes last."""
    if row.proven is not None:
        return row.proven
    return row.value if row.visits else -1.0


def by_quality(row: Row) -> float:
    """The older measure: the value and the fourth root of the visits, which makes up for unproven results."""
    return row.value + math.sqrt(math.sqrt(row.visits))


MEASURES = {"visits": by_visits, "value": by_value, "quality": by_quality}


def ranking(rows: Sequence[Row], measure: str = "visits") -> list[Row]:
    """The rows, best first; equal ones: a proven win before others, then by visits and value.

    Rows that are equal in all of this stay in the order in which they come. A search gives them in the order in which it
    tried the moves first, which its seed has drawn: so no move has an advantage from its place in the list of moves.
    """
    if measure not in MEASURES:
        raise AptsError(f"moves are chosen by {', '.join(MEASURES)}, not by {measure!r}")
    score = MEASURES[measure]
    known = [row.proven for row in rows if row.proven is not None]
    best = max(known, default=-1.0)

    def worse(row: Row) -> bool:
        """Whether another move is proven to be better. A proven win is ahead of all others anyway."""
        return measure == "visits" and best < 1.0 and row.proven is not None and row.proven < best

    return sorted(rows, key=lambda row: (worse(row), -score(row), row.proven != 1.0, -row.visits, -row.value))


def drawn(rows: Sequence[Row], softening: float, seed: int, measure: str = "visits") -> Row:
    """One row by lot: the chance of a move is proportional to ``exp(score / softening)``.

    The score is the share of the visits, the value, or the quality. At a softening of 0 the best move is taken; a
    proven win always is, and a proven loss never while there is something else.
    """
    ordered = ranking(rows, measure)
    if softening <= 0.0 or by_visits(ordered[0]) == math.inf:
        return ordered[0]
    open_rows = [row for row in ordered if row.proven != -1.0] or ordered
    total = max(1, sum(row.visits for row in open_rows))
    scores = [row.visits / total if measure == "visits" else MEASURES[measure](row) for row in open_rows]
    highest = max(scores)
    weights = [math.exp((score - highest) / softening) for score in scores]
    return Random(seed).choices(open_rows, weights)[0]


# ----------------------------------------------------------------------------------------------------------------
# Orders of moves that are drawn from a seed: every order of a list is as likely as every other one.
#
# A search which takes the first of equal moves then prefers none for its place in the list, whichever moves are
# equal. Rows of a result are ordered by draws of their own: :mod:`apts.search.results` draws a move from them by
# the same seed, and two draws that hang together would prefer some places of the list after all.

Item = TypeVar("Item")


def in_drawn_order(items: Sequence[Item], seed: int) -> list[Item]:
    """The items in a random order that depends on the seed alone."""
    return Random(f"order {seed}").sample(items, len(items))


@inner
def seed_word(seed: int) -> int:
    """A seed as searches keep it: 63 bits, and never 0, which stands for the order of the list."""
    word: int = (2 * seed + 1) & 0x7FFFFFFFFFFFFFFF
    return word


@inner
def drawn_place(word: int, place: int, count: int) -> int:
    """Which entry of a list comes to a place: one by lot of those that stand there or behind it.

    Done for each place in turn, and the two entries changed, that shuffles the list (Fisher and Yates).
    """
    other: int = place + (mix(word, place) >> 8) % (count - place)
    return other


def with_one_in_front(entries: list[Item], word: int) -> list[Item]:
    """The entries in their order but for one that the word draws, which comes first."""
    if not entries:
        return entries
    place = drawn_place(word, 0, len(entries))
    return [entries[place], *entries[:place], *entries[place + 1 :]]


@inner
def swap_records(lists: Any, one: int, other: int, size: int) -> None:
    """Let two records of a list change places."""
    words = pointer(lists)
    for index in range(size):
        kept = words[one * size + index]
        words[one * size + index] = words[other * size + index]
        words[other * size + index] = kept


# ----------------------------------------------------------------------------------------------------------------
# What a search holds the moves of a position to be worth, with the noise of few playouts taken out.
#
# The means of few playouts differ by luck. What they differ by beyond that is estimated as in a meta-analysis of
# studies of unequal size (DerSimonian and Laird, "Meta-analysis in clinical trials", 1986), and each mean is
# drawn towards the mean of all moves by as much as luck explains. Where luck explains everything all moves are
# worth the same.

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
