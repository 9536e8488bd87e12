"""Search in which each player plays for itself (max^n; Luckhardt and Irani, 1986), and chance is averaged over.

It is for more than two players, and for every game with chance: there the value of a move is the mean over throws, and
the next player chooses knowing the throw (with two players that is expectiminimax; Michie, 1966). Means have to be taken
of utilities, not of points, so with chance positions are counted in utilities.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from time import monotonic
from typing import Any, NamedTuple

from apts.engine.compiler.compiling import Compiled
from apts.engine.end_rules import all_alike, scores_add_up
from apts.engine.native.jit import address, copy_words, mix, words
from apts.engine.play.chance import stream_giving
from apts.engine.play.machine import Machine
from apts.engine.play.playouts.slices import give_way
from apts.engine.runtime.layout import CHANCE, LENGTH, MOVER, OVER, OVERFLOW, PLAYERS, RANK_AT, RECORD
from apts.errors import AptsError
from apts.search.evaluation.evaluation import POINT, evaluate
from apts.search.evaluation.heuristic import Heuristic
from apts.search.memory import Entry, inner, moved, pointer, real_view, reals, routine
from apts.search.minimax.search_block import CLIPPED, DECIDED, WIN, finished_value, left_value
from apts.search.results import (
    Record,
    Row,
    SearchResult,
    balanced_values,
    drawn_place,
    in_drawn_order,
    seat_to_move,
    seed_word,
    swap_records,
)
from apts.search.trees.descent import has_left, seat_of
from apts.search.trees.tree import kept_throw, throw_classes

# ----------------------------------------------------------------------------------------------------------------
# What all seats may expect, where one is known: in games that share the places out, and in those that do not.


def shares_results(compiled: Compiled) -> bool:
    """Whether several seats can win or lose together: then what one gains is not what another one loses."""
    return compiled.equipment.players > 1 and not scores_add_up(compiled.end_rules)


def seat_values(compiled: Compiled, seat: int, value: float, told: Sequence[float]) -> tuple[float, ...]:
    """Utilities of all seats, of which one is known; where places are shared out the others are moved to a sum of 0."""
    if all_alike(compiled.end_rules):
        return (value,) * len(told)
    if not shares_results(compiled):
        return balanced_values(seat, value, told)
    return tuple(value if place == seat else max(-1.0, min(1.0, other)) for place, other in enumerate(told, 1))


MOST_DEPTH = 40
SLICE = 4096
MOST_NODES = 200_000
"""With chance and no limit of time a level is begun only if it should take fewer nodes than this."""

UNIT = 1 << 28
"""A utility of 1 where utilities are counted."""

# The head of the block, then the frames.
PLY = 0
NODES = 1
ENTERING = 2  # 1 when the position of the ply was not looked at yet
TARGET_DEPTH = 3
CAPACITY = 4
STATE_WORDS = 5
FINISHED = 6
SAMPLES = 7  # how often chance is decided after a move; 0 without chance
THROWS_FIRST = 8  # 1: chance may have a say in which moves there are
GAUGE = 9  # real: units of the heuristic for a utility of about 0.76
SEED = 10  # decides in which order the moves of each position are tried: of equal ones the first is taken
HEAD = 11

# A frame: the moves, the next one, the best one, the sample under way, then for all seats the best values and the sums
# over the samples of the move under way. The moves of a frame are tried in the order of its list, which is shuffled.
COUNT = 0
NEXT_MOVE = 1
BEST_MOVE = 2
SAMPLE = 3
VALUES = 4
MOST_SEATS = 17
SUMS = VALUES + MOST_SEATS
FRAME = SUMS + MOST_SEATS


class SeatsMemory(NamedTuple):
    """What a search works on.

    The ``data`` and ``work`` of the machine, the ``block`` of the search, and for each ply a position (``states``) and its
    moves (``lists``); ``terms`` and ``scratch`` of the heuristic, the ``values`` of the moves of the root, and ``chances``,
    the courses of chance that stand for all.
    """

    data: Any
    work: Any
    block: Any
    states: Any
    lists: Any
    terms: Any
    scratch: Any
    values: Any
    chances: Any


@inner
def in_units(data: Any, state: Any, block: Any, value: int, seat: int, ply: int) -> int:
    """The value of a position as a utility in units: of its result, or of what the heuristic says."""
    D, S = pointer(data), pointer(state)
    if S[OVER] == 0:
        share = 2.0 / (1.0 + exp(-2.0 * value / reals(block)[GAUGE])) - 1.0
        return int(share * (UNIT - 2 * MOST_DEPTH))
    rank = S[D[RANK_AT] + seat_of(S, seat)]
    if D[PLAYERS] == 1:
        return UNIT - ply if rank == 2 else ply - UNIT
    units = UNIT * (D[PLAYERS] + 1 - rank) // (D[PLAYERS] - 1)
    return units - ply if units > 0 else units + ply if units < 0 else 0


@inner
def note_values(own: SeatsMemory, ply: int, moves: Entry) -> None:
    """Put the values of a position without children into its frame."""
    D, B = pointer(own.data), pointer(own.block)
    state, records = moved(own.states, ply * B[STATE_WORDS]), moved(own.lists, ply * B[CAPACITY])
    S = pointer(state)
    base = HEAD + ply * FRAME + VALUES
    for seat in range(1, D[PLAYERS] + 1):
        value = 0
        player = seat_of(S, seat)
        if S[OVER] == 0 and has_left(own.data, state, player):
            value = left_value(own.data, state, player, ply)
        elif S[OVER] == 0:
            value = evaluate(own.data, state, own.work, records, own.terms, own.scratch, player, moves)
            value = max(-CLIPPED, min(CLIPPED, value))
        if B[SAMPLES] != 0:
            B[base + seat] = in_units(own.data, state, own.block, value, seat, ply)
        else:
            B[base + seat] = finished_value(own.data, state, seat, ply) if S[OVER] != 0 else value


@inner
def shuffle_moves(data: Any, block: Any, lists: Any, ply: int) -> None:
    """Bring the moves of a position into an order that is drawn from the seed."""
    B, size = pointer(block), pointer(data)[RECORD]
    count = B[HEAD + ply * FRAME + COUNT]
    drawn = mix(B[SEED], B[NODES])
    for place in range(count - 1):
        other = drawn_place(drawn, place, count)
        if other != place:
            swap_records(moved(lists, ply * B[CAPACITY]), place, other, size)


@inner
def take_child(own: SeatsMemory, ply: int) -> None:
    """Add up the values of the child; after its last sample compare them with the best ones, for the seat to move."""
    B, V = pointer(own.block), pointer(own.values)
    S = pointer(moved(own.states, ply * B[STATE_WORDS]))
    players = pointer(own.data)[PLAYERS]
    base = HEAD + ply * FRAME
    child = base + FRAME
    for seat in range(1, players + 1):
        B[base + SUMS + seat] += B[child + VALUES + seat]
    B[base + SAMPLE] += 1
    if B[base + SAMPLE] < B[SAMPLES]:
        return
    index, seat = B[base + NEXT_MOVE], seat_of(S, S[MOVER])
    samples = max(1, B[SAMPLES])
    value = B[base + SUMS + seat] // samples
    if ply == 0:
        V[index] = value
    if index == 0 or value > B[base + VALUES + seat]:
        B[base + BEST_MOVE] = index
        for other in range(1, players + 1):
            B[base + VALUES + other] = B[base + SUMS + other] // samples
    next_move(own.block, ply, players, index + 1)


@inner
def next_move(block: Any, ply: int, players: int, index: int) -> None:
    """Begin with a move of a frame."""
    B = pointer(block)
    base = HEAD + ply * FRAME
    B[base + NEXT_MOVE] = index
    B[base + SAMPLE] = 0
    for seat in range(1, players + 1):
        B[base + SUMS + seat] = 0


@inner
def play_child(own: SeatsMemory, ply: int, play: Entry) -> None:
    """Play the move under way on a copy, as its sample has chance; what the mover has seen of chance stays."""
    B, C = pointer(own.block), pointer(own.chances)
    base = HEAD + ply * FRAME
    state, child = moved(own.states, ply * B[STATE_WORDS]), moved(own.states, (ply + 1) * B[STATE_WORDS])
    S, T = pointer(state), pointer(child)
    copy_words(T, 0, S, 0, S[LENGTH])
    if B[SAMPLES] != 0:
        word = C[B[base + SAMPLE]]
        T[CHANCE] = kept_throw(S[CHANCE], mix(word, ply)) if B[THROWS_FIRST] != 0 else word
    play(own.data, child, own.work, moved(own.lists, ply * B[CAPACITY]), B[base + NEXT_MOVE])
    if B[SAMPLES] != 0:
        T[CHANCE] = C[B[base + SAMPLE]]


@routine(10, "moves play")
def maxn(own: SeatsMemory, limit: int, moves: Entry, play: Entry) -> int:
    """Go on until the root is finished (gives 1) or ``limit`` nodes have been seen (0)."""
    B, players = pointer(own.block), pointer(own.data)[PLAYERS]
    while True:
        ply = B[PLY]
        base = HEAD + ply * FRAME
        state, records = moved(own.states, ply * B[STATE_WORDS]), moved(own.lists, ply * B[CAPACITY])
        S = pointer(state)
        if B[ENTERING] != 0:
            if B[NODES] >= limit:
                return 0
            B[NODES] += 1
            B[ENTERING] = 0
            if S[OVER] != 0 or ply == B[TARGET_DEPTH]:
                note_values(own, ply, moves)
                B[PLY] = ply - 1
                take_child(own, ply - 1)
                continue
            B[base + COUNT] = moves(own.data, state, own.work, records)
            B[base + BEST_MOVE] = 0
            shuffle_moves(own.data, own.block, own.lists, ply)
            next_move(own.block, ply, players, 0)
        best = UNIT if B[SAMPLES] != 0 else WIN
        begun = B[base + NEXT_MOVE] > 0 and B[base + SAMPLE] == 0
        won = begun and B[base + VALUES + seat_of(S, S[MOVER])] >= best - ply - 1 and ply > 0
        if B[base + NEXT_MOVE] == B[base + COUNT] or won:
            if ply == 0:
                B[FINISHED] = 1
                return 1
            B[PLY] = ply - 1
            take_child(own, ply - 1)
            continue
        play_child(own, ply, play)
        B[PLY] = ply + 1
        B[ENTERING] = 1


@dataclass(frozen=True)
class Choice:
    """What a quick search found: a move, what it is worth to the mover and, where they are known, to all seats.

    ``line`` is how the match may go on from the position, ``nodes`` what the search took; ``decided`` says that the value is
    that of an end that it saw.
    """

    record: Record
    value: float
    seats: tuple[float, ...] | None
    line: tuple[Record, ...]
    nodes: int
    decided: bool


@dataclass(frozen=True)
class Level:
    """What one depth found: the moves of the root with their values, and the values of all seats after the best one,
    which has the place ``best`` among them.
    """

    records: list[Record]
    moves: list[int]
    seats: list[int]
    best: int = 0


class MaxnSearch:
    """Max^n with iterative deepening on a machine."""

    def __init__(self, machine: Machine, heuristic: Heuristic, *, samples: int = 0):
        if machine.compiled.equipment.players >= MOST_SEATS:
            raise AptsError(f"max^n is for fewer than {MOST_SEATS} players")
        self.machine, self._samples = machine, samples
        self._throws = int(throw_classes(machine.compiled)[0])
        self._terms, self._scratch = heuristic.compiled_for(machine.compiled)
        self._chances = words(max(1, samples))
        self._allocate()

    def _allocate(self) -> None:
        capacity, size = len(self.machine.records), self.machine.compiled.state_size
        self._block = words(HEAD + FRAME * (MOST_DEPTH + 2))
        self._states, self._lists = words(size * (MOST_DEPTH + 2)), words(capacity * (MOST_DEPTH + 2))
        self._values = words(capacity)
        self._block[CAPACITY], self._block[STATE_WORDS] = capacity, size

    def _decide_chance(self, seed: int, scale: float) -> None:
        """The courses of chance that stand for all: every throw once if there are few, else as many drawn by lot."""
        block, count = self._block, self._samples
        if 0 < self._throws <= count:
            count = self._throws
            for number in range(count):
                self._chances[number] = stream_giving(number, count)
        else:
            for number in range(count):
                self._chances[number] = mix(mix(seed & ((1 << 62) - 1), 1), number)
        block[SAMPLES], block[THROWS_FIRST] = count, int(self.machine.compiled.facts.chance_in_moves)
        real_view(block)[GAUGE] = scale * POINT

    def run(
        self,
        state: Any,
        depth: int | None,
        seconds: float | None,
        scale: float,
        seed: int = 0,
        nodes: int | None = None,
    ) -> SearchResult:
        """Search to a depth, for a time or for so many nodes; to a depth with chance only as far as a bounded number of
        nodes allows.
        """
        began = monotonic()
        machine = self.machine
        deadline = None if seconds is None else began + seconds
        found, completed, nodes = self._deepest(state, depth, deadline, nodes, scale, seed)
        rows = [self._row(record, value, scale) for record, value in zip(found.records, found.moves, strict=True)]
        best = rows[found.best]
        rows = in_drawn_order(rows, seed)
        rows.sort(key=lambda row: (row is not best, -row.value))
        parts = [self._utility(value, scale) for value in found.seats]
        values = seat_values(machine.compiled, seat_to_move(state), best.value, parts)
        return SearchResult(
            tuple(rows), best.value, best.proven, nodes, nodes, completed, monotonic() - began, best.points, values
        )

    def choose(self, state: Any, nodes: int, scale: float, seed: int = 0) -> Choice:
        """The best move for so many nodes and nothing else."""
        found, _, spent = self._deepest(state, None, None, nodes, scale, seed)
        value = found.moves[found.best]
        seats = tuple(self._utility(one, scale) for one in found.seats)
        decided = not self._samples and abs(value) > DECIDED
        record = found.records[found.best]
        return Choice(record, self._utility(value, scale), seats, (record,), spent, decided)

    def _deepest(
        self, state: Any, depth: int | None, deadline: float | None, most: int | None, scale: float, seed: int
    ) -> tuple[Level, int, int]:
        """What the deepest level found that the limits allow, that level, and how many nodes were seen in all."""
        machine = self.machine
        records = machine.listed(machine.moves(machine.copy(state)))
        nodes, spent = 0, [1]
        found, completed = Level(records, [0] * len(records), [0] * machine.compiled.equipment.players), 0
        for level in range(1, min(depth or MOST_DEPTH, MOST_DEPTH) + 1):
            bounded = self._samples and deadline is None and most is None
            if bounded and completed and spent[-1] ** 2 > MOST_NODES * spent[-2]:
                break
            left = None if most is None or not completed else most - nodes
            if left is not None and left <= 0:
                break
            reached = self._level(state, level, deadline if completed else None, left, scale, seed)
            nodes += int(self._block[NODES])
            spent.append(int(self._block[NODES]))
            if reached is None:
                break
            found, completed = reached, level
        return found, completed, nodes

    def _level(
        self, state: Any, depth: int, deadline: float | None, most: int | None, scale: float, seed: int
    ) -> Level | None:
        machine, kernel, block = self.machine, self.machine.kernel, self._block
        self._states[: len(state)] = state
        if self._samples:
            self._decide_chance(seed, scale)
        block[SEED] = seed_word(seed)
        block[PLY], block[ENTERING], block[TARGET_DEPTH], block[FINISHED], block[NODES] = 0, 1, depth, 0, 0
        arrays = [machine.data, machine.work, block, self._states, self._lists]
        arrays += [self._terms, self._scratch, self._values, self._chances]
        while True:
            give_way()
            machine.work[OVERFLOW] = 0
            with machine.working():
                limit = int(block[NODES]) + SLICE
                limit = limit if most is None else min(limit, most)
                done = maxn(SeatsMemory(*map(address, arrays)), limit, kernel.moves, kernel.play)
            if machine.work[OVERFLOW]:
                machine.enlarge_records()
                self._allocate()
                return self._level(state, depth, deadline, most, scale, seed)
            if done:
                count, seats = int(block[HEAD + COUNT]), machine.compiled.equipment.players
                first = HEAD + VALUES + 1
                moves = [int(value) for value in self._values[:count]]
                values = [int(v) for v in block[first : first + seats]]
                return Level(machine.listed(count, self._lists), moves, values, int(block[HEAD + BEST_MOVE]))
            if most is not None and int(block[NODES]) >= most:
                return None
            if deadline is not None and monotonic() > deadline:
                return None

    def _utility(self, value: int, scale: float) -> float:
        if self._samples:
            return round(value / UNIT, 6)
        return round(value / WIN, 6) if abs(value) > DECIDED else math.tanh(value / POINT / scale)

    def _row(self, record: Record, value: int, scale: float) -> Row:
        utility = self._utility(value, scale)
        if self._samples:
            return Row(record, max(1, int(self._block[SAMPLES])), utility, None, (record,))
        points = math.copysign(math.inf, value) if abs(value) > DECIDED else value / POINT
        return Row(record, 1, utility, None, (record,), points)
