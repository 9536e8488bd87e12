"""Workers of a Ray cluster: of one that is begun here for the purpose (``local``), or of one that runs somewhere.

Every worker is a process of its own that unpickles the plan once; kernels of its game come from the files of its machine,
where the first one that needs them compiles them. Ray is the extra ``cluster`` of this package.
"""

from __future__ import annotations

import logging
import os
import pickle
import secrets
import shutil
import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from time import monotonic, sleep
from typing import Any

from apts.errors import AptsError
from apts.executors.executor import (
    Crew,
    Executor,
    Installation,
    Loss,
    Result,
    Stopping,
    Task,
    WorkPlan,
    default_workers,
    installation,
)
from apts.games.python_file import file_modules
from apts.interrupts import undisturbed

LOCAL = "local"
"""The address of a cluster that is begun on this machine and ends with the work."""

AUTO = "auto"
"""The address of the cluster that this machine belongs to."""

KNOCK_SECONDS = 5.0
"""How long the machine of an address may take to answer."""

SILENT = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is told to anybody
    "RAY_NUM_REDIS_GET_RETRIES": "2",  # at an address where something else answers
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # no warning about devices that nobody asked for
}
"""What Ray reads from the environment when it is imported."""

TOKEN = "RAY_AUTH_TOKEN"
"""Where a cluster of this machine finds the secret that keeps others out; Ray would write one into the home folder."""

AHEAD = 2
"""Tasks that a worker has at a time: the one it does, and one that is there when it has done it."""

BEGIN_SECONDS = 300.0
"""How long all workers together may take until the first of them is ready, or a new one when all were lost."""

BEGINNINGS = 10
"""How many workers may be begun for each that is wanted, before losing them is taken to be the rule."""

CLEAR_SECONDS = 5.0
"""How long processes of a cluster that has ended may write to its files."""

STORE_BYTES = 256 * 2**20
"""Memory for what workers share on one machine, which is the plan."""

LONGEST_FOLDER = 60
"""Letters of the path for Ray's files; its sockets are below, and their paths may have 107."""


class Cluster(Executor):
    """The workers of a Ray cluster; ``workers`` are at most so many, by default one for each processor."""

    def __init__(self, address: str, workers: int | None = None):
        self.address, self.wanted = address, workers

    def __enter__(self) -> Cluster:
        _CONNECTION.open(self.address, self.wanted)
        return self

    def __exit__(self, *problem: object) -> None:
        _CONNECTION.close()

    def workers(self, plan: WorkPlan[Task, Result]) -> int:
        """As many as the cluster has processors, or fewer where fewer were wished for."""
        processors = max(1, int(_ray().cluster_resources().get("CPU", 1)))
        return min(self.wanted or processors, processors)

    def crew(self, plan: WorkPlan[Task, Result], workers: int) -> Crew[Task, Result]:
        """Workers that were told the plan."""
        return RayCrew(plan, workers, self.address)


def _ray() -> Any:
    os.environ.update(SILENT)
    try:
        return import_module("ray")
    except ImportError:
        raise AptsError(
            "a cluster needs the package ray, which is not installed: install it with `pip install 'apts[cluster]'`"
        ) from None


