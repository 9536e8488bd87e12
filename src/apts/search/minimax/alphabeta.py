"""The memory of an alpha-beta search on a machine, and the steps that alpha-beta and the solver share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from apts.engine.native.jit import address, words
from apts.engine.play.machine import Machine
from apts.engine.play.outcome import utilities
from apts.engine.play.playouts.slices import give_way
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import OVER, OVERFLOW, SWAPPED
from apts.errors import AptsError
from apts.search.evaluation.evaluation import CAPTURES_AT, POINT
from apts.search.evaluation.given import derived_heuristic
from apts.search.evaluation.heuristic import Heuristic
from apts.search.memory import hyperbolic_tangent, key_plan
from apts.search.minimax import search_block as core
from apts.search.minimax.captures import with_captures
from apts.search.minimax.limits import SLICE, Limits
from apts.search.minimax.maxn import Choice, shares_results
from apts.search.minimax.negamax import fade, negamax, stored_entry
from apts.search.minimax.search_block import DECIDED, INFINITE, NO_MOVE, WIN, SidesMemory, positions_table, stored_move
from apts.search.results import Record, Row, SearchResult, balanced_values, in_drawn_order, seat_to_move, seed_word


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
        quiet: int = 0,
        reduce: bool = False,
    ):
        self.machine, self.exact, self._scores_at = machine, exact, scores_at
        self.plan = key_plan(machine.compiled, history=exact)
        self._table_bits = table_bits
        self.forget()
        self.terms, self.scratch = heuristic.compiled_for(machine.compiled)
        if quiet or reduce:
            self.terms = with_captures(machine.compiled, self.terms)
        self.quiet = quiet if self.terms[CAPTURES_AT] else 0
        self._reduce = int(reduce)
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
        numbers |= {core.SCORES_AT: self._scores_at, core.QUIET: self.quiet, core.REDUCE: self._reduce}
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


# ----------------------------------------------------------------------------------------------------------------
# Alpha-beta on a machine: iterative deepening, aspiration windows, budgets, results.

ASPIRATION = 40 * POINT
MOST_DEPTH = 60
"""The depth at which a search without a depth of its own stops."""


QUIET_MOVES = 8
"""How many moves of captures are looked at beyond the depth."""


SHALLOW_DEPTH = 2
SHALLOW_NODES = 4096
SHALLOW_SHARE = 4
SHALLOW_TABLE_BITS = 10
"""A shallow look at all moves goes so deep and takes so many nodes at most, or this part of those that the search has."""


@dataclass(frozen=True)
class AlphaBetaSettings:
    """How an alpha-beta search works; see :func:`alphabeta` for the meaning."""

    heuristic: Heuristic | None = None
    opponents: str = "paranoid"
    table_bits: int = 16
    scale: float = 100.0
    samples: int = 6
    quiet: bool = False
    reduce: bool = False


class AlphaBetaSearch:
    """Searches positions of one game; the table of positions, in ``search``, is kept from turn to turn."""

    def __init__(self, machine: Machine, settings: AlphaBetaSettings | None = None):
        self.machine, self.settings = machine, settings or AlphaBetaSettings()
        if self.settings.opponents not in ("paranoid", "maxn"):
            raise AptsError(f"opponents are taken to be 'paranoid' or 'maxn', not {self.settings.opponents!r}")
        given = self.settings.heuristic
        self.heuristic = derived_heuristic(machine.compiled) if given is None else given
        self.chance = machine.compiled.facts.chance_later
        self._maxn = None
        self.players = machine.compiled.equipment.players
        # A search of two sides takes what one gains for the loss of the other, which all who win together do not do.
        each = shares_results(machine.compiled) or (self.players > 2 and self.settings.opponents == "maxn")
        if self.chance or each:
            from apts.search.minimax.maxn import MaxnSearch

            samples = max(1, self.settings.samples) if self.chance else 0
            self._maxn = MaxnSearch(machine, self.heuristic, samples=samples)
        self.search = self._side_search(MOST_DEPTH, self.settings.table_bits, reduce=self.settings.reduce)
        self._shallow: SideSearch | None = None

    @property
    def looks_at_captures(self) -> bool:
        """Whether lines go on with captures: that is asked for, and the game has such moves."""
        return self.search.quiet > 0

    def _side_search(self, depth: int, table_bits: int, *, reduce: bool) -> SideSearch:
        quiet = QUIET_MOVES if self.settings.quiet else 0
        plies = depth + quiet + 4
        return SideSearch(self.machine, self.heuristic, plies, table_bits, quiet=quiet, reduce=reduce)

    def run(
        self,
        state: Any,
        depth: int | None = None,
        seconds: float | None = None,
        *,
        nodes: int | None = None,
        every_move: bool = False,
        seed: int = 0,
    ) -> SearchResult:
        """Search a position to a depth, for a time, for so many nodes, or until whichever comes first."""
        if depth is None and seconds is None and nodes is None:
            raise AptsError("a search needs a budget: a depth in moves, a time in seconds, a number of nodes")
        if self._maxn is not None:
            return self._maxn.run(state, depth, seconds, self.settings.scale, seed, nodes)
        return self._deepened(state, depth, Limits.of(seconds, nodes), every_move=every_move, seed=seed)

    def choose(self, state: Any, nodes: int, seed: int = 0, *, expected: bool = False) -> Choice:
        """The best move for so many nodes and nothing else, which costs little beyond the search.

        With ``expected`` also how the search expects the match to go on.
        """
        if self._maxn is not None:
            return self._maxn.choose(state, nodes, self.settings.scale, seed)
        while True:
            try:
                self.search.prepare(state, seed=seed)
                records = self.search.root_records()
                value, best, level = self._deepest(len(records), MOST_DEPTH, Limits(None, nodes))
                return self._choice(state, records[best], value, level if expected else 0)
            except RecordsTooFew:
                self.search.widen()

    def _choice(self, state: Any, record: Record, value: int, depth: int) -> Choice:
        line: tuple[Record, ...] = (record,)
        if depth > 1:
            end = self.machine.copy(state)
            self.machine.play(end, record)
            line = (record, *(() if end[OVER] else self.search.line(end, depth - 1)))
        worth = self._row(record, value, line).value
        return Choice(record, worth, None, line, self.search.nodes, abs(value) > DECIDED)

    def glance(self, state: Any, depth: int, nodes: int | None = None) -> tuple[Row, ...]:
        """What every move is worth so many moves ahead, without lines of play.

        One move ahead is always looked; further only as long as there are ``nodes`` left, where these are counted.
        """
        limits = Limits(None, nodes)
        while True:
            try:
                self.search.prepare(state)
                records, values = self.search.root_records(), list[int]()
                for level in range(1, depth + 1):
                    if self._level(None, level, limits if level > 1 else None, wide=True) is None:
                        break
                    values = [self.search.root_value(place) for place in range(len(records))]
                return tuple(self._row(known, value, ()) for known, value in zip(records, values, strict=True))
            except RecordsTooFew:
                self.search.widen()

    def judged_rows(self, state: Any, found: SearchResult, nodes: int | None = None) -> Sequence[Row]:
        """All moves with values to choose by, the best of a search first; ``nodes`` is what that search was given.

        A search of two sides knows only what its best move is worth. How far the others are behind it is taken from a
        shallow look at all, which remembers nothing.
        """
        if self._maxn is not None:
            return found.rows
        best = found.rows[0]
        rows = self._shallow_rows(state, SHALLOW_NODES if nodes is None else min(SHALLOW_NODES, nodes // SHALLOW_SHARE))
        there = next(row.value for row in rows if row.record == best.record)
        behind = (
            replace(row, value=best.value - max(0.0, there - row.value), proven=None, points=None)
            for row in rows
            if row.record != best.record
        )
        return (best, *behind)

    def _shallow_rows(self, state: Any, nodes: int) -> list[Row]:
        if self._shallow is None:
            self._shallow = self._side_search(SHALLOW_DEPTH, SHALLOW_TABLE_BITS, reduce=False)
        search, limits = self._shallow, Limits(None, nodes)
        while True:
            try:
                search.forget()
                search.allocate(search.plies)
                search.prepare(state)
                records = search.root_records()
                values = [0] * len(records)
                for level in range(1, SHALLOW_DEPTH + 1):
                    search.begin(-INFINITE, INFINITE, level, wide=True)
                    while not search.go_on(SLICE if level == 1 else limits.next_slice(search.nodes)):
                        if level > 1 and limits.reached(search.nodes):
                            break
                    else:
                        values = [search.root_value(index) for index in range(len(records))]
                return [self._row(known, value, (known,)) for known, value in zip(records, values, strict=True)]
            except RecordsTooFew:
                search.widen()

    # --- one position --------------------------------------------------------------------------------------------

    def _deepened(self, state: Any, depth: int | None, limits: Limits, *, every_move: bool, seed: int) -> SearchResult:
        while True:
            try:
                furthest = min(depth or MOST_DEPTH, MOST_DEPTH)
                return self._deepen(state, furthest, limits, every_move=every_move, seed=seed)
            except RecordsTooFew:
                self.search.widen()

    def _deepest(self, count: int, depth: int, limits: Limits) -> tuple[int, int, int]:
        """The value and the best move of the deepest level that the limits allow, and that level."""
        value, best, completed = 0, 0, 0
        for level in range(1, depth + 1):
            found = self._level(value if completed else None, level, limits if completed else None, wide=False)
            if found is None:
                break
            value, best, completed = found, self.search.best_index(), level
            if (abs(value) > DECIDED and WIN - abs(value) <= level) or count == 1:
                break
        return value, best, completed

    def _deepen(self, state: Any, depth: int, limits: Limits, *, every_move: bool, seed: int) -> SearchResult:
        began = monotonic()
        search = self.search
        search.prepare(state, seed=seed)
        records = search.root_records()
        value, best, completed = 0, 0, 0
        values: list[int | None] = [None] * len(records)
        for level in range(1, depth + 1):
            last = level == depth or (limits.given and len(records) > 1)
            found = self._level(value if completed else None, level, limits if completed else None, every_move and last)
            if found is None:
                break
            value, best, completed = found, search.best_index(), level
            values = self._values(len(records), best, value, every_move=every_move and last)
            if abs(value) > DECIDED and WIN - abs(value) <= level:
                if every_move and not last:
                    self._level(value, level, None, wide=True)
                    values = self._values(len(records), best, value, every_move=True)
                break
        order = in_drawn_order(range(len(records)), seed)
        return self._result(state, records, values, order, best, completed, monotonic() - began)

    def _level(self, guess: int | None, depth: int, limits: Limits | None, wide: bool) -> int | None:
        """The value of the root at a depth, or None when a limit is reached."""
        low, high = -INFINITE, INFINITE
        margin = ASPIRATION
        if guess is not None and abs(guess) < DECIDED and not wide:
            low, high = guess - margin, guess + margin
        while True:
            self.search.begin(low, high, depth, wide=wide)
            while not self.search.go_on(SLICE if limits is None else limits.next_slice(self.search.nodes)):
                if limits is not None and limits.reached(self.search.nodes):
                    return None
            value = self.search.value
            if low < value < high or (value <= low and low == -INFINITE) or (value >= high and high == INFINITE):
                return value
            margin *= 8
            if value <= low:
                low = max(-INFINITE, value - margin) if margin < DECIDED else -INFINITE
            else:
                high = min(INFINITE, value + margin) if margin < DECIDED else INFINITE

    def _values(self, count: int, best: int, value: int, *, every_move: bool) -> list[int | None]:
        if every_move:
            return [self.search.root_value(index) for index in range(count)]
        return [value if index == best else None for index in range(count)]

    def _result(
        self,
        state: Any,
        records: list[Record],
        values: list[int | None],
        order: list[int],
        best: int,
        depth: int,
        seconds: float,
    ) -> SearchResult:
        """The rows of all moves, the best first, those of the same value in an order that was drawn."""
        rows = []
        for index, (record, value) in enumerate(zip(records, values, strict=True)):
            known = index == best or value is not None
            after = self.machine.copy(state)
            self.machine.play(after, record)
            line = (record, *(() if after[OVER] or not known else self.search.line(after, max(depth - 1, 0))))
            rows.append(self._row(record, value, line))
        order = sorted(order, key=lambda index: (index != best, -_order(values[index])))
        first = rows[best]
        ordered = tuple(rows[index] for index in order)
        nodes = self.search.nodes
        seats = self._values_of_seats(state, first) if self.players > 2 else None
        return SearchResult(ordered, first.value, first.proven, nodes, nodes, depth, seconds, first.points, seats)

    def _values_of_seats(self, state: Any, best: Row) -> tuple[float, ...]:
        """What all of more than two seats may expect: the mover as the search says, the others as the line ends."""
        end = self.machine.copy(state)
        for record in best.line:
            self.machine.play(end, record)
        parts = [self._standing(end, seat) for seat in range(1, self.players + 1)]
        return balanced_values(seat_to_move(state), best.value, parts)

    def _row(self, record: Record, value: int | None, line: tuple[Record, ...]) -> Row:
        if value is None:
            return Row(record, 0, 0.0, None, line)
        if abs(value) > DECIDED:
            utility = round(value / WIN, 6)
            # Against all others together a win is a win however they play; anything less may turn out better.
            proven = utility if self.players <= 2 or utility == 1.0 else None
            return Row(record, 1, utility, proven, line, math.copysign(math.inf, value))
        return Row(record, 1, hyperbolic_tangent(value / POINT / self.settings.scale), None, line, value / POINT)

    def _standing(self, state: Any, seat: int) -> float:
        """The value of a position without looking further, for a seat."""
        player = 3 - seat if state[SWAPPED] and seat <= 2 else seat
        if state[OVER]:
            return utilities(Position(self.machine.compiled, state).ranks())[player - 1]
        return hyperbolic_tangent(self.heuristic.value(self.machine, state, player) / self.settings.scale)


def _order(value: int | None) -> int:
    return -INFINITE - 1 if value is None else value


def alphabeta(
    machine: Machine,
    state: Any,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    every_move: bool = False,
    seed: int = 0,
    settings: AlphaBetaSettings | None = None,
) -> SearchResult:
    """Search a position once. The result depends on the depth, the nodes and the seed, or on the time; which of several
    moves of the same value is the best one is drawn from the seed.

    The settings: ``heuristic`` (derived from the rules unless given); ``opponents`` of a game for more than two are
    ``paranoid`` (all against the mover) or ``maxn`` (each for itself); the table has ``2 ** table_bits`` buckets;
    ``scale`` points are a clear advantage; with ``quiet`` lines go on with captures where the depth ends, with ``reduce``
    late moves are searched less deep until one of them turns out to be good. In games with chance every move is followed
    by ``samples`` courses of chance (all throws, if there are no more than that) and everybody plays for itself.
    ``every_move`` gives the value of every move, at the price of a slower search.
    """
    return AlphaBetaSearch(machine, settings).run(state, depth, seconds, nodes=nodes, every_move=every_move, seed=seed)
