"""Many guided searches advanced together: each goes on until it needs the network, then all wait for one batch.

The routine :func:`advance` takes what the network said of the waiting positions, goes on with every slot until it has
the next position to ask about, and leaves those positions encoded, one a slot. In self-play it also plays the moves,
begins new matches, and writes what there is to learn into a pool. Nothing depends on other slots or on time.
"""

from __future__ import annotations

from math import exp
from typing import Any, NamedTuple

from apts.engine.native.jit import copy_words, mix
from apts.engine.runtime.layout import CHANCE, LENGTH, MOVER, OVER, OVERFLOW, RECORD, SWAPPED
from apts.learning.encodings.encode import encode_position, move_code
from apts.learning.guided import guided_layout as at
from apts.learning.guided.guided_moves import begin_search, chosen_child, column, next_child, write_policy
from apts.learning.guided.guided_play import (
    PoolMemory,
    RootMemory,
    clear_node,
    clear_tree,
    finish_match,
    has_capacity,
    new_match,
    plan_search,
    resigns,
    write_sample,
)
from apts.learning.memory import moved_bytes, singles
from apts.search.memory import Entry, inner, moved, pointer, reals, routine
from apts.search.trees.descent import ranks_word, seat_of, worth
from apts.search.trees.tree import kept_throw

NO_CELL = 0xFFFF


class GuidedMemory(NamedTuple):
    """What all slots work on.

    The ``data``, ``work`` and ``records`` of the machine, and a position (``state``) that they take in turn; one after the
    other their roots, trees, moves of nodes (``arenas``) and paths; what the network is told (``planes``, ``numbers``) and
    says (``sites``, ``kinds``, ``values``); the ``tables`` of the encoding, and the ``settings``.
    """

    data: Any
    work: Any
    records: Any
    state: Any
    roots: Any
    trees: Any
    arenas: Any
    paths: Any
    planes: Any
    numbers: Any
    sites: Any
    kinds: Any
    values: Any
    tables: Any
    settings: Any


class SlotMemory(NamedTuple):
    """What the search of one slot works on: as :class:`GuidedMemory`, with its own root, tree, arena and path."""

    data: Any
    root: Any
    state: Any
    work: Any
    records: Any
    tree: Any
    arena: Any
    path: Any
    tables: Any
    settings: Any


@inner
def shuffle_children(tree: Any, arena: Any, first: int, count: int, size: int) -> None:
    """Bring new children into an order drawn from the seed: of equal ones the first is taken wherever one is chosen."""
    A, codes = pointer(arena), pointer(column(tree, at.CODE))
    word = mix(pointer(tree)[at.STREAM], first)
    for left in range(count, 1, -1):
        one = first + left - 1
        other = first + (mix(word, left) >> 8) % left
        if other != one:
            code = codes[one]
            codes[one] = codes[other]
            codes[other] = code
            for index in range(size):
                kept = A[one * size + index]
                A[one * size + index] = A[other * size + index]
                A[other * size + index] = kept


@inner
def expand(own: SlotMemory, node: int, moves: Entry, play: Entry) -> int:
    """Give a node its children and see which of them end the match.

    Gives the number of moves, which stay in the records, or -1 without room and -2 when the list of moves is too small.
    """
    H, S, G = pointer(own.tree), pointer(own.state), pointer(own.settings)
    size = pointer(own.data)[RECORD]
    pointer(own.work)[OVERFLOW] = 0
    count = moves(own.data, own.state, own.work, own.records)
    if pointer(own.work)[OVERFLOW] != 0:
        return -2
    first = H[at.USED]
    if first + count > H[at.CAPACITY]:
        return -1
    copy_words(pointer(own.arena), first * size, pointer(own.records), 0, count * size)
    codes = pointer(column(own.tree, at.CODE))
    for index in range(count):
        clear_node(own.tree, first + index)
        codes[first + index] = move_code(own.data, own.state, own.records, index, own.tables)
        reals(column(own.tree, at.PRIOR))[first + index] = 1.0 / count
    shuffle_children(own.tree, own.arena, first, count, size)
    H[at.USED] = first + count
    pointer(column(own.tree, at.FIRST))[node] = first
    pointer(column(own.tree, at.COUNT))[node] = count
    pointer(column(own.tree, at.SEAT))[node] = seat_of(S, S[MOVER])
    if G[at.CHANCE_RULES] == 0 and count <= G[at.LOOK_AHEAD]:
        probe = moved(own.state, G[at.STATE])
        proven = pointer(column(own.tree, at.PROVEN))
        for index in range(count):
            copy_words(pointer(probe), 0, S, 0, S[LENGTH])
            copy_words(pointer(own.records), 0, pointer(own.arena), (first + index) * size, size)
            if play(own.data, probe, own.work, own.records, 0) != 0:
                proven[first + index] = ranks_word(own.data, probe)
        copy_words(pointer(own.records), 0, pointer(own.arena), first * size, count * size)
    return count


