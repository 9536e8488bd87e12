"""Tree search for games with chance: a node for every move, below it a node for everything that chance can make of it.

A move leads to a node whose value is the mean over all throws that come after it; below that are the positions with
their throws, in which the next move is chosen knowing the throw. Children of both kinds are chains that grow, and a
table of keys finds them. Every iteration decides chance anew, except for the throw that the mover has seen.

(Nodes for sequences of moves alone, whatever was thrown in between, are cheaper but wrong: a player who then chooses by
means over all throws plays worse than one who has seen the throw, and so the one who chooses first looks too good.)
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import copy_words, mix, random_below, random_bits
from apts.engine.runtime.layout import CHANCE, DECISION, FAILURE, LENGTH, MOVER, RECORD
from apts.search.hashing import entry_of
from apts.search.keys import position_key
from apts.search.memory import Entry, inner, pointer, reals, routine
from apts.search.trees.descent import (
    EXPAND_AFTER,
    EXPLORATION,
    MOST_DEPTH,
    NOT_A_DECISION,
    PLAYOUT_LIMIT,
    SETTINGS_SIZE,
    THROWS_FIRST,
    back_up,
    begin_node,
    follow,
    growth,
    note_step,
    read_estimate,
    read_result,
    seat_of,
)
from apts.search.trees.throws import MORE, NOTHING, ONE_THROW, first_bits, kept_throw
from apts.search.trees.tree import CAPACITY, FIRST, FROZEN, FULL, MEAN, NARROWNESS, SPAN, USED, VISITS, column_of

MOST_PLAYED = 8
"""Moves that are tried to see whether something was thrown to find them."""


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
    pointer(table)[at] = child
    copy_words(pointer(arena), child * size, pointer(records), index * size, size)
    return chained(tree, node)


@inner
def chained(tree: Any, node: int) -> int:
    """The next free node, in front of the chain below another one."""
    H, firsts = pointer(tree), pointer(column_of(tree, FIRST))
    child = H[USED]
    H[USED] = child + 1
    begin_node(tree, child)
    pointer(column_of(tree, SPAN))[child] = firsts[node]
    firsts[node] = child
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
        # Of equal ones the one that was tried first: that order was drawn, the order of the list was not.
        if bound > highest or (bound == highest and child < best):
            highest = bound
            best = child
    if untried > 0 and pointer(tree)[FROZEN] == 0:
        return add_child(settings, tree, arena, records, picked, size, node, table)
    return best


@inner
def list_key(settings: Any, records: Any, count: int, size: int) -> int:
    """The key of a list of moves, whatever their order."""
    total = count
    for index in range(count):
        total += child_key(settings, records, index, size, 0)
    key: int = mix(total, 5)
    return key


@inner
def drawn_before(
    data: Any,
    state: Any,
    spare: Any,
    work: Any,
    records: Any,
    settings: Any,
    table: Any,
    plan: Any,
    count: int,
    moves: Entry,
    play: Entry,
) -> int:
    """What finding the moves has drawn from the chance of a position: NOTHING, ONE_THROW or MORE.

    The records hold the moves, before and after. The answer is the same for all throws and is found only once.
    """
    S, T = pointer(state), pointer(spare)
    if pointer(settings)[THROWS_FIRST] == 0:
        return NOTHING
    at = entry_of(table, mix(position_key(data, state, plan, 1), 11), True)
    if at != 0 and pointer(table)[at] != 0:
        return pointer(table)[at] - 1
    found = ONE_THROW
    for index in range(min(count, MOST_PLAYED)):
        # A move makes the throws again that it was found by: if it draws nothing, there were none.
        copy_words(T, 0, S, 0, S[LENGTH])
        play(data, spare, work, records, index)
        if T[CHANCE] == S[CHANCE]:
            found = NOTHING
            break
    if found == ONE_THROW:
        size = pointer(data)[RECORD]
        before = list_key(settings, records, count, size)
        copy_words(T, 0, S, 0, S[LENGTH])
        T[CHANCE] = kept_throw(S[CHANCE], mix(S[CHANCE], 13))
        if list_key(settings, records, moves(data, spare, work, records), size) != before:
            found = MORE
        moves(data, state, work, records)
    if at != 0:
        pointer(table)[at] = found + 1
    return found


@inner
def outcome_key(
    data: Any,
    state: Any,
    records: Any,
    settings: Any,
    plan: Any,
    bare_plan: Any,
    throws: Any,
    count: int,
    drawn: int,
) -> int:
    """The key of a position with what its mover has seen of chance.

    Before a throw it makes no difference what the dice showed at the turn before.
    """
    if drawn == NOTHING:
        return position_key(data, state, plan, 1)
    key = list_key(settings, records, count, pointer(data)[RECORD])
    if pointer(throws)[0] != 0:
        number = (first_bits(pointer(state)[CHANCE]) * pointer(throws)[0]) >> 32
        key = mix(key, pointer(throws)[1 + number])
    full: int = mix(key, position_key(data, state, bare_plan if drawn == ONE_THROW else plan, 1))
    return full


@inner
def outcome_node(tree: Any, table: Any, move: int, key: int) -> int:
    """The node below a move for one way that chance went, a new one if need be; 0 when there is no room."""
    H = pointer(tree)
    key = mix(mix(move, 17), key)
    at = entry_of(table, key, False)
    if at != 0:
        return pointer(table)[at]
    if H[FROZEN] != 0:
        return 0
    if H[USED] < H[CAPACITY]:
        at = entry_of(table, key, True)
    if at == 0:
        H[FULL] = 1
        return 0
    pointer(table)[at] = H[USED]
    return chained(tree, move)


@inner
def anew(stream: Any) -> int:
    """A new seed of chance."""
    seed: int = (random_bits(pointer(stream)) << 31) ^ random_bits(pointer(stream))
    return seed


@routine(18, "moves play play_on")
def closed_loop(
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
    spare: Any,
    plan: Any,
    bare_plan: Any,
    throws: Any,
    count: int,
    moves: Entry,
    play: Entry,
    play_on: Entry,
) -> int:
    """Make up to ``count`` iterations from the position ``root``; gives the number made before the tree was full."""
    D, S, start, G, X = pointer(data), pointer(state), pointer(root), pointer(settings), reals(settings)
    visits = pointer(column_of(tree, VISITS))
    size = D[RECORD]
    for iteration in range(count):
        if pointer(work)[FAILURE] != 0:
            return iteration
        before = pointer(stream)[0]
        copy_words(S, 0, start, 0, start[LENGTH])
        node, depth, over, seat = 0, 0, 0, 0
        while depth < MOST_DEPTH - 3:
            legal = moves(data, state, work, records)
            drawn = drawn_before(data, state, spare, work, records, settings, table, plan, legal, moves, play)
            if depth > 0:
                key = outcome_key(data, state, records, settings, plan, bare_plan, throws, legal, drawn)
                node = outcome_node(tree, table, node, key)
                if node == 0:
                    break
                note_step(path, depth, node, seat)
                depth += 1
            bonus = X[EXPLORATION] * growth(X, max(visits[node], 1))
            child = available_child(settings, tree, arena, records, stream, table, node, legal, size, bonus)
            if child == 0:
                break
            seat = seat_of(S, S[MOVER])
            note_step(path, depth, child, seat)
            depth += 1
            if drawn == NOTHING:
                S[CHANCE] = anew(stream)
            elif drawn != MORE:
                S[CHANCE] = kept_throw(S[CHANCE], random_bits(pointer(stream)))
            over = follow(data, state, work, records, arena, child, play)
            S[CHANCE] = anew(stream)
            node = child
            if over != 0 or visits[child] < G[EXPAND_AFTER]:
                break
        if pointer(tree)[FULL] != 0:
            # Nothing but the stream has changed: the iteration is made again when there is more room.
            pointer(stream)[0] = before
            return iteration
        if over != 0 or play_on(data, state, work, records, stream, G[PLAYOUT_LIMIT]) != 0:
            read_result(data, state, settings, path)
        else:
            read_estimate(data, state, work, records, settings, path, terms, scratch, moves)
        back_up(tree, settings, path, depth)
    return count
