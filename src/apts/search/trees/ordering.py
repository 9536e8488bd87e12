"""Children that are told apart before they are tried: by a judgement of the position that each leads to, and by how playouts
went in which the move came later (RAVE; Gelly and Silver, 2011).

A judgement stands for so many visits of the child (``prior``). Figures of all moves stand with the children themselves: one
column has the mean for the seat that chooses, one the number of playouts, and one what makes it the same move elsewhere.
The most promising child is gone to, tried or not; of equal ones it is drawn, whatever their order.
"""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import copy_words, mix, random_below
from apts.engine.runtime.layout import (
    ALL_SITES,
    DECISION,
    LENGTH,
    MOVER,
    ORIGIN,
    OVER,
    RANK_AT,
    RECORD,
    STATE_SIZE,
    TARGET,
)
from apts.search.memory import Entry, inner, moved, pointer, reals
from apts.search.trees.conclusions import judged
from apts.search.trees.descent import (
    BIAS,
    FIGURES_AT,
    LOGGED,
    MARKS,
    PATH_LOG,
    PATH_MARKS,
    PATH_NODES,
    PATH_SEATS,
    PATH_UTILITIES,
    PRIOR,
    RAVE,
    UTILITY,
    SearchMemory,
    narrowness,
    seat_of,
)
from apts.search.trees.tree import (
    COLUMN_COUNT,
    COLUMNS,
    FIRST,
    MASK,
    MEAN,
    NARROWNESS,
    PART,
    PROVEN,
    SPAN,
    VISITS,
    column_of,
)

# The columns of figures, counted from FIGURES_AT.
LATER_MEAN = 0  # real
LATER_COUNT = 1
KEY = 2
FIGURE_COLUMNS = 3

MARK_MASK = MARKS - 1
UNKNOWN = 1.0
"""What a child is held to be worth of which nothing is known."""

HERITAGE = 32
"""Playouts that figures from the move before last count as at most."""


@inner
def move_key(place: Any, at: int, seat: int) -> int:
    """What makes two moves of different positions the same move."""
    R = pointer(place)
    key: int = mix(mix(mix(seat, R[at + DECISION]), R[at + ORIGIN]), R[at + TARGET])
    return key


@inner
def figures_of(search: SearchMemory, column: int) -> Any:
    """The address of a column of figures."""
    return column_of(search.tree, pointer(search.settings)[FIGURES_AT] + column)


@inner
def is_unprepared(search: SearchMemory, node: int) -> bool:
    """Whether the children of a node have just been added."""
    return (pointer(column_of(search.tree, SPAN))[node] >> PART) & MASK == 0


@inner
def prepare_children(search: SearchMemory, node: int, depth: int, moves: Entry, play: Entry) -> None:
    """Note what is known of the children of a node before any of them was tried; the position is that of the node."""
    tree, G = search.tree, pointer(search.settings)
    first = pointer(column_of(tree, FIRST))[node]
    last = first + (pointer(column_of(tree, SPAN))[node] >> (2 * PART))
    seat = seat_of(pointer(search.state), pointer(search.state)[MOVER])
    visits, firsts, proven = (
        pointer(column_of(tree, VISITS)), pointer(column_of(tree, FIRST)), pointer(column_of(tree, PROVEN)),
    )  # fmt: skip
    means, narrow = reals(column_of(tree, MEAN)), reals(column_of(tree, NARROWNESS))
    width = narrowness(reals(search.settings), max(1, G[PRIOR]))
    for child in range(first, last):
        visits[child] = 0
        firsts[child] = 0
        proven[child] = 0
        means[child] = 0.0
        narrow[child] = width
    for column in range(COLUMNS, pointer(tree)[COLUMN_COUNT]):
        figures = pointer(column_of(tree, column))
        for child in range(first, last):
            figures[child] = 0
    if G[RAVE] != 0:
        prepare_figures(search, first, last, depth, seat)
    if G[PRIOR] != 0:
        for child in range(first, last):
            means[child] = value_after(search, child, seat, moves, play)


@inner
def value_after(search: SearchMemory, child: int, seat: int, moves: Entry, play: Entry) -> float:
    """What the position after the move of a child is worth for a seat: its result if the match is over, or a judgement."""
    D, S, X = pointer(search.data), pointer(search.state), reals(search.settings)
    after = moved(search.scratch, D[STATE_SIZE] + 3 * D[ALL_SITES] + 1)
    T = pointer(after)
    copy_words(T, 0, S, 0, S[LENGTH])
    copy_words(pointer(search.records), 0, pointer(search.arena), child * D[RECORD], D[RECORD])
    play(search.data, after, search.work, search.records, 0)
    player = seat_of(T, seat)
    if T[OVER] != 0:
        result: float = X[UTILITY + T[D[RANK_AT] + player]]
        return result
    return judged(search, after, player, moves)


