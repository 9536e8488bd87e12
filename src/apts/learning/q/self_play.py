"""Q-learning with n-tuples as compiled code: matches of a game against itself, and the values of the moves of a position.

The value of a position is the hyperbolic tangent of a sum of weights, one for each tuple. A match is played with the
best move or, at times, any; then each of its positions is moved towards the value of the best move that it offered
(Watkins's Q(lambda) over positions after moves). Each weight has a rate of its own, which falls when its errors change
sign (temporal coherence: Beal and Smith, 1999; for n-tuples Bagheri, Thill, Koch and Konen, 2016).
"""

from __future__ import annotations

from math import tanh
from typing import Any, NamedTuple

from apts.engine.native.jit import copy_words, mix, random_below
from apts.engine.runtime.layout import CHANCE, LENGTH, LEVELS, MOVER, OVER, OVERFLOW, PLAYERS, RANK_AT
from apts.learning.q.tuples import FLAT, UNROLLED
from apts.search.memory import Entry, inner, moved, pointer, reals, routine
from apts.search.trees.descent import seat_of

# The plan: its head, then tables.
CELLS = 0
TUPLES = 1
CODES = 2
SHARED = 3  # 1: both players use the same weights, each seeing the board from its own side
VIEWERS = 4  # seats that have values of their own: 1 for up to two players
KIND = 5
PLACES_AT = 6  # for each player, where the cells of his view are
LEVELS_AT = 7
CODES_AT = 8  # for each player, the code of a component and state
CODES_SIZE = 9
STATES = 10
WHAT_AT = 11
STATE_AT = 12
COUNT_AT = 13  # -1: nothing is counted
HEIGHT_AT = 14
BUCKETS = 15
BUCKETS_AT = 16
TUPLES_AT = 17  # for each tuple: its length and where its weights begin, then its cells
WEIGHTS = 18  # weights of one set
SETS = 19
MOST_MOVES = 20  # of a match
PLAN_HEAD = 24

# Settings: reals, then whole numbers.
RATE = 0
TRACE = 1  # lambda
EXPLORE = 2
ROLLED = 3  # whole number: 1 when chance is decided anew in each match
UTILITY = 8  # reals: the utility of each doubled rank
SETTINGS_SIZE = 72


class TupleMemory(NamedTuple):
    """What a learner works on.

    The ``data``, ``work`` and ``records`` of the machine, the ``plan`` and the ``weights`` of the tuples, the ``settings``,
    and the ``codes`` of the cells, behind which there is room for the tuples of a position.
    """

    data: Any
    work: Any
    records: Any
    plan: Any
    weights: Any
    settings: Any
    codes: Any


@inner
def read_codes(data: Any, state: Any, plan: Any, player: int, codes: Any) -> None:
    """What stands on each cell, as a player sees it."""
    D, S, P, C = pointer(data), pointer(state), pointer(plan), pointer(codes)
    cells, kind, states = P[CELLS], P[KIND], P[STATES]
    places = P[PLACES_AT] + (player - 1) * cells
    table = P[CODES_AT] + (player - 1) * P[CODES_SIZE]
    what_at, height_at, levels_at = P[WHAT_AT], P[HEIGHT_AT], P[LEVELS_AT]
    if kind == FLAT:
        for cell in range(cells):
            site = P[places + cell]
            what = S[what_at + site]
            if what == 0:
                C[cell] = 0
                continue
            local = S[P[STATE_AT] + site] if states > 1 else 0
            code = P[table + what * states + (local if local < states else 0)]
            if P[COUNT_AT] >= 0:
                count = S[P[COUNT_AT] + site]
                code = 1 + (code - 1) * P[BUCKETS] + P[P[BUCKETS_AT] + (count if count < 63 else 63)]
            C[cell] = code
        return
    for cell in range(cells):
        site, level = P[places + cell], P[levels_at + cell]
        height = S[height_at + site]
        at = level if kind == UNROLLED else height - 1 - level
        if 0 <= at < height:
            C[cell] = P[table + S[what_at + site * D[LEVELS] + at] * states]
        else:
            C[cell] = P[CODES] - 1 if kind == UNROLLED and at == height else 0


@inner
def read_tuples(plan: Any, codes: Any, indices: Any) -> None:
    """The weight of each tuple that the codes of the cells point to."""
    P, C, N = pointer(plan), pointer(codes), pointer(indices)
    base = P[CODES]
    at = P[TUPLES_AT]
    for number in range(P[TUPLES]):
        length = P[at]
        index = 0
        for step in range(at + 2, at + 2 + length):
            index = index * base + C[P[step]]
        N[number] = P[at + 1] + index
        at += 2 + length


