"""Tree search for games with chance: nodes stand for sequences of moves, whatever the dice said in between.

Every iteration decides chance anew from the second move on, so the legal moves of a node differ from one visit to the
next. The children of a node are a chain that grows, and a table of keys finds the child of a move.
"""

from __future__ import annotations

from typing import Any

from apts.engine.jit import copy_words, mix, random_below, random_bits
from apts.engine.layout import CHANCE, DECISION, LENGTH, MOVER, RECORD
from apts.search.descent import (
    EXPAND_AFTER,
    EXPLORATION,
    MOST_DEPTH,
    NOT_A_DECISION,
    PLAYOUT_LIMIT,
    SETTINGS_SIZE,
    back_up,
    follow,
    growth,
    note_step,
    play_out,
    read_estimate,
    read_result,
    seat_of,
)
from apts.search.hashing import entry_of
from apts.search.memory import Entry, inner, pointer, reals, routine
from apts.search.tree import CAPACITY, FIRST, FROZEN, FULL, MEAN, NARROWNESS, PROVEN, SPAN, USED, VISITS, column_of


@inner
def child_key(settings: Any, records: Any, index: int, size: int, node: int) -> int:
    """The key of the child of a node that a record leads to."""
    R = pointer(records)
    key: int = mix(node, size)
    decision = R[index * size + DECISION]
    for word in range(pointer(settings)[SETTINGS_SIZE + NOT_A_DECISION + decision]):
        key = mix(key, R[index * size + word])
    return key


@inner
def add_child(settings: Any, tree: Any, arena: Any, records: Any, index: int, size: int, node: int, table: Any) -> int:
    """Give the node a child for a record, in front of the chain; 0 when there is no room."""
    H = pointer(tree)
    child = H[USED]
    at = 0
    if child < H[CAPACITY]:
        at = entry_of(table, child_key(settings, records, index, size, node), True)
    if at == 0:
        H[FULL] = 1
        return 0
    H[USED] = child + 1
    pointer(table)[at] = child
    copy_words(pointer(arena), child * size, pointer(records), index * size, size)
    firsts = pointer(column_of(tree, FIRST))
    pointer(column_of(tree, SPAN))[child] = firsts[node]
    firsts[node] = child
    firsts[child] = 0
    pointer(column_of(tree, VISITS))[child] = 0
    pointer(column_of(tree, PROVEN))[child] = 0
    reals(column_of(tree, MEAN))[child] = 0.0
    return child


@inner
def available_child(
    settings: Any,
    tree: Any,
    arena: Any,
    records: Any,
    stream: Any,
    table: Any,
    node: int,
    count: int,
    size: int,
    bonus: float,
) -> int:
    """A legal move that was never tried here, as a new child, or the best child whose move is legal now."""
    means, narrow = reals(column_of(tree, MEAN)), reals(column_of(tree, NARROWNESS))
    best, untried, picked = 0, 0, 0
    highest = -1e300
    for index in range(count):
        at = entry_of(table, child_key(settings, records, index, size, node), False)
        if at == 0:
            untried += 1
            if random_below(pointer(stream), untried) == 0:
                picked = index
            continue
        child = pointer(table)[at]
        bound = means[child] + bonus * narrow[child]
        if bound > highest:
            highest = bound
            best = child
    if untried > 0 and pointer(tree)[FROZEN] == 0:
        return add_child(settings, tree, arena, records, picked, size, node, table)
    return best


@routine(14, "moves choose play")
def open_loop(
    data: Any,
    root: Any,
    state: Any,
    work: Any,
    records: Any,
    stream: Any,
    tree: Any,
    arena: Any,
    path: Any,
    settings: Any,
    terms: Any,
    scratch: Any,
    table: Any,
    count: int,
    moves: Entry,
    choose: Entry,
    play: Entry,
) -> int:
    """Make up to ``count`` iterations from the position ``root``; gives the number made before the tree was full."""
    D, S, start, G, X = pointer(data), pointer(state), pointer(root), pointer(settings), reals(settings)
    visits = pointer(column_of(tree, VISITS))
    size = D[RECORD]
    for iteration in range(count):
        before = pointer(stream)[0]
        copy_words(S, 0, start, 0, start[LENGTH])
        node, depth, over = 0, 0, 0
        while over == 0 and depth < MOST_DEPTH - 1 and (node == 0 or visits[node] >= G[EXPAND_AFTER]):
            legal = moves(data, state, work, records)
            bonus = X[EXPLORATION] * growth(X, max(visits[node], 1))
            child = available_child(settings, tree, arena, records, stream, table, node, legal, size, bonus)
            if child == 0:
                break
            note_step(path, depth, child, seat_of(S, S[MOVER]))
            over = follow(data, state, work, records, arena, child, play)
            if depth == 0:
                # What has been rolled for the first move is known; everything after it is not.
                S[CHANCE] = (random_bits(pointer(stream)) << 31) ^ random_bits(pointer(stream))
            node = child
            depth += 1
        if pointer(tree)[FULL] != 0:
            # Nothing but the stream has changed: the iteration is made again when there is more room.
            pointer(stream)[0] = before
            return iteration
        if over != 0 or play_out(data, state, work, records, stream, G[PLAYOUT_LIMIT], choose, play):
            read_result(data, state, settings, path)
        else:
            read_estimate(data, state, work, records, settings, path, terms, scratch, moves)
        back_up(tree, settings, path, depth)
    return count