class _Connection:
    """The connection of this process to a cluster, which all executors share; the last one closes it."""

    def __init__(self) -> None:
        self._users, self._own, self._folder = 0, False, ""
        self._before: Any = None

    def open(self, address: str, workers: int | None) -> None:
        """Connect, unless that is done already, here or by the program that calls."""
        ray = _ray()
        if self._users == 0 and not ray.is_initialized():
            try:
                with undisturbed(again_stops=False):  # interrupted while it begins or ends, Ray brings the process down
                    self._connect(ray, address, workers)
            except BaseException:
                self._let_go(ray)
                raise
            self._own = True
        self._users += 1

    def _connect(self, ray: Any, address: str, workers: int | None) -> None:
        self._before = signal.getsignal(signal.SIGTERM) if _in_main_thread() else None
        quiet = {"log_to_driver": False, "logging_level": logging.CRITICAL}
        try:
            if address == LOCAL:
                os.environ.setdefault(TOKEN, secrets.token_hex(32))
                self._folder = _short_folder()
                ray.init(
                    address=LOCAL,
                    num_cpus=workers or default_workers(),
                    num_gpus=0,
                    include_dashboard=False,
                    object_store_memory=STORE_BYTES,
                    _temp_dir=self._folder,
                    **quiet,
                )
            else:
                _knock(address)
                ray.init(address=address, **quiet)
        except Exception as error:
            raise AptsError(
                f"there is no cluster to work with at {address!r} ({_short(error)}); --cluster takes local, auto, or the "
                "address of a running one such as 10.0.0.1:6379, with RAY_AUTH_MODE=token where it wants a token"
            ) from error

    def close(self) -> None:
        """Disconnect when nobody works with the cluster any more; one that was begun here ends."""
        self._users -= 1
        if self._users == 0 and self._own:
            self._own = False
            self._let_go(_ray())

    def _let_go(self, ray: Any) -> None:
        with undisturbed(again_stops=False):  # interrupted while it begins or ends, Ray brings the process down
            ray.shutdown()
            if self._before is not None:
                signal.signal(signal.SIGTERM, self._before)
            self._clear()

    def _clear(self) -> None:
        """Remove the files of a cluster of this machine; its processes may write to them for a moment yet."""
        patience = monotonic() + CLEAR_SECONDS
        while self._folder and os.path.exists(self._folder) and monotonic() < patience:
            shutil.rmtree(self._folder, ignore_errors=True)
            sleep(0.05)
        self._folder = ""


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


_CONNECTION = _Connection()


def _knock(address: str) -> None:
    """Fail at once where nobody listens; Ray itself would try for many minutes."""
    if address == AUTO:
        return
    host, separator, port = address.removeprefix("ray://").rpartition(":")
    if not separator or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ValueError("HOST:PORT is expected")
    socket.create_connection((host.strip("[]"), int(port)), KNOCK_SECONDS).close()


def _short_folder() -> str:
    """A folder for the files of a cluster of this machine, with a path that is short enough for sockets below it."""
    base = tempfile.gettempdir()
    return tempfile.mkdtemp(prefix="apts-ray-", dir=base if len(base) + 20 < LONGEST_FOLDER else "/tmp")


# --- the work ------------------------------------------------------------------------------------------------------


class RayWorker:
    """What lives in a process of the cluster."""

    _work: Callable[[Any, Stopping], Any]

    def begin(self, wanted: Installation, packed: bytes) -> Installation:
        """Make ready what does the tasks, if what is installed here is what is wanted; tells what is."""
        if installation() == wanted:
            self._work = pickle.loads(packed).prepared()
        return installation()

    def work(self, task: Any) -> Any:
        """Do a task."""
        return self._work(task, lambda: False)


@dataclass
class _Hand:
    """A worker of the cluster, whether it is ready, and the tasks it has, the one that it is at first."""

    actor: Any
    ready: bool = False
    tasks: list[Any] = field(default_factory=list)


