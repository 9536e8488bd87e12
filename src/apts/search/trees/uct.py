"""Upper confidence bounds applied to trees (Kocsis and Szepesvári, 2006) with proven results (Winands et al., 2008)."""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import copy_words
from apts.engine.runtime.layout import FAILURE, LENGTH, MOVER, RECORD
from apts.search.memory import Entry, pointer, reals, routine
from apts.search.trees.descent import (
    EXPAND_AFTER,
    EXPLORATION,
    PLAYOUT_LIMIT,
    SOLVE,
    add_children,
    back_up,
    best_child,
    follow,
    growth,
    may_expand,
    note_step,
    prove,
    ranks_word,
    read_estimate,
    read_ranks,
    read_result,
    seat_of,
    try_child,
)
from apts.search.trees.tree import FIRST, FULL, MASK, PART, PROVEN, SPAN, VISITS, column_of


@routine(13, "moves play play_on")
def uct(
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
    count: int,
    moves: Entry,
    play: Entry,
    play_on: Entry,
) -> int:
    """Make up to ``count`` iterations from the position ``root``; stop when its value is proven or the tree is full.

    Gives the number of iterations made. Rules without chance only: the moves of a node are taken to be always the same.
    """
    D, S, start, G, X = pointer(data), pointer(state), pointer(root), pointer(settings), reals(settings)
    firsts, spans = pointer(column_of(tree, FIRST)), pointer(column_of(tree, SPAN))
    visits, proven = pointer(column_of(tree, VISITS)), pointer(column_of(tree, PROVEN))
    size = D[RECORD]
    for iteration in range(count):
        if pointer(work)[FAILURE] != 0:
            return iteration
        if proven[0] != 0:
            return iteration
        before = pointer(stream)[0]
        copy_words(S, 0, start, 0, start[LENGTH])
        node = 0
        depth = 0
        over = 0
        while proven[node] == 0 and over == 0:
            if firsts[node] == 0 and (
                not may_expand(tree, node, depth, G[EXPAND_AFTER])
                or not add_children(tree, arena, records, node, moves(data, state, work, records), size)
            ):
                break
            span = spans[node]
            if ((span >> PART) & MASK) < (span >> (2 * PART)):
                child = try_child(tree, arena, stream, node, size)
            else:
                child = best_child(tree, node, X[EXPLORATION] * growth(X, visits[node]))
            note_step(path, depth, child, seat_of(S, S[MOVER]))
            over = follow(data, state, work, records, arena, child, play)
            node = child
            depth += 1
        if pointer(tree)[FULL] != 0:
            # Nothing but the stream has changed: the iteration is made again when there is more room.
            pointer(stream)[0] = before
            return iteration
        word = proven[node]
        if word != 0:
            read_ranks(settings, path, word)
        elif over != 0:
            read_result(data, state, settings, path)
            word = ranks_word(data, state) if G[SOLVE] != 0 else 0
        elif play_on(data, state, work, records, stream, G[PLAYOUT_LIMIT]) != 0:
            read_result(data, state, settings, path)
        else:
            read_estimate(data, state, work, records, settings, path, terms, scratch, moves)
        back_up(tree, settings, path, depth)
        if word != 0:
            prove(tree, settings, path, depth, word)
    return count
