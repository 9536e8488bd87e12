"""The memory of an alpha-beta search on a machine, and the steps that alpha-beta and the solver share."""

from __future__ import annotations

from typing import Any

from apts.engine.native.jit import address, words
from apts.engine.play.machine import Machine
from apts.engine.play.playouts.slices import give_way
from apts.engine.runtime.layout import OVER, OVERFLOW
from apts.errors import AptsError
from apts.search.evaluation.heuristic import Heuristic
from apts.search.memory import key_plan
from apts.search.minimax import search_block as core
from apts.search.minimax.negamax import SidesMemory, fade, negamax, stored_entry
from apts.search.minimax.search_block import NO_MOVE, positions_table, stored_move
from apts.search.results import Record, seat_to_move, seed_word

SLICE = 1024
"""Nodes between two looks at the clock."""


class SideSearch:
    """Windows, positions and lists of moves for so many plies, and a table of positions.

    Belongs to the thread of its machine. The table outlives a search, so that the next turn profits from it.
    """

    def __init__(
        self,
        machine: Machine,
        heuristic: Heuristic,
        plies: int,
        table_bits: int,
        *,
        exact: bool = False,
        scores_at: int = 0,
    ):
        self.machine, self.exact, self._scores_at = machine, exact, scores_at
        self.plan = key_plan(machine.compiled, history=exact)
        self._table_bits = table_bits
        self.forget()
        self.terms, self.scratch = heuristic.compiled_for(machine.compiled)
        self.allocate(plies)

    def forget(self) -> None:
        """Empty the table; fresh memory costs less than clearing."""
        self.table = positions_table(1 << self._table_bits)

    def allocate(self, plies: int) -> None:
        """Make room for lines of so many moves."""
        machine = self.machine
        capacity, size = len(machine.records), machine.compiled.state_size
        self.plies = plies
        history = core.HEAD
        killers = history + core.HISTORY_SIZE
        frames = killers + 2 * plies
        order = frames + core.FRAME * plies
        values = order + capacity * plies
        self.block = words(values + capacity)
        self.states, self.lists = words(size * plies), words(capacity * plies)
        numbers = {core.PLIES: plies, core.CAPACITY: capacity, core.STATE_WORDS: size, core.HISTORY_AT: history}
        numbers |= {core.KILLERS_AT: killers, core.FRAMES_AT: frames, core.ORDER_AT: order, core.ROOT_VALUES: values}
        numbers[core.SCORES_AT] = self._scores_at
        for place, number in numbers.items():
            self.block[place] = number

    def prepare(self, state: Any, seat: int | None = None, seed: int | None = None) -> None:
        """Put a position at the root; the search is for the seat to move unless told otherwise.

        With a seed it is drawn which of several moves of the same value is found; else it is the first of the list.
        """
        if state[OVER]:
            raise AptsError("the match is over: there is no move to search for")
        self.machine.moves(self.machine.copy(state))
        if (
            len(self.machine.records) > self.block[core.CAPACITY]
        ):  # the machine was given room for longer lists meanwhile
            self.allocate(self.plies)
        block = self.block
        self.states[: len(state)] = state
        block[core.SEAT] = seat_to_move(state) if seat is None else seat
        block[core.SEED] = 0 if seed is None else seed_word(seed)
        block[core.UNGUIDED] = int(self.exact)
        block[core.NODES] = block[core.CAPPED] = 0
        fade(address(block))

    def begin(self, alpha: int, beta: int, depth: int, *, wide: bool = False) -> None:
        """Set the window and the depth of a search of the root."""
        block, base = self.block, int(self.block[core.FRAMES_AT])
        block[core.PLY], block[core.MODE], block[core.WIDE_ROOT] = 0, core.ENTER, int(wide)
        block[base + core.ALPHA], block[base + core.BETA], block[base + core.DEPTH] = alpha, beta, depth
        block[base + core.SCOUTED] = 0

    def go_on(self, nodes: int = SLICE) -> bool:
        """Search so many nodes more; tells whether the root is finished."""
        give_way()
        machine, kernel = self.machine, self.machine.kernel
        machine.work[OVERFLOW] = 0
        arrays = [machine.data, machine.work, self.block, self.states, self.lists]
        arrays += [self.table, self.plan, self.terms, self.scratch]
        limit = int(self.block[core.NODES]) + nodes
        with machine.working():
            done = bool(negamax(SidesMemory(*map(address, arrays)), limit, kernel.moves, kernel.play))
        if machine.work[OVERFLOW]:
            raise RecordsTooFew
        return done

    @property
    def nodes(self) -> int:
        """Nodes seen since the position was put at the root."""
        return int(self.block[core.NODES])

    @property
    def value(self) -> int:
        """The value of the finished root for the side to move."""
        return int(self.block[core.VALUE])

    @property
    def capped(self) -> bool:
        """Whether some line was longer than there is room for."""
        return bool(self.block[core.CAPPED])

    def root_records(self) -> list[Record]:
        """The legal moves of the root."""
        count = self.machine.moves(self.machine.copy(self.states[: self.machine.compiled.state_size]))
        return [self.machine.record(index) for index in range(count)]

    def best_index(self) -> int:
        """The place of the best move of the finished root."""
        best = int(self.block[int(self.block[core.FRAMES_AT]) + core.BEST_MOVE])
        return 0 if best == NO_MOVE else best

    def root_value(self, index: int) -> int:
        """The value that the search gave back for a move of the root."""
        return int(self.block[int(self.block[core.ROOT_VALUES]) + index])

    def line(self, state: Any, most: int) -> list[Record]:
        """The moves that the table holds for best from a position on."""
        machine, seat = self.machine, int(self.block[core.SEAT])
        state = machine.copy(state)
        moves: list[Record] = []
        while not state[OVER] and len(moves) < most:
            places = [address(array) for array in (machine.data, state, self.table, self.plan)]
            content = int(stored_entry(*places, seat))
            count = machine.moves(machine.copy(state))
            if content < 0 or stored_move(content) >= count:
                break
            moves.append(machine.record(stored_move(content)))
            machine.play(state, moves[-1])
        return moves

    def widen(self) -> None:
        """Make room for longer lists of moves."""
        self.machine.enlarge_records()
        self.allocate(self.plies)


class RecordsTooFew(Exception):  # noqa: N818 - not an error: the search is started again with more room
    """A list of moves was longer than its room."""
