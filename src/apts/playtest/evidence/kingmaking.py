"""Turns at which a seat that cannot win any more decides which other one does.

What a search saw of the moves of a turn is their worth for the mover. What they are worth to the others is asked here, of a
small search of its own on what each move leads to. Two searches that differ by luck would make kings in every game: of
all moves the two that differ most for somebody are chosen by one search, and how much they differ is told by another one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from apts.agents.agent import Agent, derived_seed
from apts.agents.agent_registry import agent
from apts.agents.matches import judge_of, judged
from apts.archive import MatchRecord
from apts.engine.play.game import Game, State
from apts.playtest.evidence.choices import TOO_FEW, Calibration, calibrated_chances, first_shares
from apts.playtest.evidence.evidence import Evidence, Numbers
from apts.playtest.matches.match import replay

NO_GAME = "the game is not at hand, so that no other moves can be looked at"
FEW_SIDES = "with two sides nobody can decide between others"

HOPELESS = 0.05
"""A seat with a chance to win below this is out of the running."""

ALIKE = 0.02
"""Its moves are alike for itself where its own chance differs by at most this over them."""

DECIDES = 0.2
"""It decides where the chance of another seat differs by at least this."""

MOST_MATCHES, MOST_TURNS, MOST_MOVES, MOST_SEARCHES = 60, 4, 12, 600
"""Matches, turns of a match (the last ones), moves of a turn, and searches altogether that are looked at."""

SEARCH, SEARCH_OF_CLASSES = "uct:iterations=100", "uct:iterations=40"
"""What looks; positions of Python classes take many times as long."""

MOST_FORCED = 50
"""Moves without a choice that are made before a position is looked at."""

THROWS = 3
"""How often chance is settled anew for each move."""


@dataclass(frozen=True)
class KingTurn:
    """A turn, from 0, at which a seat decides about another one, and by how much its moves differ for that one."""

    row: int
    turn: int
    seat: int
    other: int
    difference: float


@dataclass(frozen=True)
class KingTurns:
    """The matches that were looked at, and the turn of each that has one."""

    rows: tuple[int, ...]
    turns: tuple[KingTurn, ...]


@lru_cache(maxsize=4)
def king_turns(evidence: Evidence) -> KingTurns | str:
    """The turns of kingmakers in some of the matches, or why they are not known."""
    if len(evidence.sides) < 3:
        return FEW_SIDES
    maps = calibrated_chances(evidence)
    if maps is None:
        return TOO_FEW
    if evidence.game is None:
        return NO_GAME
    looker = _Looker(evidence, maps, agent(SEARCH if evidence.game.from_rules is not None else SEARCH_OF_CLASSES))
    with_values = [row for row, values in enumerate(evidence.values) if len(values)]
    rows, found = [], []
    for row in with_values[:: max(1, len(with_values) // MOST_MATCHES)][:MOST_MATCHES]:
        if looker.searches >= MOST_SEARCHES:
            break
        rows.append(row)
        known = next(looker.turns(row), None)
        if known is not None:
            found.append(known)
    return KingTurns(tuple(rows), tuple(found))


@dataclass(frozen=True)
class _Moment:
    """A turn of a match: its row, its place among the turns that count and their number, and the seed of what is tried."""

    row: int
    turn: int
    count: int
    seed: int


class _Looker:
    """Looks at the moves of hopeless seats, and counts its searches."""

    def __init__(self, evidence: Evidence, maps: Calibration, evaluator: Agent):
        self._evidence, self._maps, self._evaluator = evidence, maps, evaluator
        self._teams = [next(n for n, seats in enumerate(evidence.sides) if seat in seats)
                       for seat in range(evidence.players)]  # fmt: skip
        self.searches = 0

    def turns(self, row: int) -> Iterator[KingTurn]:
        """The turns of a match at which its mover decides about others, of the last ones at which it is hopeless."""
        match = self._evidence.whole[row]
        hopeless = [(moment, place) for moment, place in self._moments(row, match)][-MOST_TURNS:]
        states = tuple(replay(self._at_hand(), match)) if hopeless else ()
        for moment, place in reversed(hopeless):
            found = self._decides(states[place], moment)
            if found is not None:
                other, difference = found
                yield KingTurn(row, moment.turn, match.turns[place].mover, other + 1, difference)

    def _at_hand(self) -> Game:
        game = self._evidence.game
        assert game is not None
        return game

    def _moments(self, row: int, match: MatchRecord) -> Iterator[tuple[_Moment, int]]:
        """The turns with a choice at which the mover has hardly a chance, with their places among all moves."""
        counted = -1
        length = len(self._evidence.matches[row].turns)
        for place, turn in enumerate(match.turns):
            counted += not turn.forced_pass
            if turn.values is None or turn.legal_moves < 2:
                continue
            moment = _Moment(row, counted, length, derived_seed(match.seed, "looked at", place))
            if self._chances(np.array(turn.values), moment)[turn.mover - 1] < HOPELESS:
                yield moment, place

    def _chances(self, values: Numbers, moment: _Moment) -> Numbers:
        return np.asarray(self._maps.scores(moment.row, values[None, :], [moment.turn], moment.count)[0])

    def _decides(self, state: State, moment: _Moment) -> tuple[int, float] | None:
        """The seat about which the mover of a position decides, and by how much; None where about nobody."""
        count, mover = len(state.moves()), state.mover - 1
        numbers = range(count)[:: -(-count // MOST_MOVES)]
        first = np.array([self._looked(state, number, moment, "first") for number in numbers])
        spread = np.where([side == self._teams[mover] for side in self._teams], 0.0, np.ptp(first, axis=0))
        other = int(spread.argmax())
        if np.ptp(first[:, mover]) > ALIKE or spread[other] < DECIDES:
            return None
        ends = (int(first[:, other].argmax()), int(first[:, other].argmin()))
        most, least = (self._looked(state, numbers[place], moment, "second") for place in ends)
        difference = float(most[other] - least[other])
        alike = abs(float(most[mover] - least[mover])) <= ALIKE
        return (other, difference) if alike and difference >= DECIDES else None

    def _looked(self, state: State, number: int, moment: _Moment, purpose: str) -> Numbers:
        """The chances of all seats after a move; where chance has a say, of several throws, the same for all moves."""
        throws = THROWS if self._at_hand().has_chance else 1
        found = []
        for throw in range(throws):
            seed = derived_seed(moment.seed, purpose, throw)
            lucky = state if throws == 1 or state.dice else state.with_luck(seed)
            found.append(self._after(lucky.after(lucky.moves()[number]), moment, derived_seed(seed, number)))
        return np.asarray(np.mean(found, axis=0))

    def _after(self, state: State, moment: _Moment, seed: int) -> Numbers:
        """The chances in a position: who has won at its end, else what a search holds of it, held against results."""
        for _ in range(MOST_FORCED):
            if state.outcome is not None or len(state.moves()) > 1:
                break
            state = state.after(state.moves()[0])
        if state.outcome is not None:
            return first_shares(state.outcome)
        self.searches += 1
        seen = judged(self._evaluator, judge_of(self._evaluator, state.mover, seed), state, moment.turn)
        values = np.zeros(len(self._teams)) if seen.values is None else np.array(seen.values)
        return self._chances(values, replace(moment, turn=min(moment.turn + 1, moment.count - 1)))
