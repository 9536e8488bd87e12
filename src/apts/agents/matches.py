"""One match between agents, and many of them in threads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import TypeVar

from apts.agents.agent import Agent, Decision
from apts.agents.seeds import derived_seed
from apts.engine.play.game import Game, Move, State
from apts.engine.play.outcome import Outcome
from apts.engine.play.slices import give_way, interruptible
from apts.errors import AptsError

LONGEST = 10_000
"""A match that takes more moves than this is stopped and counts as drawn."""

Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Turn:
    """One move of a match, what its player thought, and how long that took."""

    seat: int
    decision: Decision
    seconds: float


@dataclass(frozen=True)
class Match:
    """A finished match: the position it started from, its turns and its outcome."""

    start: State
    turns: tuple[Turn, ...]
    outcome: Outcome

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves from the start on."""
        return tuple(turn.decision.move for turn in self.turns)


def play_match(
    game: Game, agents: Sequence[Agent], seed: int = 1, *, start: State | None = None, limit: int = LONGEST
) -> Match:
    """Play one match, an agent for each seat. The seed decides everything that is left to chance.

    It runs in the calling thread, and the result does not depend on what other threads do.
    """
    if len(agents) != game.players:
        raise AptsError(f"{game.name} has {game.players} seats, and {len(agents)} agents were given")
    players = [agent.player(seat, seed) for seat, agent in enumerate(agents, 1)]
    first = state = start if start is not None else game.start(derived_seed(seed, "start"))
    turns: list[Turn] = []
    while state.outcome is None and len(turns) < limit:
        give_way()
        seat, began = state.mover, perf_counter()
        decision = players[seat - 1].decide(state, len(turns))
        turns.append(Turn(seat, decision, perf_counter() - began))
        state = state.after(decision.move)
    outcome = state.outcome or Outcome.drawn(game.players, f"stopped after {limit} moves")
    return Match(first, tuple(turns), outcome)


def opening(game: Game, moves: int, seed: int, start: State | None = None) -> State:
    """A position after so many random moves; one in which the match is over is not taken, rather an earlier one."""
    state = start if start is not None else game.start(derived_seed(seed, "start"))
    dice = Random(derived_seed(seed, "opening"))
    for _ in range(moves):
        after = state.after(dice.choice(state.moves()))
        if after.outcome is not None:
            break
        state = after
    return state


def in_threads(work: Callable[[Task], Result], tasks: Iterable[Task], threads: int) -> Iterator[Result]:
    """The results of many tasks in the order of the tasks, worked at by so many threads."""
    if threads <= 1:
        yield from map(work, tasks)
        return
    stop = threading.Event()

    def worked(task: Task) -> Result:
        with interruptible(stop.is_set):
            return work(task)

    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(worked, tasks)
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)
