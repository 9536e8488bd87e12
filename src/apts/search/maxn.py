"""Search for more than two players in which each plays for itself (max^n; Luckhardt and Irani, 1986)."""

from __future__ import annotations

import math
from time import monotonic
from typing import Any

from apts.engine.jit import address, copy_words, words
from apts.engine.layout import LENGTH, MOVER, OVER, OVERFLOW, PLAYERS
from apts.engine.machine import Machine
from apts.engine.perft import enlarge_records
from apts.engine.slices import give_way
from apts.errors import AptsError
from apts.search.descent import seat_of
from apts.search.evaluation import POINT, evaluate
from apts.search.heuristic import Heuristic
from apts.search.memory import Entry, inner, moved, pointer, routine
from apts.search.negamax import CLIPPED, DECIDED, WIN, finished_value
from apts.search.results import Record, Row, SearchResult

MOST_DEPTH = 40
SLICE = 4096

# The head of the block, then the frames.
PLY = 0
NODES = 1
ENTERING = 2  # 1 when the position of the ply was not looked at yet
TARGET_DEPTH = 3
ROOM = 4
STATE_WORDS = 5
FINISHED = 6
HEAD = 8

# A frame: the moves, the next one, the best one, then the best values of all seats, then those of the last child.
COUNT = 0
NEXT_MOVE = 1
BEST_MOVE = 2
VALUES = 4
MOST_SEATS = 17
FRAME = VALUES + MOST_SEATS


@inner
def note_values(
    data: Any, block: Any, state: Any, work: Any, records: Any, terms: Any, scratch: Any, ply: int, moves: Entry
) -> None:
    """Put the values of a position without children into its frame."""
    D, S, B = pointer(data), pointer(state), pointer(block)
    base = HEAD + ply * FRAME + VALUES
    for seat in range(1, D[PLAYERS] + 1):
        if S[OVER] != 0:
            B[base + seat] = finished_value(data, state, seat, ply)
        else:
            value = evaluate(data, state, work, records, terms, scratch, seat_of(S, seat), moves)
            B[base + seat] = max(-CLIPPED, min(CLIPPED, value))


@inner
def take_child(data: Any, block: Any, state: Any, values: Any, room: int, ply: int) -> None:
    """Compare the values of the child with the best ones so far, for the seat to move."""
    S, B, V = pointer(state), pointer(block), pointer(values)
    players = pointer(data)[PLAYERS]
    base = HEAD + ply * FRAME
    child = base + FRAME
    seat = seat_of(S, S[MOVER])
    index = B[base + NEXT_MOVE]
    if ply == 0:
        V[index] = B[child + VALUES + seat]
    if index == 0 or B[child + VALUES + seat] > B[base + VALUES + seat]:
        B[base + BEST_MOVE] = index
        for other in range(1, players + 1):
            B[base + VALUES + other] = B[child + VALUES + other]
    B[base + NEXT_MOVE] = index + 1


@routine(9, "moves play")
def maxn(
    data: Any,
    work: Any,
    block: Any,
    states: Any,
    lists: Any,
    terms: Any,
    scratch: Any,
    values: Any,
    limit: int,
    moves: Entry,
    play: Entry,
) -> int:
    """Go on until the root is finished (gives 1) or ``limit`` nodes have been seen (0)."""
    B = pointer(block)
    while True:
        ply = B[PLY]
        base = HEAD + ply * FRAME
        state, records = moved(states, ply * B[STATE_WORDS]), moved(lists, ply * B[ROOM])
        S = pointer(state)
        if B[ENTERING] != 0:
            if B[NODES] >= limit:
                return 0
            B[NODES] += 1
            B[ENTERING] = 0
            if S[OVER] != 0 or ply == B[TARGET_DEPTH]:
                note_values(data, block, state, work, records, terms, scratch, ply, moves)
                B[PLY] = ply - 1
                take_child(data, block, moved(states, (ply - 1) * B[STATE_WORDS]), values, B[ROOM], ply - 1)
                continue
            B[base + COUNT] = moves(data, state, work, records)
            B[base + NEXT_MOVE] = 0
            B[base + BEST_MOVE] = 0
        won = B[base + NEXT_MOVE] > 0 and B[base + VALUES + seat_of(S, S[MOVER])] >= WIN - ply - 1 and ply > 0
        if B[base + NEXT_MOVE] == B[base + COUNT] or won:
            if ply == 0:
                B[FINISHED] = 1
                return 1
            B[PLY] = ply - 1
            take_child(data, block, moved(states, (ply - 1) * B[STATE_WORDS]), values, B[ROOM], ply - 1)
            continue
        child = moved(states, (ply + 1) * B[STATE_WORDS])
        copy_words(pointer(child), 0, S, 0, S[LENGTH])
        play(data, child, work, records, B[base + NEXT_MOVE])
        B[PLY] = ply + 1
        B[ENTERING] = 1


