"""What self-play adds to guided search: beginning and ending matches, and keeping what there is to learn."""

from __future__ import annotations

from typing import Any, NamedTuple

from apts.engine.native.jit import mix, random_below
from apts.engine.runtime.layout import MOVER, OVER
from apts.learning.encodings.encode import encode_position
from apts.learning.guided import guided_layout as at
from apts.learning.guided.guided_moves import column, uniform
from apts.learning.memory import moved_bytes, singles
from apts.search.memory import Entry, inner, moved, pointer, reals
from apts.search.trees.descent import ranks_word, seat_of, worth


class RootMemory(NamedTuple):
    """A match that is being played.

    The ``data``, ``work`` and ``records`` of the machine, its position (``root``), the search ``tree`` below it, and the
    ``settings`` of all.
    """

    data: Any
    root: Any
    work: Any
    records: Any
    tree: Any
    settings: Any


class PoolMemory(NamedTuple):
    """What there is to learn: counters, then positions, moves and results, as :mod:`apts.learning.guided.pool` has them."""

    pool: Any
    pool_planes: Any
    pool_globals: Any
    pool_moves: Any
    pool_shares: Any
    ledger: Any
    matches: Any


@inner
def clear_tree(tree: Any) -> None:
    """A tree with nothing but a fresh root."""
    H = pointer(tree)
    H[at.USED] = 1
    H[at.STATUS] = at.FRESH
    H[at.LEAF] = -1
    H[at.DEPTH] = 0
    H[at.DONE] = 0
    clear_node(tree, 0)


@inner
def clear_node(tree: Any, node: int) -> None:
    """A node nobody has visited."""
    pointer(column(tree, at.VISITS))[node] = 0
    pointer(column(tree, at.FIRST))[node] = 0
    pointer(column(tree, at.COUNT))[node] = 0
    pointer(column(tree, at.PROVEN))[node] = 0
    pointer(column(tree, at.SAMPLE))[node] = 0
    pointer(column(tree, at.NEXT))[node] = 0
    reals(column(tree, at.TOTAL))[node] = 0.0
    reals(column(tree, at.LOGIT))[node] = 0.0
    reals(column(tree, at.PRIOR))[node] = 0.0
    reals(column(tree, at.NOISE))[node] = 0.0
    reals(column(tree, at.VALUE))[node] = 0.0


@inner
def new_match(own: RootMemory, slot: int, start: Entry, choose: Entry, play: Entry) -> None:
    """Begin the next match of a slot, some moves on where the settings ask for random openings."""
    H, S, G = pointer(own.tree), pointer(own.root), pointer(own.settings)
    H[at.MATCH] = slot + H[at.MATCHES] * G[at.SLOTS]
    H[at.MATCHES] += 1
    H[at.STREAM] = mix(mix(G[at.SEED_WORD], H[at.MATCH]), 1)
    stream = moved(own.tree, at.STREAM)
    for attempt in range(8):
        start(own.data, own.root, own.work, own.records, mix(H[at.STREAM], 2))
        H[at.PLIES] = 0
        if attempt == 7 or G[at.OPENING] == 0 or uniform(stream) >= reals(own.settings)[at.OPENING_SHARE]:
            return
        for _ in range(1 + random_below(pointer(stream), G[at.OPENING])):
            if S[OVER] == 0:
                play(
                    own.data, own.root, own.work, own.records, choose(own.data, own.root, own.work, own.records, stream)
                )
                H[at.PLIES] += 1
        if S[OVER] == 0:
            return


@inner
def plan_search(tree: Any, settings: Any) -> None:
    """Decide how much the coming search may cost."""
    H, G = pointer(tree), pointer(settings)
    H[at.BUDGET] = G[at.SIMULATIONS]
    H[at.FULL_SEARCH] = 1
    if G[at.SMALL] > 0 and uniform(moved(tree, at.STREAM)) < reals(settings)[at.SMALL_SHARE]:
        H[at.BUDGET] = G[at.SMALL]
        H[at.FULL_SEARCH] = 0


