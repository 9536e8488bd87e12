"""The block of words that an alpha-beta search lives in, and what a finished match is worth there."""

from __future__ import annotations

from typing import Any, NamedTuple

from apts.engine.native.jit import mix, words
from apts.engine.runtime.layout import DECISION, MOVER, ORIGIN, PLAYERS, RANK_AT, TARGET
from apts.search.memory import inner, moved, pointer
from apts.search.trees.descent import seat_of

WIN = 1 << 30
DECIDED = 1 << 25
"""Values beyond this come from finished matches; those of heuristics stay within."""
CLIPPED = 1 << 24
INFINITE = 1 << 30
ENDLESS = 4096
"""A depth from which on lines are searched to the end of the match."""

# The head of the block.
PLY = 0
MODE = 1
NODES = 2
VALUE = 3  # the value that the last finished node gives back, seen from its side
SEAT = 4  # the seat that the search is for
PLIES = 5  # frames there is room for
CAPACITY = 6  # words of each list of moves
STATE_WORDS = 7  # words of each position
CAPPED = 8  # 1 when a line was longer than there is room for, so that its value is a guess
UNGUIDED = 9  # 1: no heuristic; where the depth ends, a match counts as a draw and CAPPED is set
WIDE_ROOT = 10  # 1: every move of the root gets its exact value
ROOT_VALUES = 11  # where the values of the moves of the root are
HISTORY_AT = 12
KILLERS_AT = 13
FRAMES_AT = 14
ORDER_AT = 15
SCORES_AT = 16  # above 0: a finished match is worth the difference of the scores that the state has there
SEED = 17  # what equal moves are chosen among by; 0: the first of the list is taken
QUIET = 18  # moves of captures that are looked at where the depth ends
REDUCE = 19  # 1: late moves are searched less deep, until one of them turns out to be good
HEAD = 20

HISTORY_SIZE = 1 << 12

# A frame.
ALPHA = 0
BETA = 1
BEST = 2
BEST_MOVE = 3
NEXT_MOVE = 4  # place in the order
COUNT = 5
KEY = 6
SIDE = 7  # 1 for the seat of the search, -1 for the others
DEPTH = 8
FLOOR = 9  # alpha at the beginning
SCOUTED = 10  # how the child under way is searched (see below)
CUT_BEFORE = 11  # what CAPPED was when the position was entered; below it CAPPED tells of this position alone
QUIETING = 12  # 1: the depth has ended here, and the moves are captures alone
REDUCED = 13  # by how much the child under way is searched less deep
FRAME = 14

# How a child is searched.
OPEN = 0  # with the window of the frame, or with a null window that needs no second search
NULL = 1  # with a null window; once more where the value is inside the window of the frame
OPENED = 2  # once more, with the window of the frame
DEEPENED = 3  # once more, with a null window and without reduction

# Modes.
ENTER = 0
NEXT_CHILD = 1
LEAVE = 2
DONE = 3


class SidesMemory(NamedTuple):
    """What a search works on.

    The ``data`` and ``work`` of the machine, the ``block`` of the search, and for each ply a position (``states``) and its
    moves (``lists``); the ``table`` of positions with the ``plan`` of their keys, and ``terms`` and ``scratch`` of the
    heuristic.
    """

    data: Any
    work: Any
    block: Any
    states: Any
    lists: Any
    table: Any
    plan: Any
    terms: Any
    scratch: Any


@inner
def side_of(S: Any, seat: int) -> int:
    """Which side is to move."""
    return 1 if seat_of(S, S[MOVER]) == seat else -1


@inner
def finished_value(data: Any, state: Any, seat: int, ply: int) -> int:
    """The value of a finished match for the seat; sooner wins and later losses are better."""
    D, S = pointer(data), pointer(state)
    players = D[PLAYERS]
    rank = S[D[RANK_AT] + seat_of(S, seat)]
    if players == 1:
        return WIN - ply if rank == 2 else ply - WIN
    value = WIN * (players + 1 - rank) // (players - 1)
    return value - ply if value > 0 else value + ply if value < 0 else 0


@inner
def left_value(data: Any, state: Any, player: int, ply: int) -> int:
    """What the place of a player who has left is worth: a judgement, as scores at the end may give all places anew."""
    D, S = pointer(data), pointer(state)
    players = D[PLAYERS]
    value = CLIPPED * (players + 1 - S[D[RANK_AT] + player]) // (players - 1)
    return value - ply if value > 0 else value + ply if value < 0 else 0


@inner
def end_value(data: Any, state: Any, block: Any, ply: int) -> int:
    """The value of a finished match for the seat of the search: its result, or its margin where that is asked for."""
    B, S = pointer(block), pointer(state)
    if B[SCORES_AT] == 0:
        return finished_value(data, state, B[SEAT], ply)
    player = seat_of(S, B[SEAT])
    return S[B[SCORES_AT] + player] - S[B[SCORES_AT] + 3 - player]


# ----------------------------------------------------------------------------------------------------------------
# A table of positions that were searched before: two entries a bucket, one kept for depth and one for the latest.

BUCKETS = 0  # a power of two
STORED = 1
POSITIONS_HEAD = 4
BUCKET = 4  # words: key and content, twice

