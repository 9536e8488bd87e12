"""Contests between two ways to play a game: many matches side by side, seats swapped, openings shared.

Used to measure a network while it learns, and to let a new one play only after it has won. Matches are played here and not
by the runner of play-tests, because a network judges the positions of all matches at once: one match after the other
would leave it idle.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Protocol

from apts.engine.play.machine import Machine
from apts.engine.play.playouts.random_streams import signed_word, stream_seed
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.layout import OVER
from apts.errors import AptsError
from apts.learning.guided.guided_search import GuidedBatch
from apts.learning.guided.guided_settings import GuidedSettings
from apts.learning.networks.evaluators import Evaluator
from apts.search.results import Record, seat_to_move
from apts.search.trees.monte_carlo import TreeSearch
from apts.statistics import bounded_mean, elo_of_score, sequential_test
from apts.statistics.units import PAIR_SCORES

MATCH_LIMIT = 1000
OPENING = (2, 4)
"""The fewest and the most random moves that a pair of matches begins with."""
TRIES = 20
"""Openings that are tried until one does not end the match."""


class Side(Protocol):
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
    """Plain tree search with so many iterations a move."""

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


def _random_record(machine: Machine, position: Any, dice: Random) -> Record:
    return machine.record(dice.randrange(machine.moves(machine.copy(position))))


@dataclass(frozen=True)
class ContestResult:
    """What the first side scored. A unit is one opening with the first side once in every seat.

    ``scores`` has the mean score of each unit, from 0 to 1; wins, draws and losses count matches.
    """

    wins: int
    draws: int
    losses: int
    scores: tuple[float, ...]

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


@dataclass
class _Match:
    unit: int
    seat: int  # of the first side
    position: Any
    seed: int
    plies: int = 0


class Contest:
    """Two sides at a game; units are played in batches of ``together`` and always in the same order."""

    def __init__(
        self,
        game: RulesGame,
        first: Side,
        second: Side,
        *,
        seed: int = 1,
        opening: tuple[int, int] = OPENING,
        limit: int = MATCH_LIMIT,
        together: int = 16,
    ):
        if game.players < 2:
            raise AptsError(f"{game.name} is played alone: there is nobody to hold a contest with")
        self.game, self.sides, self.seed = game, (first, second), seed
        self.opening, self.limit, self.together = opening, limit, together
        self.machine: Machine = game.machine.twin()

    def play(self, matches: int, stop: Callable[[ContestResult], bool] | None = None) -> ContestResult:
        """Play at least so many matches in whole units; ``stop`` is asked after each batch of units."""
        units = max(1, math.ceil(matches / self.game.players))
        wins = draws = losses = 0
        scores: list[float] = []
        for first in range(0, units, self.together):
            results = self._batch(range(first, min(units, first + self.together)))
            for unit in sorted(results):
                utilities = results[unit]
                wins += sum(utility > 0 for utility in utilities)
                draws += sum(utility == 0 for utility in utilities)
                losses += sum(utility < 0 for utility in utilities)
                scores.append(sum((utility + 1) / 2 for utility in utilities) / len(utilities))
            known = ContestResult(wins, draws, losses, tuple(scores))
            if stop is not None and stop(known):
                break
        return known

    def _batch(self, units: range) -> dict[int, list[float]]:
        """The utilities of the first side in the matches of some units."""
        going = [match for unit in units for match in self._unit(unit)]
        results: dict[int, list[float]] = {unit: [] for unit in units}
        while going:
            for number, side in enumerate(self.sides):
                asked = [match for match in going if (seat_to_move(match.position) == match.seat) == (number == 0)]
                seeds = [stream_seed(match.seed, match.plies) for match in asked]
                chosen = side.choose([match.position for match in asked], seeds) if asked else []
                for match, record in zip(asked, chosen, strict=True):
                    self.machine.play(match.position, record)
                    match.plies += 1
                over = [match for match in going if match.position[OVER] or match.plies >= self.limit]
                for match in over:
                    results[match.unit].append(self._utility(match))
                    going.remove(match)
        return results

    def _unit(self, unit: int) -> Iterator[_Match]:
        seed = stream_seed(self.seed, unit)
        position, plies = self._opened(seed)
        for seat in range(1, self.game.players + 1):
            yield _Match(unit, seat, self.machine.copy(position), stream_seed(seed, seat), plies)

    def _opened(self, seed: int) -> tuple[Any, int]:
        """A position after a few random moves, shared by the matches of a unit."""
        for attempt in range(TRIES):
            dice = Random(stream_seed(seed, -1 - attempt))
            position = self.machine.start(stream_seed(seed, attempt) if self.game.has_chance else 0)
            start, wanted, plies = self.machine.copy(position), dice.randint(*self.opening), 0
            while plies < wanted and not position[OVER]:
                self.machine.play(position, _random_record(self.machine, position, dice))
                plies += 1
            if not position[OVER]:
                return position, plies
        return start, 0

    def _utility(self, match: _Match) -> float:
        outcome = RulesState(self.game, match.position).outcome
        return outcome.utilities[match.seat - 1] if outcome is not None else 0.0


@dataclass(frozen=True)
class Gate:
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
