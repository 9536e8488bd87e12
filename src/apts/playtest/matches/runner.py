"""Many matches at once: threads for games from rules text, processes for games written in Python.

Compiled search releases the interpreter's lock, so threads share one compiled game. The order in which matches end
makes no difference to what is in the archive.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent
from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.engine.play.slices import Interrupted
from apts.engine.rules_game import RulesGame
from apts.playtest.matches.match import play_match
from apts.playtest.matches.schedule import appointment

WAITING = 3
"""Matches handed out for each worker beyond the one it plays, so that none has to wait for work."""


@dataclass(frozen=True)
class Plan:
    """What decides every match of a run: the game, the agents of all seats, the seed, the limit, the evaluator.

    Agents are named by their spellings; ``given`` has those that were handed over as objects. The evaluator gives values
    to the turns of agents that have none, or of ``everyone``.
    """

    game: Game
    specs: tuple[str, ...]
    seed: int
    limit: int
    evaluation: str | None = None
    everyone: bool = False
    given: Mapping[str, Agent] = field(default_factory=dict)

    def agent(self, spec: str) -> Agent:
        """The agent of a spelling."""
        return self.given[spec] if spec in self.given else agent(spec)

    def prepared(self) -> Callable[[int, Callable[[], bool]], MatchRecord]:
        """A function that plays the match with a given number."""
        made: dict[str, Agent] = {spec: self.agent(spec) for spec in self.specs}
        agents = [made[spec] for spec in self.specs]
        evaluator = self.agent(self.evaluation) if self.evaluation else None

        def play(number: int, stopping: Callable[[], bool]) -> MatchRecord:
            meeting = appointment(self.specs, self.seed, number)
            return play_match(
                self.game,
                agents,
                meeting,
                limit=self.limit,
                evaluator=evaluator,
                everyone=self.everyone,
                stopping=stopping,
            )

        return play


def default_workers() -> int:
    """As many workers as this process may use processors."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def played(plan: Plan, numbers: Sequence[int], workers: int | None = None) -> Generator[MatchRecord, None, None]:
    """Play the matches with these numbers; records come as matches end, in any order.

    Closing the iterator, or Ctrl-C, gives up the matches that are being played.
    """
    count = min(workers or default_workers(), max(1, len(numbers)))
    if isinstance(plan.game, RulesGame):
        return _in_threads(plan, numbers, count)
    if count == 1:
        play = plan.prepared()
        return (play(number, lambda: False) for number in numbers)
    return _in_processes(plan, numbers, count)


def _in_threads(plan: Plan, numbers: Sequence[int], workers: int) -> Generator[MatchRecord, None, None]:
    stop = threading.Event()
    play = plan.prepared()
    with ThreadPoolExecutor(workers, thread_name_prefix="match") as pool:
        try:
            yield from _gathered(pool, lambda number: pool.submit(play, number, stop.is_set), numbers, workers)
        finally:
            stop.set()


def _in_processes(plan: Plan, numbers: Sequence[int], workers: int) -> Generator[MatchRecord, None, None]:
    # A class defined in a file or in a notebook cannot be imported again elsewhere; forked processes have it already.
    forking = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if forking else None)
    stop = context.Event()
    with ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_process, initargs=(plan, stop)) as pool:
        try:
            yield from _gathered(pool, lambda number: pool.submit(_play_in_process, number), numbers, workers)
        finally:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)


def _gathered(
    pool: Executor, submit: Callable[[int], Future[MatchRecord]], numbers: Sequence[int], workers: int
) -> Generator[MatchRecord, None, None]:
    """Hand out a few numbers more than there are workers, and the next one whenever a match has ended."""
    del pool
    left = iter(numbers)
    running: set[Future[MatchRecord]] = set()
    try:
        for number in left:
            running.add(submit(number))
            if len(running) >= (1 + WAITING) * workers:
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in ended)
        while running:
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in ended)
    except Interrupted:
        return
    finally:
        for future in running:
            future.cancel()


_PLAY: Any = None
_STOP: Any = None


def _begin_process(plan: Plan, stop: Any) -> None:
    import signal

    global _PLAY, _STOP
    # Ctrl-C reaches the whole group of processes; the one that hands out matches decides what is done about it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _PLAY, _STOP = plan.prepared(), stop


def _play_in_process(number: int) -> MatchRecord:
    record: MatchRecord = _PLAY(number, _STOP.is_set)
    return record
