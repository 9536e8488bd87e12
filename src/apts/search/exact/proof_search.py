"""The memory of a proof on a machine, and the questions that the solver asks."""

from __future__ import annotations

from time import thread_time
from typing import Any
from weakref import WeakKeyDictionary

from apts.engine.native.jit import address, words
from apts.engine.play.machine import Machine, plain_record
from apts.engine.play.playouts.slices import give_way
from apts.engine.runtime.layout import MOVES, OVER, OVERFLOW, TURN
from apts.errors import AptsError
from apts.search.exact import forced_win as core
from apts.search.exact.bounds_table import BUCKETS, STORED, bounds_table, enlarged_bounds
from apts.search.exact.retrograde import Watch
from apts.search.memory import key_of_position, key_plan, key_table
from apts.search.results import Record

SLICE = 4096
"""Nodes between two looks at the clock."""
FIRST_BITS = 9
"""The size that a table begins with: memory that is touched for the first time costs more than most short proofs."""


FIRST_ROOM = 1 << 13
"""Words of positions, lists and orders that there is room for at first."""

_PLANS: WeakKeyDictionary[Machine, Any] = WeakKeyDictionary()


class OutOfTime(Exception):  # noqa: N818 - not an error: there is no answer
    """The time that was given did not suffice."""


class ProofSearch:
    """Room for lines of so many moves, and a table of bounds that grows with what is found.

    It belongs to the thread of its machine.
    """

    def __init__(
        self, machine: Machine, plies: int, table_bits: int, *, limited: bool = False, watch: Watch | None = None
    ):
        """Where a proof comes near the limit of moves or turns (``limited``), their numbers belong to a position."""
        self.machine, self.plies, self._most_bits, self._watch = machine, plies, table_bits, watch
        self.most_nodes: int | None = None
        """After so many nodes, those of earlier questions counted too, it ends like one that is out of time."""
        if limited:
            self.plan = key_plan(machine.compiled, history=True, besides=(MOVES, TURN))
        elif machine in _PLANS:
            self.plan = _PLANS[machine]
        else:
            self.plan = _PLANS[machine] = key_plan(machine.compiled, history=True)
        self.nodes = 0
        self.forget()

    def forget(self) -> None:
        """Begin anew, with an empty table and little memory."""
        compiled, plies = self.machine.compiled, self.plies + 2
        killers = core.HEAD + core.HISTORY_SIZE
        self._block = block = words(killers + (2 + core.FRAME) * plies)
        block[core.STATE_WORDS] = compiled.state_size
        block[core.HISTORY_AT], block[core.KILLERS_AT] = core.HEAD, killers
        block[core.FRAMES_AT] = killers + 2 * plies
        field = compiled.fields.get("height" if compiled.stacking else "what")
        if field is not None:
            block[core.CONTEXT_AT], block[core.CONTEXT_SIZE] = field
        self._table = bounds_table(min(FIRST_BITS, self._most_bits))
        self._states, self._lists, self._order = words(0), words(0), words(0)
        self._make_room()

    def _make_room(self) -> None:
        """More room where there is little of it left; what is there stays."""
        machine, block = self.machine, self._block
        compiled, capacity = machine.compiled, len(machine.records)
        if int(self._table[STORED]) > int(block[core.TABLE_ROOM]):
            self._table = enlarged_bounds(self._table, self._most_bits)
        buckets = int(self._table[BUCKETS])
        block[core.TABLE_ROOM] = buckets if buckets < 1 << self._most_bits else 1 << 62
        ply = int(block[core.PLY])
        frame = int(block[core.FRAMES_AT]) + ply * core.FRAME
        self._states = _longer(self._states, (ply + 2) * compiled.state_size)
        self._lists = _longer(self._lists, int(block[frame + core.LIST]) + capacity)
        moves = core.ORDERED * (capacity // compiled.record_size + 1)
        self._order = _longer(self._order, int(block[frame + core.ORDER]) + moves)
        block[core.STATES_ROOM] = len(self._states)
        block[core.LISTS_ROOM], block[core.ORDER_ROOM] = len(self._lists) - capacity, len(self._order) - moves
        block[core.WANTING] = 0
        arrays = (machine.data, machine.work, block, self._states, self._lists, self._order, self._table, self.plan)
        self._memory = core.ProofMemory(*map(address, arrays))

    def decide(
        self, state: Any, goal: int, depth: int, last: int, deadline: float | None
    ) -> tuple[tuple[int, int], tuple[int, int]]:
        """Ask for a goal and for its opposite from a depth to a last one, until one is proven or both are excluded.

        Gives for each within how many moves it is reached and within how many it is excluded.
        """
        self._run(state, goal, goal, depth, last, deadline)
        reached, excluded, other, other_excluded = map(int, self._block[core.FOUND_AT : core.FOUND_AT + 4])
        return (reached, excluded), (other, other_excluded)

    def ask(self, state: Any, goal: int, depth: int, deadline: float | None) -> tuple[bool, int]:
        """Whether a goal is reached within a depth, and within how many moves it is reached or excluded."""
        self._run(state, goal, 0, depth, depth, deadline)
        return bool(self._block[core.PROVEN]), int(self._block[core.DISTANCE])

    @property
    def root_key(self) -> int:
        """The key of the position that was asked about last."""
        return int(self._block[core.ROOT_KEY])

    @property
    def best(self) -> Record | None:
        """The move that has settled the last question alone, if one has."""
        block, size = self._block, self.machine.compiled.record_size
        place = int(block[int(block[core.FRAMES_AT]) + core.BEST])
        if place == core.NO_BEST:
            return None
        return plain_record(self.machine.compiled, map(int, self._lists[place * size : (place + 1) * size]))

    def _run(self, state: Any, goal: int, first: int, depth: int, last: int, deadline: float | None) -> None:
        depth, last = min(depth, self.plies), min(last, self.plies)
        if state[OVER]:
            raise AptsError("the match is over: there is no move to search for")
        machine = self.machine
        while True:
            block = self._block
            self._states[: len(state)] = state
            block[core.PLY], block[core.MODE], block[core.NODES] = 0, core.BEGIN, 0
            block[core.GOAL], block[core.FIRST_GOAL] = goal, first
            block[core.SCHEDULED], block[core.LAST_DEPTH] = depth, last
            machine.work[OVERFLOW] = 0
            if self._finish(depth, deadline):
                return
            machine.enlarge_records()
            self.forget()  # what was found with a list of moves that was cut short is not proven

    def _slice(self, limit: int) -> bool:
        """Go on up to so many nodes, or until there is no room; returns whether there is an answer."""
        give_way()
        kernel = self.machine.kernel
        with self.machine.working():
            return bool(core.prove(self._memory, limit, kernel.moves, kernel.play))

    def _finish(self, depth: int, deadline: float | None) -> bool:
        """Go on until there is an answer; returns False where a list of moves was longer than its room."""
        machine, block = self.machine, self._block
        done, limit = False, SLICE
        most = None if self.most_nodes is None else self.most_nodes - self.nodes
        try:
            while not done:
                limit = limit if most is None else min(limit, most)
                done = self._slice(limit)
                if machine.work[OVERFLOW]:
                    return False
                if block[core.WANTING]:
                    self._make_room()
                elif not done:
                    if self._watch is not None:
                        self._watch(self.nodes + int(block[core.NODES]), None if depth == self.plies else depth)
                    if (deadline is not None and thread_time() > deadline) or limit == most:
                        raise OutOfTime
                    limit += SLICE
            return True
        finally:
            self.nodes += int(block[core.NODES])


def _longer(memory: Any, least: int) -> Any:
    """The same memory, or twice as much and more with the same content."""
    if len(memory) > least:
        return memory
    longer = words(max(FIRST_ROOM, 2 * least))
    longer[: len(memory)] = memory
    return longer


def key_of(machine: Machine, plan: Any, state: Any) -> int:
    """The key of a position after a plan."""
    return key_of_position(address(machine.data), address(state), address(plan), 0)


WALKS, WALK_LENGTH = 16, 120


def longest_walk(machine: Machine, plan: Any, state: Any) -> int | None:
    """The length of the longest of some random walks, at most WALK_LENGTH; None where a position was met twice in one.

    The walks are the same ones whenever it is asked.
    """
    longest = 0
    for seed in range(WALKS):
        length = _walk(machine, plan, state, seed)
        if length < 0:
            return None
        longest = max(longest, length)
    return longest


def _walk(machine: Machine, plan: Any, state: Any, seed: int) -> int:
    while True:
        machine.work[OVERFLOW] = 0
        position, seen = machine.copy(state), key_table(1 << (2 * WALK_LENGTH).bit_length())
        none = words(1)
        arrays = (machine.data, machine.work, none, position, machine.records, none, seen, plan)
        with machine.working():
            memory = core.ProofMemory(*map(address, arrays))
            length = core.walk(memory, seed, WALK_LENGTH, machine.kernel.moves, machine.kernel.play)
        if not machine.work[OVERFLOW]:
            return int(length)
        machine.enlarge_records()
