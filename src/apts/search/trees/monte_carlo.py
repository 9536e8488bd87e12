"""Monte Carlo tree search on a machine: budgets, tree reuse, results."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from apts.engine.native.jit import address, words
from apts.engine.play.machine import Machine
from apts.engine.play.outcome import utilities
from apts.engine.play.playouts.slices import SLICE_SECONDS, give_way
from apts.engine.runtime.layout import (
    LAST_FROM,
    LAST_TO,
    LENGTH,
    MOVES,
    ORIGIN,
    OVER,
    OVERFLOW,
    TARGET,
)
from apts.errors import AptsError
from apts.search.evaluation.heuristic import Heuristic
from apts.search.memory import ENTRIES, emptied, enlarged, key_plan, key_table
from apts.search.results import Record, Row, SearchResult, ranking, seat_to_move, with_one_in_front
from apts.search.trees import descent
from apts.search.trees.closed_loop import ChanceMemory, closed_loop
from apts.search.trees.descent import SearchMemory
from apts.search.trees.grave import grave
from apts.search.trees.ordering import FIGURE_COLUMNS
from apts.search.trees.settings_words import settings_words, tells_children_apart
from apts.search.trees.tree import (
    DEEPEST,
    FIRST,
    FROZEN,
    FULL,
    MASK,
    PROVEN,
    SPAN,
    USED,
    VISITS,
    Tree,
    throw_classes,
)
from apts.search.trees.uct import uct

COMMON = len(SearchMemory._fields)
"""Arrays that every search takes; the others are those of one way of searching."""

LINE_VISITS = 2
"""A line of play ends where the search has seen less than this."""

KEYS = 1 << 14
"""Entries of the table that games with chance begin with; it grows with the tree."""

FIGURES = 1 << 20
"""Entries of the table of GRAVE."""

MOST_KEYS = 1 << 23
"""A table with more entries than this does not grow any further."""

FIRST_SLICE, TIMED_FIRST = 64, 4
"""Iterations of the first slice of a search, and of one whose time is limited."""

TIMED_SLICE = 0.01
"""Seconds of a slice where the time is limited."""

REUSE_DEPTH = 6
REUSE_TRIES = 4096


@dataclass(frozen=True)
class TreeSettings:
    """How a tree search works; see :func:`search_uct` for the meaning."""

    c: float = 1.4
    playout_limit: int | None = None
    heuristic: Heuristic | None = None
    scale: float = 100.0
    expand_after: int = 1
    solve: bool = True
    grave: int = 0
    bias: float = 1e-4
    prior: int = 0
    rave: int = 0
    eyes: tuple[int, ...] = ()
    most_nodes: int = 1 << 22


class TreeSearch:
    """A tree that can be grown, asked, and kept for the next turn. Belongs to the thread of its machine."""

    def __init__(self, machine: Machine, settings: TreeSettings | None = None, seed: int = 0):
        self.machine, self.settings = machine, settings or TreeSettings()
        compiled = machine.compiled
        self.players = compiled.equipment.players
        self.chance = compiled.facts.chance_later
        self.tree = Tree(
            compiled, besides=FIGURE_COLUMNS if tells_children_apart(self.settings, chance=self.chance) else 0
        )
        self.root: Any = None
        self.iterations = 0
        self._stream = words(1)
        self._breath = FIRST_SLICE
        self._stream[0] = seed & ((1 << 63) - 1)
        self._state = machine.new_state()
        self._path = words(descent.PATH_SIZE)
        self._numbers = settings_words(machine, self.settings, utility_of)
        self._heuristic = self.settings.heuristic or Heuristic()
        self._terms, scratch = self._heuristic.compiled_for(compiled)
        self._scratch = words(len(scratch) + compiled.state_size)
        self._table = key_table(KEYS if self.chance else FIGURES if self.settings.grave else 2)
        self._log = words(2 * descent.MOST_LOGGED if self.settings.grave else 2)
        self._of_chance = self._facts_of_chance() if self.chance else {}
        self._places: dict[str, tuple[Any, Any]] = {}
        kernel = machine.kernel
        entries = {"moves": kernel.moves, "choose": kernel.choose, "play": kernel.play, "play_on": kernel.play_on}
        self._entries = [entries[name] for name in self.routine_entries]

    def _facts_of_chance(self) -> dict[str, Any]:
        """What a search needs where chance is at work: a spare position, two ways of naming positions, the throws."""
        machine, compiled = self.machine, self.machine.compiled
        plans = {"plan": key_plan(compiled, chance=False), "bare_plan": key_plan(compiled, chance=False, dice=False)}
        return {"spare": machine.new_state(), **plans, "throws": throw_classes(compiled)}

    # --- the root ------------------------------------------------------------------------------------------------

    def start(self, state: Any, seed: int | None = None) -> None:
        """Begin a new tree at a position."""
        if state[OVER]:
            raise AptsError("the match is over: there is no move to search for")
        self.root = self.machine.copy(state)
        self.iterations = 0
        self.forget()
        if seed is not None:
            self._stream[0] = seed & ((1 << 63) - 1)

    def forget(self) -> None:
        """Empty the tree; the position at the root stays."""
        self.tree.clear()
        self._table = emptied(self._table)

    def advance(self, record: Record) -> bool:
        """Go on from the position after a move; tells whether something of the tree could be kept."""
        child = self.child(0, record)
        self.machine.play(self.root, record)
        if child is None or self.chance:
            self.forget()
            self.iterations = 0
            return False
        self.tree.reroot(child)
        self._table = emptied(self._table)
        self.iterations = self.tree.visits(0)
        return True

    def follow(self, state: Any, seed: int | None = None) -> bool:
        """Move the root to a later position if the tree knows the way there, else begin anew; tells which."""
        way = None if self.root is None or self.chance else self._way_to(state)
        if way is None:
            self.start(state, seed)
            return False
        for record in way:
            self.advance(record)
        self.root = self.machine.copy(state)
        return True

    def _way_to(self, state: Any) -> list[Record] | None:
        steps = int(state[MOVES]) - int(self.root[MOVES])
        if not 0 <= steps <= REUSE_DEPTH:
            return None
        self._tries = REUSE_TRIES
        return self._search_way(0, self.root, state, steps)

    def _search_way(self, node: int, position: Any, state: Any, steps: int) -> list[Record] | None:
        if steps == 0:
            length = int(state[LENGTH])
            return [] if bytes(position[:length]) == bytes(state[:length]) else None
        last = (int(state[LAST_FROM]), int(state[LAST_TO]))
        for child in self.children(node):
            record = self.tree.record(child)
            if (steps == 1 and (record[ORIGIN], record[TARGET]) != last) or self._tries == 0:
                continue
            self._tries -= 1
            after = self.machine.copy(position)
            self.machine.play(after, record)
            way = self._search_way(child, after, state, steps - 1)
            if way is not None:
                return [record, *way]
        return None

    # --- growing -------------------------------------------------------------------------------------------------

    def run(self, iterations: int | None = None, seconds: float | None = None) -> int:
        """Make iterations until a budget is spent, the position is proven, or nothing is left to do; returns how many."""
        if iterations is None and seconds is None:
            raise AptsError("a search needs a budget: a number of iterations, a time in seconds, or both")
        left = iterations if iterations is not None else 1 << 62
        deadline = math.inf if seconds is None else monotonic() + seconds
        if seconds is not None:
            self._breath = TIMED_FIRST  # what a slice took at the end of a match says little of the next beginning
        total, stream = 0, int(self._stream[0])
        while left > 0 and monotonic() < deadline:
            give_way()
            began = monotonic()
            requested = min(left, self._breath)
            with self.machine.working():
                done = self._slice(requested)
            total += done
            left -= done
            if self.machine.work[OVERFLOW]:
                self.machine.enlarge_records()
                self.forget()
                self._stream[0] = stream
                total, left = 0, iterations if iterations is not None else left
            elif self.tree.block[FULL]:
                self.grow()
            elif done < requested:
                break
            self._adapt(done, monotonic() - began, deadline - monotonic())
        self.iterations += total
        return total

    def _adapt(self, done: int, passed: float, left: float) -> None:
        """Fit the length of slices to the time that one took, so that a search can be interrupted between them.

        Where the time is limited, a slice is not longer than what is ``left`` either.
        """
        if left < math.inf:
            wanted = done / max(passed, 1e-6) * min(TIMED_SLICE, max(left, 0.0))
            self._breath = max(1, min(4 * self._breath, int(wanted)))
        elif passed > SLICE_SECONDS:
            self._breath = max(1, self._breath // 2)
        elif done == self._breath and passed < SLICE_SECONDS / 4:
            self._breath *= 4

    def grow(self) -> None:
        """Let a full tree grow; one that may not grow any more goes on without new nodes."""
        capacity = min(4 * self.tree.capacity, self.settings.most_nodes)
        while self.chance and 2 * capacity > self._table[ENTRIES] and self._table[ENTRIES] < MOST_KEYS:
            self._table = enlarged(self._table)
        crowded = self.chance and 2 * capacity > self._table[ENTRIES]
        if capacity <= self.tree.capacity or crowded:
            self.tree.block[FULL], self.tree.block[FROZEN] = 0, 1
        else:
            self.tree.grow(capacity)

    def scratch(self) -> tuple[Any, Any]:
        """Memory that a search may use: a position and a path."""
        return self._state, self._path

    def memory(self) -> tuple[Any, ...]:
        """What a search remembers: root, nodes, arena, random stream, settings, terms and scratch of the heuristic."""
        tree = self.tree
        return self.root, tree.block, tree.arena, self._stream, self._numbers, self._terms, self._scratch

    def arrays(self) -> dict[str, Any]:
        """The arrays that the routine of this search takes, in their order, by the names that it gives them."""
        machine, tree = self.machine, self.tree
        arrays = {"data": machine.data, "root": self.root, "state": self._state, "work": machine.work}
        arrays |= {"records": machine.records, "stream": self._stream, "tree": tree.block, "arena": tree.arena}
        arrays |= {"path": self._path, "settings": self._numbers, "terms": self._terms, "scratch": self._scratch}
        if self.chance:
            return arrays | {"table": self._table} | self._of_chance
        return arrays | {"figures": self._table, "log": self._log} if self.settings.grave else arrays

    @property
    def routine_entries(self) -> tuple[str, ...]:
        """The entries of the kernel that the routine of this search takes."""
        if self.chance:
            return ("moves", "play", "play_on")
        return ("moves", "choose", "play") if self.settings.grave else ("moves", "choose", "play", "play_on")

    @property
    def routine(self) -> Any:
        """The routine of this search; each way of searching is compiled when it is first called, and kept on disk."""
        if self.chance:
            return closed_loop
        if self.settings.grave:
            return grave
        return uct

    def _slice(self, count: int) -> int:
        self.machine.work[OVERFLOW] = 0
        found = self._addresses()
        search, own = SearchMemory(*found[:COMMON]), found[COMMON:]
        if self.chance:
            own = [ChanceMemory(*own)]
        return int(self.routine(search, *own, count, *self._entries))

    def _addresses(self) -> list[Any]:
        """Where the arrays of the routine are; asking NumPy takes as long as several iterations of a small game."""
        found = []
        for name, array in self.arrays().items():
            known = self._places.get(name)
            if known is None or known[0] is not array:
                known = self._places[name] = (array, address(array))
            found.append(known[1])
        return found

    # --- reading -------------------------------------------------------------------------------------------------

    def children(self, node: int) -> Sequence[int]:
        """The moves of the root that were tried; without chance in the rules, those of any node."""
        if not self.chance:
            return self.tree.children(node)
        chain = []
        child = self.tree.column(FIRST, node)
        while child:
            chain.append(child)
            child = self.tree.column(SPAN, child)
        return chain

    def child(self, node: int, record: Record) -> int | None:
        """The node of a move, if it was tried."""
        return next((child for child in self.children(node) if self.tree.record(child) == record), None)

    def line(self, node: int) -> tuple[Record, ...]:
        """The moves from a node on that the search holds for best, the node's own first; as far as chance lets it see."""
        moves = [self.tree.record(node)]
        while not self.chance:
            children = [child for child in self.children(node) if self.tree.visits(child) >= LINE_VISITS]
            if not children:
                break
            node = max(children, key=lambda child: (self.tree.visits(child), -child))
            moves.append(self.tree.record(node))
        return tuple(moves)

    def best(self) -> Record:
        """The move to play, without the rest of the result."""
        children = self.children(0)
        if not any(self.tree.column_of_all(PROVEN, children)):
            # Then a move that was looked at less is never the best one.
            visits = self.tree.column_of_all(VISITS, children)
            most = max(visits)
            children = [child for child, count in zip(children, visits, strict=True) if count == most]
        return ranking([self.row(child) for child in children])[0].record

    def _rows(self) -> list[Row]:
        """What is known of the moves of the root, the best first; one that the rules offer twice is one move.

        Equal ones come in the order of the children, which is the one in which they were tried.
        """
        rows = [self.row(child, self.line(child)) for child in self.children(0)]
        tried = {row.record for row in rows}
        rows += [Row(record, 0, 0.0, None, (record,)) for record in self._listed() if record not in tried]
        single: dict[Record, Row] = {}
        for row in ranking(rows):
            single[row.record] = _together(single[row.record], row) if row.record in single else row
        return list(single.values())

    def untried(self) -> list[int]:
        """The children of the root that were not tried, in the order of the tree but for the first one, which is drawn.

        It is the one to play where all that were tried lose.
        """
        return with_one_in_front(list(self.tree.all_children(0))[len(self.tree.children(0)) :], int(self._stream[0]))

    def _listed(self) -> list[Record]:
        """The moves of the root that were not tried; all moves where the tree has none of them, or chance has a say."""
        if not self.chance and self.tree.column(FIRST, 0):
            return [self.tree.record(child) for child in self.untried()]
        count = self.machine.moves(self.machine.copy(self.root))
        return with_one_in_front([self.machine.record(index) for index in range(count)], int(self._stream[0]))

    def row(self, child: int, line: tuple[Record, ...] = ()) -> Row:
        """What is known of a child of the root."""
        doubled = self.tree.proven(child, seat_to_move(self.root))
        proven = None if doubled is None else utility_of(doubled, self.players)
        value = self.tree.mean(child) if proven is None else proven
        return Row(self.tree.record(child), self.tree.visits(child), value, proven, line)

    def result(self, seconds: float = 0.0) -> SearchResult:
        """What the search knows now."""
        ordered = self._rows()
        visits = sum(row.visits for row in ordered)
        value = sum(row.value * row.visits for row in ordered) / visits if visits else 0.0
        proven = self._proven_root()
        nodes, depth = int(self.tree.block[USED]), int(self.tree.block[DEEPEST])
        if self.chance:
            depth = (depth + 1) // 2  # every other node stands for what chance did
        shown = value if proven is None else proven
        values = self._values(ordered[0], shown) if self.players > 2 else None
        return SearchResult(tuple(ordered), shown, proven, self.iterations, nodes, depth, seconds, values=values)

    def _proven_root(self) -> float | None:
        """What the position is worth for its mover, where that is known.

        With more than two players the moves may all be known and several of them be equally good for the mover: then it
        is open what the others get, but not what the mover gets.
        """
        tree, seat = self.tree, seat_to_move(self.root)
        doubled = tree.proven(0, seat)
        all_known = not self.chance and tree.column(FIRST, 0) and tree.column(SPAN, 0) & MASK == 0
        if doubled is None and self.players > 2 and all_known:
            known = [tree.proven(child, seat) for child in tree.children(0)]
            return max(utility_of(rank, self.players) for rank in known if rank is not None)
        return None if doubled is None else utility_of(doubled, self.players)

    def _values(self, best: Row, shown: float) -> tuple[float, ...]:
        """What all of more than two seats may expect: means over the children, proven ones exactly.

        Where the mover's value is proven, it is what the best move gives to everybody.
        """
        seat, children = seat_to_move(self.root), self.children(0)
        if best.proven == shown:
            children = [child for child in children if self.tree.record(child) == best.record]
        visits = [max(1, self.tree.visits(child)) for child in children]
        means = [self.node_values(child) for child in children]
        if not children:
            return (0.0,) * self.players
        whole = sum(visits)
        mixed = [
            sum(count * mean[other] for count, mean in zip(visits, means, strict=True)) / whole
            for other in range(self.players)
        ]
        mixed[seat - 1] = shown
        return tuple(mixed)

    def node_values(self, node: int) -> tuple[float, ...]:
        """What all of more than two seats may expect at a node."""
        if self.tree.proven(node, 1) is None:
            return self.tree.means(node)
        ranks = [self.tree.proven(node, seat) for seat in range(1, self.players + 1)]
        return tuple(utility_of(rank, self.players) for rank in ranks if rank is not None)


