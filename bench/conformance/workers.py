"""Games verified in processes of their own, so that one that crashes or hangs costs only its own verdict."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from bench.conformance.records import Record
from bench.conformance.verdict import CRASHED, Verdict, verify

Judge = Callable[[Record], Verdict]


@dataclass
class _Worker:
    """A process, the pipe to it, and the game it is busy with."""

    process: BaseProcess
    pipe: Connection
    slug: str = ""
    deadline: float = 0.0

    def stop(self) -> None:
        self.pipe.close()
        if self.process.is_alive():
            self.process.kill()
        self.process.join()


def _work(pipe: Connection, judge: Judge) -> None:
    while True:
        try:
            record = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        pipe.send(judge(record))


def verify_all(
    records: Sequence[Record], *, jobs: int = 1, seconds: float = 600.0, judge: Judge = verify
) -> Iterator[Verdict]:
    """Verdicts in the order in which they come, ``jobs`` games at a time, none longer than ``seconds``."""
    context = multiprocessing.get_context()
    waiting = list(reversed(records))
    workers: list[_Worker] = []

    def hire() -> _Worker:
        here, there = context.Pipe()
        process = context.Process(target=_work, args=(there, judge), daemon=True)
        process.start()
        there.close()
        worker = _Worker(process, here)
        workers.append(worker)
        return worker

    def assign(worker: _Worker) -> None:
        record = waiting.pop()
        worker.slug, worker.deadline = record.slug, time.monotonic() + seconds
        worker.pipe.send(record)

    def dismiss(worker: _Worker) -> None:
        workers.remove(worker)
        worker.stop()

    try:
        while waiting or workers:
            while waiting and len(workers) < jobs:
                assign(hire())
            pause = max(0.0, min(worker.deadline for worker in workers) - time.monotonic())
            ready = wait([worker.pipe for worker in workers], timeout=pause)
            for worker in list(workers):
                if worker.pipe in ready:
                    yield _receive(worker)
                elif time.monotonic() >= worker.deadline:
                    yield Verdict(worker.slug, CRASHED, f"no verdict after {seconds:g} seconds", seconds)
                    dismiss(worker)
                    continue
                else:
                    continue
                if waiting and worker.process.is_alive():
                    assign(worker)
                else:
                    dismiss(worker)
    finally:
        for worker in list(workers):
            dismiss(worker)


def _receive(worker: _Worker) -> Verdict:
    try:
        verdict: Verdict = worker.pipe.recv()
    except EOFError:
        worker.process.join()
        return Verdict(worker.slug, CRASHED, f"the process ended with status {worker.process.exitcode}")
    return verdict
