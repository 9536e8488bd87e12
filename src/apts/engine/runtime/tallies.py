"""Functions of every kernel that add up what random matches come to; the layout is in :mod:`apts.engine.runtime.layout`."""

from __future__ import annotations

from typing import Any

from apts.engine.runtime.kernel_functions import compiled
from apts.engine.runtime.layout import (
    ALL_LOST,
    ALL_WON,
    DRAWS,
    END_RULE,
    LONE_PASSES,
    OVER,
    PLAYERS,
    RANK_AT,
    SEAT_RUNS,
    SEAT_TALLIES,
    STOPPED,
    SWAPPED,
)

__all__ = ["seat_of", "tally_match"]


@compiled
def seat_of(S: Any, colour: int) -> int:
    """The seat that plays a colour; the swap rule exchanges the first two."""
    if S[SWAPPED] != 0 and colour <= 2:
        return 3 - colour
    return colour


@compiled
def tally_match(D: Any, S: Any, T: Any, moves: int, passes: int) -> None:
    """Add a match to the tally: its length, who came first, and which rank each seat has.

    ``passes`` of the moves were the only legal one each, and count in no length. A match that a limit stopped has no
    first and no ranks, unless the limit was that of the rules and somebody had won by then. A team has won where all its
    members are first and nobody else is; the tally has the team of each seat, or 0.
    """
    players = D[PLAYERS]
    T[SEAT_TALLIES + SEAT_RUNS * players + moves - passes] += 1
    T[LONE_PASSES] += passes
    best = S[D[RANK_AT] + 1]
    for colour in range(2, players + 1):
        best = min(best, S[D[RANK_AT] + colour])
    firsts = 0
    for colour in range(1, players + 1):
        if S[D[RANK_AT] + colour] == best:
            firsts += 1
    won = best == 2 and firsts == 1
    if S[OVER] == 0 or (S[END_RULE] < 0 and not won):
        T[STOPPED] += 1
        return
    if firsts == players and players > 1:
        if best == 2:
            T[ALL_WON] += 1
        elif best == 2 * players:
            T[ALL_LOST] += 1
        else:
            T[DRAWS] += 1
    teams = SEAT_TALLIES + 4 * players - 1
    winning = 0
    for colour in range(1, players + 1):
        if S[D[RANK_AT] + colour] == best:
            winning = T[teams + colour]
    apart = 0
    for colour in range(1, players + 1):
        first = S[D[RANK_AT] + colour] == best
        own = T[teams + colour] == winning
        if (first and not own) or (own and not first):
            apart = 1
    shared = 0 if won else players
    for colour in range(1, players + 1):
        rank = S[D[RANK_AT] + colour]
        seat = SEAT_TALLIES + seat_of(S, colour) - 1
        T[seat + 2 * players] += rank
        if rank == best and (won or firsts < players):
            T[seat + shared] += 1
            if winning > 0 and apart == 0:
                T[seat + 3 * players] += 1