@inner
def settle(tree: Any, settings: Any, node: int) -> bool:
    """Prove a node from its children, if that can be done: by the rules of :func:`apts.search.trees.descent.prove`.

    With more than two seats a position below the root is proven only when all of its moves are, and when it does not
    matter to the others which of the best ones is chosen.
    """
    proven = pointer(column(tree, at.PROVEN))
    first, count = pointer(column(tree, at.FIRST))[node], pointer(column(tree, at.COUNT))[node]
    seat = pointer(column(tree, at.SEAT))[node]
    alone = node == 0 or pointer(settings)[at.SEATS] <= 2
    best = 0
    highest = -2.0
    known = 0
    open_choice = False
    for child in range(first, first + count):
        word = proven[child]
        if word != 0:
            known += 1
            value = worth(settings, word, seat)
            if value > highest:
                highest = value
                best = word
                open_choice = False
            elif value == highest and word != best:
                open_choice = True
    settled = known == count and known > 0 and (alone or not open_choice)
    if settled or (alone and highest >= 1.0):
        proven[node] = best
        return True
    return False


@inner
def back_up(tree: Any, path: Any, depth: int) -> None:
    """Let every node on the path know the utilities of the seats."""
    P, U = pointer(path), reals(moved(path, at.PATH_UTILITIES))
    visits, totals = pointer(column(tree, at.VISITS)), reals(column(tree, at.TOTAL))
    visits[0] += 1
    for step in range(depth):
        edge = P[at.PATH_EDGES + step]
        visits[edge] += 1
        totals[edge] += U[P[at.PATH_SEATS + step]]
        node = P[at.PATH_NODES + step]
        if node != edge:
            visits[node] += 1
    pointer(tree)[at.DONE] += 1


@inner
def prove_up(tree: Any, settings: Any, path: Any, depth: int) -> None:
    """The last node of the path is proven: see what follows above."""
    P = pointer(path)
    for step in range(depth - 1, -1, -1):
        above = P[at.PATH_NODES + step - 1] if step > 0 else 0
        if not settle(tree, settings, above):
            return


@inner
def read_word(settings: Any, path: Any, word: int) -> None:
    """The utilities of a proven result."""
    U = reals(moved(path, at.PATH_UTILITIES))
    for seat in range(1, pointer(settings)[at.SEATS] + 1):
        U[seat] = worth(settings, word, seat)


@inner
def draw_node(tree: Any, edge: int, stream: Any) -> int:
    """Where chance plays a part: the node that this visit of a move goes to, -1 when there is no room for a new one.

    The number of draws that are told apart grows with the square root of the visits.
    """
    H, nexts = pointer(tree), pointer(column(tree, at.NEXT))
    visits = pointer(column(tree, at.VISITS))
    draws = 0
    node = pointer(column(tree, at.SAMPLE))[edge]
    rarest = node
    while node != 0:
        draws += 1
        if visits[node] < visits[rarest]:
            rarest = node
        node = nexts[node]
    if draws * draws > visits[edge]:
        return rarest
    node = H[at.USED]
    if node >= H[at.CAPACITY]:
        return -1
    H[at.USED] = node + 1
    clear_node(tree, node)
    pointer(column(tree, at.SEED))[node] = mix(pointer(stream)[0], node)
    nexts[node] = pointer(column(tree, at.SAMPLE))[edge]
    pointer(column(tree, at.SAMPLE))[edge] = node
    return node


