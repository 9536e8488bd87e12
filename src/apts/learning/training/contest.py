"""Contests between two ways to play a game: many matches, seats swapped, openings shared.

Used to measure a network while it learns, and to let a new one play only after it has won. A contest is a plan: a value that
can be pickled, whose tasks any executor does. Its sides are networks that have no file and no name yet, so they are not
agents; and nobody watches their matches, so that only the results are kept. They are played by the loop of all matches
(:mod:`apts.engine.play.match_loop`), those of a unit side by side, so that a network judges several positions at once.
"""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, Protocol, cast

from apts.engine.play.game import Move, State
from apts.engine.play.machine import Machine
from apts.engine.play.match_loop import MoveRequest, OpenMatch, played
from apts.engine.play.playouts.random_streams import signed_word, stream_seed
from apts.engine.play.playouts.slices import interruptible
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.layout import OVER
from apts.errors import AptsError
from apts.executors import Executor, Local, Stopping
from apts.learning.guided.guided_search import GuidedBatch
from apts.learning.guided.guided_settings import GuidedSettings
from apts.learning.networks.evaluators import Evaluator, OnnxEvaluator
from apts.search.results import Record
from apts.search.trees.monte_carlo import TreeSearch
from apts.statistics import bounded_mean, elo_of_score, sequential_test
from apts.statistics.estimate import PAIR_SCORES

MATCH_LIMIT = 1000
OPENING = (2, 4)
"""The fewest and the most random moves that a pair of matches begins with."""
TRIES = 20
"""Openings that are tried until one does not end the match."""
ASKED_AFTER = 16
"""Units after which a contest may stop."""


class Contestant(Protocol):
    """A way to choose moves in many positions at once; the same seeds give the same moves."""

    def choose(self, positions: Sequence[Any], seeds: Sequence[int]) -> list[Record]:
        """The record of the move in each of the flat positions."""


class ModelSide:
    """A network with a search of ``settings.simulations``, or alone when that is 0; ``slots`` positions at once."""

    def __init__(
        self,
        game: RulesGame,
        evaluator: Evaluator,
        settings: GuidedSettings | None = None,
        *,
        slots: int = 16,
        pair_width: int = 8,
    ):
        self.evaluator = evaluator
        self.batch = GuidedBatch(game, slots, settings, pair_width=pair_width)

    def choose(self, positions: Sequence[Any], seeds: Sequence[int]) -> list[Record]:
        """The moves that the searches conclude with."""
        found: list[Record] = []
        for first in range(0, len(positions), self.batch.slots):
            part = positions[first : first + self.batch.slots]
            self.batch.search(part, self.evaluator, signed_word(seeds[first]))
            found += [self.batch.best_record(slot) for slot in range(len(part))]
        return found


class UctSide:
    """Plain tree search with so many iterations a move; see :class:`UctPlayer`."""

    def __init__(self, game: RulesGame, iterations: int):
        self.iterations = iterations
        self.search = TreeSearch(game.machine.twin())

    def choose(self, positions: Sequence[Any], seeds: Sequence[int]) -> list[Record]:
        """The moves that were looked at most."""
        found = []
        for position, seed in zip(positions, seeds, strict=True):
            self.search.start(position, seed)
            self.search.run(self.iterations)
            found.append(self.search.best())
        return found


class RandomSide:
    """Any legal move."""

    def __init__(self, game: RulesGame):
        self.machine: Machine = game.machine.twin()

    def choose(self, positions: Sequence[Any], seeds: Sequence[int]) -> list[Record]:
        """Moves drawn by lot."""
        pairs = zip(positions, seeds, strict=True)
        return [_random_record(self.machine, position, Random(seed)) for position, seed in pairs]


class Player(Protocol):
    """A way to play as a value that can be pickled; every worker makes a side of its own of it."""

    def side(self, game: RulesGame) -> Contestant:
        """What chooses moves, for one thread at a time."""


@dataclass(frozen=True)
class ModelPlayer:
    """A network as the bytes of its ONNX model, with a search."""

    model: bytes
    settings: GuidedSettings | None = None
    pair_width: int = 8

    def side(self, game: RulesGame) -> ModelSide:
        """With a slot for each match of a unit."""
        return ModelSide(game, OnnxEvaluator(self.model), self.settings, slots=game.players, pair_width=self.pair_width)


