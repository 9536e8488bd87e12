"""The value of an unfinished position: a weighted sum of terms, worked out by one routine for all games.

The terms are a block of words that :mod:`apts.search.evaluation.heuristic` writes: a head, a descriptor for each term,
tables. Values are whole numbers, a hundredth of a point each.
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import copy_words, following
from apts.engine.runtime.layout import LENGTH, LEVELS, MOVER, NEXT, PLAYERS, RECORD, TARGET
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
CAPTURES_AT = 8  # where the block tells how the moves of the game capture, or 0 (see minimax/quiescence.py)
FIRST_TERM = 9

# A descriptor.
KIND = 0
OWN = 1  # weight of the seat's own figure
OTHERS = 2  # weight of the mean figure of the others
TABLE = 3
EXTRA = 4
STAGE = 5  # ALWAYS, with a share that grows (LATE) or falls (EARLY) as the board fills up, or where the seat is to move
TERM_WORDS = 6

ALWAYS = 0
LATE = 1
EARLY = 2
OWN_TURN = 3

# Kinds of terms.
MATERIAL = 1  # TABLE: value of each component
PLACES = 2  # TABLE: value of each site, for one player after the other
LINES = 3  # TABLE: lines; EXTRA: weight of each number of pieces, the seat's own and then the others'
SCORE = 4  # TABLE: where the state has the scores
MOBILITY = 5
CONNECTION = 6  # TABLE: neighbours, sources and targets
SQUARES = 7  # TABLE: units of each kind of piece on each site, for one seat after the other; EXTRA: how many kinds
TEMPO = 8  # one for the seat to move
GROUPS = 9  # TABLE: neighbours; EXTRA: what is counted of the groups
ATTACKS = 10  # TABLE: value of each component that the moves of a player lead to
FAR = 1 << 20

# What is counted of the groups of a player.
GROUP_COUNT = 0
LARGEST_GROUP = 1
LIBERTIES = 2  # of all groups, those of a group counted once
IN_ATARI = 3  # pieces of groups with one liberty


@inner
def evaluate(data: Any, state: Any, work: Any, records: Any, terms: Any, scratch: Any, seat: int, moves: Entry) -> int:
    """The value of the position for a seat."""
    T = pointer(terms)
    total = 0
    filled = -1
    for number in range(T[TERMS]):
        base = FIRST_TERM + number * TERM_WORDS
        stage = T[base + STAGE]
        if stage == OWN_TURN and pointer(state)[MOVER] != seat:
            continue
        value = term_value(data, state, work, records, terms, scratch, base, seat, moves)
        if stage in (LATE, EARLY):
            if filled < 0:
                filled = filled_sites(pointer(state), T)
            share = filled if stage == LATE else T[SITE_COUNT] - filled
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
    if T[base + KIND] == SQUARES:
        return squares_value(D, pointer(state), T, base, seat)
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
    if kind == TEMPO:
        return 1 if S[MOVER] == player else 0
    if kind == GROUPS:
        return groups_figure(S, T, pointer(moved(scratch, T[SCRATCH_SITES])), base, player)
    if kind == ATTACKS:
        count = mobility(data, state, work, records, scratch, player, moves)
        return attacks(D, S, T, pointer(records), pointer(moved(scratch, T[SCRATCH_SITES])), base, player, count)
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
def squares_value(D: list[int], S: list[int], T: list[int], base: int, seat: int) -> int:
    """What all pieces where they stand give a seat, in one walk over the sites."""
    sites, kinds = T[SITE_COUNT], T[base + EXTRA]
    table = T[base + TABLE] + (seat - 1) * kinds * sites
    what_at, height_at, count_at, state_at = T[WHAT_AT], T[HEIGHT_AT], T[COUNT_AT], T[STATE_AT]
    total = 0
    for site in range(sites):
        if height_at >= 0:
            for level in range(S[height_at + site]):
                total += T[table + S[what_at + site * D[LEVELS] + level] * sites + site]
            continue
        what = S[what_at + site]
        if what != 0:
            kind = what * (D[PLAYERS] + 1) + S[state_at + site] if state_at >= 0 else what
            if kind < kinds:
                total += T[table + kind * sites + site] * (S[count_at + site] if count_at >= 0 else 1)
    return total


@inner
def attacks(
    D: list[int], S: list[int], T: list[int], M: list[int], R: list[int], base: int, player: int, count: int
) -> int:
    """The values of the pieces of others that the listed moves lead to, each counted once."""
    sites = T[SITE_COUNT]
    for site in range(sites):
        R[site] = 0
    total = 0
    for index in range(count):
        site = M[index * D[RECORD] + TARGET]
        if site < 0 or site >= sites or R[site] != 0:
            continue
        R[site] = 1
        cell = site
        if T[HEIGHT_AT] >= 0:
            if S[T[HEIGHT_AT] + site] == 0:
                continue
            cell = site * D[LEVELS] + S[T[HEIGHT_AT] + site] - 1
        what = S[T[WHAT_AT] + cell]
        if what != 0:
            owner = owner_on(S, T, cell, what)
            if owner != player and owner > 0 and owner <= D[PLAYERS]:
                total += T[T[base + TABLE] + what]
    return total


@inner
def groups_figure(S: list[int], T: list[int], R: list[int], base: int, player: int) -> int:
    """What is asked about the groups of a player: pieces that lie side by side.

    A list of neighbours is its length and its members. Sites are marked by the number of the group that was there last.
    """
    table, wanted, sites = T[base + TABLE], T[base + EXTRA], T[SITE_COUNT]
    what_at, here, seen = T[WHAT_AT], sites, 2 * sites
    for site in range(sites):
        R[site] = 0
        R[seen + site] = 0
    groups, found = 0, 0
    for first in range(T[table]):
        what = S[what_at + first]
        if what == 0 or R[first] != 0 or owner_on(S, T, first, what) != player:
            continue
        groups += 1
        size, waiting, free = 1, 1, 0
        R[first] = groups
        R[here] = first
        while waiting > 0:
            waiting -= 1
            at = table + T[table + 1 + R[here + waiting]]
            for index in range(T[at]):
                site = T[at + 1 + index]
                if R[site] == groups:
                    continue
                near = S[what_at + site]
                if near == 0:
                    if R[seen + site] != groups:
                        R[seen + site] = groups
                        free += 1
                elif owner_on(S, T, site, near) == player:
                    R[site] = groups
                    R[here + waiting] = site
                    waiting += 1
                    size += 1
        if wanted == LARGEST_GROUP:
            found = max(found, size)
        elif wanted == LIBERTIES:
            found += free
        elif wanted == IN_ATARI and free == 1:
            found += size
    return groups if wanted == GROUP_COUNT else found


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


@routine(8, "moves")
def term_values(
    data: Any, state: Any, work: Any, records: Any, terms: Any, scratch: Any, seat: int, found: Any, moves: Entry
) -> int:
    """What each term alone gives a seat, into ``found``; returns the number of terms."""
    T, F = pointer(terms), pointer(found)
    count = T[TERMS]
    filled = filled_sites(pointer(state), T)
    for number in range(count):
        base = FIRST_TERM + number * TERM_WORDS
        stage = T[base + STAGE]
        F[number] = 0
        if stage == OWN_TURN and pointer(state)[MOVER] != seat:
            continue
        value = term_value(data, state, work, records, terms, scratch, base, seat, moves)
        if stage in (LATE, EARLY):
            share = filled if stage == LATE else T[SITE_COUNT] - filled
            value = value * share // T[SITE_COUNT]
        F[number] = value
    return count
