"""Whole matches of tree search in compiled code: Python begins a match, helps at odd turns, and writes the record.

At a thousand iterations a move a turn takes well under a millisecond, and what Python did around each took a third of
that again. Here the loop of :mod:`apts.search.trees.match_loop` plays; texts of moves and what else the archive keeps are
made from its log when the match has ended. Matches are the same as with the players of the agents (a test holds that).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from apts.agents.agent import CountedDecision, Decision, Player, Players, Seating
from apts.agents.analysis import known_values
from apts.agents.searching.fast_path_player import is_distinguishable
from apts.agents.searching.looped_match import LoopedMatch, LoopTurn, SeatSettings, Stop
from apts.agents.searching.reading import move_of
from apts.engine.play.game import Move, State
from apts.engine.play.match_loop import MoveRequest
from apts.engine.play.playouts.slices import give_way
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.layout import LAST_LOCATION, ORIGIN, TARGET
from apts.engine.text.position_text import top_piece
from apts.search.trees.monte_carlo import TreeSearch

if TYPE_CHECKING:
    from apts.agents.kinds.uct_agent import UctAgent

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