@dataclass(frozen=True)
class UctPlayer:
    """Plain tree search with so many iterations a move."""

    iterations: int

    def side(self, game: RulesGame) -> UctSide:
        """A search with a tree of its own."""
        return UctSide(game, self.iterations)


@dataclass(frozen=True)
class RandomPlayer:
    """Any legal move."""

    def side(self, game: RulesGame) -> RandomSide:
        """With a machine of its own."""
        return RandomSide(game)


def _random_record(machine: Machine, position: Any, dice: Random) -> Record:
    return machine.record(dice.randrange(machine.moves(machine.copy(position))))


@dataclass(frozen=True)
class ContestResult:
    """What the first side scored. A unit is one opening with the first side once in every seat.

    ``scores`` has the mean score of each unit, from 0 to 1; wins, draws and losses count matches. ``move_seconds`` is the
    processor time that each side spent on a move; it differs from run to run and is no part of the result.
    """

    wins: int
    draws: int
    losses: int
    scores: tuple[float, ...]
    move_seconds: tuple[float, float] = field(default=(0.0, 0.0), compare=False)

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return self.wins + self.draws + self.losses

    @cached_property
    def score(self) -> float:
        """The mean score of the first side: 1 for a win, a half for a draw."""
        return sum(self.scores) / len(self.scores)

    @cached_property
    def interval(self) -> tuple[float, float]:
        """Where the score lies at 95 %, units being what varies."""
        found = bounded_mean(self.scores)
        return found.low, found.high

    @property
    def elo(self) -> float:
        """The difference of strength in Elo points; half a match is given to each side, so that it is never endless."""
        n = self.matches
        return elo_of_score((self.score * n + 0.5) / (n + 1))

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The Elo points of the ends of the interval."""
        n = self.matches
        low, high = ((end * n + 0.5) / (n + 1) for end in self.interval)
        return elo_of_score(low), elo_of_score(high)

    def facts(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": round(self.score, 4),
            "interval": [round(end, 4) for end in self.interval],
            "elo": round(self.elo, 1),
            "elo_interval": [round(end, 1) for end in self.elo_interval],
        }


class UnitResult(NamedTuple):
    """What the first side won in each seat of a unit, and for both sides the moves and the processor time they took."""

    utilities: list[float]
    moves: tuple[int, int]
    seconds: tuple[float, float]


@dataclass(frozen=True)
class _Picked:
    """The move of a side, which needs no text."""

    move: Move
    after: State | None = None


class _Seated:
    """A side at its seats of the matches of a unit; the seeds are those of the matches."""

    def __init__(self, side: Contestant, seeds: Sequence[int]):
        self._side, self._seeds = side, seeds

    def decide(self, asked: Sequence[MoveRequest]) -> list[_Picked]:
        """What the side chooses in each of the positions."""
        seeds = [stream_seed(self._seeds[one.match], one.turn) for one in asked]
        chosen = self._side.choose([cast(RulesState, one.state).position for one in asked], seeds)
        return [_Picked(Move("", action=record)) for record in chosen]


@dataclass(frozen=True)
class ContestPlan:
    """All that decides the matches of a contest. Tasks are the numbers of units, results what the first side won there."""

    game: RulesGame
    players: tuple[Player, Player]
    seed: int = 1
    opening: tuple[int, int] = OPENING
    limit: int = MATCH_LIMIT

    @property
    def in_threads(self) -> bool:
        """Networks and searches are compiled."""
        return True

    def prepared(self) -> Callable[[int, Stopping], UnitResult]:
        """A function that plays the matches of a unit; every thread has sides of its own."""
        own = threading.local()

        def play(unit: int, stopping: Stopping) -> UnitResult:
            if not hasattr(own, "table"):
                own.table = _ContestSeat(self)
            with interruptible(stopping):
                found: UnitResult = own.table.result(unit)
            return found

        return play

    def describe_task(self, unit: int) -> str:
        """The opening that all matches of a unit share."""
        return f"the matches of opening {unit + 1}"


class _ContestSeat:
    """Where one worker plays: a machine and both sides."""

    def __init__(self, plan: ContestPlan):
        self.plan, self.game = plan, plan.game
        self.machine: Machine = plan.game.machine.twin()
        self.sides = tuple(player.side(plan.game) for player in plan.players)

    def result(self, unit: int) -> UnitResult:
        """What the first side wins in each seat, in the order of the seats, and what both sides spent."""
        seed = stream_seed(self.plan.seed, unit)
        position, plies = self._opened(seed)
        start, seats = RulesState(self.game, position), range(1, self.game.players + 1)
        matches = [OpenMatch(start, [int(seat != own) for seat in seats], plies) for own in seats]
        seeds = [stream_seed(seed, own) for own in seats]
        moves, seconds = [0, 0], [0.0, 0.0]
        for number, turn in played(matches, [_Seated(side, seeds) for side in self.sides], self.plan.limit):
            side = matches[number].seats[turn.seat - 1]
            moves[side] += 1
            seconds[side] += turn.seconds or 0.0
        outcomes = [match.state.outcome for match in matches]
        utilities = [0.0 if one is None else one.utilities[own] for own, one in enumerate(outcomes)]
        return UnitResult(utilities, (moves[0], moves[1]), (seconds[0], seconds[1]))

    def _opened(self, seed: int) -> tuple[Any, int]:
        """A position after a few random moves, shared by the matches of a unit."""
        for attempt in range(TRIES):
            dice = Random(stream_seed(seed, -1 - attempt))
            position = self.machine.start(stream_seed(seed, attempt) if self.game.has_chance else 0)
            start, wanted, plies = self.machine.copy(position), dice.randint(*self.plan.opening), 0
            while plies < wanted and not position[OVER]:
                self.machine.play(position, _random_record(self.machine, position, dice))
                plies += 1
            if not position[OVER]:
                return position, plies
        return start, 0


class Contest:
    """Two players at a game. Units are always the same, whatever the executor and the number of its workers."""

    def __init__(
        self,
        game: RulesGame,
        first: Player,
        second: Player,
        *,
        seed: int = 1,
        limit: int = MATCH_LIMIT,
        executor: Executor | None = None,
    ):
        if game.players < 2:
            raise AptsError(f"{game.name} is played alone: there is nobody to hold a contest with")
        self.plan = ContestPlan(game, (first, second), seed, limit=limit)
        self.executor = executor or Local(1)

    def play(self, matches: int, stop: Callable[[ContestResult], bool] | None = None) -> ContestResult:
        """Play at least so many matches in whole units; ``stop`` is asked after every ``ASKED_AFTER`` units."""
        units = max(1, math.ceil(matches / self.plan.game.players))
        known: list[UnitResult] = []
        with closing(self.executor.play(self.plan, range(units))) as results:
            for unit in results:
                known.append(unit)
                requested = stop is not None and len(known) % ASKED_AFTER == 0
                if requested and stop is not None and stop(_result(known)):
                    break
        return _result(known)


def _result(units: Sequence[UnitResult]) -> ContestResult:
    won = [utility for unit in units for utility in unit.utilities]
    scores = tuple(sum((utility + 1) / 2 for utility in unit.utilities) / len(unit.utilities) for unit in units)
    wins, losses = sum(utility > 0 for utility in won), sum(utility < 0 for utility in won)
    first, second = (
        sum(unit.seconds[side] for unit in units) / max(1, sum(unit.moves[side] for unit in units)) for side in (0, 1)
    )
    return ContestResult(wins, len(won) - wins - losses, losses, scores, (first, second))


@dataclass(frozen=True)
class ModelGate:
    """When a new network may play: a sequential test of its score against the one that plays.

    The score is taken to be ``equal`` or ``better``; ``risk`` is the accepted probability of each mistake.
    """

    equal: float = 0.5
    better: float = 0.55
    risk: float = 0.05

    def answer(self, result: ContestResult) -> bool | None:
        """Whether the first side is better, or None while that is open."""
        seen = Counter(result.scores)
        scores = sorted({*PAIR_SCORES, *seen})
        test = sequential_test(
            [seen[score] for score in scores],
            self.equal,
            self.better,
            scores=scores,
            wrong_first=self.risk,
            wrong_second=self.risk,
        )
        return None if test.answer is None else test.answer == "second"

    def passes(self, contest: Contest, most: int) -> tuple[bool, ContestResult]:
        """Let the first side play until the answer is known or ``most`` matches are over; open counts as no."""
        result = contest.play(most, lambda known: self.answer(known) is not None)
        return self.answer(result) is True, result
