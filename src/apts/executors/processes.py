"""Processes of this machine: for games written in Python, which threads would only play one after the other."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from ctypes import c_bool
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from apts.errors import AptsError
from apts.executors.executor import Crew, Executor, Loss, Result, Stopping, Task, WorkPlan

PATIENCE = 5.0
"""Seconds that a process gets to end by itself when its result is no longer wanted."""


class Processes(Executor):
    """So many processes; where there is only one, this process does the tasks itself."""

    def __init__(self, count: int):
        self.count = count

    def workers(self, plan: WorkPlan[Task, Result]) -> int:
        """All of them."""
        return self.count

    def crew(self, plan: WorkPlan[Task, Result], workers: int) -> Crew[Task, Result]:
        """Processes that were forked where that is possible."""
        return Alone(plan) if workers == 1 else ProcessCrew(plan, workers)


class Alone(Crew[Task, Result]):
    """One after the other, here."""

    def __init__(self, plan: WorkPlan[Task, Result]):
        self._work = plan.prepared()
        self._given: list[tuple[int, Task]] = []

    def capacity(self) -> int:
        """One task at a time."""
        return 1 - len(self._given)

    def hand_out(self, place: int, task: Task) -> None:
        """Remember the task."""
        self._given.append((place, task))

    def ended(self) -> Iterator[tuple[int, Result]]:
        """Do the task."""
        place, task = self._given.pop()
        yield place, self._work(task, lambda: False)

    def close(self) -> None:
        """There is nothing to let go of."""


@dataclass
class _Worker:
    """A process, the pipe to it, and the place of the task it is at."""

    process: BaseProcess
    pipe: Connection
    place: int | None = None


class ProcessCrew(Crew[Task, Result]):
    """Processes with a pipe to each. One that dies is replaced."""

    def __init__(self, plan: WorkPlan[Task, Result], workers: int):
        # A class defined in a file or in a notebook cannot be imported again elsewhere; forked processes have it already.
        forking = "fork" in multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("fork" if forking else None)
        self._forking, self._plan = forking, plan
        # A plain byte: a process that is killed while it holds the lock of an event would make all others wait for ever.
        self._stop = self._context.RawValue(c_bool, False)
        self._workers: list[_Worker] = []
        for _ in range(workers):
            self._workers.append(self._hired())

    def _hired(self) -> _Worker:
        here, there = self._context.Pipe()
        # A forked process inherits this end of all pipes; held open there, nobody would see that this process is gone.
        inherited = [here, *(worker.pipe for worker in self._workers)] if self._forking else []
        process = self._context.Process(
            target=_serve, args=(there, inherited, self._plan, self._stop), daemon=True, name="match"
        )
        process.start()
        there.close()
        return _Worker(process, here)

    def capacity(self) -> int:
        """As many as there are idle processes."""
        return sum(worker.place is None for worker in self._workers)

    def hand_out(self, place: int, task: Task) -> None:
        """Send the task to an idle process."""
        worker = next(worker for worker in self._workers if worker.place is None)
        worker.place = place
        with suppress(BrokenPipeError, ConnectionResetError):  # of a dead one, which whoever waits for its answer sees
            worker.pipe.send(task)

    def ended(self) -> Iterator[tuple[int, Result | Loss]]:
        """Wait for the answers of processes, or their ends."""
        busy = {worker.pipe: worker for worker in self._workers if worker.place is not None}
        for pipe in wait(list(busy)):
            assert isinstance(pipe, Connection)
            worker = busy[pipe]
            place, worker.place = worker.place, None
            assert place is not None
            yield place, self._answer(worker)

    def _answer(self, worker: _Worker) -> Result | Loss:
        try:
            well, answer = worker.pipe.recv()
        except (EOFError, ConnectionResetError):
            self._workers.remove(worker)
            _let_go(worker)
            self._workers.append(self._hired())
            return Loss(f"the process ended with status {worker.process.exitcode}")
        if not well:
            raise answer
        result: Result = answer
        return result

    def close(self) -> None:
        """Tell all processes to stop, and wait for them a little."""
        self._stop.value = True
        for worker in self._workers:
            worker.pipe.close()
        for worker in self._workers:
            _let_go(worker)
        self._workers = []


def _let_go(worker: _Worker) -> None:
    worker.pipe.close()
    worker.process.join(PATIENCE)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()


def _serve(pipe: Connection, inherited: list[Connection], plan: WorkPlan[Any, Any], stop: Any) -> None:
    """The life of a process: do what comes in, until nothing comes any more."""
    # Ctrl-C reaches the whole group of processes; the one that hands out tasks decides what is done about it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for other in inherited:
        other.close()
    work = _prepared(plan)
    while True:
        try:
            task = pipe.recv()
            _send(pipe, _done(work, task, lambda: bool(stop.value)))
        except (EOFError, OSError):
            return


def _prepared(plan: WorkPlan[Any, Any]) -> Callable[[Any, Stopping], Any]:
    """What does the tasks; an error while it is made is raised with the first task."""
    try:
        return plan.prepared()
    except Exception as error:
        problem = error

    def refuse(task: Any, stopping: Stopping) -> Any:
        raise problem

    return refuse


def _done(work: Callable[[Any, Stopping], Any], task: Any, stopping: Stopping) -> tuple[bool, Any]:
    try:
        return True, work(task, stopping)
    except Exception as error:
        return False, error


def _send(pipe: Connection, answer: tuple[bool, Any]) -> None:
    try:
        pipe.send(answer)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        pipe.send((False, AptsError(f"what a worker found cannot be sent back: {type(error).__name__}: {error}")))
