"""Tree search that learns from all moves of a playout as if they had been played first (GRAVE; Cazenave, 2015).

The figures of a move are kept with every node above it. A node with few visits borrows those of its nearest ancestor
with enough of them.
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import copy_words, mix
from apts.engine.runtime.layout import DECISION, FAILURE, LENGTH, MOVER, MOVES, ORIGIN, OVER, RECORD, TARGET
from apts.search.hashing import entry_of
from apts.search.memory import Entry, inner, moved, pointer, reals, routine
from apts.search.trees.descent import (
    BIAS,
    EXPAND_AFTER,
    EXPLORATION,
    MOST_LOGGED,
    PATH_NODES,
    PATH_UTILITIES,
    PLAYOUT_LIMIT,
    REFERENCE,
    SOLVE,
    add_children,
    back_up,
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
from apts.search.trees.tree import FIRST, FULL, MASK, MEAN, NARROWNESS, PART, PROVEN, SPAN, VISITS, column_of


@inner
def move_key(place: Any, at: int, seat: int) -> int:
    """What makes two moves of different positions the same move."""
    R = pointer(place)
    key: int = mix(mix(mix(seat, R[at + DECISION]), R[at + ORIGIN]), R[at + TARGET])
    return key


@inner
def blended_child(
    tree: Any, arena: Any, settings: Any, figures: Any, node: int, reference: int, seat: int, size: int, bonus: float
) -> int:
    """The tried child with the best mixture of its own mean and the figures that the reference node has of its move."""
    means, narrow = reals(column_of(tree, MEAN)), reals(column_of(tree, NARROWNESS))
    visits, proven = pointer(column_of(tree, VISITS)), pointer(column_of(tree, PROVEN))
    F, G, bias = pointer(figures), reals(figures), reals(settings)[BIAS]
    first = pointer(column_of(tree, FIRST))[node]
    last = first + ((pointer(column_of(tree, SPAN))[node] >> PART) & MASK)
    best = first
    highest = -1e300
    for child in range(first, last):
        value = means[child]
        at = 0
        if proven[child] == 0:
            at = entry_of(figures, mix(move_key(arena, child * size, seat), reference), False)
        if at != 0:
            count = 1.0 * F[at]
            share = count / (count + visits[child] + bias * count * visits[child])
            value = (1.0 - share) * value + share * G[at + 1]
        value += bonus * narrow[child]
        if value > highest:
            highest = value
            best = child
    return best


@inner
def share_figures(figures: Any, path: Any, log: Any, depth: int, logged: int) -> None:
    """Add the result to the figures of every later move, at every node of the path."""
    P, L, U = pointer(path), pointer(log), reals(moved(path, PATH_UTILITIES))
    F, G = pointer(figures), reals(figures)
    for step in range(depth):
        node = P[PATH_NODES + step - 1] if step > 0 else 0
        for index in range(step, logged):
            at = entry_of(figures, mix(L[2 * index], node), True)
            if at != 0:
                F[at] += 1
                G[at + 1] += (U[L[2 * index + 1]] - G[at + 1]) / F[at]


@inner
def note_move(log: Any, logged: int, place: Any, at: int, seat: int) -> int:
    """Remember a move that is about to be played."""
    if logged >= MOST_LOGGED:
        return logged
    L = pointer(log)
    L[2 * logged] = move_key(place, at, seat)
    L[2 * logged + 1] = seat
    return logged + 1


@routine(15, "moves choose play")
def grave(
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
    figures: Any,
    log: Any,
    count: int,
    moves: Entry,
    choose: Entry,
    play: Entry,
) -> int:
    """Like :func:`apts.search.trees.uct.uct`, with figures of all moves in a table of keys."""
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
        node, depth, over, reference, logged = 0, 0, 0, 0, 0
        while proven[node] == 0 and over == 0:
            if firsts[node] == 0 and (
                not may_expand(tree, node, depth, G[EXPAND_AFTER])
                or not add_children(tree, arena, records, node, moves(data, state, work, records), size)
            ):
                break
            if visits[node] >= G[REFERENCE]:
                reference = node
            span, seat = spans[node], seat_of(S, S[MOVER])
            if ((span >> PART) & MASK) < (span >> (2 * PART)):
                child = try_child(tree, arena, stream, node, size)
            else:
                bonus = X[EXPLORATION] * growth(X, visits[node])
                child = blended_child(tree, arena, settings, figures, node, reference, seat, size, bonus)
            note_step(path, depth, child, seat)
            logged = note_move(log, logged, arena, child * size, seat)
            over = follow(data, state, work, records, arena, child, play)
            node = child
            depth += 1
        if pointer(tree)[FULL] != 0:
            # Nothing but the stream has changed: the iteration is made again when there is more room.
            pointer(stream)[0] = before
            return iteration
        word = proven[node]
        last = S[MOVES] + G[PLAYOUT_LIMIT]
        while word == 0 and S[OVER] == 0 and S[MOVES] < last:
            index = choose(data, state, work, records, stream)
            logged = note_move(log, logged, records, index * size, seat_of(S, S[MOVER]))
            play(data, state, work, records, index)
        if word != 0:
            read_ranks(settings, path, word)
        elif S[OVER] != 0:
            read_result(data, state, settings, path)
            word = ranks_word(data, state) if over != 0 and G[SOLVE] != 0 else 0
        else:
            read_estimate(data, state, work, records, settings, path, terms, scratch, moves)
        back_up(tree, settings, path, depth)
        share_figures(figures, path, log, depth, logged)
        if word != 0:
            prove(tree, settings, path, depth, word)
    return count