def _together(one: Row, other: Row) -> Row:
    """What is known of a move from two of its nodes, the better known first."""
    proven = one.proven if one.proven is not None else other.proven
    visits = one.visits + other.visits
    mean = (one.visits * one.value + other.visits * other.value) / visits if visits else 0.0
    return replace(one, visits=visits, value=mean if proven is None else proven, proven=proven)


def utility_of(doubled: int, players: int) -> float:
    """The utility of a doubled rank."""
    return utilities([doubled / 2] + [0.0] * (players - 1))[0]


def search_uct(
    machine: Machine,
    state: Any,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    settings: TreeSettings | None = None,
) -> SearchResult:
    """Search the position once with a fresh tree. The same seed and iterations give the same result.

    The settings: ``c`` weighs exploration (utilities go from -1 to 1); a playout is cut after ``playout_limit`` moves
    and scored by ``heuristic``, ``scale`` points of which are a clear advantage, or counted as a draw without one;
    ``expand_after`` visits a node gets children; ``solve`` proves results; ``grave`` above 0 turns on GRAVE with so
    many visits for a reference, and ``bias`` says how soon own figures displace it; the tree has at most
    ``most_nodes``.
    """
    search = TreeSearch(machine, settings, seed)
    began = monotonic()
    search.start(state)
    search.run(iterations, seconds)
    return search.result(monotonic() - began)
