"""Alpha-beta search (Knuth and Moore, 1975) as a machine that can stop at any node and go on later.

Two sides: the seat that the search is for, and everybody else together (with two players that is the opponent, with
more it is the paranoid search of Sturtevant and Korf, 2000). Values are seen from the side to move. All of it lives in
a block of words: a head, and a frame for each ply with its window, its moves and where it stands; positions and lists
of moves have blocks of their own.
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import copy_words, mix
from apts.engine.runtime.layout import LENGTH, RECORD
from apts.search.evaluation.evaluation import CAPTURES_AT, evaluate
from apts.search.memory import Entry, inner, moved, pointer, position_key, routine
from apts.search.minimax.quiescence import captured_worth, go_on_with_captures, promote_captures
from apts.search.minimax.search_block import (
    ALPHA,
    BEST,
    BEST_MOVE,
    BETA,
    CAPACITY,
    CAPPED,
    CLIPPED,
    COUNT,
    CUT_BEFORE,
    DECIDED,
    DEEPENED,
    DEPTH,
    DONE,
    ENDLESS,
    ENTER,
    EXACT,
    FLOOR,
    FRAME,
    FRAMES_AT,
    HISTORY_AT,
    HISTORY_SIZE,
    INFINITE,
    KEY,
    KILLER,
    KNOWN_LOW,
    LEAVE,
    LOWER,
    MODE,
    MOST_DEPTH,
    NEXT_CHILD,
    NEXT_MOVE,
    NO_MOVE,
    NODES,
    NULL,
    OPEN,
    OPENED,
    ORDER_AT,
    PLIES,
    PLY,
    QUIET,
    QUIETING,
    REDUCE,
    REDUCED,
    ROOT_VALUES,
    SCOUTED,
    SEAT,
    SEED,
    SIDE,
    STATE_WORDS,
    UNGUIDED,
    UPPER,
    VALUE,
    WIDE_ROOT,
    WIN,
    WON,
    SidesMemory,
    end_value,
    left_value,
    order_moves,
    pick_move,
    probe,
    reward_move,
    side_of,
    store,
    stored_bound,
    stored_depth,
    stored_move,
    stored_value,
)
from apts.search.results import drawn_place
from apts.search.trees.descent import has_left, seat_of


@inner
def to_table(value: int, ply: int) -> int:
    """A value with the distance counted from the position instead of the root."""
    return value + ply if value > DECIDED else value - ply if value < -DECIDED else value


@inner
def from_table(value: int, ply: int) -> int:
    """The opposite of :func:`to_table`."""
    return value - ply if value > DECIDED else value + ply if value < -DECIDED else value


@inner
def depth_below(depth: int) -> int:
    """The depth of a child."""
    return depth if depth >= ENDLESS else depth - 1


@inner
def proven_bound(value: int, bound: int) -> int:
    """What of a stored bound holds whatever the depth: a win or a loss that was found, but not that none is sooner."""
    return bound & (LOWER if value > DECIDED else UPPER if value < -DECIDED else 0)


@inner
def lean_on(block: Any, depth: int, value: int, bound: int) -> None:
    """A stored bound decides a position: without a heuristic, note if it rests on lines that were cut."""
    B = pointer(block)
    if B[UNGUIDED] != 0 and depth < MOST_DEPTH and proven_bound(value, bound) != bound:
        B[CAPPED] = 1


@inner
def depth_reached(block: Any, base: int) -> int:
    """The depth with which a result is stored: any depth where no line below was cut."""
    B = pointer(block)
    return MOST_DEPTH if B[UNGUIDED] != 0 and B[CAPPED] == 0 else B[base + DEPTH]


@inner
def look_up(block: Any, table: Any, ply: int) -> int:
    """Use what is stored of a position: narrows the window of the frame; returns the place of the best move.

    A closed window means that the value is known well enough; it is then in the head.
    """
    B = pointer(block)
    base = B[FRAMES_AT] + ply * FRAME
    content = probe(table, B[base + KEY])
    if content < 0:
        return NO_MOVE
    value, bound, depth = from_table(stored_value(content), ply), stored_bound(content), stored_depth(content)
    if depth < B[base + DEPTH]:
        bound = proven_bound(value, bound)
    if (ply > 0 or B[WIDE_ROOT] == 0) and bound != 0:
        B[base + BEST_MOVE] = stored_move(content)
        if (bound & LOWER) != 0 and value >= B[base + BETA]:
            B[VALUE] = value
            B[base + ALPHA] = B[base + BETA]
            lean_on(block, depth, value, LOWER)
        elif ((bound & UPPER) != 0 and value <= B[base + ALPHA]) or bound == EXACT:
            B[VALUE] = value
            B[base + BETA] = B[base + ALPHA]
            lean_on(block, depth, value, bound)
    return stored_move(content)


@inner
def decide_early(own: SidesMemory, ply: int, play: Entry) -> bool:
    """Play every move once: a win at once, or a child known to be good enough, makes the search of the others needless.

    Which of several is found first is drawn from the seed.
    What is learnt of the children goes into the order: moves that lose at once come last.
    """
    B = pointer(own.block)
    base = B[FRAMES_AT] + ply * FRAME
    order = B[ORDER_AT] + ply * B[CAPACITY]
    here, child = moved(own.states, ply * B[STATE_WORDS]), moved(own.states, (ply + 1) * B[STATE_WORDS])
    S, C = pointer(here), pointer(child)
    records = moved(own.lists, ply * B[CAPACITY])
    side, count = B[base + SIDE], B[base + COUNT]
    drawn = mix(B[SEED], B[base + KEY])
    for place in range(count):
        if B[SEED] != 0:
            other = drawn_place(drawn, place, count)
            index = B[order + 2 * other + 1]
            B[order + 2 * other + 1] = B[order + 2 * place + 1]
            B[order + 2 * place + 1] = index
        index = B[order + 2 * place + 1]
        copy_words(C, 0, S, 0, S[LENGTH])
        if play(own.data, child, own.work, records, index) != 0:
            value = side * end_value(own.data, child, own.block, ply + 1)
            if value >= B[base + BETA]:
                B[VALUE] = value
                B[base + BEST_MOVE] = index
                return True
            B[order + 2 * index] += WON if value > 0 else -WON if value < 0 else 0
            continue
        mover = side_of(C, B[SEAT])
        content = probe(own.table, position_key(own.data, child, own.plan, mover * B[SEAT]))
        if content < 0:
            continue
        value = mover * side * from_table(stored_value(content), ply + 1)
        bound = stored_bound(content) if mover == side else stored_bound(content) ^ EXACT
        if stored_bound(content) == EXACT:
            bound = EXACT
        depth = stored_depth(content)
        if depth < depth_below(B[base + DEPTH]):
            bound = proven_bound(value, bound)
        if bound != 0:
            if (bound & LOWER) != 0 and value >= B[base + BETA]:
                B[VALUE] = value
                B[base + BEST_MOVE] = index
                lean_on(own.block, depth, value, LOWER)
                return True
            if (bound & UPPER) != 0 and value <= B[base + ALPHA]:
                B[order + 2 * index] -= KNOWN_LOW
    for place in range(count):
        B[order + 2 * place + 1] = place
    return False


@inner
def enter(own: SidesMemory, moves: Entry, play: Entry) -> int:
    """Begin with a position; returns the next mode."""
    B = pointer(own.block)
    ply = B[PLY]
    base = B[FRAMES_AT] + ply * FRAME
    state, records = moved(own.states, ply * B[STATE_WORDS]), moved(own.lists, ply * B[CAPACITY])
    S = pointer(state)
    size = pointer(own.data)[RECORD]
    side = side_of(S, B[SEAT])
    B[base + SIDE] = side
    B[base + BEST_MOVE] = NO_MOVE
    B[base + CUT_BEFORE] = B[CAPPED]
    B[CAPPED] = 0
    best_possible = WIN - ply - 1
    if B[base + BETA] > best_possible and ply > 0:
        B[base + BETA] = best_possible
        if B[base + ALPHA] >= best_possible:
            B[VALUE] = best_possible
            return LEAVE
    B[base + FLOOR] = B[base + ALPHA]
    B[base + REDUCED] = 0
    B[base + QUIETING] = 0
    if B[base + DEPTH] <= 0 or ply + 2 >= B[PLIES]:
        B[VALUE] = 0
        if B[UNGUIDED] != 0 or ply + 2 >= B[PLIES]:
            B[CAPPED] = 1
        player = seat_of(S, B[SEAT])
        if has_left(own.data, state, player):
            B[VALUE] = side * left_value(own.data, state, player, ply)
        elif B[UNGUIDED] == 0:
            value = evaluate(own.data, state, own.work, records, own.terms, own.scratch, player, moves)
            B[VALUE] = side * max(-CLIPPED, min(CLIPPED, value))
            if B[base + DEPTH] > -B[QUIET] and ply + 2 < B[PLIES] and go_on_with_captures(own, ply, B[VALUE], moves):
                B[base + QUIETING] = 1
                return NEXT_CHILD
        return LEAVE
    B[base + KEY] = position_key(own.data, state, own.plan, side * B[SEAT])
    hint = look_up(own.block, own.table, ply)
    if B[base + ALPHA] >= B[base + BETA]:
        return LEAVE
    B[base + COUNT] = moves(own.data, state, own.work, records)
    B[base + BEST] = -INFINITE
    B[base + NEXT_MOVE] = 0
    order_moves(own.block, own.lists, size, ply, hint)
    if pointer(own.terms)[CAPTURES_AT] != 0:
        promote_captures(own, ply)
    deep = B[base + DEPTH] > 1 and (ply > 0 or B[WIDE_ROOT] == 0)
    if deep and decide_early(own, ply, play):
        store(
            own.table,
            B[base + KEY],
            to_table(B[VALUE], ply),
            depth_reached(own.block, base),
            LOWER,
            B[base + BEST_MOVE],
        )
        reward_move(own.block, own.lists, size, ply, B[base + BEST_MOVE])
        return LEAVE
    return NEXT_CHILD


LATE_DEPTH = 4
LATE_MOVE = 5
LATER_DEPTH = 5
LATER_MOVE = 10


@inner
def reduction(own: SidesMemory, ply: int, index: int) -> int:
    """By how much the next move of a frame is searched less deep, as it does not promise much (late move reduction)."""
    B, T = pointer(own.block), pointer(own.terms)
    base = B[FRAMES_AT] + ply * FRAME
    place, depth = B[base + NEXT_MOVE], B[base + DEPTH]
    if B[REDUCE] == 0 or depth < LATE_DEPTH or place < LATE_MOVE or B[base + ALPHA] <= -DECIDED or depth >= ENDLESS:
        return 0
    if B[B[ORDER_AT] + ply * B[CAPACITY] + 2 * place] >= KILLER:
        return 0
    if T[CAPTURES_AT] != 0:
        state = moved(own.states, ply * B[STATE_WORDS])
        record = moved(own.lists, ply * B[CAPACITY] + index * pointer(own.data)[RECORD])
        if captured_worth(own.data, state, own.terms, record) != 0:
            return 0
    return 2


@inner
def next_child(own: SidesMemory, play: Entry) -> int:
    """Go on with the next move of the frame, or finish it; returns the next mode."""
    B = pointer(own.block)
    ply = B[PLY]
    base = B[FRAMES_AT] + ply * FRAME
    if B[base + NEXT_MOVE] >= B[base + COUNT] or B[base + ALPHA] >= B[base + BETA]:
        best = B[base + BEST]
        if B[base + QUIETING] != 0:
            B[VALUE] = best
            return LEAVE
        bound = EXACT if B[base + FLOOR] < best < B[base + BETA] else LOWER if best >= B[base + BETA] else UPPER
        store(own.table, B[base + KEY], to_table(best, ply), depth_reached(own.block, base), bound, B[base + BEST_MOVE])
        B[VALUE] = best
        return LEAVE
    again = B[base + SCOUTED] >= OPENED
    if not again:
        pick_move(own.block, ply, B[base + NEXT_MOVE])
    index = B[B[ORDER_AT] + ply * B[CAPACITY] + 2 * B[base + NEXT_MOVE] + 1]
    here, child = moved(own.states, ply * B[STATE_WORDS]), moved(own.states, (ply + 1) * B[STATE_WORDS])
    S, C = pointer(here), pointer(child)
    copy_words(C, 0, S, 0, S[LENGTH])
    if play(own.data, child, own.work, moved(own.lists, ply * B[CAPACITY]), index) != 0:
        B[base + SCOUTED] = OPEN
        B[base + REDUCED] = 0
        receive(
            own.block,
            own.lists,
            pointer(own.data)[RECORD],
            B[base + SIDE] * end_value(own.data, child, own.block, ply + 1),
        )
        return NEXT_CHILD
    low, high = B[base + ALPHA], B[base + BETA]
    if ply == 0 and B[WIDE_ROOT] != 0:
        low, high = -INFINITE, INFINITE
        B[base + SCOUTED] = OPEN
    elif B[base + SCOUTED] == OPENED or B[base + NEXT_MOVE] == 0:
        B[base + SCOUTED] = OPEN
    else:
        B[base + REDUCED] = 0 if again else reduction(own, ply, index)
        B[base + SCOUTED] = NULL if high - low > 1 else OPEN
        high = low + 1
    below = base + FRAME
    same = side_of(C, B[SEAT]) == B[base + SIDE]
    B[below + ALPHA] = low if same else -high
    B[below + BETA] = high if same else -low
    B[below + DEPTH] = depth_below(B[base + DEPTH]) - B[base + REDUCED]
    B[below + SCOUTED] = OPEN
    B[PLY] = ply + 1
    return ENTER


@inner
def receive(block: Any, lists: Any, size: int, value: int) -> None:
    """Take the value of the child under way, seen from the side of the frame."""
    B = pointer(block)
    ply = B[PLY]
    base = B[FRAMES_AT] + ply * FRAME
    if B[base + REDUCED] != 0 and value > B[base + ALPHA]:
        B[base + REDUCED] = 0
        B[base + SCOUTED] = DEEPENED
        return
    B[base + REDUCED] = 0
    if B[base + SCOUTED] == NULL and B[base + ALPHA] < value < B[base + BETA]:
        B[base + SCOUTED] = OPENED
        return
    B[base + SCOUTED] = OPEN
    index = B[B[ORDER_AT] + ply * B[CAPACITY] + 2 * B[base + NEXT_MOVE] + 1]
    B[base + NEXT_MOVE] += 1
    if ply == 0 and B[ROOT_VALUES] != 0:
        B[B[ROOT_VALUES] + index] = value
    if value > B[base + BEST]:
        B[base + BEST] = value
        B[base + BEST_MOVE] = index
    if value > B[base + ALPHA]:
        B[base + ALPHA] = value
        if value >= B[base + BETA] and B[base + QUIETING] == 0:
            reward_move(block, lists, size, ply, index)


@routine(1)
def fade(block: Any) -> int:
    """Let the history of moves count for less."""
    B = pointer(block)
    for slot in range(B[HISTORY_AT], B[HISTORY_AT] + HISTORY_SIZE):
        B[slot] >>= 3
    return 0


@routine(5)
def stored_entry(data: Any, state: Any, table: Any, plan: Any, seat: int) -> int:
    """What the table holds of a position, or -1."""
    return probe(table, position_key(data, state, plan, side_of(pointer(state), seat) * seat))


@routine(10, "moves play")
def negamax(own: SidesMemory, limit: int, moves: Entry, play: Entry) -> int:
    """Go on until the root is finished (gives 1) or ``limit`` nodes have been seen since the head was reset (0)."""
    B = pointer(own.block)
    size = pointer(own.data)[RECORD]
    mode = B[MODE]
    while mode != DONE:
        if mode == ENTER:
            if B[NODES] >= limit:
                B[MODE] = mode
                return 0
            B[NODES] += 1
            mode = enter(own, moves, play)
        elif mode == NEXT_CHILD:
            mode = next_child(own, play)
        elif B[PLY] == 0:
            B[CAPPED] |= B[B[FRAMES_AT] + CUT_BEFORE]
            mode = DONE
        else:
            child = B[FRAMES_AT] + B[PLY] * FRAME
            B[CAPPED] |= B[child + CUT_BEFORE]
            B[PLY] -= 1
            value = B[VALUE] if B[child + SIDE] == B[child - FRAME + SIDE] else -B[VALUE]
            receive(own.block, own.lists, size, value)
            mode = NEXT_CHILD
    B[MODE] = DONE
    return 1