class RayCrew(Crew[Task, Result]):
    """Actors of Ray. One that dies is replaced; where there is no room for another one, the others go on."""

    def __init__(self, plan: WorkPlan[Task, Result], workers: int, address: str):
        self._ray, self._address = _ray(), address
        self._plan = self._ray.put(packed(plan))
        self._begun, self._ahead = 0, AHEAD
        self._most = BEGINNINGS * workers
        self._hands: list[_Hand] = []
        self._places: dict[Any, int] = {}
        self._owners: dict[Any, _Hand] = {}
        for _ in range(workers):
            self._hire()

    def _hire(self) -> None:
        kind = self._ray.remote(num_cpus=1, max_restarts=0, scheduling_strategy="SPREAD")(RayWorker)
        hand = _Hand(kind.remote())
        self._hands.append(hand)
        self._owners[hand.actor.begin.remote(installation(), self._plan)] = hand
        self._begun += 1

    def capacity(self) -> int:
        """What workers that are ready can still take."""
        return sum(max(0, self._ahead - len(hand.tasks)) for hand in self._hands if hand.ready)

    def hand_out(self, place: int, task: Task) -> None:
        """Send the task to the worker that has the fewest."""
        hand = min((hand for hand in self._hands if hand.ready), key=lambda hand: len(hand.tasks))
        result = hand.actor.work.remote(task)
        hand.tasks.append(result)
        self._owners[result], self._places[result] = hand, place

    def ended(self) -> Iterator[tuple[int, Result | Loss]]:
        """Wait for results, for workers that have become ready, and for ends of workers."""
        waiting = list(self._owners)
        patience = None if self._places else BEGIN_SECONDS
        ready, _ = self._ray.wait(waiting, num_returns=1, timeout=patience)
        if not ready:
            raise AptsError(
                f"no worker of the cluster {self._address!r} was ready within {BEGIN_SECONDS:g} seconds; its processors may "
                "all be taken"
            )
        ready, _ = self._ray.wait(waiting, num_returns=len(waiting), timeout=0)
        for reference in ready:
            if reference in self._owners:  # not one of a worker whose end was found just now
                yield from self._taken(reference)

    def _taken(self, reference: Any) -> Iterator[tuple[int, Result | Loss]]:
        hand = self._owners[reference]
        try:
            answer = self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            raise _as_exception(error) from None
        except self._ray.exceptions.RayError as error:
            yield from self._lost(hand, error)
            return
        del self._owners[reference]
        if reference not in self._places:
            _check(answer)
            hand.ready = True
            return
        hand.tasks.remove(reference)
        yield self._places.pop(reference), answer

    def _lost(self, hand: _Hand, error: Exception) -> Iterator[tuple[int, Loss]]:
        """All tasks of a worker that has ended; another worker takes its place.

        Of two tasks that a worker has, either may have ended it: the answer to the first may have been lost with it. So
        from the first loss on each worker has one task at a time, and only then its end is held against a task.
        """
        self._ahead = 1
        if not hand.ready and self._begun >= self._most:
            raise AptsError(f"workers of the cluster {self._address!r} end before they are ready: {_short(error)}")
        self._hands.remove(hand)
        self._owners = {reference: owner for reference, owner in self._owners.items() if owner is not hand}
        self._ray.kill(hand.actor)
        self._hire()
        for reference in hand.tasks:
            yield self._places.pop(reference), Loss(_short(error), counts=len(hand.tasks) == 1)

    def close(self) -> None:
        """End all workers."""
        for hand in self._hands:
            self._ray.kill(hand.actor)
        self._hands, self._owners, self._places = [], {}, {}


def packed(plan: WorkPlan[Task, Result]) -> bytes:
    """The plan as bytes; classes of files that are in no package travel with it."""
    pickler = _ray().cloudpickle
    files = file_modules()
    for module in files:
        pickler.register_pickle_by_value(module)
    try:
        content: bytes = pickler.dumps(plan)
    except Exception as error:
        raise AptsError(
            f"this cannot be played on a cluster, because the game or an agent cannot be sent there: {_short(error)}"
        ) from error
    finally:
        for module in files:
            pickler.unregister_pickle_by_value(module)
    return content


def _check(there: Installation) -> None:
    """Other versions would play other matches."""
    here = installation()
    if there != here:
        raise AptsError(
            f"the machine {there.machine} of the cluster has {there}, and this one has {here}; install the same everywhere"
        )


def _as_exception(error: Any) -> Exception:
    """What went wrong in a worker, as it would have been raised here."""
    cause = error.cause
    return (
        cause
        if isinstance(cause, AptsError)
        else AptsError(f"a worker of the cluster failed: {_short(cause or error)}")
    )


def _short(error: Exception) -> str:
    """The first line of an error that tells something."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__
