"""A playout of a search: at random to the end or for so many moves, or choosing a little better than that.

Where groups without an empty neighbour are captured, a player who fills his last two of them is lost, so random matches
end in nonsense. A playout that knows *eyes* does not fill an empty site between own pieces, and passes only when nothing
else is left.
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import random_below
from apts.engine.runtime.layout import DECISION, MOVER, MOVES, OVER, RECORD, TARGET
from apts.search.memory import Entry, inner, moved, pointer
from apts.search.trees.descent import (
    EYES_AT,
    LOGGED,
    MOST_LOGGED,
    PATH_LOG,
    PLAYOUT_LIMIT,
    RAVE,
    SearchMemory,
    seat_of,
)
from apts.search.trees.ordering import move_key

TRIES = 6
"""Moves that are drawn before all are listed to find one that is no eye."""

# What is known of eyes, behind the settings: where the state has the pieces, how many components and sites there are, the
# owner of each component, for each site where its lists stand (neighbours, then diagonals), and what each decision does.
EYE_PIECES_AT = 0
EYE_COMPONENTS = 1
EYE_SITES = 2
EYE_HEAD = 3
PLACES_A_PIECE = 1  # of a decision
PASSES = 2


@inner
def play_out(search: SearchMemory, moves: Entry, choose: Entry, play: Entry, play_on: Entry) -> int:
    """Play on from the position of the iteration; tells whether the match is over. Moves are logged where that is wanted."""
    G, S, P = pointer(search.settings), pointer(search.state), pointer(search.path)
    P[LOGGED] = 0
    if G[RAVE] == 0 and G[EYES_AT] == 0:
        return play_on(search.data, search.state, search.work, search.records, search.stream, G[PLAYOUT_LIMIT])
    log, R, size = pointer(moved(search.path, PATH_LOG)), pointer(search.records), pointer(search.data)[RECORD]
    last = S[MOVES] + G[PLAYOUT_LIMIT]
    logged = 0
    while S[OVER] == 0 and S[MOVES] < last:
        index = choose(search.data, search.state, search.work, search.records, search.stream)
        if G[EYES_AT] != 0:
            tries = 1
            while tries < TRIES and is_poor(search, R, index * size):
                index = choose(search.data, search.state, search.work, search.records, search.stream)
                tries += 1
            if tries == TRIES and is_poor(search, R, index * size):
                index = listed_choice(search, moves)
        if G[RAVE] != 0 and logged < MOST_LOGGED:
            log[logged] = move_key(search.records, index * size, seat_of(S, S[MOVER]))
            logged += 1
        play(search.data, search.state, search.work, search.records, index)
    P[LOGGED] = logged
    return S[OVER]


@inner
def listed_choice(search: SearchMemory, moves: Entry) -> int:
    """A random one of all moves that are not poor; of the poor ones a pass, or else a random one."""
    R, size, stream = pointer(search.records), pointer(search.data)[RECORD], pointer(search.stream)
    count = moves(search.data, search.state, search.work, search.records)
    kinds = moved(search.settings, pointer(search.settings)[EYES_AT])
    best, found, rank = 0, 0, 0
    for index in range(count):
        own = 3
        if is_poor(search, R, index * size):
            own = 2 if decision_kind(kinds, R[index * size + DECISION]) == PASSES else 1
        if own > rank:
            best, found, rank = index, 1, own
        elif own == rank:
            found += 1
            if random_below(stream, found) == 0:
                best = index
    return best


@inner
def decision_kind(eyes: Any, decision: int) -> int:
    """What a decision does, as far as it matters here."""
    E = pointer(eyes)
    if decision < 0:
        return PASSES if decision == -1 else 0
    return E[EYE_HEAD + E[EYE_COMPONENTS] + E[EYE_SITES] + decision]


@inner
def is_poor(search: SearchMemory, R: list[int], at: int) -> bool:
    """Whether a move passes or fills an eye of its own."""
    eyes = moved(search.settings, pointer(search.settings)[EYES_AT])
    E, S = pointer(eyes), pointer(search.state)
    kind = decision_kind(eyes, R[at + DECISION])
    if kind != PLACES_A_PIECE:
        return kind == PASSES
    site = R[at + TARGET]
    if site < 0 or site >= E[EYE_SITES]:
        return False
    place = E[EYE_HEAD + E[EYE_COMPONENTS] + site]
    player = S[MOVER]
    for index in range(E[place]):
        if E[EYE_HEAD + S[E[EYE_PIECES_AT] + E[place + 1 + index]]] != player:
            return False
    place += E[place] + 1
    lost = 0 if E[place] >= 4 else 1
    for index in range(E[place]):
        owner = E[EYE_HEAD + S[E[EYE_PIECES_AT] + E[place + 1 + index]]]
        if owner != 0 and owner != player:
            lost += 1
    return lost < 2
