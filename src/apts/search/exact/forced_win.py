"""Whether a side can force a goal within so many moves: one question, asked with growing depth, as a machine that can stop.

The goal is that seat 1 wins, or that it loses. The attacker is the side that wants it, the defender the other; every
other end of the match is as good for the defender. So a position has one of two answers, each with a number of moves: the
goal is reached within so many, or it is excluded within so many, at least as many as were asked for. It is excluded within
ENDLESS moves where no line of the proof was cut at its depth: then it cannot be reached at all.

A position is never judged by the way that leads to it. Where lines go round in circles, a proof of a win stays one; that
nobody wins is then never proven here.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from apts.engine.native.jit import copy_words, mix
from apts.engine.runtime.layout import LENGTH, MOVER, RECORD, TARGET
from apts.search.exact.bounds_table import (
    EFFORTS,
    ENDLESS,
    NO_MOVE,
    STORED,
    effort_in,
    excluded,
    known_bounds,
    known_move,
    note_bound,
    reached,
)
from apts.search.memory import Entry, entry_of, inner, moved, pointer, position_key, routine
from apts.search.minimax.search_block import finished_value, move_key, side_of

# The head of the block.
PLY = 0
MODE = 1
NODES = 2
PROVEN = 3  # of the node that was finished last: whether the goal is reached by force
DISTANCE = 4  # within how many moves it is reached, or excluded
GOAL = 5  # 1: seat 1 wins, -1: seat 1 loses
STATE_WORDS = 7  # words of each position
HISTORY_AT = 8
KILLERS_AT = 9
FRAMES_AT = 10
WANTING = 11  # 1 when the search stopped for want of room (a longer table, more positions, lists or order)
CONTEXT_AT = 12  # where a position has a word for each site that tells moves of the same pair apart
CONTEXT_SIZE = 13  # how many sites there are such words for
TABLE_ROOM = 14  # entries of the table after which it should grow
ROOT_KEY = 15
FIRST_GOAL = 16  # what is asked first at each depth; 0: one question alone is asked
ASKED = 17  # how many of the two questions were asked at this depth
SCHEDULED = 18  # the depth
LAST_DEPTH = 19
FOUND_AT = 20  # what is known of the root: within how many moves the first goal is reached and excluded, then the other
STATES_ROOM = 24  # words of positions, of lists and of orders that there is room for
LISTS_ROOM = 25
ORDER_ROOM = 26
OPPOSITE = 27  # within how many moves the opposite goal is reached, where the proof of the exclusion has shown that too
AGAIN = 28  # 1 when a seat was to move twice in a row somewhere
HEAD = 30

HISTORY_SIZE = 1 << 11

# A frame.
KEY = 0
DEPTH = 1
ATTACKS = 2  # whether the attacker is to move
LIST = 3  # where its moves begin
ORDER = 4  # where its order begins: for each move that is left a score, its place in the list, and the key behind it
COUNT = 5
NEXT = 6  # place in the order
BOUND = 7  # of the moves so far: the latest goal (defender), or the nearest exclusion (attacker)
BEST = 8
SINCE = 9  # nodes when it was entered
END = 10  # where its moves end
OTHER = 11  # of the moves of an attacker so far: the latest opposite goal
FRAME = 12
ORDERED = 3

# Modes.
ENTER = 0
NEXT_CHILD = 1
LEAVE = 2
DONE = 3
ASK = 4
BEGIN = 5

HINTED = 1 << 60
KILLER = 1 << 50
EFFORT_SHIFT = 12
"""An effort of one bit more counts as much as so much history."""
NO_BEST = -1


class ProofMemory(NamedTuple):
    """What a proof works on.

    The ``data`` and ``work`` of the machine, the ``block`` of the search, a position for each ply (``states``), all lists
    of moves one after the other (``lists``), the ``order`` of each, the ``table`` of bounds, and the ``plan`` of the keys of
    positions.
    """

    data: Any
    work: Any
    block: Any
    states: Any
    lists: Any
    order: Any
    table: Any
    plan: Any


@inner
def further(distance: int) -> int:
    """One move more."""
    return distance if distance >= ENDLESS else distance + 1


@inner
def effort_since(nodes: int) -> int:
    """How many bits a number of nodes has."""
    bits = 0
    while nodes > 0:
        nodes >>= 1
        bits += 1
    return min(bits, EFFORTS - 1)


@inner
def move_slot(own: ProofMemory, ply: int, index: int) -> int:
    """Where the history of a move is kept: by who makes it, the pair that a person sees, and what is on its target."""
    B, S = pointer(own.block), pointer(moved(own.states, ply * pointer(own.block)[STATE_WORDS]))
    base = B[FRAMES_AT] + ply * FRAME
    M = pointer(own.lists)
    at = B[base + LIST] + index * pointer(own.data)[RECORD]
    key = move_key(M, at, B[base + ATTACKS])
    target = M[at + TARGET]
    if 0 <= target < B[CONTEXT_SIZE]:
        key += 0x9E3779B1 * S[B[CONTEXT_AT] + target]
    return key & (HISTORY_SIZE - 1)


@inner
def reward(own: ProofMemory, ply: int, index: int) -> None:
    """A move has settled its position: remember it."""
    B = pointer(own.block)
    base = B[FRAMES_AT] + ply * FRAME
    slot = move_slot(own, ply, index)
    killers = B[KILLERS_AT] + 2 * ply
    if B[killers] != slot:
        B[killers + 1] = B[killers]
        B[killers] = slot
    depth = min(B[base + DEPTH], 32)
    B[B[HISTORY_AT] + slot] += 1 + depth * depth


@inner
def answer(own: ProofMemory, ply: int, proven: bool, distance: int, opposite: int, move: int) -> int:
    """A position is settled: keep it, and leave."""
    B = pointer(own.block)
    base = B[FRAMES_AT] + ply * FRAME
    B[PROVEN] = 1 if proven else 0
    B[DISTANCE] = distance
    opposite = ENDLESS if proven else opposite
    B[OPPOSITE] = opposite
    B[base + BEST] = move
    effort = effort_since(B[NODES] - B[base + SINCE])
    known = move if 0 <= move < NO_MOVE else NO_MOVE
    note_bound(own.table, B[base + KEY], B[GOAL], proven, distance, opposite, effort, known)
    if move != NO_BEST:
        reward(own, ply, move)
    return LEAVE


@inner
def put_in_order(own: ProofMemory, ply: int, hint: int) -> None:
    """Give each move a score: the one that was best before, those that settled such positions, history."""
    B = pointer(own.block)
    base = B[FRAMES_AT] + ply * FRAME
    order, killers = moved(own.order, B[base + ORDER]), B[KILLERS_AT] + 2 * ply
    listed = pointer(order)
    for index in range(B[base + COUNT]):
        slot = move_slot(own, ply, index)
        score = B[B[HISTORY_AT] + slot]
        if slot == B[killers] or slot == B[killers + 1]:
            score += KILLER
        listed[ORDERED * index] = HINTED if index == hint else score
        listed[ORDERED * index + 1] = index


@inner
def bring_forward(own: ProofMemory, ply: int, place: int) -> None:
    """Bring the most promising of the moves that are left to a place; the others stay in their order."""
    B = pointer(own.block)
    base = B[FRAMES_AT] + ply * FRAME
    listed = pointer(moved(own.order, B[base + ORDER]))
    best = place
    for other in range(place + 1, B[base + COUNT]):
        if listed[ORDERED * other] > listed[ORDERED * best]:
            best = other
    if best == place:
        return
    at = ORDERED * best
    score, index, key = listed[at], listed[at + 1], listed[at + 2]
    for word in range(at + ORDERED - 1, ORDERED * place + ORDERED - 1, -1):
        listed[word] = listed[word - ORDERED]
    at = ORDERED * place
    listed[at] = score
    listed[at + 1] = index
    listed[at + 2] = key


@inner
def after_move(own: ProofMemory, ply: int, index: int, play: Entry) -> int:
    """Put the position after a move behind that of a ply; returns whether the match is over then."""
    B = pointer(own.block)
    here, child = moved(own.states, ply * B[STATE_WORDS]), moved(own.states, (ply + 1) * B[STATE_WORDS])
    S, C = pointer(here), pointer(child)
    copy_words(C, 0, S, 0, S[LENGTH])
    return play(own.data, child, own.work, moved(own.lists, B[B[FRAMES_AT] + ply * FRAME + LIST]), index)


@inner
def look_once(own: ProofMemory, ply: int, play: Entry) -> int:
    """Make every move once: the match may end, or the position after it be known. Only moves that stay open are kept."""
    B = pointer(own.block)
    base = B[FRAMES_AT] + ply * FRAME
    attacks, goal = B[base + ATTACKS], B[GOAL]
    listed = pointer(moved(own.order, B[base + ORDER]))
    child = moved(own.states, (ply + 1) * B[STATE_WORDS])
    depth = B[base + DEPTH] - 1
    kept = 0
    C, mover = pointer(child), pointer(moved(own.states, ply * B[STATE_WORDS]))[MOVER]
    for place in range(B[base + COUNT]):
        opposite = ENDLESS
        if place < 3:
            bring_forward(own, ply, place)
        index = listed[ORDERED * place + 1]
        if after_move(own, ply, index, play) != 0:
            value = goal * finished_value(own.data, child, 1, 0)
            proven = value > 0
            distance = 0 if proven else ENDLESS
            opposite = 0 if value < 0 else ENDLESS
        elif depth == 0:
            proven = False
            distance = 0
        else:
            key = position_key(own.data, child, own.plan, 0)
            content = known_bounds(own.table, key)
            distance = reached(content, goal)
            proven = distance <= depth and distance < ENDLESS
            if C[MOVER] == mover:
                B[AGAIN] = 1
            if not proven:
                distance = excluded(content, goal)
                opposite = reached(content, -goal)
                if distance < depth:
                    # What was much work to exclude for the attacker promises most, and what was little for the defender.
                    effort = effort_in(content)
                    listed[ORDERED * kept] = listed[ORDERED * place] + (
                        (effort if attacks != 0 else EFFORTS - effort) << EFFORT_SHIFT
                    )
                    listed[ORDERED * kept + 1] = index
                    listed[ORDERED * kept + 2] = key
                    kept += 1
                    continue
        if proven == (attacks != 0):
            return answer(own, ply, proven, further(distance), further(opposite), index)
        if attacks != 0:
            B[base + BOUND] = min(B[base + BOUND], further(distance))
            B[base + OTHER] = max(B[base + OTHER], further(opposite))
        else:
            B[base + BOUND] = max(B[base + BOUND], further(distance))
    B[base + COUNT] = kept
    return NEXT_CHILD


@inner
def enter(own: ProofMemory, moves: Entry, play: Entry) -> int:
    """Begin with a position; returns the next mode."""
    B = pointer(own.block)
    ply, goal = B[PLY], B[GOAL]
    base = B[FRAMES_AT] + ply * FRAME
    B[base + SINCE] = B[NODES]
    B[NODES] += 1
    content = known_bounds(own.table, B[base + KEY])
    depth, near, far = B[base + DEPTH], reached(content, goal), excluded(content, goal)
    if ply > 0 and ((near < ENDLESS and near <= depth) or far >= depth):
        B[PROVEN] = 1 if far < depth else 0
        B[DISTANCE] = near if far < depth else far
        B[OPPOSITE] = reached(content, -goal)
        return LEAVE
    state = moved(own.states, ply * B[STATE_WORDS])
    B[base + ATTACKS] = 1 if side_of(pointer(state), 1) == goal else 0
    count = moves(own.data, state, own.work, moved(own.lists, B[base + LIST]))
    B[base + COUNT] = count
    B[base + END] = B[base + LIST] + count * pointer(own.data)[RECORD]
    B[base + NEXT] = 0
    B[base + BOUND] = ENDLESS if B[base + ATTACKS] != 0 else 0
    B[base + OTHER] = 0
    B[base + BEST] = NO_BEST
    put_in_order(own, ply, known_move(content))
    return look_once(own, ply, play)


@inner
def next_child(own: ProofMemory, play: Entry) -> int:
    """Go on with the next move of the frame, or finish it; returns the next mode."""
    B = pointer(own.block)
    ply = B[PLY]
    base = B[FRAMES_AT] + ply * FRAME
    place = B[base + NEXT]
    if place >= B[base + COUNT]:
        if B[base + END] == B[base + LIST]:  # no moves at all: the kernel has failed
            return answer(own, ply, False, 0, ENDLESS, NO_BEST)
        return answer(own, ply, B[base + ATTACKS] == 0, B[base + BOUND], B[base + OTHER], NO_BEST)
    bring_forward(own, ply, place)
    listed = pointer(moved(own.order, B[base + ORDER] + ORDERED * place))
    after_move(own, ply, listed[1], play)
    below = base + FRAME
    B[below + KEY] = listed[2]
    B[below + DEPTH] = B[base + DEPTH] - 1
    B[below + LIST] = B[base + END]
    B[below + ORDER] = B[base + ORDER] + ORDERED * B[base + COUNT]
    B[PLY] = ply + 1
    return ENTER


@inner
def receive(own: ProofMemory) -> int:
    """Take the answer of the child that was finished last; returns the next mode."""
    B = pointer(own.block)
    B[PLY] -= 1
    ply = B[PLY]
    base = B[FRAMES_AT] + ply * FRAME
    proven, distance, opposite = B[PROVEN] != 0, further(B[DISTANCE]), further(B[OPPOSITE])
    place = B[base + NEXT]
    B[base + NEXT] = place + 1
    if proven == (B[base + ATTACKS] != 0):
        index = pointer(own.order)[B[base + ORDER] + ORDERED * place + 1]
        return answer(own, ply, proven, distance, opposite, index)
    if proven:
        B[base + BOUND] = max(B[base + BOUND], distance)
    else:
        B[base + BOUND] = min(B[base + BOUND], distance)
        B[base + OTHER] = max(B[base + OTHER], opposite)
    return NEXT_CHILD


@inner
def note_found(block: Any) -> int:
    """Keep what the question about the root has found; returns the next mode."""
    B = pointer(block)
    at, other = FOUND_AT, FOUND_AT + 2
    if B[GOAL] != B[FIRST_GOAL]:
        at, other = other, at
    if B[PROVEN] != 0:
        B[at] = min(B[at], B[DISTANCE])
    else:
        B[at + 1] = max(B[at + 1], B[DISTANCE])
        B[other] = min(B[other], B[OPPOSITE])
    return DONE if B[FIRST_GOAL] == 0 else ASK


@inner
def next_question(block: Any) -> int:
    """Ask for one goal and for the other, ever deeper; returns the next mode."""
    B = pointer(block)
    while B[FOUND_AT] == ENDLESS and B[FOUND_AT + 2] == ENDLESS:
        if B[FOUND_AT + 1] == ENDLESS and B[FOUND_AT + 3] == ENDLESS:
            return DONE
        if B[ASKED] == 2:
            if B[SCHEDULED] >= B[LAST_DEPTH]:
                return DONE
            B[SCHEDULED] = min(B[SCHEDULED] + 2, B[LAST_DEPTH])
            B[ASKED] = 0
        depth, other = B[SCHEDULED], B[ASKED]
        if other == 0 and B[AGAIN] == 0 and depth > 1:
            depth -= 1  # where seats take turns, the mover's wins have odd lengths
        B[ASKED] += 1
        if B[FOUND_AT + 2 * other + 1] < depth:
            B[GOAL] = B[FIRST_GOAL] if other == 0 else -B[FIRST_GOAL]
            set_root(block, depth)
            return ENTER
    return DONE


@inner
def set_root(block: Any, depth: int) -> None:
    """Put the question about the root into the first frame."""
    B = pointer(block)
    base = B[FRAMES_AT]
    B[PLY] = 0
    B[base + KEY] = B[ROOT_KEY]
    B[base + DEPTH] = depth
    B[base + LIST] = 0
    B[base + ORDER] = 0


@inner
def begin(own: ProofMemory) -> int:
    """Make the key of the root, and put the question about it where one alone is asked; returns the next mode."""
    B = pointer(own.block)
    B[ROOT_KEY] = position_key(own.data, own.states, own.plan, 0)
    B[ASKED] = 0
    B[FOUND_AT] = ENDLESS
    B[FOUND_AT + 1] = 0
    B[FOUND_AT + 2] = ENDLESS
    B[FOUND_AT + 3] = 0
    if B[FIRST_GOAL] != 0:
        return ASK
    set_root(own.block, B[SCHEDULED])
    return ENTER


@routine(9, "moves play")
def prove(own: ProofMemory, limit: int, moves: Entry, play: Entry) -> int:
    """Go on until all questions have their answers (gives 1), ``limit`` nodes were seen, or the table is full (0)."""
    B, T = pointer(own.block), pointer(own.table)
    mode = B[MODE]
    while mode != DONE:
        if mode == ENTER:
            frame = B[FRAMES_AT] + B[PLY] * FRAME
            if (
                T[STORED] > B[TABLE_ROOM]
                or (B[PLY] + 2) * B[STATE_WORDS] > B[STATES_ROOM]
                or B[frame + LIST] > B[LISTS_ROOM]
                or B[frame + ORDER] > B[ORDER_ROOM]
            ):
                B[WANTING] = 1
            if B[WANTING] != 0 or B[NODES] >= limit:
                B[MODE] = mode
                return 0
            mode = enter(own, moves, play)
        elif mode == NEXT_CHILD:
            mode = next_child(own, play)
        elif mode == BEGIN:
            mode = begin(own)
        elif mode == ASK:
            mode = next_question(own.block)
        elif B[PLY] > 0:
            mode = receive(own)
        else:
            mode = note_found(own.block)
    B[MODE] = DONE
    return 1


@routine(10, "moves play")
def walk(own: ProofMemory, seed: int, most: int, moves: Entry, play: Entry) -> int:
    """Make random moves from the first position: how many there are to the end, or -1 when a position was there before.

    The table is one of keys.
    """
    for step in range(most):
        key = position_key(own.data, own.states, own.plan, 0)
        if entry_of(own.table, key, False) != 0:
            return -1
        entry_of(own.table, key, True)
        count = moves(own.data, own.states, own.work, own.lists)
        if count == 0 or play(own.data, own.states, own.work, own.lists, (mix(seed, step) >> 8) % count) != 0:
            return step + 1
    return most