@inner
def set_of(D: Any, S: Any, P: Any, colour: int) -> int:
    """Where the weights begin that value a position for a player."""
    if P[SHARED] != 0:
        return 0
    mover = S[MOVER] - 1
    if P[VIEWERS] > 1:
        mover += (colour - 1) * D[PLAYERS]
    start: int = mover * P[WEIGHTS]
    return start


@inner
def sign_of(S: Any, P: Any, colour: int) -> float:
    """1 where the value of a position is that of the player, -1 where it is his opponent's."""
    if P[VIEWERS] > 1:
        return 1.0
    if P[SHARED] != 0:
        return 1.0 if colour == S[MOVER] else -1.0
    return 1.0 if colour == 1 else -1.0


@inner
def summed(plan: Any, weights: Any, indices: Any, start: int) -> float:
    """The sum of the weights of a position."""
    W, N = reals(weights), pointer(indices)
    total = 0.0
    for number in range(pointer(plan)[TUPLES]):
        total += W[start + N[number]]
    return total


@inner
def read_position(own: TupleMemory, state: Any, indices: Any) -> None:
    """The weights that a position points to."""
    view = pointer(state)[MOVER] if pointer(own.plan)[SHARED] != 0 else 1
    read_codes(own.data, state, own.plan, view, own.codes)
    read_tuples(own.plan, own.codes, indices)


@inner
def seat_value(own: TupleMemory, state: Any, seat: int) -> float:
    """What a position is worth for a seat; its tuples have been read, or the match is over."""
    D, S, P = pointer(own.data), pointer(state), pointer(own.plan)
    indices = moved(own.codes, P[CELLS])
    colour = seat_of(S, seat)
    if S[OVER] != 0:
        return reals(own.settings)[UTILITY + S[D[RANK_AT] + colour]]
    return sign_of(S, P, colour) * tanh(summed(own.plan, own.weights, indices, set_of(D, S, P, colour)))


@inner
def learn_position(plan: Any, weights: Any, indices: Any, start: int, sign: float, target: float, rate: float) -> None:
    """Move the value of a position towards a target."""
    P, W, N = pointer(plan), reals(weights), pointer(indices)
    value = tanh(summed(plan, weights, indices, start))
    error = (sign * target - value) * (1.0 - value * value)
    tuples, total = P[TUPLES], P[WEIGHTS] * P[SETS]
    step = rate * error / tuples
    size = error if error >= 0.0 else -error
    for number in range(tuples):
        at = start + N[number]
        net, gross = W[total + at], W[2 * total + at]
        share = 1.0
        if gross > 0.0:
            share = (net if net >= 0.0 else -net) / gross
        W[at] += step * share
        W[total + at] = net + error
        W[2 * total + at] = gross + size


# The memory of a match: indices of every position, and beside them facts about it.
STEP_GREEDY = 0
STEP_VIEWS = 1  # for each viewer: where its weights begin, its sign (real), the value of the best move (real)


@inner
def step_size(P: Any) -> int:
    """Words for one position of a match."""
    size: int = STEP_VIEWS + 3 * P[VIEWERS] + P[TUPLES]
    return size


@inner
def note_position(own: TupleMemory, state: Any, step: Any) -> None:
    """Write down the tuples of a position and how each viewer's value is read off them."""
    D, S, P, Q, X = pointer(own.data), pointer(state), pointer(own.plan), pointer(step), reals(step)
    views = STEP_VIEWS + 3 * P[VIEWERS]
    read_position(own, state, moved(step, views))
    for viewer in range(P[VIEWERS]):
        colour = seat_of(S, viewer + 1)
        Q[STEP_VIEWS + 3 * viewer] = set_of(D, S, P, colour)
        X[STEP_VIEWS + 3 * viewer + 1] = sign_of(S, P, colour)