class MaxnSearch:
    """Max^n with iterative deepening on a machine."""

    def __init__(self, machine: Machine, heuristic: Heuristic):
        if machine.compiled.equipment.players >= MOST_SEATS:
            raise AptsError(f"max^n is for fewer than {MOST_SEATS} players")
        self.machine = machine
        self._terms, self._scratch = heuristic.compiled_for(machine.compiled)
        self._allocate()

    def _allocate(self) -> None:
        room, size = len(self.machine.records), self.machine.compiled.state_size
        self._block = words(HEAD + FRAME * (MOST_DEPTH + 2))
        self._states, self._lists = words(size * (MOST_DEPTH + 2)), words(room * (MOST_DEPTH + 2))
        self._values = words(room)
        self._block[ROOM], self._block[STATE_WORDS] = room, size

    def run(self, state: Any, depth: int | None, seconds: float | None, scale: float) -> SearchResult:
        """Search a position to a depth or for a time."""
        began = monotonic()
        deadline = None if seconds is None else began + seconds
        machine = self.machine
        records = [machine.record(index) for index in range(machine.moves(machine.copy(state)))]
        self._block[NODES] = 0
        values, completed = [0] * len(records), 0
        for level in range(1, min(depth or MOST_DEPTH, MOST_DEPTH) + 1):
            found = self._level(state, level, deadline if completed else None)
            if found is None:
                break
            values, completed = found[: len(records)], level
        rows = [_row(record, value, scale) for record, value in zip(records, values, strict=True)]
        rows.sort(key=lambda row: (-row.value, row.record))
        nodes = int(self._block[NODES])
        best = rows[0]
        return SearchResult(
            tuple(rows), best.value, best.proven, nodes, nodes, completed, monotonic() - began, best.points
        )

    def _level(self, state: Any, depth: int, deadline: float | None) -> list[int] | None:
        machine, kernel, block = self.machine, self.machine.kernel, self._block
        self._states[: len(state)] = state
        block[PLY], block[ENTERING], block[TARGET_DEPTH], block[FINISHED] = 0, 1, depth, 0
        while True:
            give_way()
            machine.work[OVERFLOW] = 0
            arrays = [
                machine.data,
                machine.work,
                block,
                self._states,
                self._lists,
                self._terms,
                self._scratch,
                self._values,
            ]
            done = maxn(*map(address, arrays), int(block[NODES]) + SLICE, kernel.moves, kernel.play)
            if machine.work[OVERFLOW]:
                enlarge_records(machine)
                self._allocate()
                return self._level(state, depth, deadline)
            if done:
                return [int(value) for value in self._values]
            if deadline is not None and monotonic() > deadline:
                return None


def _row(record: Record, value: int, scale: float) -> Row:
    if abs(value) > DECIDED:
        return Row(record, 1, round(value / WIN, 6), None, (record,), math.copysign(math.inf, value))
    return Row(record, 1, math.tanh(value / POINT / scale), None, (record,), value / POINT)