# The content of an entry: value + VALUE_SHIFT << 31 | depth << 18 | bound << 16 | move
VALUE_SHIFT = 1 << 31
MOST_DEPTH = (1 << 13) - 1
NO_MOVE = (1 << 16) - 1
EXACT = 3
LOWER = 1
UPPER = 2


def positions_table(buckets: int) -> Any:
    """An empty table; ``buckets`` is a power of two."""
    table = words(POSITIONS_HEAD + BUCKET * buckets)
    table[BUCKETS] = buckets
    return table


@inner
def probe(table: Any, key: int) -> int:
    """What was stored for a key, or -1."""
    T = pointer(table)
    at = POSITIONS_HEAD + BUCKET * (key >> 20 & (T[BUCKETS] - 1))
    if T[at] == key:
        return T[at + 1]
    if T[at + 2] == key:
        return T[at + 3]
    return -1


@inner
def stored_value(content: int) -> int:
    """The value in an entry."""
    return (content >> 31) - VALUE_SHIFT


@inner
def stored_depth(content: int) -> int:
    """The depth in an entry."""
    return (content >> 18) & MOST_DEPTH


@inner
def stored_bound(content: int) -> int:
    """EXACT, LOWER or UPPER."""
    return (content >> 16) & 3


@inner
def stored_move(content: int) -> int:
    """The place of the best move in the list of moves, or NO_MOVE."""
    return content & NO_MOVE


@inner
def store(table: Any, key: int, value: int, depth: int, bound: int, move: int) -> None:
    """Keep a result; the first entry of a bucket goes to the deeper search, the second to the later one."""
    T = pointer(table)
    at = POSITIONS_HEAD + BUCKET * (key >> 20 & (T[BUCKETS] - 1))
    content = ((value + VALUE_SHIFT) << 31) | (min(depth, MOST_DEPTH) << 18) | (bound << 16) | min(move, NO_MOVE)
    if T[at] != key and T[at] != 0 and stored_depth(T[at + 1]) > depth:
        at += 2
    elif T[at] != key and T[at] != 0:
        T[at + 2] = T[at]
        T[at + 3] = T[at + 1]
    if T[at] == 0:
        T[STORED] += 1
    T[at] = key
    T[at + 1] = content


# ----------------------------------------------------------------------------------------------------------------
# The order in which an alpha-beta search tries the moves of a frame: what was stored, killers, history, the seed.

TIE_BITS = 12
"""The lowest bits of the number of a move are drawn from the seed: they decide among moves that promise as much."""

HINTED = 1 << 62
WON = 1 << 57
KNOWN_LOW = 1 << 54
CAPTURE = 1 << 53
KILLER = 1 << 52


@inner
def move_key(M: Any, at: int, side: int) -> int:
    """What makes two moves of different positions the same move; its lowest bits tell where its history is kept."""
    key: int = mix(mix(mix(side + 1, M[at + DECISION]), M[at + ORIGIN]), M[at + TARGET])
    return key


@inner
def order_moves(block: Any, lists: Any, size: int, ply: int, hint: int) -> None:
    """Give each move of a frame a number that tells how promising it is: hash move, killers, history; then the seed."""
    B = pointer(block)
    base = B[FRAMES_AT] + ply * FRAME
    order = B[ORDER_AT] + ply * B[CAPACITY]
    M = pointer(moved(lists, ply * B[CAPACITY]))
    for index in range(B[base + COUNT]):
        key = move_key(M, index * size, B[base + SIDE])
        slot = key & (HISTORY_SIZE - 1)
        score = B[B[HISTORY_AT] + slot] << TIE_BITS
        if B[SEED] != 0:
            score += mix(B[SEED], key + index) & ((1 << TIE_BITS) - 1)
        if slot == B[B[KILLERS_AT] + 2 * ply] or slot == B[B[KILLERS_AT] + 2 * ply + 1]:
            score += KILLER
        if index == hint:
            score = HINTED
        B[order + 2 * index] = score
        B[order + 2 * index + 1] = index


@inner
def pick_move(block: Any, ply: int, place: int) -> int:
    """Bring the most promising of the remaining moves to a place of the order; returns its number."""
    B = pointer(block)
    count = B[B[FRAMES_AT] + ply * FRAME + COUNT]
    order = B[ORDER_AT] + ply * B[CAPACITY]
    best = place
    for other in range(place + 1, count):
        if B[order + 2 * other] > B[order + 2 * best]:
            best = other
    score, index = B[order + 2 * best], B[order + 2 * best + 1]
    if best != place:
        for other in range(best, place, -1):
            B[order + 2 * other] = B[order + 2 * other - 2]
            B[order + 2 * other + 1] = B[order + 2 * other - 1]
        B[order + 2 * place] = score
        B[order + 2 * place + 1] = index
    return index


@inner
def reward_move(block: Any, lists: Any, size: int, ply: int, index: int) -> None:
    """A move has cut off its siblings: remember it."""
    B = pointer(block)
    base = B[FRAMES_AT] + ply * FRAME
    slot = move_key(pointer(moved(lists, ply * B[CAPACITY])), index * size, B[base + SIDE]) & (HISTORY_SIZE - 1)
    killers = B[KILLERS_AT] + 2 * ply
    if B[killers] != slot:
        B[killers + 1] = B[killers]
        B[killers] = slot
    depth = min(B[base + DEPTH], 64)
    B[B[HISTORY_AT] + slot] += 1 + depth * depth