@inner
def best_move(own: TupleMemory, state: Any, child: Any, stream: Any, step: Any, count: int, play: Entry) -> int:
    """The best move for the mover, one of equal ones by lot; its values for the viewers are written down."""
    S, C, P, X = pointer(state), pointer(child), pointer(own.plan), reals(step)
    indices = moved(own.codes, P[CELLS])
    seat = seat_of(S, S[MOVER])
    best, equal = 0, 0
    highest = -1e300
    for index in range(count):
        copy_words(C, 0, S, 0, S[LENGTH])
        if play(own.data, child, own.work, own.records, index) == 0:
            read_position(own, child, indices)
        value = seat_value(own, child, seat)
        if value == highest:
            equal += 1
        elif value > highest:
            equal = 1
        if value > highest or (value == highest and random_below(pointer(stream), equal) == 0):
            highest = value
            best = index
            for viewer in range(P[VIEWERS]):
                gained = value
                if viewer + 1 != seat:
                    gained = -value
                    if P[VIEWERS] > 1:
                        gained = seat_value(own, child, viewer + 1)
                X[STEP_VIEWS + 3 * viewer + 2] = gained
    return best


@inner
def learn_match(plan: Any, weights: Any, settings: Any, steps: Any, length: int, final: Any, rate: float) -> None:
    """Go back through a match and let each position learn from what came after it."""
    P, X, F = pointer(plan), reals(settings), reals(final)
    size, viewers = step_size(P), P[VIEWERS]
    for viewer in range(viewers):
        known = F[viewer]
        for number in range(length - 1, -1, -1):
            step = moved(steps, number * size)
            best = reals(step)[STEP_VIEWS + 3 * viewer + 2]
            target = best
            if pointer(step)[STEP_GREEDY] != 0:
                target = (1.0 - X[TRACE]) * best + X[TRACE] * known
            start, sign = pointer(step)[STEP_VIEWS + 3 * viewer], reals(step)[STEP_VIEWS + 3 * viewer + 1]
            learn_position(plan, weights, moved(step, STEP_VIEWS + 3 * viewers), start, sign, target, rate)
            known = target


@routine(13, "moves play")
def learn_matches(
    own: TupleMemory, root: Any, states: Any, steps: Any, stream: Any, first: int, count: int, moves: Entry, play: Entry
) -> int:
    """Play ``count`` matches against itself from the one numbered ``first`` on and learn; returns how many were played.

    Each match has a random stream of its own. It stops early when a list of moves has no room.
    """
    start, P, X, R = pointer(root), pointer(own.plan), reals(own.settings), pointer(stream)
    size, capacity = step_size(P), start[LENGTH]
    seed = R[1]
    threshold = int(X[EXPLORE] * 4294967296.0)
    indices = moved(own.codes, P[CELLS])
    final = moved(indices, P[TUPLES])
    for number in range(first, first + count):
        R[0] = mix(seed, number)
        state, child = states, moved(states, R[2])
        copy_words(pointer(state), 0, start, 0, capacity)
        if pointer(own.settings)[ROLLED] != 0:
            pointer(state)[CHANCE] = mix(R[0], 1)
        length = 0
        while pointer(state)[OVER] == 0 and length < P[MOST_MOVES]:
            step = moved(steps, length * size)
            note_position(own, state, step)
            ways = moves(own.data, state, own.work, own.records)
            if pointer(own.work)[OVERFLOW] != 0:
                return number - first
            chosen = best_move(own, state, child, stream, step, ways, play)
            pointer(step)[STEP_GREEDY] = 1
            if random_below(R, 4294967296 >> 1) * 2 < threshold:
                other = random_below(R, ways)
                pointer(step)[STEP_GREEDY] = 1 if other == chosen else 0
                chosen = other
            play(own.data, state, own.work, own.records, chosen)
            length += 1
        if pointer(state)[OVER] == 0:
            read_position(own, state, indices)
        for viewer in range(P[VIEWERS]):
            reals(final)[viewer] = seat_value(own, state, viewer + 1)
        learn_match(own.plan, own.weights, own.settings, steps, length, final, X[RATE])
    return count


@routine(10, "moves play")
def move_values(own: TupleMemory, state: Any, child: Any, values: Any, moves: Entry, play: Entry) -> int:
    """The value of every move of a position for its mover, and whether it ends the match; returns how many there are."""
    S, C, X, V = pointer(state), pointer(child), reals(values), pointer(values)
    indices = moved(own.codes, pointer(own.plan)[CELLS])
    seat = seat_of(S, S[MOVER])
    count = moves(own.data, state, own.work, own.records)
    if pointer(own.work)[OVERFLOW] != 0:
        return -1
    for index in range(count):
        copy_words(C, 0, S, 0, S[LENGTH])
        V[2 * index + 1] = play(own.data, child, own.work, own.records, index)
        if V[2 * index + 1] == 0:
            read_position(own, child, indices)
        X[2 * index] = seat_value(own, child, seat)
    return count
