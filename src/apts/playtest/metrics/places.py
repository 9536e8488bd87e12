"""The places that seats take: first, second, and so on, alone or together with others."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.playtest.evidence.evidence import Evidence
from apts.playtest.metrics.metric_registry import share_of


def places_of(ranks: tuple[float, ...]) -> tuple[int, ...]:
    """The place of each seat: one more than the seats before it, so that two who share the first place are both first."""
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def place_table(evidence: Evidence) -> NDArray[np.int64]:
    """A row a match, a column a seat: its place, or that of its team among the teams; 0 in matches that were stopped."""
    nothing = (0,) * evidence.players
    side_of = {seat: number for number, seats in enumerate(evidence.sides) for seat in seats}
    rows = []
    for match in evidence.matches:
        if match.status != "finished" or match.outcome is None:
            rows.append(nothing)
            continue
        if match.outcome.all_lost:
            rows.append((len(evidence.sides),) * evidence.players)
            continue
        ranks = match.outcome.ranks
        of_sides = places_of(tuple(ranks[seats[0]] for seats in evidence.sides))
        rows.append(tuple(of_sides[side_of[seat]] for seat in range(evidence.players)))
    return np.array(rows, dtype=np.int64).reshape(len(rows), evidence.players)


def place_shares(evidence: Evidence, seat: int) -> list[dict[str, Any]]:
    """How often a seat (from 0) takes each place, with interval; ``shared`` counts the times that it had company there."""
    table = place_table(evidence)
    own = table[:, seat]
    firsts = [seats[0] for seats in evidence.sides]
    company = (table[:, firsts] == own[:, None]).sum(axis=1) > 1
    found = []
    for place in range(1, len(evidence.sides) + 1):
        here = own == place
        share = share_of(evidence, here.astype(np.float64))
        count, shared = int(here.sum()), int((here & company).sum())
        found.append(
            {
                "place": place,
                "count": count,
                "shared": shared,
                "share": share.value,
                "low": share.low,
                "high": share.high,
            }
        )
    return found
