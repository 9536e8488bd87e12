"""Captures at the end of the lines of an alpha-beta search (quiescence search; Harris, 1975).

An evaluation in the middle of an exchange says nothing. Where the depth ends, a search may therefore go on with moves
that capture, until nobody captures or it is better to stop: a side that need not capture may stand on the evaluation.
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import copy_words
from apts.engine.runtime.layout import DECISION, LENGTH, LEVELS, MOVER, ORIGIN, PLAYERS, RECORD, TARGET
from apts.search.evaluation.evaluation import CAPTURES_AT, HEIGHT_AT, SITE_COUNT, WHAT_AT, owner_on
from apts.search.memory import Entry, inner, moved, pointer, routine
from apts.search.minimax.search_block import (
    ALPHA,
    BEST,
    BETA,
    CAPACITY,
    CAPTURE,
    COUNT,
    DECIDED,
    FRAME,
    FRAMES_AT,
    HINTED,
    INFINITE,
    KILLER,
    NEXT_MOVE,
    ORDER_AT,
    STATE_WORDS,
    TIE_BITS,
    SidesMemory,
)

# What is known of the captures of a game, in the block of terms.
FORCED = 0  # 1: whoever can capture must, so that nobody may stand on the evaluation
MARGIN = 1  # what an exchange may change besides the pieces; negative: pieces have no known worth
DECISIONS = 2
CLASSES = 3  # how the moves of each decision capture; the worth of each kind of piece follows

# How the moves of a decision capture.
NEVER = 0
BY_TARGET = 1  # where a piece of another stands on the target
ALWAYS = 2


@inner
def piece_on(S: list[int], T: list[int], levels: int, site: int) -> int:
    """Which cell of a site has its uppermost piece, or -1."""
    if T[HEIGHT_AT] >= 0:
        height = S[T[HEIGHT_AT] + site]
        return site * levels + height - 1 if height > 0 else -1
    return site if S[T[WHAT_AT] + site] != 0 else -1


@inner
def captured_worth(data: Any, state: Any, terms: Any, record: Any) -> int:
    """What the victim of a move is worth, at least 1; 0 where the move captures nothing."""
    D, S, T, M = pointer(data), pointer(state), pointer(terms), pointer(record)
    at = T[CAPTURES_AT]
    decision = M[DECISION]
    if decision < 0 or decision >= T[at + DECISIONS] or T[at + CLASSES + decision] == NEVER:
        return 0
    if T[at + CLASSES + decision] == ALWAYS:
        return INFINITE
    site = M[TARGET]
    if site < 0 or site >= T[SITE_COUNT]:
        return 0
    cell = piece_on(S, T, D[LEVELS], site)
    if cell < 0:
        return 0
    what = S[T[WHAT_AT] + cell]
    owner = owner_on(S, T, cell, what)
    if owner == S[MOVER] or owner <= 0 or owner > D[PLAYERS]:
        return 0
    worth: int = max(1, T[at + CLASSES + T[at + DECISIONS] + what])
    return worth


@inner
def mover_worth(data: Any, state: Any, terms: Any, record: Any) -> int:
    """What the piece is worth that a move begins with; 0 where it begins with none."""
    S, T = pointer(state), pointer(terms)
    at, site = T[CAPTURES_AT], pointer(record)[ORIGIN]
    if site < 0 or site >= T[SITE_COUNT]:
        return 0
    cell = piece_on(S, T, pointer(data)[LEVELS], site)
    if cell < 0:
        return 0
    worth: int = T[at + CLASSES + T[at + DECISIONS] + S[T[WHAT_AT] + cell]]
    return worth


@inner
def promote_captures(own: SidesMemory, ply: int) -> None:
    """Let captures come first in the order of a frame, except of less valuable pieces by more valuable ones."""
    B = pointer(own.block)
    state, records = moved(own.states, ply * B[STATE_WORDS]), moved(own.lists, ply * B[CAPACITY])
    order, size = B[ORDER_AT] + ply * B[CAPACITY], pointer(own.data)[RECORD]
    for index in range(B[B[FRAMES_AT] + ply * FRAME + COUNT]):
        record = moved(records, index * size)
        worth = captured_worth(own.data, state, own.terms, record)
        if worth != 0 and B[order + 2 * index] != HINTED:
            by = mover_worth(own.data, state, own.terms, record)
            B[order + 2 * index] += (CAPTURE if worth >= by else KILLER >> 1) + ((16 * worth - by) << TIE_BITS)


@inner
def keep_captures(data: Any, block: Any, state: Any, records: Any, terms: Any, ply: int, count: int, least: int) -> int:
    """Put the captures among so many moves into the order of a frame; returns how many there are.

    Those of the most valuable pieces come first, and those by less valuable ones before others. Captures of less than
    ``least`` are left out.
    """
    B = pointer(block)
    order = B[ORDER_AT] + ply * B[CAPACITY]
    size = pointer(data)[RECORD]
    found = 0
    for index in range(count):
        record = moved(records, index * size)
        worth = captured_worth(data, state, terms, record)
        if worth == 0:
            continue
        found += 1
        if worth < least:
            continue
        place = B[B[FRAMES_AT] + ply * FRAME + COUNT]
        B[order + 2 * place] = 16 * worth - mover_worth(data, state, terms, record)
        B[order + 2 * place + 1] = index
        B[B[FRAMES_AT] + ply * FRAME + COUNT] = place + 1
    return found


@inner
def go_on_with_captures(own: SidesMemory, ply: int, stand: int, moves: Entry) -> bool:
    """Make the captures the moves of a frame whose depth has ended; False where there is nothing to look at."""
    B, T = pointer(own.block), pointer(own.terms)
    base = B[FRAMES_AT] + ply * FRAME
    at = T[CAPTURES_AT]
    must = T[at + FORCED] != 0
    if not must and stand >= B[base + BETA]:
        return False
    state, records = moved(own.states, ply * B[STATE_WORDS]), moved(own.lists, ply * B[CAPACITY])
    count = moves(own.data, state, own.work, records)
    least = 0
    if not must and T[at + MARGIN] >= 0 and B[base + ALPHA] > -DECIDED:
        least = B[base + ALPHA] - stand - T[at + MARGIN]
    B[base + COUNT] = 0
    found = keep_captures(own.data, own.block, state, records, own.terms, ply, count, least)
    forced = found == count and B[base + COUNT] == count
    if B[base + COUNT] == 0 or (not forced and stand >= B[base + BETA]):
        return False
    B[base + NEXT_MOVE] = 0
    B[base + BEST] = -INFINITE
    if not forced:
        B[base + BEST] = stand
        B[base + ALPHA] = max(B[base + ALPHA], stand)
    return True


# ----------------------------------------------------------------------------------------------------------------
# How the moves of a game capture is learnt from random matches.

# For each decision: its moves, those that took a piece of another away, those to a site with one, and those that did both.
SEEN = 0
TOOK = 1
MET = 2
MET_AND_TOOK = 3
TALLIES = 4


@inner
def pieces_of_others(D: list[int], S: list[int], T: list[int], player: int) -> int:
    """How many pieces the others have."""
    found = 0
    for site in range(T[SITE_COUNT]):
        heights = S[T[HEIGHT_AT] + site] if T[HEIGHT_AT] >= 0 else 1
        for level in range(heights):
            cell = site * D[LEVELS] + level if T[HEIGHT_AT] >= 0 else site
            what = S[T[WHAT_AT] + cell]
            if what != 0:
                owner = owner_on(S, T, cell, what)
                if owner != player and 0 < owner <= D[PLAYERS]:
                    found += 1
    return found


@routine(7, "moves play")
def tally_captures(
    data: Any,
    state: Any,
    child: Any,
    work: Any,
    records: Any,
    terms: Any,
    tallies: Any,
    moves: Entry,
    play: Entry,
) -> int:
    """Play every move of a position and note which of them captured; returns 1 where all did, 2 where some did, else 0.

    The first word of the tallies is the number of decisions.
    """
    D, S, C, T, N = pointer(data), pointer(state), pointer(child), pointer(terms), pointer(tallies)
    size, player = D[RECORD], S[MOVER]
    before = pieces_of_others(D, S, T, player)
    count = moves(data, state, work, records)
    all_taking = 0
    for index in range(count):
        M = pointer(moved(records, index * size))
        at = 1 + TALLIES * M[DECISION]
        if M[DECISION] < 0 or M[DECISION] >= N[0]:
            continue
        met = 0
        if 0 <= M[TARGET] < T[SITE_COUNT]:
            cell = piece_on(S, T, D[LEVELS], M[TARGET])
            if cell >= 0:
                owner = owner_on(S, T, cell, S[T[WHAT_AT] + cell])
                met = 1 if owner != player and 0 < owner <= D[PLAYERS] else 0
        copy_words(C, 0, S, 0, S[LENGTH])
        play(data, child, work, records, index)
        took = 1 if pieces_of_others(D, C, T, player) < before else 0
        N[at + SEEN] += 1
        N[at + TOOK] += took
        N[at + MET] += met
        N[at + MET_AND_TOOK] += met * took
        all_taking += took
    return 1 if all_taking == count else 2 if all_taking > 0 else 0
