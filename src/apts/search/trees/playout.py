"""A playout of a search: at random to the end or for so many moves, or choosing a little better than that.

Where groups without an empty neighbour are captured, a player who fills his last two of them is lost, so random matches
end in nonsense. A playout that knows *eyes* does not fill an empty site between own pieces, and passes only when nothing
else is left.
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import random_below
from apts.engine.runtime.layout import DECISION, LAST_TO, MOVER, MOVES, ORIGIN, OVER, RECORD, STATE_SIZE, TARGET
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

PATIENCE = 4
TRIES = 10
"""Moves that are drawn before a pass is taken, and before all are listed to find one that is no eye."""

# What is known of eyes, behind the settings: where the state has the pieces, how many components and sites there are, the
# owner of each component, for each site where its lists stand (neighbours, then diagonals), and what each decision does.
EYE_PIECES_AT = 0
EYE_COMPONENTS = 1
EYE_SITES = 2
EYE_PLACING = 3  # decision that places a piece on any empty site, if groups in danger are answered; else -1
EYE_HEAD = 4
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
        reply = -1
        if G[EYES_AT] != 0 and pointer(moved(search.settings, G[EYES_AT]))[EYE_PLACING] >= 0:
            reply = urgent_site(search)
        index = 0
        if reply >= 0:
            R[DECISION] = pointer(moved(search.settings, G[EYES_AT]))[EYE_PLACING]
            R[ORIGIN] = reply
            R[TARGET] = reply
        else:
            index = choose(search.data, search.state, search.work, search.records, search.stream)
        if reply < 0 and G[EYES_AT] != 0:
            tries = 1
            while tries < TRIES and is_refused(search, R, index * size, tries):
                index = choose(search.data, search.state, search.work, search.records, search.stream)
                tries += 1
            if tries == TRIES and is_refused(search, R, index * size, tries):
                index = listed_choice(search, moves)
        if G[RAVE] != 0 and logged < MOST_LOGGED:
            log[logged] = move_key(search.records, index * size, seat_of(S, S[MOVER]))
            logged += 1
        play(search.data, search.state, search.work, search.records, index)
    P[LOGGED] = logged
    return S[OVER]


@inner
def is_refused(search: SearchMemory, R: list[int], at: int, tries: int) -> bool:
    """Whether another move is drawn instead of one: instead of an eye, and of a pass while others may be left."""
    if not is_poor(search, R, at):
        return False
    passes = decision_kind(moved(search.settings, pointer(search.settings)[EYES_AT]), R[at + DECISION]) == PASSES
    return not passes or tries < PATIENCE


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


@inner
def urgent_site(search: SearchMemory) -> int:
    """Where the group that was touched last can be taken, or one of the mover's that it threatens escapes; -1 for nowhere.

    A single piece is not taken back where that would take a single piece: rules forbid to go on so for ever.
    """
    E, S = pointer(moved(search.settings, pointer(search.settings)[EYES_AT])), pointer(search.state)
    Q = pointer(moved(search.scratch, pointer(search.data)[STATE_SIZE]))
    sites, at, player, last = E[EYE_SITES], E[EYE_PIECES_AT], S[MOVER], S[LAST_TO]
    if last < 0 or last >= sites or S[at + last] == 0:
        return -1
    starts = EYE_HEAD + E[EYE_COMPONENTS]
    for site in range(sites):
        Q[site] = 0
    stamp = 1
    if E[EYE_HEAD + S[at + last]] != player:
        free = only_liberty(E, S, Q, last, stamp)
        if free >= 0 and (Q[2 * sites] > 1 or has_company(E, S, free, player)):
            return free
    best, found = -1, 0
    place = E[starts + last]
    for index in range(E[place]):
        near = E[place + 1 + index]
        if S[at + near] == 0 or E[EYE_HEAD + S[at + near]] != player:
            continue
        stamp += 1
        free = only_liberty(E, S, Q, near, stamp)
        if free >= 0 and empty_neighbours(E, S, free) >= 2:
            found += 1
            if random_below(pointer(search.stream), found) == 0:
                best = free
    return best


@inner
def only_liberty(E: list[int], S: list[int], Q: list[int], first: int, stamp: int) -> int:
    """The empty neighbour of a group that has no other; -1 when it has none, -2 when it has more. Q gets its size."""
    sites, at = E[EYE_SITES], E[EYE_PIECES_AT]
    starts = EYE_HEAD + E[EYE_COMPONENTS]
    owner = E[EYE_HEAD + S[at + first]]
    Q[first] = stamp
    Q[sites] = first
    head, tail, found = 0, 1, -1
    while head < tail:
        place = E[starts + Q[sites + head]]
        head += 1
        for index in range(E[place]):
            site = E[place + 1 + index]
            if Q[site] != stamp:
                Q[site] = stamp
                what = S[at + site]
                if what == 0:
                    if found >= 0:
                        return -2
                    found = site
                elif E[EYE_HEAD + what] == owner:
                    Q[sites + tail] = site
                    tail += 1
    Q[2 * sites] = tail
    return found


@inner
def empty_neighbours(E: list[int], S: list[int], site: int) -> int:
    """How many neighbours of a site are empty."""
    place = E[EYE_HEAD + E[EYE_COMPONENTS] + site]
    found = 0
    for index in range(E[place]):
        if S[E[EYE_PIECES_AT] + E[place + 1 + index]] == 0:
            found += 1
    return found


@inner
def has_company(E: list[int], S: list[int], site: int, player: int) -> bool:
    """Whether a neighbour of a site is empty or the player's."""
    place = E[EYE_HEAD + E[EYE_COMPONENTS] + site]
    for index in range(E[place]):
        what = S[E[EYE_PIECES_AT] + E[place + 1 + index]]
        if what == 0 or E[EYE_HEAD + what] == player:
            return True
    return False
