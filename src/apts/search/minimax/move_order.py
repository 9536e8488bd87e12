"""The order in which an alpha-beta search tries the moves of a frame: what was stored, killers, history, the seed."""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import mix
from apts.engine.runtime.layout import DECISION, ORIGIN, TARGET
from apts.search.memory import inner, moved, pointer
from apts.search.minimax.search_block import (
    CAPACITY,
    COUNT,
    DEPTH,
    FRAME,
    FRAMES_AT,
    HISTORY_AT,
    HISTORY_SIZE,
    KILLERS_AT,
    ORDER_AT,
    SEED,
    SIDE,
)

TIE_BITS = 12
"""The lowest bits of the number of a move are drawn from the seed: they decide among moves that promise as much."""

HINTED = 1 << 62
WON = 1 << 57
KNOWN_LOW = 1 << 54
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
    """Bring the most promising of the remaining moves to a place of the order; gives its number."""
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
