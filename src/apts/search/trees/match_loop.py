"""Turn after turn of a match inside compiled code: keep the tree, search, choose, play, note down.

Only what is simple is done here. Where a turn needs more (a larger tree, a position that the tree does not know, moves
that look alike), the routine stops and says why; Python does that part and calls again, and the routine goes on from
the phase that it was in. Rules without chance for one or two players only.
"""

from __future__ import annotations

from math import log2
from typing import Any, NamedTuple

from apts.engine.native.jit import copy_words
from apts.engine.runtime.layout import (
    DECISION,
    LAST_FROM,
    LAST_TO,
    LENGTH,
    MOVER,
    MOVES,
    ORIGIN,
    OVER,
    OVERFLOW,
    RECORD,
    STATE_SIZE,
    TARGET,
)
from apts.search.memory import Entry, inner, moved, pointer, reals, routine
from apts.search.results import drawn_place
from apts.search.trees.descent import NOT_A_DECISION, SETTINGS_SIZE, SearchMemory, seat_of, worth
from apts.search.trees.tree import (
    COLUMN_COUNT,
    DEEPEST,
    FIRST,
    FROZEN,
    FULL,
    MASK,
    MEAN,
    PART,
    PROVEN,
    SPAN,
    USED,
    VISITS,
    column_of,
    keep_below,
)
from apts.search.trees.uct import uct

# The control words of a match.
PHASE = 0
TURNS = 1  # turns played so far
LIMIT = 2  # the most turns of the match
CAPACITY = 3  # turns that there is room for in the log
PAUSE = 4  # the turn before which to stop and look whether to go on
LEFT = 5  # iterations left of the search under way
PICK = 6  # the child that was chosen, counted from the first
BREATH = 7  # the most iterations without a look at what goes on outside
NOTED = 8  # children whose visits and values are noted so far
NOTES_CAPACITY = 9  # children that there is room for in the notes
SEAT_WORDS = 10  # from here on a block for each seat
BUDGET = 0  # iterations a turn
BREADTH = 1  # iterations for each move, where that is more
ASKS = 2  # 1: Python chooses the move
CHOSEN = 3  # the node of the own last move; 0 when it is not known
FLIPPED = 4  # 1: tree and spare tree have changed places
BEGUN = 5  # 1: the seat has moved in this match
FRESH_TURN = 6  # the turn at which its first search may begin without asking
FRESH_SEED = 7  # with this seed
SEAT_SIZE = 8
CONTROL_SIZE = SEAT_WORDS + 2 * SEAT_SIZE

# Phases of a turn.
ROOTING, BUDGETING, SEARCHING, CHOOSING, PLAYING = range(5)

# Why the routine stopped.
ENDED = 0  # the match is over or has reached its limit
PAUSED = 1
LOG_FULL = 2  # go on with the same phase
ROOT_WANTED = 3  # the tree does not know the way to the position; go on with BUDGETING
RECORDS_SHORT = 4  # there were more moves than fit; go on with SEARCHING
TREE_FULL = 5  # go on with SEARCHING
HARD = 6  # moves look alike, or nothing was searched: Python decides and plays; go on with ROOTING
ASKED = 7  # Python chooses: PICK is wanted; go on with PLAYING
BREATHING = 8  # a long search has been going on for a while; go on with SEARCHING

# A row of the log: the record of the move, then these.
ROW_SEAT = 0
ROW_COUNT = 1  # legal moves
ROW_ALONE = 2  # 1: no other move has the same target
ROW_VALUE = 3  # real: for the seat that moved
ROW_ENTROPY = 4  # real: of the visits, in bits
ROW_NOTED = 5  # children of the root whose visits and values are noted for this turn
ROW_TAIL = 6
NOTE_SIZE = 2
"""Words of a note of a child: twice its visits, with 1 added where it is proven; and its value for the seat, a real."""


class MatchMemory(NamedTuple):
    """What a match is played on: ``data``, ``work`` and ``records`` of the machine, the ``control`` words, and the rest.

    ``positions`` holds the position before the first turn and after each; ``log`` a row for each turn, ``notes`` what was
    known of the moves at each. ``state`` and ``path`` are for the searches.
    """

    data: Any
    work: Any
    records: Any
    control: Any
    log: Any
    notes: Any
    positions: Any
    state: Any
    path: Any


