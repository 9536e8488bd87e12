"""Threads: they share one compiled game, and compiled code lets them get on side by side."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from apts.executors.executor import Crew, Executor, Result, Task, WorkPlan

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