@inner
def prepare_figures(search: SearchMemory, first: int, last: int, depth: int, seat: int) -> None:
    """Begin the figures of the children from those that the same moves had when the seat moved last."""
    arena, size = search.arena, pointer(search.data)[RECORD]
    P, spans, firsts = (
        pointer(search.path), pointer(column_of(search.tree, SPAN)), pointer(column_of(search.tree, FIRST)),
    )  # fmt: skip
    keys, counts = pointer(figures_of(search, KEY)), pointer(figures_of(search, LATER_COUNT))
    means, marks = reals(figures_of(search, LATER_MEAN)), pointer(moved(search.path, PATH_MARKS))
    for child in range(first, last):
        keys[child] = move_key(arena, child * size, seat)
    step = depth - 1
    while step >= 0 and P[PATH_SEATS + step] != seat:
        step -= 1
    if step < 0:
        return
    before = P[PATH_NODES + step - 1] if step > 0 else 0
    start = firsts[before]
    end = start + (spans[before] >> (2 * PART))
    for child in range(start, end):
        marks[keys[child] & MARK_MASK] = child
    for child in range(first, last):
        known = marks[keys[child] & MARK_MASK]
        if known != 0 and keys[known] == keys[child]:
            means[child] = means[known]
            counts[child] = min(counts[known], HERITAGE)
    for child in range(start, end):
        marks[keys[child] & MARK_MASK] = 0


@inner
def promising_child(search: SearchMemory, node: int, exploration: float) -> int:
    """The child to go to: the one with the highest bound, tried or not. One that was not moves behind those that were."""
    tree, G, X = search.tree, pointer(search.settings), reals(search.settings)
    means, narrow = reals(column_of(tree, MEAN)), reals(column_of(tree, NARROWNESS))
    visits, proven = pointer(column_of(tree, VISITS)), pointer(column_of(tree, PROVEN))
    spans = pointer(column_of(tree, SPAN))
    later, counts = reals(figures_of(search, LATER_MEAN)), pointer(figures_of(search, LATER_COUNT))
    first = pointer(column_of(tree, FIRST))[node]
    last = first + (spans[node] >> (2 * PART))
    prior, rave, bias = G[PRIOR], G[RAVE], X[BIAS]
    best, equal = first, 0
    highest = -1e300
    for child in range(first, last):
        value = means[child]
        if rave != 0 and proven[child] == 0:
            own = 1.0 * (visits[child] + prior)
            count = 1.0 * counts[child]
            if own + count == 0.0:
                value = UNKNOWN
            else:
                value += count / (count + own + bias * count * own) * (later[child] - value)
        value += exploration * narrow[child]
        if value > highest:
            highest = value
            best = child
            equal = 1
        elif value == highest:
            equal += 1
            if random_below(pointer(search.stream), equal) == 0:
                best = child
    place = first + ((spans[node] >> PART) & MASK)
    if best >= place:
        spans[node] += 1 << PART
        exchange(search, best, place)
        best = place
    return best


@inner
def exchange(search: SearchMemory, one: int, other: int) -> None:
    """Let two children that were not tried change places."""
    if one == other:
        return
    A, size = pointer(search.arena), pointer(search.data)[RECORD]
    for index in range(size):
        word = A[one * size + index]
        A[one * size + index] = A[other * size + index]
        A[other * size + index] = word
    for column in range(pointer(search.tree)[COLUMN_COUNT]):
        figures = pointer(column_of(search.tree, column))
        word = figures[one]
        figures[one] = figures[other]
        figures[other] = word


@inner
def share_playout(search: SearchMemory, depth: int) -> None:
    """Let the children of every node on the path know how the iteration went in which their move came then or later."""
    tree, P, X = search.tree, pointer(search.path), reals(search.settings)
    log, marks = pointer(moved(search.path, PATH_LOG)), pointer(moved(search.path, PATH_MARKS))
    U = reals(moved(search.path, PATH_UTILITIES))
    keys, counts = pointer(figures_of(search, KEY)), pointer(figures_of(search, LATER_COUNT))
    means, spans, firsts = (
        reals(figures_of(search, LATER_MEAN)), pointer(column_of(tree, SPAN)), pointer(column_of(tree, FIRST)),
    )  # fmt: skip
    for index in range(P[LOGGED]):
        marks[log[index] & MARK_MASK] = log[index]
    for step in range(depth - 1, -1, -1):
        chosen = keys[P[PATH_NODES + step]]
        marks[chosen & MARK_MASK] = chosen
        node = P[PATH_NODES + step - 1] if step > 0 else 0
        utility = U[P[PATH_SEATS + step]]
        first = firsts[node]
        for child in range(first, first + (spans[node] >> (2 * PART))):
            if marks[keys[child] & MARK_MASK] == keys[child]:
                count = counts[child] + 1
                counts[child] = count
                width = narrowness(X, count)
                means[child] += (utility - means[child]) * width * width
    for index in range(P[LOGGED]):
        marks[log[index] & MARK_MASK] = 0
    for step in range(depth):
        marks[keys[P[PATH_NODES + step]] & MARK_MASK] = 0
