"""The block of words that an alpha-beta search lives in, and what a finished match is worth there."""

from __future__ import annotations

from typing import Any

from apts.engine.runtime.layout import MOVER, PLAYERS, RANK_AT
from apts.search.memory import inner, pointer
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
SCOUTED = 10  # 1 when the child under way was given a null window
CUT_BEFORE = 11  # what CAPPED was when the position was entered; below it CAPPED tells of this position alone
FRAME = 12

# Modes.
ENTER = 0
NEXT_CHILD = 1
LEAVE = 2
DONE = 3


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
def end_value(data: Any, state: Any, block: Any, ply: int) -> int:
    """The value of a finished match for the seat of the search: its result, or its margin where that is asked for."""
    B, S = pointer(block), pointer(state)
    if B[SCORES_AT] == 0:
        return finished_value(data, state, B[SEAT], ply)
    player = seat_of(S, B[SEAT])
    return S[B[SCORES_AT] + player] - S[B[SCORES_AT] + 3 - player]
