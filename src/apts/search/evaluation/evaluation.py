"""The value of an unfinished position: a weighted sum of terms, worked out by one routine for all games.

The terms are a block of words that :mod:`apts.search.evaluation.heuristic` writes: a head, a descriptor for each term,
tables. Values are whole numbers, a hundredth of a point each.
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import copy_words, following
from apts.engine.runtime.layout import LENGTH, LEVELS, MOVER, NEXT, PLAYERS
from apts.search.memory import Entry, inner, moved, pointer, routine

POINT = 100
"""Units of a value in one point of a weight."""

# The head of the block of terms.
TERMS = 0  # how many terms
WHAT_AT = 1  # where the state has the components on the sites
HEIGHT_AT = 2  # where it has the heights of stacks, or -1
COUNT_AT = 3  # where it has the counts of sites, or -1
SITE_COUNT = 4
OWNER_AT = 5  # table of the block: owner of each component
SCRATCH_SITES = 6  # where the scratch memory has room for sites, behind a position
STATE_AT = 7  # where it has the states of sites when these tell the owner, or -1
FIRST_TERM = 8

# A descriptor.
KIND = 0
OWN = 1  # weight of the seat's own figure
OTHERS = 2  # weight of the mean figure of the others
TABLE = 3
EXTRA = 4
STAGE = 5  # ALWAYS, or with a share that grows (LATE) or falls (EARLY) as the board fills up
TERM_WORDS = 6

ALWAYS = 0
LATE = 1
EARLY = 2

# Kinds of terms.
MATERIAL = 1  # TABLE: value of each component
PLACES = 2  # TABLE: value of each site, for one player after the other
LINES = 3  # TABLE: lines; EXTRA: weight of each number of pieces, the seat's own and then the others'
SCORE = 4  # TABLE: where the state has the scores
MOBILITY = 5
CONNECTION = 6  # TABLE: neighbours, sources and targets
FAR = 1 << 20


@inner
def evaluate(data: Any, state: Any, work: Any, records: Any, terms: Any, scratch: Any, seat: int, moves: Entry) -> int:
    """The value of the position for a seat."""
    T = pointer(terms)
    total = 0
    filled = -1
    for number in range(T[TERMS]):
        base = FIRST_TERM + number * TERM_WORDS
        value = term_value(data, state, work, records, terms, scratch, base, seat, moves)
        if T[base + STAGE] != ALWAYS:
            if filled < 0:
                filled = filled_sites(pointer(state), T)
            share = filled if T[base + STAGE] == LATE else T[SITE_COUNT] - filled
            value = value * share // T[SITE_COUNT]
        total += value
    return total


@inner
def filled_sites(S: list[int], T: list[int]) -> int:
    """How many sites are occupied."""
    filled = 0
    at = T[HEIGHT_AT] if T[HEIGHT_AT] >= 0 else T[WHAT_AT]
    for site in range(T[SITE_COUNT]):
        if S[at + site] != 0:
            filled += 1
    return filled


@inner
def term_value(
    data: Any, state: Any, work: Any, records: Any, terms: Any, scratch: Any, base: int, seat: int, moves: Entry
) -> int:
    """What one term gives a seat."""
    D, T = pointer(data), pointer(terms)
    players = D[PLAYERS]
    if T[base + KIND] == LINES:
        return line_value(D, state, T, base, seat)
    total = 0
    others = 0
    for player in range(1, players + 1):
        weight = T[base + OWN] if player == seat else T[base + OTHERS]
        if weight == 0:
            continue
        value = weight * figure(data, state, work, records, terms, scratch, base, player, moves)
        if player == seat:
            total = value
        else:
            others += value
    return total + others // max(players - 1, 1)


@inner
def figure(
    data: Any, state: Any, work: Any, records: Any, terms: Any, scratch: Any, base: int, player: int, moves: Entry
) -> int:
    """What one term counts for one player."""
    D, S, T = pointer(data), pointer(state), pointer(terms)
    kind = T[base + KIND]
    if kind in (MATERIAL, PLACES):
        return pieces_value(D, S, T, base, player)
    if kind == SCORE:
        return S[T[base + TABLE] + player]
    if kind == MOBILITY:
        return mobility(data, state, work, records, scratch, player, moves)
    return -connection_distance(S, T, pointer(moved(scratch, T[SCRATCH_SITES])), base, player)


@inner
def owner_on(S: list[int], T: list[int], cell: int, what: int) -> int:
    """Who owns the component that is on a cell."""
    return S[T[STATE_AT] + cell] if T[STATE_AT] >= 0 else T[T[OWNER_AT] + what]


@inner
def pieces_value(D: list[int], S: list[int], T: list[int], base: int, player: int) -> int:
    """The values of the player's pieces, by component or by site."""
    places = T[base + KIND] == PLACES
    table = T[base + TABLE] + (player * T[SITE_COUNT] if places else 0)
    what_at, height_at, count_at, owner_at = T[WHAT_AT], T[HEIGHT_AT], T[COUNT_AT], T[OWNER_AT]
    total = 0
    for site in range(T[SITE_COUNT]):
        if height_at >= 0:
            for level in range(S[height_at + site]):
                what = S[what_at + site * D[LEVELS] + level]
                if T[owner_at + what] == player:
                    total += T[table + site] if places else T[table + what]
            continue
        what = S[what_at + site]
        if what != 0 and owner_on(S, T, site, what) == player:
            if places:
                total += T[table + site]
            else:
                total += T[table + what] * (S[count_at + site] if count_at >= 0 else 1)
    return total