class SeatMemory(NamedTuple):
    """The search of a seat, as in :class:`~apts.search.trees.descent.SearchMemory`, with nodes and moves to spare."""

    root: Any
    tree: Any
    arena: Any
    spare: Any
    spare_arena: Any
    stream: Any
    settings: Any
    terms: Any
    scratch: Any


@inner
def used_words(settings: Any, decision: int) -> int:
    """How many words of a record of this decision mean something."""
    return pointer(settings)[SETTINGS_SIZE + NOT_A_DECISION + decision]


@inner
def same_record(settings: Any, one: Any, other: Any) -> bool:
    """Whether two records of one decision are the same in all words that mean something."""
    A, B = pointer(one), pointer(other)
    used, same = used_words(settings, A[DECISION]), True
    for index in range(used):
        same = same and A[index] == B[index]
    return same


@inner
def known_reply(data: Any, position: Any, root: Any, tree: Any, arena: Any, settings: Any, own: int, reply: Any) -> int:
    """The node of the position after the own last move and the one reply to it that fits; 0 when there is none."""
    S, A, size = pointer(position), pointer(arena), pointer(data)[RECORD]
    if own == 0 or S[MOVES] - pointer(root)[MOVES] != 2:
        return 0
    first = pointer(column_of(tree, FIRST))[own]
    tried = (pointer(column_of(tree, SPAN))[own] >> PART) & MASK
    if first == 0:
        return 0
    found = 0
    for child in range(first, first + tried):
        if A[child * size + ORIGIN] == S[LAST_FROM] and A[child * size + TARGET] == S[LAST_TO]:
            if found != 0:
                return 0
            found = child
    if found != 0 and (
        A[found * size + DECISION] != pointer(reply)[DECISION]
        or not same_record(settings, moved(arena, found * size), reply)
    ):
        return 0
    return found


@inner
def empty(tree: Any) -> None:
    """Forget all nodes but the root, and all that is known of the root."""
    H = pointer(tree)
    H[USED] = 1
    H[FULL] = 0
    H[FROZEN] = 0
    H[DEEPEST] = 0
    for column in range(H[COLUMN_COUNT]):
        pointer(column_of(tree, column))[0] = 0


@inner
def lookalikes(records: Any, count: int, size: int) -> bool:
    """Whether two of so many records have origin and target in common."""
    R = pointer(records)
    for one in range(1, count):
        for other in range(one):
            if (
                R[one * size + TARGET] == R[other * size + TARGET]
                and R[one * size + ORIGIN] == R[other * size + ORIGIN]
            ):
                return True
    return False


@inner
def value_of(tree: Any, settings: Any, child: int, seat: int) -> float:
    """What a tried child is worth for the seat that chooses it."""
    word = pointer(column_of(tree, PROVEN))[child]
    return worth(settings, word, seat) if word != 0 else reals(column_of(tree, MEAN))[child]


@inner
def best_looked_at(tree: Any, settings: Any, seat: int, stream: Any) -> int:
    """The child of the root with most visits, proven wins before and proven losses behind all others.

    Equal ones are told apart by visits and value, and then the one that was tried first is taken, as in
    :func:`apts.search.results.ranking`: the order in which moves are tried is drawn from the seed. Where all that were tried
    lose, so is which of the others is taken.
    """
    first, span = pointer(column_of(tree, FIRST))[0], pointer(column_of(tree, SPAN))[0]
    visits, proven = pointer(column_of(tree, VISITS)), pointer(column_of(tree, PROVEN))
    tried = (span >> PART) & MASK
    best = -1
    best_score, best_value, best_visits = 0.0, 0.0, 0
    for index in range(span >> (2 * PART)):
        child = first + index
        seen, value = 0, 0.0
        if index < tried:
            seen, value = visits[child], value_of(tree, settings, child, seat)
        score = float(seen)
        if index < tried and proven[child] != 0 and (value == 1.0 or value == -1.0):
            score = value * 1e300
        better = best < 0 or score > best_score
        if not better and score == best_score:
            better = seen > best_visits or (seen == best_visits and value > best_value)
        if better:
            best, best_score, best_value, best_visits = index, score, value, seen
    if best >= tried:
        best = tried + drawn_place(pointer(stream)[0], 0, (span >> (2 * PART)) - tried)
    return best


