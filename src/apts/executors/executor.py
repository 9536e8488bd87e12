"""What every executor promises, and the one loop behind all of them: order, window, and tasks that were lost."""

from __future__ import annotations

import hashlib
import os
import platform
import threading
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Generic, Protocol, Self, TypeVar

from apts.engine.play.playouts.slices import Interrupted
from apts.errors import AptsError

Task = TypeVar("Task")
Result = TypeVar("Result")
GivenTask = TypeVar("GivenTask", contravariant=True)
MadeResult = TypeVar("MadeResult", covariant=True)

Stopping = Callable[[], bool]
"""Asked now and then during a task: whether its result is no longer wanted."""

ATTEMPTS = 3
"""How often a task is begun before its worker's end is taken to be its fault."""

WINDOW = 16
"""Tasks for each worker that may be ahead of the result that is wanted next; that bounds the memory of the results."""


def default_workers() -> int:
    """As many workers as this process may use processors."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class WorkPlan(Protocol[GivenTask, MadeResult]):
    """All that decides the results of tasks; a value that can be pickled."""

    @property
    def in_threads(self) -> bool:
        """Whether threads of one process get on side by side, because the work is done in compiled code."""

    def prepared(self) -> Callable[[GivenTask, Stopping], MadeResult]:
        """A function that does a task, asked for once by each worker that has memory of its own."""

    def describe_task(self, task: GivenTask) -> str:
        """What a person calls a task, such as ``match 7``."""


@dataclass(frozen=True)
class Loss:
    """A worker has ended in the middle of a task; ``counts`` says whether it was at work on this very task."""

    reason: str
    counts: bool = True


class Crew(ABC, Generic[Task, Result]):
    """The workers of an executor while they work at one plan. Used by one thread, the one that wants the results."""

    @abstractmethod
    def capacity(self) -> int:
        """How many more tasks can be handed out now."""

    @abstractmethod
    def hand_out(self, place: int, task: Task) -> None:
        """Give a task to a worker; asked only where there is room."""

    @abstractmethod
    def ended(self) -> Iterable[tuple[int, Result | Loss]]:
        """Wait until something has happened, and give the places of tasks that have ended, with what came of them."""

    @abstractmethod
    def close(self) -> None:
        """Give up whatever is being done, and let the workers go."""


class Executor(ABC):
    """Does the tasks of plans.

    *Results.* They depend on the plan and the task alone, and come in the order of the tasks.

    *Memory.* Tasks are handed out a bounded number ahead of the result that is wanted next, so that whoever reads slowly
    slows the workers down, and the memory of the reader stays the same however many tasks there are.

    *Losses.* When a worker dies its tasks are done again by another one. A task whose worker was lost ``ATTEMPTS`` times is
    told in a sentence. An error that a task raises is raised here.

    *End.* Closing the iterator, or Ctrl-C, gives up the tasks that are being done. An executor is used in a ``with``
    block, for as many plans as one likes, one after the other.
    """

    @abstractmethod
    def workers(self, plan: WorkPlan[Task, Result]) -> int:
        """How many tasks of a plan are done at once, if there are so many."""

    @abstractmethod
    def crew(self, plan: WorkPlan[Task, Result], workers: int) -> Crew[Task, Result]:
        """So many workers that know the plan."""

    def play(self, plan: WorkPlan[Task, Result], tasks: Sequence[Task]) -> Generator[Result, None, None]:
        """Do the tasks; results come in their order."""
        if not tasks:
            return
        workers = min(self.workers(plan), len(tasks))
        with closing(self.crew(plan, workers)) as crew:
            try:
                yield from _in_order(crew, plan, tasks, WINDOW * workers)
            except Interrupted:
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Let go of what the executor holds beyond one plan; most hold nothing."""
        del kind, error, traceback


def _in_order(
    crew: Crew[Task, Result], plan: WorkPlan[Task, Result], tasks: Sequence[Task], window: int
) -> Generator[Result, None, None]:
    """Hand out tasks as long as there is room in the crew and in the window; tasks that were lost come first."""
    again: deque[int] = deque()
    losses: Counter[int] = Counter()
    done: dict[int, Result] = {}
    begun = wanted = 0
    while wanted < len(tasks):
        for _ in range(crew.capacity()):
            if again:
                place = again.popleft()
            elif begun < min(len(tasks), wanted + window):
                place, begun = begun, begun + 1
            else:
                break
            crew.hand_out(place, tasks[place])
        if wanted in done:
            yield done.pop(wanted)
            wanted += 1
            continue
        for place, result in crew.ended():
            if not isinstance(result, Loss):
                done[place] = result
                continue
            losses[place] += result.counts
            if losses[place] >= ATTEMPTS:
                text = plan.describe_task(tasks[place])
                raise AptsError(
                    f"{text} was begun {ATTEMPTS} times, and each time its worker was lost: {result.reason}"
                )
            again.append(place)


# ----------------------------------------------------------------------------------------------------------------
# Threads: they share one compiled game, and compiled code lets them get on side by side.

WAITING = 3
"""Tasks handed out for each thread beyond the one it does, so that none has to wait for work."""


class Threads(Executor):
    """So many threads of this process."""

    def __init__(self, count: int):
        self.count = count

    def workers(self, plan: WorkPlan[Task, Result]) -> int:
        """All of them."""
        return self.count

    def crew(self, plan: WorkPlan[Task, Result], workers: int) -> Crew[Task, Result]:
        """A pool of threads."""
        return ThreadCrew(plan, workers)


class ThreadCrew(Crew[Task, Result]):
    """A pool of threads and what they are at."""

    def __init__(self, plan: WorkPlan[Task, Result], workers: int):
        self._work, self._most = plan.prepared(), (1 + WAITING) * workers
        self._stop = threading.Event()
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="match")
        self._running: dict[Future[Result], int] = {}

    def capacity(self) -> int:
        """As many as the queue of the pool may hold."""
        return self._most - len(self._running)

    def hand_out(self, place: int, task: Task) -> None:
        """Put the task into the queue of the pool."""
        self._running[self._pool.submit(self._work, task, self._stop.is_set)] = place

    def ended(self) -> Iterator[tuple[int, Result]]:
        """Wait for the first thread that has ended a task."""
        for future in wait(self._running, return_when=FIRST_COMPLETED).done:
            yield self._running.pop(future), future.result()

    def close(self) -> None:
        """Tell all threads to stop, and wait for them."""
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)


# ----------------------------------------------------------------------------------------------------------------
# What is installed on a machine, as far as results depend on it.

READ = (".py", ".lud", ".lark", ".json", ".onnx")
"""Files of the package that matches depend on."""


@dataclass(frozen=True)
class Installation:
    """Versions of Python and NumPy, and a checksum of the package; ``machine`` says where, and is not compared."""

    python: str
    numpy: str
    package: str
    machine: str = field(compare=False)

    def __str__(self) -> str:
        return f"APTS with the checksum {self.package}, Python {self.python} and NumPy {self.numpy}"


@lru_cache(maxsize=1)
def installation() -> Installation:
    """What is installed here."""
    import numpy as np

    folder = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.suffix in READ):
        digest.update(str(file.relative_to(folder)).encode() + b"\0" + file.read_bytes() + b"\0")
    return Installation(platform.python_version(), np.__version__, digest.hexdigest()[:12], platform.node())
