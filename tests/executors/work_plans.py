"""Plans and an agent for the tests of executors: quick, slow, failing, and deadly to their workers."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import apts
from apts.agents.agent import Agent, Decision
from apts.agents.analysis import Analysis
from apts.engine.play.game import State
from apts.engine.play.playouts.slices import Interrupted
from apts.errors import AptsError
from apts.executors import Stopping


@dataclass(frozen=True)
class Squares:
    """Squares of numbers; odd ones take longer, so that tasks end in another order than they begin in."""

    in_threads: bool = True

    def describe_task(self, task: int) -> str:
        """A task is called by its number."""
        return f"the square of {task}"

    def prepared(self) -> Callable[[int, Stopping], int]:
        """What makes a square."""
        return self.square

    def square(self, task: int, stopping: Stopping) -> int:
        """The square, after a while."""
        del stopping
        time.sleep(0.004 * (task % 3))
        return task * task


@dataclass(frozen=True)
class Failing(Squares):
    """One task cannot be done."""

    wrong: int = 3

    def square(self, task: int, stopping: Stopping) -> int:
        """The square, unless it is the wrong task."""
        if task == self.wrong:
            raise AptsError(f"{task} has no square today")
        return super().square(task, stopping)


@dataclass(frozen=True)
class Unprepared(Squares):
    """Nothing can be done at all."""

    def prepared(self) -> Callable[[int, Stopping], int]:
        """Refuse."""
        raise AptsError("there is nothing to work with")


@dataclass(frozen=True)
class Deadly(Squares):
    """One task kills its worker, so many times; how often it did is counted in a folder."""

    in_threads: bool = False
    folder: Path = Path()
    deadly: int = 5
    times: int = 1

    def square(self, task: int, stopping: Stopping) -> int:
        """The square, or the end of the worker."""
        killed = len(list(self.folder.iterdir()))
        if task == self.deadly and killed < self.times:
            (self.folder / str(killed)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().square(task, stopping)


@dataclass(frozen=True)
class Endless(Squares):
    """Tasks after the first go on until they are no longer wanted; each leaves a file when it gives up."""

    folder: Path = Path()

    def square(self, task: int, stopping: Stopping) -> int:
        """The square of 0, or nothing ever."""
        while task:
            time.sleep(0.01)
            if stopping():
                (self.folder / str(task)).touch()
                raise Interrupted
        return 0


class Fatal(Agent):
    """Plays at random, and kills the process that asks it, once and if it is not the spared one."""

    def __init__(self, folder: str, spared: int):
        self.folder, self.spared = folder, spared

    def decide(self, state: State, seed: int = 1) -> Decision:
        """A random move, or the end."""
        mark = Path(self.folder) / "killed"
        if os.getpid() != self.spared and seed % 7 == 0 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return apts.agent("random").decide(state, seed)

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """What random agents think."""
        return apts.agent("random").analyze(state, seed, tree=tree)
