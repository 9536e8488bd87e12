"""Whole matches of tree search in compiled code: Python begins a match, helps at odd turns, and writes the record.

At a thousand iterations a move a turn takes well under a millisecond, and what Python did around each took a third of
that again. Here the loop of :mod:`apts.search.trees.match_loop` plays; texts of moves and what else the archive keeps are
made from its log when the match has ended. Matches are the same as with the players of the agents (a test holds that).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np

from apts.agents.agent import CountedDecision, Decision, Player, Players, Seating
from apts.agents.analysis import known_values
from apts.agents.searching.compiled_tree import is_distinguishable
from apts.agents.searching.reading import move_of
from apts.engine.native.jit import address, words
from apts.engine.play.game import Move, State
from apts.engine.play.machine import Machine
from apts.engine.play.match_loop import MoveRequest
from apts.engine.play.playouts.slices import Slices, give_way
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.layout import LAST_LOCATION, ORIGIN, TARGET
from apts.engine.text.position_text import top_piece
from apts.search.memory import real_view
from apts.search.results import MoveValues, Record, Row, ranking, sampled_values, seat_to_move
from apts.search.trees import match_loop as loop
from apts.search.trees.monte_carlo import TreeSearch

if TYPE_CHECKING:
    from apts.agents.kinds.uct_agent import UctAgent

# ----------------------------------------------------------------------------------------------------------------
# A match in the compiled loop: its memory, and what Python has to do when the loop stops.

FIRST_TURNS = 128
"""Turns that there is room for at first."""

MOVES_A_TURN = 32
"""Moves of which there is room for notes, for each turn that there is room for."""


class Stop(Enum):
    """Why a match in the loop stands still."""

    ENDED = loop.ENDED
    PAUSED = loop.PAUSED
    ROOT_WANTED = loop.ROOT_WANTED
    HARD = loop.HARD
    ASKED = loop.ASKED


@dataclass(frozen=True)
class SeatSettings:
    """How one seat plays: iterations a turn, iterations for each move where that is more, whether Python chooses."""

    iterations: int
    breadth: int = 0
    asks: bool = False


@dataclass(frozen=True, slots=True)
class LoopTurn:
    """A turn as the loop noted it: seat, record, legal moves, value for the seat, entropy in bits.

    ``alone`` says that no other move had the same target; ``move_values`` are what the moves were held to be worth.
    """

    seat: int
    record: Record
    legal_moves: int
    alone: bool
    value: float
    entropy: float
    move_values: MoveValues | None = None


class LoopedMatch:
    """Plays one match after another on the machine of a thread, with one search for each seat.

    ``advance`` plays until something has to be decided outside; then the caller calls ``root``, ``pick`` or ``play``
    and goes on. ``position(n)`` is the position after n turns, good until the next match begins.
    """

    def __init__(self, machine: Machine, searches: Sequence[TreeSearch]):
        self.machine, self.searches = machine, tuple(searches)
        self._spares = [search.tree.spare() for search in self.searches]
        self._control = words(loop.CONTROL_SIZE)
        self._slices = Slices()
        self._log, self._notes, self._positions = words(0), words(0), words(0)
        self._grow(FIRST_TURNS)

    def _grow(self, turns: int) -> None:
        compiled = self.machine.compiled
        log, notes, positions = self._log, self._notes, self._positions
        self._log = words(turns * (compiled.record_size + loop.ROW_TAIL))
        self._notes = words(turns * MOVES_A_TURN * loop.NOTE_SIZE)
        self._positions = words((turns + 1) * compiled.state_size)
        self._log[: len(log)], self._positions[: len(positions)] = log, positions
        self._notes[: len(notes)] = notes
        self._real_log, self._real_notes = real_view(self._log), real_view(self._notes)
        self._control[loop.NOTES_CAPACITY] = turns * MOVES_A_TURN
        self._control[loop.CAPACITY] = turns

    @property
    def turns(self) -> int:
        """Turns played so far."""
        return int(self._control[loop.TURNS])

    def position(self, turns: int) -> Any:
        """The position after so many turns; the memory belongs to the match."""
        size = self.machine.compiled.state_size
        return self._positions[turns * size : (turns + 1) * size]

    def positions(self) -> Any:
        """All positions so far as rows of a table; the memory belongs to the match."""
        size, count = self.machine.compiled.state_size, self.turns + 1
        return np.asarray(self._positions[: count * size]).reshape(count, size)

    def begin(self, start: Any, seats: Sequence[SeatSettings], limit: int, seed: Callable[[int, int], int]) -> None:
        """Put up the start position of a new match; ``seed`` gives that of a seat and a turn."""
        self.position(0)[:] = start
        first = seat_to_move(start)
        control = self._control
        control[loop.PHASE], control[loop.TURNS], control[loop.LIMIT] = loop.ROOTING, 0, limit
        control[loop.NOTED] = 0
        for seat, given in enumerate(seats):
            at = loop.SEAT_WORDS + seat * loop.SEAT_SIZE
            control[at + loop.BUDGET], control[at + loop.BREADTH] = given.iterations, given.breadth
            control[at + loop.ASKS] = int(given.asks)
            control[at + loop.CHOSEN] = control[at + loop.BEGUN] = 0
            # Seats nearly always move in turns, so that the first turn of each is known beforehand.
            turn = 0 if seat + 1 == first else 1
            control[at + loop.FRESH_TURN], control[at + loop.FRESH_SEED] = turn, seed(seat + 1, turn)
        for search in self.searches:
            if search.root is None:
                search.root = self.machine.new_state()

    def advance(self, pause: int) -> Stop:
        """Play on until the match has ended, so many more turns were played, or something is wanted."""
        self._control[loop.PAUSE] = self.turns + pause
        while True:
            with self._slices:
                self._control[loop.BREATH] = self._slices.steps
                reason = self._call()
            if reason == loop.BREATHING:
                self._slices.adapt()
            elif reason == loop.LOG_FULL:
                self._grow(4 * int(self._control[loop.CAPACITY]))
            elif reason == loop.TREE_FULL:
                self.search.grow()
            elif reason == loop.RECORDS_SHORT:
                self.machine.enlarge_records()
                self.search.forget()
                self._control[loop.PHASE] = loop.BUDGETING
            else:
                return Stop(reason)

    def _call(self) -> int:
        machine, kernel = self.machine, self.machine.kernel
        own = machine.data, machine.work, machine.records, self._control, self._log, self._notes, self._positions
        match = loop.MatchMemory(*map(address, (*own, *self.searches[0].scratch())))
        seats = []
        for index, search in enumerate(self.searches):
            root, block, arena, *rest = search.memory()
            if len(self._spares[index][0]) != len(block):
                self._spares[index] = search.tree.spare()
            seats.append(loop.SeatMemory(*map(address, (root, block, arena, *self._spares[index], *rest))))
        with machine.working():
            reason = loop.play_turns(
                match, seats[0], seats[-1], kernel.moves, kernel.choose, kernel.play, kernel.play_on
            )
        for index, search in enumerate(self.searches):
            flipped = loop.SEAT_WORDS + index * loop.SEAT_SIZE + loop.FLIPPED
            if self._control[flipped]:
                self._control[flipped] = 0
                self._spares[index] = search.tree.exchange(self._spares[index])
        return reason

    # --- what is wanted ------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The seat to move."""
        return seat_to_move(self.position(self.turns))

    @property
    def search(self) -> TreeSearch:
        """The search of the seat to move."""
        return self.searches[self.seat - 1]

    @property
    def iterations_left(self) -> int:
        """Iterations that a hard turn still has to make; 0 when it was searched already."""
        return 0 if self._control[loop.PHASE] == loop.CHOOSING else int(self._control[loop.LEFT])

    def root(self, seed: int) -> None:
        """Put the position at the root of the search of the seat to move, with what it knows of it from this match."""
        position = self.machine.copy(self.position(self.turns))
        if self.has_begun:
            self.search.follow(position, seed)
        else:
            self.search.start(position, seed)

    def rows(self) -> list[Row]:
        """What the search of the seat to move found, best first, lines left out."""
        search = self.search
        found = [search.row(child) for child in search.tree.children(0)]
        return ranking([*found, *(Row(search.tree.record(child), 0, 0.0, None, ()) for child in search.untried())])

    def pick(self, record: Record) -> None:
        """Play the move with this record, as asked."""
        tree = self.search.tree
        place = next(place for place, child in enumerate(tree.all_children(0)) if tree.record(child) == record)
        self._control[loop.PICK] = place

    def play(self, record: Record) -> None:
        """Play a move that was decided outside; what was thought about it is not noted here."""
        turn = self.turns
        seat = self.seat
        after = self.position(turn + 1)
        after[:] = self.position(turn)
        self.machine.play(after, record)
        size = len(record)
        start = turn * (size + loop.ROW_TAIL)
        for index, word in enumerate((*record, seat)):
            self._log[start + index] = word
        self._log[start + size + loop.ROW_NOTED] = 0
        self._control[loop.SEAT_WORDS + (seat - 1) * loop.SEAT_SIZE + loop.BEGUN] = 1
        self._control[loop.TURNS], self._control[loop.PHASE] = turn + 1, loop.ROOTING

    def noted(self) -> list[LoopTurn]:
        """What was noted at each turn."""
        size = self.machine.compiled.record_size
        count, width = self.turns, size + loop.ROW_TAIL
        rows = np.asarray(self._log[: count * width]).reshape(count, width).tolist()
        thoughts = slice(size + loop.ROW_VALUE, size + loop.ROW_NOTED)
        reals = np.asarray(self._real_log[: count * width]).reshape(count, width)[:, thoughts].tolist()
        ends = list(accumulate(row[size + loop.ROW_NOTED] for row in rows))
        notes: Any = np.asarray(self._notes[: ends[-1] * loop.NOTE_SIZE] if ends else []).reshape(-1, loop.NOTE_SIZE)
        values: Any = np.asarray(self._real_notes[: len(notes) * loop.NOTE_SIZE]).reshape(-1, loop.NOTE_SIZE)
        visits, proven, means = (notes[:, 0] >> 1).tolist(), (notes[:, 0] & 1).tolist(), values[:, 1].tolist()
        found = []
        for row, (value, entropy), end in zip(rows, reals, ends, strict=True):
            own = slice(end - row[size + loop.ROW_NOTED], end)
            thought = sampled_values(means[own], visits[own], proven[own])
            found.append(
                LoopTurn(row[size], tuple(row[:size]), row[size + 1], bool(row[size + 2]), value, entropy, thought)
            )
        return found

    @property
    def has_begun(self) -> bool:
        """Whether the seat to move has moved before in this match."""
        return bool(self._control[loop.SEAT_WORDS + (self.seat - 1) * loop.SEAT_SIZE + loop.BEGUN])


