"""The steps of one iteration of tree search: choose a child, add children, play to the end, note the result, prove.

All of them work on one block of memory (:class:`SearchMemory`). A search is a loop of a few of these steps and what is its
own: which child it goes to, and what it learns from a playout.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, NamedTuple

from apts.engine.native.jit import copy_words, random_below
from apts.engine.runtime.layout import ACTIVE, FAILURE, LENGTH, MOVER, PLAYERS, RANK_AT, RECORD, SWAPPED
from apts.search.memory import Entry, inner, logarithm, moved, pointer, reals, routine
from apts.search.trees.tree import (
    CAPACITY,
    COLUMN_COUNT,
    COLUMNS,
    DEEPEST,
    FIRST,
    FROZEN,
    FULL,
    MASK,
    MEAN,
    NARROWNESS,
    PART,
    PROVEN,
    PROVEN_MARK,
    RANK_BITS,
    SPAN,
    USED,
    VISITS,
    column_of,
)

# The settings of a search: whole numbers, reals, then tables of reals.
PLAYOUT_LIMIT = 0  # moves of a playout before it is cut
EXPAND_AFTER = 1  # visits of a node before its children are added
SOLVE = 2  # 1: results are proven
GUIDED = 3  # 1: a cut playout is worth what the heuristic says; JUDGED_APART: of each seat by itself
SEATS = 4
REFERENCE = 5  # visits from which on a node lends its all-moves-as-first figures
THROWS_FIRST = 6  # 1: chance may have a say in which moves there are
ORDERED = 7  # 1: the most promising child is gone to, tried or not; 0: every child is tried once, then the best
EXPLORATION = 8  # real
SCALE = 9  # real: units of the heuristic for a utility of about 0.76
BIAS = 10  # real: how soon own figures displace all-moves-as-first figures
PRIOR = 11  # visits that a judgement of a child stands for; 0: children are not judged
RAVE = 12  # 1: children have figures of playouts in which their move came later
FIGURES_AT = 13  # the first column of these figures
EYES_AT = 14  # where the settings tell of eyes, which playouts do not fill; 0 for playouts at random
UTILITY = 16  # reals: the utility of each doubled rank, up to 63
GROWTH = 80  # reals: sqrt(log n)
TABLE_SIZE = 4096
WIDTH = GROWTH + TABLE_SIZE  # reals: 1 / sqrt(n)
SETTINGS_SIZE = WIDTH + TABLE_SIZE  # behind it: how many words of a record count, for each decision
JUDGED_APART = 2  # seats do not share the result out: what one gains the others need not lose
NOT_A_DECISION = 2  # passes and swaps have the numbers -1 and -2

HOPELESS = -1e6
CERTAIN = 1e6
MOST_DEPTH = 4096
MOST_LOGGED = 4096
"""Moves of an iteration that are remembered; those behind them do not count as first moves."""
# The path of an iteration: how many moves of its playout are logged, nodes, the seats that chose them, then the utilities
# of the seats as reals.
LOGGED = 0
PATH_NODES = 1
PATH_SEATS = PATH_NODES + MOST_DEPTH
PATH_UTILITIES = PATH_SEATS + MOST_DEPTH
PATH_LOG = PATH_UTILITIES + 64  # keys of moves
PATH_MARKS = PATH_LOG + MOST_LOGGED  # all 0 between iterations
MARKS = 1 << 12
PATH_SIZE = PATH_MARKS + MARKS


class SearchMemory(NamedTuple):
    """What a search works on, each an array or its address.

    Of the game: ``data``, ``work`` and ``records`` of its machine. Of the search: the position at the ``root``, that of an
    iteration (``state``) and its ``path``, the random ``stream``, the nodes of the ``tree``, the moves that lead to them
    (``arena``), the ``settings``, and ``terms`` and ``scratch`` of the heuristic.
    """

    data: Any
    root: Any
    state: Any
    work: Any
    records: Any
    stream: Any
    tree: Any
    arena: Any
    path: Any
    settings: Any
    terms: Any
    scratch: Any


class Columns(NamedTuple):
    """Columns of the tree of a search, which stay in their places while a routine is at work."""

    visits: Any
    first: Any
    span: Any
    proven: Any


# --- an iteration -------------------------------------------------------------------------------------------------------


@inner
def is_settled(search: SearchMemory, columns: Columns) -> bool:
    """Whether there is nothing to search for: the value of the root is proven, or a rule has failed."""
    return pointer(search.work)[FAILURE] != 0 or pointer(columns.proven)[0] != 0


@inner
def begin_iteration(search: SearchMemory) -> int:
    """Put up the position of the root; returns the random stream, to which an iteration that is given up goes back."""
    start = pointer(search.root)
    copy_words(pointer(search.state), 0, start, 0, start[LENGTH])
    return pointer(search.stream)[0]


@inner
def has_children(search: SearchMemory, columns: Columns, node: int, depth: int, moves: Entry) -> bool:
    """Whether a node has children to go to; one that is not proven and was visited often enough gets them now."""
    if pointer(columns.proven)[node] != 0:
        return False
    if pointer(columns.first)[node] != 0:
        return True
    if not may_expand(search.tree, node, depth, pointer(search.settings)[EXPAND_AFTER]):
        return False
    count = moves(search.data, search.state, search.work, search.records)
    return add_children(search.tree, search.arena, search.records, node, count, pointer(search.data)[RECORD])


@inner
def has_untried(columns: Columns, node: int) -> bool:
    """Whether a node has children that were never tried."""
    span = pointer(columns.span)[node]
    return ((span >> PART) & MASK) < (span >> (2 * PART))


@inner
def exploration_of(search: SearchMemory, visits: int) -> float:
    """The weight of exploration below a node with so many visits."""
    X = reals(search.settings)
    weight: float = X[EXPLORATION] * growth(X, visits)
    return weight


@inner
def step_to(search: SearchMemory, child: int, depth: int, play: Entry) -> int:
    """Note a child in the path and play its move; tells whether the match is over."""
    S = pointer(search.state)
    note_step(search.path, depth, child, seat_of(S, S[MOVER]))
    return follow(search, child, play)


@inner
def is_abandoned(search: SearchMemory, before: int) -> bool:
    """Whether the tree was too full: nothing but the stream has changed, and the iteration is made again with more room."""
    if pointer(search.tree)[FULL] == 0:
        return False
    pointer(search.stream)[0] = before
    return True


# --- the parts of it ----------------------------------------------------------------------------------------------------


@inner
def seat_of(S: Any, player: int) -> int:
    """The seat that a player of the rules sits on; a swap of sides exchanges the first two."""
    return 3 - player if S[SWAPPED] != 0 and player <= 2 else player


@inner
def has_left(data: Any, state: Any, player: int) -> bool:
    """Whether a player has left a match in which more than one of the others play on."""
    S = pointer(state)
    return pointer(data)[PLAYERS] > 2 and (S[ACTIVE] >> player) & 1 == 0


@inner
def growth(X: Any, visits: int) -> float:
    """sqrt(log n), the share of exploration that grows with the visits of the parent."""
    return X[GROWTH + visits] if visits < TABLE_SIZE else sqrt(logarithm(visits))


@routine(1)
def write_tables(settings: Any) -> int:
    """Fill in what exploration needs of small numbers of visits."""
    X = reals(settings)
    for visits in range(1, TABLE_SIZE):
        X[GROWTH + visits] = sqrt(logarithm(visits))
        X[WIDTH + visits] = 1.0 / sqrt(visits)
    return 0


@inner
def narrowness(X: Any, visits: int) -> float:
    """1 / sqrt(n), the share of exploration that falls with the visits of the child."""
    return X[WIDTH + visits] if visits < TABLE_SIZE else 1.0 / sqrt(visits)


@inner
def best_child(tree: Any, node: int, exploration: float) -> int:
    """The tried child with the highest upper confidence bound."""
    means, narrow = reals(column_of(tree, MEAN)), reals(column_of(tree, NARROWNESS))
    first = pointer(column_of(tree, FIRST))[node]
    last = first + ((pointer(column_of(tree, SPAN))[node] >> PART) & MASK)
    best = first
    highest = -1e300
    for child in range(first, last):
        bound = means[child] + exploration * narrow[child]
        if bound > highest:
            highest = bound
            best = child
    return best


@inner
def try_child(search: SearchMemory, node: int) -> int:
    """A random child that was not tried yet; it changes places with the first such child."""
    tree, size = search.tree, pointer(search.data)[RECORD]
    spans = pointer(column_of(tree, SPAN))
    span = spans[node]
    tried = (span >> PART) & MASK
    child = pointer(column_of(tree, FIRST))[node] + tried
    picked = child + random_below(pointer(search.stream), (span >> (2 * PART)) - tried)
    spans[node] = span + (1 << PART)
    if picked != child:
        A = pointer(search.arena)
        for index in range(size):
            word = A[child * size + index]
            A[child * size + index] = A[picked * size + index]
            A[picked * size + index] = word
    begin_node(tree, child)
    return child


@inner
def begin_node(tree: Any, node: int) -> None:
    """A node of which nothing is known yet."""
    pointer(column_of(tree, VISITS))[node] = 0
    pointer(column_of(tree, FIRST))[node] = 0
    pointer(column_of(tree, PROVEN))[node] = 0
    reals(column_of(tree, MEAN))[node] = 0.0
    for column in range(COLUMNS, pointer(tree)[COLUMN_COUNT]):
        reals(column_of(tree, column))[node] = 0.0


@inner
def add_children(tree: Any, arena: Any, records: Any, node: int, count: int, size: int) -> bool:
    """Give the node a child for each of the first ``count`` records, if there is room."""
    H = pointer(tree)
    first = H[USED]
    if first + count > H[CAPACITY]:
        H[FULL] = 1
        return False
    copy_words(pointer(arena), first * size, pointer(records), 0, count * size)
    pointer(column_of(tree, FIRST))[node] = first
    pointer(column_of(tree, SPAN))[node] = (count << (2 * PART)) | count
    H[USED] = first + count
    return True


@inner
def may_expand(tree: Any, node: int, depth: int, threshold: int) -> bool:
    """Whether a node without children may get some."""
    enough = node == 0 or pointer(column_of(tree, VISITS))[node] >= threshold
    return enough and pointer(tree)[FROZEN] == 0 and depth < MOST_DEPTH - 1


@inner
def ranks_word(data: Any, state: Any) -> int:
    """The result of a finished match in one word."""
    D, S = pointer(data), pointer(state)
    word = PROVEN_MARK
    for player in range(D[PLAYERS]):
        word |= S[D[RANK_AT] + 1 + player] << (RANK_BITS * (seat_of(S, player + 1) - 1))
    return word


@inner
def follow(search: SearchMemory, child: int, play: Entry) -> int:
    """Play the move that leads to a node; tells whether the match is over."""
    size = pointer(search.data)[RECORD]
    copy_words(pointer(search.records), 0, pointer(search.arena), child * size, size)
    return play(search.data, search.state, search.work, search.records, 0)


@inner
def note_step(path: Any, depth: int, node: int, seat: int) -> None:
    """Add a node to the path."""
    P = pointer(path)
    P[PATH_NODES + depth] = node
    P[PATH_SEATS + depth] = seat


@inner
def back_up(tree: Any, settings: Any, path: Any, depth: int) -> None:
    """Let every node on the path know the result."""
    P, U, X = pointer(path), reals(moved(path, PATH_UTILITIES)), reals(settings)
    prior = pointer(settings)[PRIOR]
    means, narrow = reals(column_of(tree, MEAN)), reals(column_of(tree, NARROWNESS))
    visits = pointer(column_of(tree, VISITS))
    visits[0] += 1
    for step in range(depth):
        node = P[PATH_NODES + step]
        count = visits[node] + 1
        visits[node] = count
        width = narrowness(X, count + prior)
        narrow[node] = width
        means[node] += (U[P[PATH_SEATS + step]] - means[node]) * width * width
    if depth > pointer(tree)[DEEPEST]:
        pointer(tree)[DEEPEST] = depth
    if pointer(settings)[SEATS] > 2:
        back_up_seats(tree, settings, path, depth)


@inner
def back_up_seats(tree: Any, settings: Any, path: Any, depth: int) -> None:
    """Let every node on the path, the root too, know what all seats got. Comes after the visits were counted."""
    P, U, X = pointer(path), reals(moved(path, PATH_UTILITIES)), reals(settings)
    visits = pointer(column_of(tree, VISITS))
    for seat in range(1, pointer(settings)[SEATS] + 1):
        means = reals(column_of(tree, COLUMNS + seat - 1))
        for step in range(-1, depth):
            node = P[PATH_NODES + step] if step >= 0 else 0
            width = narrowness(X, visits[node])
            means[node] += (U[seat] - means[node]) * width * width


@inner
def worth(settings: Any, word: int, seat: int) -> float:
    """The utility of a proven result for a seat."""
    return reals(settings)[UTILITY + ((word >> (RANK_BITS * (seat - 1))) & 63)]


@inner
def set_proven(tree: Any, settings: Any, node: int, seat: int, word: int) -> None:
    """Note a proven result. It is known exactly, so there is nothing to explore; the best is always chosen and the worst
    never."""
    pointer(column_of(tree, PROVEN))[node] = word
    utility = worth(settings, word, seat)
    reals(column_of(tree, MEAN))[node] = HOPELESS if utility <= -1.0 else CERTAIN if utility >= 1.0 else utility
    reals(column_of(tree, NARROWNESS))[node] = 0.0


@inner
def prove(tree: Any, settings: Any, path: Any, depth: int, word: int) -> None:
    """The last node of the path has a proven result: see what follows for those above it. Comes after backing up.

    A proof holds if everybody plays for themselves (max^n). A win for the seat to move settles what that seat gets. With
    more than two seats it does not settle what the others get, who may be better or worse off after another win; so it
    proves the root, where only the mover is asked about, but no position that others choose by.
    """
    P, proven = pointer(path), pointer(column_of(tree, PROVEN))
    spans = pointer(column_of(tree, SPAN))
    node = P[PATH_NODES + depth - 1]
    known = proven[node] != 0
    set_proven(tree, settings, node, P[PATH_SEATS + depth - 1], word)
    if known:
        return
    for step in range(depth - 1, -1, -1):
        above = P[PATH_NODES + step - 1] if step > 0 else 0
        seat = P[PATH_SEATS + step]
        spans[above] -= 1
        won = worth(settings, word, seat) >= 1.0 and (step == 0 or pointer(settings)[SEATS] <= 2)
        if not won:
            if (spans[above] & MASK) != 0:
                return
            word = best_result(tree, settings, above, seat)
            if word == 0:
                return
        if step == 0:
            proven[0] = word
        else:
            set_proven(tree, settings, above, P[PATH_SEATS + step - 1], word)


@inner
def best_result(tree: Any, settings: Any, node: int, seat: int) -> int:
    """The result that the seat to move chooses among proven children.

    0 when several are equally good for it and differ for the others: then it is open which one it will choose.
    """
    proven = pointer(column_of(tree, PROVEN))
    first = pointer(column_of(tree, FIRST))[node]
    last = first + (pointer(column_of(tree, SPAN))[node] >> (2 * PART))
    best = proven[first]
    unique = True
    for child in range(first + 1, last):
        gain = worth(settings, proven[child], seat) - worth(settings, best, seat)
        if gain > 0.0:
            best = proven[child]
            unique = True
        elif gain == 0.0 and proven[child] != best:
            unique = False
    return best if unique else 0