@inner
def write_sample(own: RootMemory, kept: PoolMemory, tables: Any, policy: Any, value: float, moves: Entry) -> None:
    """Keep the root, its moves and what the search made of them."""
    C, G, H, S, P = pointer(kept.pool), pointer(own.settings), pointer(own.tree), pointer(own.root), reals(policy)
    row = C[at.SAMPLES_USED]
    count = moves(own.data, own.root, own.work, own.records)
    planes, numbers = (
        moved_bytes(kept.pool_planes, row * G[at.PLANES]),
        moved_bytes(kept.pool_globals, 4 * row * G[at.GLOBALS]),
    )
    encode_position(own.data, own.root, own.records, count, tables, planes, numbers)
    first = C[at.MOVES_USED]
    codes = pointer(column(own.tree, at.CODE))
    for index in range(count):
        pointer(kept.pool_moves)[first + index] = codes[pointer(column(own.tree, at.FIRST))[0] + index]
        singles(kept.pool_shares)[first + index] = P[index]
    L = pointer(moved(kept.ledger, row * G[at.LEDGER]))
    L[at.ROW_MATCH] = H[at.MATCH]
    L[at.ROW_MOVES_AT] = first
    L[at.ROW_MOVES] = count
    L[at.ROW_PLY] = H[at.PLIES]
    word = pointer(column(own.tree, at.PROVEN))[0]
    lost = word != 0 and worth(own.settings, word, pointer(column(own.tree, at.SEAT))[0]) <= -1.0
    L[at.ROW_TEACHES] = 1 if H[at.FULL_SEARCH] != 0 and not lost else 0
    reals(moved(kept.ledger, row * G[at.LEDGER]))[at.ROW_VALUE] = value
    for index in range(G[at.SEATS]):
        L[at.ROW_SEATS + index] = seat_of(S, (S[MOVER] - 1 + index) % G[at.SEATS] + 1)
    C[at.SAMPLES_USED] = row + 1
    C[at.MOVES_USED] = first + count


@inner
def resigns(tree: Any, settings: Any, value: float) -> bool:
    """Whether the mover of a match for two resigns, having searched and found so little."""
    X = reals(settings)
    searched = pointer(tree)[at.FULL_SEARCH] != 0
    return pointer(settings)[at.SEATS] == 2 and X[at.RESIGNING] > 0.0 and searched and value < -X[at.RESIGNING]


@inner
def finish_match(own: RootMemory, kept: PoolMemory, loser: int) -> None:
    """Write the result of a match; one that was cut is a draw, one that a seat gave up is lost by it."""
    C, H, G, S = pointer(kept.pool), pointer(own.tree), pointer(own.settings), pointer(own.root)
    width = at.MATCH_UTILITIES + G[at.SEATS]
    place = moved(kept.matches, C[at.MATCHES_USED] * width)
    pointer(place)[at.MATCH_NUMBER] = H[at.MATCH]
    pointer(place)[at.MATCH_PLIES] = H[at.PLIES]
    word = ranks_word(own.data, own.root) if S[OVER] != 0 else 0
    for seat in range(1, G[at.SEATS] + 1):
        utility = worth(own.settings, word, seat) if word != 0 else 0.0
        if word == 0 and loser != 0:
            utility = -1.0 if seat == loser else 1.0
        reals(place)[at.MATCH_UTILITIES + seat - 1] = utility
    C[at.MATCHES_USED] += 1


@inner
def has_capacity(settings: Any, pool: Any, count: int) -> bool:
    """Whether one more sample with so many moves, and the end of a match, fit into the pool."""
    C, G = pointer(pool), pointer(settings)
    moves_fit = C[at.MOVES_USED] + count <= G[at.POOL_MOVES]
    return moves_fit and C[at.SAMPLES_USED] < G[at.POOL_SAMPLES] and C[at.MATCHES_USED] < G[at.POOL_MATCHES]