@inner
def line_value(D: list[int], state: Any, T: list[int], base: int, seat: int) -> int:
    """Lines that one player alone has pieces on, weighted by how many."""
    S = pointer(state)
    at, weights = T[base + TABLE], T[base + EXTRA]
    lines, length = T[at], T[at + 1]
    what_at = T[WHAT_AT]
    total = 0
    at += 2
    for _ in range(lines):
        owner = 0
        pieces = 0
        for index in range(length):
            what = S[what_at + T[at + index]]
            if what != 0:
                holder = owner_on(S, T, T[at + index], what)
                if owner != 0 and owner != holder:
                    pieces = 0
                    break
                owner = holder
                pieces += 1
        at += length
        if pieces > 0 and owner > 0:
            total += T[weights + pieces + (0 if owner == seat else length + 1)]
    return total


@inner
def mobility(data: Any, state: Any, work: Any, records: Any, scratch: Any, player: int, moves: Entry) -> int:
    """How many moves the player has, or would have if it were his turn."""
    D, S = pointer(data), pointer(state)
    if S[MOVER] == player:
        return moves(data, state, work, records)
    copy = pointer(scratch)
    copy_words(copy, 0, S, 0, S[LENGTH])
    copy[MOVER] = player
    copy[NEXT] = following(D, copy, player)
    return moves(data, scratch, work, records)


@inner
def connection_distance(S: list[int], T: list[int], R: list[int], base: int, player: int) -> int:
    """How many empty sites the player still needs to join the regions that he has to connect.

    The table has where the neighbours begin and, two words for each player, where his sources and his targets begin. A
    list is its length and its members. Sites are reached in the order of their distance: own pieces cost nothing.
    """
    table = T[base + TABLE]
    sites, what_at = T[SITE_COUNT], T[WHAT_AT]
    sources, targets = T[table + 2 * player], T[table + 2 * player + 1]
    if T[sources] == 0 or T[targets] == 0:
        return 0
    here, there = sites, 2 * sites
    for site in range(sites):
        R[site] = FAR
    waiting, later, distance = 0, 0, 0
    for index in range(T[sources]):
        site = T[sources + 1 + index]
        what = S[what_at + site]
        if what == 0:
            R[site] = 1
            R[there + later] = site
            later += 1
        elif owner_on(S, T, site, what) == player:
            R[site] = 0
            R[here + waiting] = site
            waiting += 1
    while waiting > 0 or later > 0:
        if waiting == 0:
            here, there = there, here
            waiting, later = later, 0
            distance += 1
        waiting -= 1
        at = T[T[table] + R[here + waiting]]
        for index in range(T[at]):
            site = T[at + 1 + index]
            what = S[what_at + site]
            if R[site] != FAR:
                continue
            if what == 0:
                R[site] = distance + 1
                R[there + later] = site
                later += 1
            elif owner_on(S, T, site, what) == player:
                R[site] = distance
                R[here + waiting] = site
                waiting += 1
    best = sites
    for index in range(T[targets]):
        best = min(best, R[T[targets + 1 + index]])
    return best


@routine(7, "moves")
def position_value(
    data: Any, state: Any, work: Any, records: Any, terms: Any, scratch: Any, seat: int, moves: Entry
) -> int:
    """The value of a position for a seat, from outside."""
    return evaluate(data, state, work, records, terms, scratch, seat, moves)