@inner
def simulate(own: SlotMemory, moves: Entry, play: Entry) -> int:
    """One simulation: 1 when a position waits for the network, 0 when it is complete, below 0 as :func:`expand` says.

    The waiting position is in the state, its moves are in the records.
    """
    H, S, G, P = pointer(own.tree), pointer(own.state), pointer(own.settings), pointer(own.path)
    firsts, proven = pointer(column(own.tree, at.FIRST)), pointer(column(own.tree, at.PROVEN))
    size = pointer(own.data)[RECORD]
    copy_words(S, 0, pointer(own.root), 0, pointer(own.root)[LENGTH])
    node = 0
    depth = 0
    while firsts[node] != 0 and proven[node] == 0 and S[OVER] == 0 and depth < at.MOST_DEPTH - 1:
        edge = next_child(own.tree, own.settings, node)
        P[at.PATH_EDGES + depth] = edge
        P[at.PATH_SEATS + depth] = seat_of(S, S[MOVER])
        node = edge
        seed = 0
        if G[at.CHANCE_RULES] != 0:
            node = draw_node(own.tree, edge, moved(own.tree, at.STREAM))
            if node < 0:
                return -1
            seed = pointer(column(own.tree, at.SEED))[node]
            S[CHANCE] = kept_throw(S[CHANCE], seed) if G[at.CHANCE_RULES] == at.THROWS_FIRST else mix(seed, 1)
        P[at.PATH_NODES + depth] = node
        depth += 1
        if proven[node] == 0:
            copy_words(pointer(own.records), 0, pointer(own.arena), edge * size, size)
            play(own.data, own.state, own.work, own.records, 0)
        if G[at.CHANCE_RULES] != 0:
            S[CHANCE] = seed
    H[at.DEPTH] = depth
    if proven[node] == 0 and S[OVER] != 0:
        proven[node] = ranks_word(own.data, own.state)
    if proven[node] == 0 and firsts[node] == 0:
        found = expand(own, node, moves, play)
        if found < 0:
            return found
        if found > 0 and not settle(own.tree, own.settings, node):
            H[at.LEAF] = node
            return 1
    if proven[node] != 0:
        read_word(own.settings, own.path, proven[node])
        if G[at.CHANCE_RULES] == 0:
            prove_up(own.tree, own.settings, own.path, depth)
    else:
        for seat in range(1, G[at.SEATS] + 1):
            reals(moved(own.path, at.PATH_UTILITIES))[seat] = 0.0
    back_up(own.tree, own.path, depth)
    return 0


@inner
def read_policy(settings: Any, tree: Any, sites: Any, kinds: Any, node: int) -> None:
    """Set the logits and priors of the children from the outputs of the network."""
    G, X, K = pointer(settings), singles(sites), singles(kinds)
    first, count = pointer(column(tree, at.FIRST))[node], pointer(column(tree, at.COUNT))[node]
    codes, logits, priors = pointer(column(tree, at.CODE)), reals(column(tree, at.LOGIT)), reals(column(tree, at.PRIOR))
    cells, number, pair = G[at.CELLS], G[at.KINDS], G[at.PAIR_WIDTH]
    highest = -1e300
    for child in range(first, first + count):
        code = codes[child]
        kind, origin, target = code >> 32, (code >> 16) & NO_CELL, code & NO_CELL
        logit = 1.0 * K[kind]
        if target != NO_CELL:
            logit += X[kind * cells + target]
        if pair > 0 and origin != NO_CELL:
            logit += X[(number + kind) * cells + origin]
            if target != NO_CELL:
                for index in range(pair):
                    left = (2 * number + index) * cells + origin
                    logit += X[left] * X[(2 * number + pair + index) * cells + target]
        logits[child] = logit
        highest = max(highest, logit)
    whole = 0.0
    for child in range(first, first + count):
        priors[child] = exp(logits[child] - highest)
        whole += priors[child]
    for child in range(first, first + count):
        priors[child] /= whole
        logits[child] -= highest


@inner
def read_values(settings: Any, tree: Any, path: Any, values: Any, node: int, mover: int, swapped: int) -> None:
    """The utilities that the network expects, for the seats."""
    V, U = singles(values), reals(moved(path, at.PATH_UTILITIES))
    seats = pointer(settings)[at.SEATS]
    for index in range(seats):
        player = (mover - 1 + index) % seats + 1
        seat = 3 - player if swapped != 0 and player <= 2 else player
        U[seat] = 1.0 * V[index]
    if seats == 2:
        balance = 0.5 * (U[1] - U[2])
        U[1] = balance
        U[2] = -balance
    reals(column(tree, at.VALUE))[node] = U[pointer(column(tree, at.SEAT))[node]]


