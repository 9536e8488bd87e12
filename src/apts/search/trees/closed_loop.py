"""Tree search for games with chance: a node for every move, below it a node for everything that chance can make of it.

A move leads to a node whose value is the mean over all throws that come after it; below that are the positions with
their throws, in which the next move is chosen knowing the throw. Children of both kinds are chains that grow, and a
table of keys finds them. Every iteration decides chance anew, except for the throw that the mover has seen.

(Nodes for sequences of moves alone, whatever was thrown in between, are cheaper but wrong: a player who then chooses by
means over all throws plays worse than one who has seen the throw, and so the one who chooses first looks too good.)
"""

from __future__ import annotations

from typing import Any, NamedTuple

from apts.engine.native.jit import copy_words, mix, random_below, random_bits
from apts.engine.runtime.layout import CHANCE, DECISION, LENGTH, MOVER, RECORD
from apts.search.memory import Entry, entry_of, inner, pointer, position_key, reals, routine
from apts.search.trees.conclusions import conclude
from apts.search.trees.descent import (
    EXPAND_AFTER,
    MOST_DEPTH,
    NOT_A_DECISION,
    PLAYOUT_LIMIT,
    SETTINGS_SIZE,
    THROWS_FIRST,
    Columns,
    SearchMemory,
    begin_iteration,
    begin_node,
    exploration_of,
    is_abandoned,
    is_settled,
    note_step,
    seat_of,
    step_to,
)
from apts.search.trees.tree import (
    CAPACITY,
    FIRST,
    FROZEN,
    FULL,
    MEAN,
    MORE,
    NARROWNESS,
    NOTHING,
    ONE_THROW,
    PROVEN,
    SPAN,
    USED,
    VISITS,
    column_of,
    first_bits,
    kept_throw,
)

MOST_PLAYED = 8
"""Moves that are tried to see whether something was thrown to find them."""


class ChanceMemory(NamedTuple):
    """What a search needs besides where chance is at work.

    The ``table`` of children and positions by keys, a ``spare`` position, two plans of what makes a key of a position (the
    ``bare_plan`` leaves the dice out), and the classes of ``throws`` that cannot be told apart.
    """

    table: Any
    spare: Any
    plan: Any
    bare_plan: Any
    throws: Any


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
def available_child(search: SearchMemory, table: Any, node: int, count: int, bonus: float) -> int:
    """A legal move that was never tried here, as a new child, or the best child whose move is legal now."""
    settings, tree, records, stream = search.settings, search.tree, search.records, search.stream
    size = pointer(search.data)[RECORD]
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
        return add_child(settings, tree, search.arena, records, picked, size, node, table)
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
def drawn_before(search: SearchMemory, seen: ChanceMemory, count: int, moves: Entry, play: Entry) -> int:
    """What finding the moves has drawn from the chance of a position: NOTHING, ONE_THROW or MORE.

    The records hold the moves, before and after. The answer is the same for all throws and is found only once.
    """
    data, state, work, records, settings = search.data, search.state, search.work, search.records, search.settings
    table, spare = seen.table, seen.spare
    S, T = pointer(state), pointer(spare)
    if pointer(settings)[THROWS_FIRST] == 0:
        return NOTHING
    at = entry_of(table, mix(position_key(data, state, seen.plan, 1), 11), True)
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
def outcome_key(search: SearchMemory, seen: ChanceMemory, count: int, drawn: int) -> int:
    """The key of a position with what its mover has seen of chance.

    Before a throw it makes no difference what the dice showed at the turn before.
    """
    data, state, plan, throws = search.data, search.state, seen.plan, seen.throws
    if drawn == NOTHING:
        return position_key(data, state, plan, 1)
    key = list_key(search.settings, search.records, count, pointer(data)[RECORD])
    if pointer(throws)[0] != 0:
        number = (first_bits(pointer(state)[CHANCE]) * pointer(throws)[0]) >> 32
        key = mix(key, pointer(throws)[1 + number])
    full: int = mix(key, position_key(data, state, seen.bare_plan if drawn == ONE_THROW else plan, 1))
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
def closed_loop(search: SearchMemory, seen: ChanceMemory, count: int, moves: Entry, play: Entry, play_on: Entry) -> int:
    """Make up to ``count`` iterations from the root; returns the number made before the tree was full."""
    S, stream = pointer(search.state), search.stream
    columns = Columns(
        column_of(search.tree, VISITS), column_of(search.tree, FIRST), column_of(search.tree, SPAN),
        column_of(search.tree, PROVEN),
    )  # fmt: skip
    visits = pointer(columns.visits)
    for iteration in range(count):
        if is_settled(search, columns):
            return iteration
        before = begin_iteration(search)
        node, depth, over, seat = 0, 0, 0, 0
        while depth < MOST_DEPTH - 3:
            legal = moves(search.data, search.state, search.work, search.records)
            drawn = drawn_before(search, seen, legal, moves, play)
            if depth > 0:
                node = outcome_node(search.tree, seen.table, node, outcome_key(search, seen, legal, drawn))
                if node == 0:
                    break
                note_step(search.path, depth, node, seat)
                depth += 1
            child = available_child(search, seen.table, node, legal, exploration_of(search, max(visits[node], 1)))
            if child == 0:
                break
            seat = seat_of(S, S[MOVER])
            if drawn == NOTHING:
                S[CHANCE] = anew(stream)
            elif drawn != MORE:
                S[CHANCE] = kept_throw(S[CHANCE], random_bits(pointer(stream)))
            over = step_to(search, child, depth, play)
            depth += 1
            S[CHANCE] = anew(stream)
            node = child
            if over != 0 or visits[child] < pointer(search.settings)[EXPAND_AFTER]:
                break
        if is_abandoned(search, before):
            return iteration
        ended = over
        if over == 0:
            limit = pointer(search.settings)[PLAYOUT_LIMIT]
            ended = play_on(search.data, search.state, search.work, search.records, stream, limit)
        conclude(search, columns, node, depth, 0, ended, moves)  # what chance has a say in is not proven
    return count
