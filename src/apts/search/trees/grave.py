"""Tree search that learns from all moves of a playout as if they had been played first (GRAVE; Cazenave, 2015).

The figures of a move are kept with every node above it. A node with few visits borrows those of its nearest ancestor
with enough of them.
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import mix
from apts.engine.runtime.layout import MOVER, MOVES, OVER, RECORD
from apts.search.memory import Entry, entry_of, inner, moved, pointer, reals, routine
from apts.search.trees.conclusions import conclude
from apts.search.trees.descent import (
    BIAS,
    MOST_LOGGED,
    PATH_NODES,
    PATH_UTILITIES,
    PLAYOUT_LIMIT,
    REFERENCE,
    Columns,
    SearchMemory,
    begin_iteration,
    exploration_of,
    has_children,
    has_untried,
    is_abandoned,
    is_settled,
    seat_of,
    step_to,
    try_child,
)
from apts.search.trees.ordering import move_key
from apts.search.trees.tree import FIRST, MASK, MEAN, NARROWNESS, PART, PROVEN, SPAN, VISITS, column_of


@inner
def blended_child(search: SearchMemory, figures: Any, node: int, reference: int, seat: int, bonus: float) -> int:
    """The tried child with the best mixture of its own mean and the figures that the reference node has of its move."""
    tree, arena, settings, size = search.tree, search.arena, search.settings, pointer(search.data)[RECORD]
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
def grave(search: SearchMemory, figures: Any, log: Any, count: int, moves: Entry, choose: Entry, play: Entry) -> int:
    """Like :func:`apts.search.trees.uct.uct`, with figures of all moves in a table of keys."""
    S, G = pointer(search.state), pointer(search.settings)
    columns = Columns(
        column_of(search.tree, VISITS), column_of(search.tree, FIRST), column_of(search.tree, SPAN),
        column_of(search.tree, PROVEN),
    )  # fmt: skip
    visits, proven = pointer(columns.visits), pointer(columns.proven)
    size = pointer(search.data)[RECORD]
    for iteration in range(count):
        if is_settled(search, columns):
            return iteration
        before = begin_iteration(search)
        node, depth, over, reference, logged = 0, 0, 0, 0, 0
        while over == 0 and has_children(search, columns, node, depth, moves):
            if visits[node] >= G[REFERENCE]:
                reference = node
            seat = seat_of(S, S[MOVER])
            if has_untried(columns, node):
                child = try_child(search, node)
            else:
                child = blended_child(search, figures, node, reference, seat, exploration_of(search, visits[node]))
            logged = note_move(log, logged, search.arena, child * size, seat)
            over = step_to(search, child, depth, play)
            node = child
            depth += 1
        if is_abandoned(search, before):
            return iteration
        last = S[MOVES] + G[PLAYOUT_LIMIT]
        while proven[node] == 0 and S[OVER] == 0 and S[MOVES] < last:
            index = choose(search.data, search.state, search.work, search.records, search.stream)
            logged = note_move(log, logged, search.records, index * size, seat_of(S, S[MOVER]))
            play(search.data, search.state, search.work, search.records, index)
        conclude(search, columns, node, depth, over, S[OVER], moves)
        share_figures(figures, search.path, log, depth, logged)
    return count