@inner
def note_thoughts(tree: Any, settings: Any, seat: int, row: Any) -> None:
    """Write the value of the position for the seat and the entropy of the visits into a row of the log."""
    first, span = pointer(column_of(tree, FIRST))[0], pointer(column_of(tree, SPAN))[0]
    visits, tried = pointer(column_of(tree, VISITS)), (span >> PART) & MASK
    total = 0
    for child in range(first, first + tried):
        total += visits[child]
    value = 0.0
    entropy = 0.0
    for child in range(first, first + tried):
        value += value_of(tree, settings, child, seat) * visits[child]
        if visits[child] != 0:
            share = visits[child] / total
            entropy -= share * log2(share)
    word = pointer(column_of(tree, PROVEN))[0]
    reals(row)[ROW_VALUE] = worth(settings, word, seat) if word != 0 else value / max(1, total)
    reals(row)[ROW_ENTROPY] = max(0.0, entropy)


@inner
def note_children(tree: Any, settings: Any, seat: int, notes: Any, start: int, row: Any) -> int:
    """Note visits and value of every tried child of the root from a place in the notes on; returns the place after them."""
    first, span = pointer(column_of(tree, FIRST))[0], pointer(column_of(tree, SPAN))[0]
    visits, proven = pointer(column_of(tree, VISITS)), pointer(column_of(tree, PROVEN))
    tried = (span >> PART) & MASK
    for index in range(tried):
        child, place = first + index, (start + index) * NOTE_SIZE
        pointer(notes)[place] = 2 * visits[child] + (1 if proven[child] != 0 else 0)
        reals(notes)[place + 1] = value_of(tree, settings, child, seat)
    pointer(row)[ROW_NOTED] = tried
    return start + tried


@inner
def note_move(arena: Any, settings: Any, first: int, count: int, pick: int, size: int, row: Any) -> None:
    """Write the record of the chosen child into a row of the log, and whether its target tells it from all others."""
    A, R = pointer(arena), pointer(row)
    start = (first + pick) * size
    used = used_words(settings, A[start + DECISION])
    for index in range(size):
        R[index] = A[start + index] if index < used else 0
    same = 0
    for child in range(first, first + count):
        if A[child * size + TARGET] == A[start + TARGET]:
            same += 1
    R[size + ROW_COUNT] = count
    R[size + ROW_ALONE] = 1 if same == 1 else 0


