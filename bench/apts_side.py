"""The APTS side: random playouts and tree search of a game, one thread, from the start position."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import apts
from apts.engine.play.game import Game
from apts.search.trees.monte_carlo import TreeSearch, TreeSettings
from bench.samples import rate
from bench.table import Contest

SIMULATIONS = 1000
"""Iterations of one search, as many as on the other side."""

EXPLORATION = 2.0

SHORTEST_BATCH = 0.05
"""Processor-seconds of one call, so that what Python does around it does not count."""


def loaded(contest: Contest) -> Game:
    """The game as the contest has it."""
    game = apts.load(contest.apts, **contest.options)
    return game if contest.turns is None else game.ending_after(contest.turns)


class Playouts:
    """A loaded game that is played at random in batches; loading and compiling are not measured."""

    def __init__(self, game: Game) -> None:
        self._play: Callable[..., Any] = game.playouts
        self._batch = self._calibrate()

    def rate(self, seed: int, seconds: float) -> float:
        """Playouts per processor-second."""
        calls = iter(range(seed * 1_000_000, (seed + 1) * 1_000_000))

        def play() -> int:
            self._play(self._batch, seed=next(calls))
            return self._batch

        return rate(play, seconds)

    def _calibrate(self) -> int:
        self._play(1, seed=0)
        batch = 1
        while True:
            began = process_time()
            self._play(batch, seed=0)
            if process_time() - began >= SHORTEST_BATCH:
                return batch
            batch *= 2


class Searches:
    """A loaded game whose start position is searched again and again, each time with an empty tree."""

    def __init__(self, game: Game) -> None:
        assert game.from_rules is not None
        machine = game.from_rules.machine
        self._start = machine.start(0)
        self._search = TreeSearch(machine, TreeSettings(c=EXPLORATION, solve=False))

    def rate(self, seed: int, seconds: float) -> float:
        """Iterations per processor-second, the choice of the move included."""
        calls = iter(range(seed * 1_000_000, (seed + 1) * 1_000_000))

        def search() -> int:
            self._search.start(self._start, next(calls))
            done = self._search.run(SIMULATIONS)
            self._search.best()
            return done

        search()
        return rate(search, seconds)
