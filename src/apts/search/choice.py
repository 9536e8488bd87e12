"""From the figures of a search to one move: the best one, or one drawn by lot with better moves more likely."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from apts.errors import AptsError
from apts.search.results import Row


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