@routine(27, "moves choose play play_on")
def play_turns(
    match: MatchMemory,
    first_seat: SeatMemory,
    second_seat: SeatMemory,
    moves: Entry,
    choose: Entry,
    play: Entry,
    play_on: Entry,
) -> int:
    """Play turns until the match has ended or Python is needed; returns the reason."""
    data, work, records, control = match.data, match.work, match.records, match.control
    log, notes, positions, state = match.log, match.notes, match.positions, match.state
    tree_1, arena_1, spare_1, spare_arena_1 = (
        first_seat.tree, first_seat.arena, first_seat.spare, first_seat.spare_arena,
    )  # fmt: skip
    tree_2, arena_2, spare_2, spare_arena_2 = (
        second_seat.tree, second_seat.arena, second_seat.spare, second_seat.spare_arena,
    )  # fmt: skip
    C, D, W = pointer(control), pointer(data), pointer(work)
    size, width = D[RECORD], D[STATE_SIZE]
    while True:
        turn = C[TURNS]
        here = moved(positions, turn * width)
        row = moved(log, turn * (size + ROW_TAIL))
        S = pointer(here)
        if C[PHASE] == ROOTING:
            if S[OVER] != 0 or turn >= C[LIMIT]:
                return ENDED
            if turn >= C[CAPACITY]:
                return LOG_FULL
            if turn >= C[PAUSE]:
                return PAUSED
        seat = seat_of(S, S[MOVER])
        mine = SEAT_WORDS + (seat - 1) * SEAT_SIZE
        root, tree, arena, spare, spare_arena = first_seat.root, tree_1, arena_1, spare_1, spare_arena_1
        stream, settings = first_seat.stream, first_seat.settings
        terms, scratch = first_seat.terms, first_seat.scratch
        if seat == 2:
            root, tree, arena, spare, spare_arena = second_seat.root, tree_2, arena_2, spare_2, spare_arena_2
            stream, settings = second_seat.stream, second_seat.settings
            terms, scratch = second_seat.terms, second_seat.scratch
        if C[PHASE] == ROOTING:
            before = moved(log, (turn - 1) * (size + ROW_TAIL)) if turn > 0 else log
            node = known_reply(data, here, root, tree, arena, settings, C[mine + CHOSEN], before)
            C[mine + CHOSEN] = 0
            C[PHASE] = BUDGETING
            if node != 0:
                keep_below(tree, arena, spare, spare_arena, size, node)
                pointer(spare)[DEEPEST] = 0
                C[mine + FLIPPED] = 1 - C[mine + FLIPPED]
                tree, arena, spare, spare_arena = spare, spare_arena, tree, arena
                if seat == 2:
                    tree_2, arena_2, spare_2, spare_arena_2 = tree, arena, spare, spare_arena
                else:
                    tree_1, arena_1, spare_1, spare_arena_1 = tree, arena, spare, spare_arena
            elif C[mine + BEGUN] == 0 and C[mine + FRESH_TURN] == turn:
                empty(tree)
                pointer(stream)[0] = C[mine + FRESH_SEED]
            else:
                return ROOT_WANTED
            copy_words(pointer(root), 0, S, 0, S[LENGTH])
        if C[PHASE] == BUDGETING:
            C[LEFT] = C[mine + BUDGET]
            C[PHASE] = SEARCHING
            if C[mine + BREADTH] != 0:
                copy_words(pointer(state), 0, S, 0, S[LENGTH])
                W[OVERFLOW] = 0
                count = moves(data, state, work, records)
                if C[mine + BREADTH] * count > C[LEFT]:
                    if W[OVERFLOW] != 0 or lookalikes(records, count, size):
                        return HARD
                    C[LEFT] = C[mine + BREADTH] * count
        if C[PHASE] == SEARCHING:
            W[OVERFLOW] = 0
            requested = min(C[LEFT], C[BREATH])
            done = uct(
                SearchMemory(
                    data, root, state, work, records, stream, tree, arena, match.path, settings, terms, scratch
                ),
                requested, moves, choose, play, play_on,
            )  # fmt: skip
            C[LEFT] -= done
            if W[OVERFLOW] != 0:
                return RECORDS_SHORT
            if pointer(tree)[FULL] != 0:
                return TREE_FULL
            if done == requested and C[LEFT] > 0:
                return BREATHING
            C[PHASE] = CHOOSING
        first = pointer(column_of(tree, FIRST))[0]
        count = pointer(column_of(tree, SPAN))[0] >> (2 * PART)
        if C[PHASE] == CHOOSING:
            if first == 0 or lookalikes(moved(arena, first * size), count, size):
                return HARD
            C[PHASE] = PLAYING
            if C[mine + ASKS] != 0:
                return ASKED
            C[PICK] = best_looked_at(tree, settings, seat, stream)
        if C[NOTED] + count > C[NOTES_CAPACITY]:
            return LOG_FULL
        note_move(arena, settings, first, count, C[PICK], size, row)
        pointer(row)[size + ROW_SEAT] = seat
        note_thoughts(tree, settings, seat, moved(row, size))
        C[NOTED] = note_children(tree, settings, seat, notes, C[NOTED], moved(row, size))
        C[mine + CHOSEN] = first + C[PICK]
        C[mine + BEGUN] = 1
        there = moved(positions, (turn + 1) * width)
        copy_words(pointer(there), 0, S, 0, S[LENGTH])
        copy_words(pointer(records), 0, pointer(row), 0, size)
        play(data, there, work, records, 0)
        C[TURNS] = turn + 1
        C[PHASE] = ROOTING