@routine(24, "start moves choose play")
def advance(
    all_slots: GuidedMemory, kept: PoolMemory, policy: Any, first_slot: int,
    start: Entry, moves: Entry, choose: Entry, play: Entry,
) -> int:  # fmt: skip
    """Go on with all slots from ``first_slot``; tells why it stopped, and in the upper half the slot where it did.

    The slot that could not go on has changed nothing: the call can be made again from there with more room.
    """
    data, work, records, state = all_slots.data, all_slots.work, all_slots.records, all_slots.state
    settings, tables = all_slots.settings, all_slots.tables
    G, C = pointer(settings), pointer(kept.pool)
    size, record = G[at.STATE], pointer(data)[RECORD]
    waiting = 0
    for slot in range(first_slot, G[at.SLOTS]):
        tree, arena = moved(all_slots.trees, slot * G[at.BLOCK]), moved(all_slots.arenas, slot * G[at.ARENA])
        path, root = moved(all_slots.paths, slot * at.PATH_SIZE), moved(all_slots.roots, slot * size)
        match = RootMemory(data, root, work, records, tree, settings)
        own = SlotMemory(data, root, state, work, records, tree, arena, path, tables, settings)
        H, S = pointer(tree), pointer(root)
        if H[at.LEAF] >= 0:
            node = H[at.LEAF]
            H[at.LEAF] = -1
            read_policy(
                settings, tree, moved_bytes(all_slots.sites, 4 * slot * G[at.SITE_OUTPUTS]),
                moved_bytes(all_slots.kinds, 4 * slot * G[at.KINDS]), node,
            )  # fmt: skip
            words = pointer(path)
            read_values(
                settings, tree, path, moved_bytes(all_slots.values, 4 * slot * G[at.SEATS]), node,
                words[at.PATH_SIZE - 2], words[at.PATH_SIZE - 1],
            )  # fmt: skip
            if node == 0:
                begin_search(tree, settings)
            else:
                back_up(tree, path, H[at.DEPTH])
                C[at.SIMULATED] += 1
        requested = False
        moved_on = 0
        while not requested and H[at.STATUS] != at.FINISHED and moved_on < at.MOST_UNASKED:
            found = 0
            if H[at.STATUS] == at.BEGINNING:
                pointer(work)[OVERFLOW] = 0
                new_match(match, slot, start, choose, play)
                if pointer(work)[OVERFLOW] != 0:
                    H[at.MATCHES] -= 1
                    return at.NO_RECORDS | slot << 32
                clear_tree(tree)
            elif H[at.STATUS] == at.FRESH:
                copy_words(pointer(state), 0, S, 0, S[LENGTH])
                found = expand(own, 0, moves, play)
                if found >= 0:
                    H[at.STATUS] = at.SEARCHING
                    plan_search(tree, settings)
                    if found == 1 and G[at.PLAYING] != 0:
                        # The only move is played; there is nothing to search for and nothing to learn.
                        H[at.BUDGET] = 0
                        found = 0
                    elif not settle(tree, settings, 0):
                        H[at.LEAF] = 0
                        found = 1
                    else:
                        found = 0
            elif H[at.DONE] < H[at.BUDGET] and pointer(column(tree, at.PROVEN))[0] == 0:
                found = simulate(own, moves, play)
                if found == 0:
                    C[at.SIMULATED] += 1
            elif G[at.PLAYING] == 0:
                H[at.STATUS] = at.FINISHED
            else:
                count = pointer(column(tree, at.COUNT))[0]
                if not has_capacity(settings, kept.pool, count):
                    return at.POOL_FULL | slot << 32
                value = write_policy(tree, settings, policy)
                if count > 1:
                    write_sample(match, kept, tables, policy, value, moves)
                mover = seat_of(S, S[MOVER])
                chosen = chosen_child(tree, settings, policy)
                copy_words(pointer(records), 0, pointer(arena), chosen * record, record)
                play(data, root, work, records, 0)
                H[at.PLIES] += 1
                loser = mover if resigns(tree, settings, value) else 0
                if S[OVER] != 0 or H[at.PLIES] >= G[at.MATCH_LIMIT] or loser != 0:
                    finish_match(match, kept, loser)
                    H[at.STATUS] = at.BEGINNING
                else:
                    clear_tree(tree)
                moved_on += 1
            if found == 1:
                place = moved_bytes(all_slots.planes, slot * G[at.PLANES])
                figures = moved_bytes(all_slots.numbers, 4 * slot * G[at.GLOBALS])
                encode_position(
                    data, state, records, pointer(column(tree, at.COUNT))[H[at.LEAF]], tables, place, figures
                )
                pointer(path)[at.PATH_SIZE - 2] = pointer(state)[MOVER]
                pointer(path)[at.PATH_SIZE - 1] = pointer(state)[SWAPPED]
                waiting += 1
                requested = True
            elif found == -1:
                return at.TREE_FULL | slot << 32
            elif found == -2:
                return at.NO_RECORDS | slot << 32
    C[at.EVALUATED] += waiting
    return at.WAITING if waiting > 0 else at.ALL_DONE


@routine(9, "start choose play")
def begin_matches(
    all_slots: RootMemory, capacity: int, first: int, last: int, start: Entry, choose: Entry, play: Entry
) -> int:
    """Begin the first match of the slots from ``first`` to ``last``; the roots and trees of all follow each other."""
    G = pointer(all_slots.settings)
    for slot in range(first, last):
        tree = moved(all_slots.tree, slot * G[at.BLOCK])
        pointer(tree)[at.CAPACITY] = capacity
        pointer(tree)[at.MATCHES] = 0
        root = moved(all_slots.root, slot * G[at.STATE])
        new_match(
            RootMemory(all_slots.data, root, all_slots.work, all_slots.records, tree, all_slots.settings),
            slot, start, choose, play,
        )  # fmt: skip
        clear_tree(tree)
    return 0


@routine(3)
def conclude(tree: Any, settings: Any, policy: Any) -> int:
    """Write the improved policy of a finished search; returns the root move that is played."""
    write_policy(tree, settings, policy)
    return chosen_child(tree, settings, policy)