BETWEEN_LOOKS = 50_000
"""Iterations after which it is looked whether the match is to be given up."""

MOST_KEPT = 50_000
"""Moves whose texts are kept."""


class _Tables(threading.local):
    """The loop of this thread for each game and pair of searches; its memory takes milliseconds to fill."""

    def __init__(self) -> None:
        self.known: dict[object, tuple[RulesGame, LoopedMatch]] = {}
        self.game: RulesGame | None = None
        self.moves: dict[object, Move | None] = {}

    def loop(self, game: RulesGame, agents: Sequence[UctAgent]) -> LoopedMatch:
        """The loop for these seats."""
        key = tuple(agent.numbers for agent in agents)
        known = self.known.get(key)
        if known is None or known[0] is not game:
            searches = [TreeSearch(game.machine, agent.tree_settings(game)) for agent in agents]
            known = self.known[key] = (game, LoopedMatch(game.machine, searches))
        return known[1]

    def moves_of(self, game: RulesGame) -> dict[object, Move | None]:
        """Moves of a game by what tells them; most come again from match to match."""
        if self.game is not game:
            self.game, self.moves = game, {}
        return self.moves


_TABLES = _Tables()


class CompiledMatch:
    """Who moves at all seats of one match: played ahead in the loop when it is first asked, and told turn by turn.

    Nobody else moves, so each position that it is asked about should be the one that its last answer led to. At any other,
    as where a move was taken back, the players of the agents go on.
    """

    def __init__(self, seating: Seating, agents: Sequence[UctAgent]):
        """``agents`` are those of the places in the order of their seats."""
        known = seating.game.from_rules
        assert known is not None, "lean players are for games from rules text"
        self.game: RulesGame = known
        self.agents, self._seating = agents, seating
        self.outside: dict[int, CountedDecision] = {}  # what Python decided, by turn
        self.loop = _TABLES.loop(self.game, agents)
        self._seeds = [
            Player(one.agent, one.seat, one.seed) for one in sorted(seating.places, key=lambda one: one.seat)
        ]
        self._first = 0
        self._expected: State | None = None
        self._told: Iterator[CountedDecision] = iter(())
        self._instead: Players | None = None

    def decide(self, requests: Sequence[MoveRequest]) -> list[Decision]:
        """The decision in the position of the match."""
        (one,) = requests
        if self._expected is None:
            self._expected, self._first, self._told = one.state, one.turn, self._decisions(one.state)
        decision = next(self._told, None) if one.state is self._expected else None
        if decision is None:
            self._instead = self._instead or Players(self._seating)
            return self._instead.decide(requests)
        self._expected = decision.after
        return [decision]

    def _decisions(self, start: State) -> Iterator[CountedDecision]:
        """The decisions of the match, which is played before the first of them is told."""
        known = start.from_rules
        assert known is not None
        self._play(known, self._seating.limit - self._first)
        before, quiet = self.state(0), self._quiet()
        for turn, noted in enumerate(self.loop.noted()):
            after = self.state(turn + 1)
            outside = self.outside.get(turn)
            yield replace(outside, after=after) if outside else self._decision(noted, before, after, quiet=quiet[turn])
            before = after

    def _play(self, start: RulesState, limit: int) -> None:
        """Play to the end or to the limit."""
        seats = [SeatSettings(agent.iterations or 1, agent.breadth, not agent.picks_first) for agent in self.agents]
        pause = max(1, BETWEEN_LOOKS // max(seat.iterations for seat in seats))
        capacity = 0
        while True:
            give_way()
            if capacity != len(self.loop.machine.records):
                # The first time, and when a list of moves outgrew its room: what was searched until then is lost, so the
                # match is played again from its start, as it goes where there was enough room before.
                capacity = len(self.loop.machine.records)
                self.outside.clear()
                self.loop.begin(
                    start.position, seats, limit, lambda seat, turn: self._seeds[seat - 1].turn_seed(self._first + turn)
                )
            stop = self.loop.advance(pause)
            if capacity != len(self.loop.machine.records):
                continue
            if stop is Stop.ENDED:
                return
            if stop is Stop.ROOT_WANTED:
                self.loop.root(self._turn_seed())
            elif stop is Stop.HARD:
                self._decide_outside()
            elif stop is Stop.ASKED:
                self.loop.pick(self.agents[self.loop.seat - 1].picked(self.loop.rows(), self._turn_seed()).record)

    def _turn_seed(self) -> int:
        return self._seeds[self.loop.seat - 1].turn_seed(self._first + self.loop.turns)

    def _decide_outside(self) -> None:
        """A turn at which moves look alike: which of them are the same is known to the list of moves only."""
        loop, turn = self.loop, self.loop.turns
        agent, state = self.agents[loop.seat - 1], self.state(turn)
        iterations = loop.iterations_left
        if iterations and agent.breadth:
            iterations = max(agent.iterations or 1, agent.breadth * len(state.moves()))
        loop.search.run(iterations)
        result = loop.search.result()
        values = known_values(self.game, state.mover, result.value)
        decision = agent.decided(result, state, self._turn_seed(), values)
        count = len(state.moves())
        self.outside[turn] = CountedDecision(
            decision.move, decision.values, decision.entropy, count, move_values=decision.move_values
        )
        loop.play(decision.move.action)

    def state(self, turn: int) -> RulesState:
        """The position after so many turns; good until this thread begins another match."""
        return RulesState(self.game, self.loop.position(turn))

    def _quiet(self) -> list[bool]:
        """For each turn whether no piece that stood on the board left its place, so that nothing was captured."""
        compiled = self.game.compiled
        turns = self.loop.turns
        if "clear" in compiled.fields:
            return [False] * turns
        start, size = compiled.fields["what"]
        table: Any = self.loop.positions()[:, start : start + size]
        gone = (table[:-1] != 0) & (table[:-1] != table[1:])
        quiet: list[bool] = (~gone.any(axis=1)).tolist()
        return quiet

    def _decision(self, noted: LoopTurn, before: RulesState, after: RulesState, *, quiet: bool) -> CountedDecision:
        values = known_values(self.game, noted.seat, noted.value)
        move = self._quiet_move(noted, before, after) if quiet else self._move(noted, before, after)
        move = move or move_of(before, noted.record)
        return CountedDecision(move, values, noted.entropy, noted.legal_moves, after, move_values=noted.move_values)

    def _quiet_move(self, noted: LoopTurn, before: RulesState, after: RulesState) -> Move | None:
        """A move without capture, which is known by its record and the pieces at its ends."""
        moves = _TABLES.moves_of(self.game)
        ends = [_piece_at(before, noted.record[ORIGIN]), _piece_at(after, noted.record[TARGET])]
        key = (noted.record, noted.alone, *ends, int(after.position[LAST_LOCATION]))
        if key in moves:
            return moves[key]
        move = self._move(noted, before, after)
        if len(moves) < MOST_KEPT:
            moves[key] = move
        return move

    def _move(self, noted: LoopTurn, before: RulesState, after: RulesState) -> Move | None:
        """The move of a record, if it can be told without looking at all other moves."""
        text = self.game.move_text
        candidate = text.candidate(noted.record, before.position, after.position, before.colour)
        if not is_distinguishable(self.game, candidate, alone=noted.alone):
            return None
        return text.moves([candidate])[0]


def _piece_at(state: RulesState, site: int) -> int:
    return top_piece(state.game.compiled, state.position, site) if 0 <= site < len(state.game.move_text.names) else 0
