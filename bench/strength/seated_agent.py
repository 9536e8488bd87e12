"""An agent of APTS at some seats of a match, with a budget of CPU time.

Searches of APTS that are given ``seconds`` look at the wall clock, which on a busy machine runs ahead of the work that was
done. Here their clock is that of the processor. This file also runs beside the code of another tree, so it asks ``apts`` for
what is old and public alone.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Sequence
from random import Random
from statistics import mean
from time import process_time
from typing import Any

import apts
from apts.agents.agent import Agent, MatchSeat, Seating
from apts.agents.agent_registry import kinds
from apts.agents.matches import LONGEST
from apts.engine.play.game import Game, Move, State
from apts.engine.play.match_loop import MoveRequest

_BUDGETS = ("iterations", "breadth", "depth", "seconds", "milliseconds")
_WALL_CLOCKS = ("monotonic", "perf_counter")
_CLOCK_OF_THREAD = time.thread_time
_DECIDING = ("apts.search", "apts.agents", "apts.learning")
_LEAST = 0.001
_NEARLY = 0.9
_REMEMBERED = 400
_STEP = 0.02
_MATCHES_BEFORE, _MOVES_BEFORE, _TURNS_BEFORE = 3, 4, 8
"""What is played before anything is measured; only the last match says how long moves take."""


def count_cpu_time() -> None:
    """Let the searches of this process measure their seconds in CPU time of their thread."""
    for name, module in list(sys.modules.items()):
        if name.startswith(_DECIDING):
            for clock in _WALL_CLOCKS:
                if getattr(module, clock, None) is getattr(time, clock):
                    setattr(module, clock, _CLOCK_OF_THREAD)


def _forget_trees() -> None:
    """Let lean tree searches begin a match with new memory.

    Otherwise they go on with slices as long as those of the last moves of the match before, whose playouts were short, and
    the first moves of a match take several times as long as they were given.
    """
    kept = getattr(sys.modules.get("apts.agents.searching.compiled_tree"), "_TREES", None)
    if kept is not None:
        kept.known.clear()


def spelled_for(game: Game, spec: str) -> str | None:
    """The spelling of an agent without a budget, ready for ``seconds`` at its end; None where it cannot have any.

    A level is taken as the search that it stands for in this game. Who has a budget in its spelling keeps it.
    """
    kind, settings = _parts(spec)
    if "seconds" not in _known_settings(kind):
        stands_for = apts.agent(spec).playing(game).spec
        kind, settings = _parts(stands_for)
        if stands_for == spec or "seconds" not in _known_settings(kind):
            return None
        settings = [part for part in settings if not _is_budget(kind, part)]
    elif any(_is_budget(kind, part) for part in settings):
        return None
    return f"{kind}:{''.join(part + ',' for part in settings)}"


def _parts(spec: str) -> tuple[str, list[str]]:
    kind, _, settings = spec.partition(":")
    return kind.strip().lower(), [part.strip() for part in settings.split(",") if part.strip()]


def _name(part: str) -> str:
    return part.partition("=")[0].strip()


def _is_budget(kind: str, part: str) -> bool:
    """Whether a setting limits a search; ``nodes`` of a tree search are the size of its tree."""
    return _name(part) in _BUDGETS or (_name(part) == "nodes" and kind != "uct")


def _known_settings(kind: str) -> set[str]:
    found = kinds().get(kind)
    return set() if found is None else {setting.name for setting in found.settings}


class Overshoot:
    """What moves take beyond the seconds that were asked for, so that less is asked for the next time.

    Some searches look at the clock rarely, so that their moves take longer than they were given; over a contest the mean is
    kept to what was agreed.
    """

    def __init__(self) -> None:
        self._beyond: deque[float] = deque(maxlen=_REMEMBERED)

    def asked(self, seconds: float) -> float:
        """What to ask for, so that a move takes so long in the mean, in steps of two percent: agents remember by it."""
        beyond = mean(self._beyond) if self._beyond else 0.0
        return max(_LEAST, _STEP * seconds * round((seconds - beyond) / (_STEP * seconds)))

    def forget(self) -> None:
        """Leave out what was learnt from moves that also compiled something."""
        self._beyond.clear()

    def used(self, asked: float, spent: float) -> bool:
        """Learn from a move; one that was chosen early, the value being proven, says nothing. Tells whether it was."""
        early = spent < _NEARLY * asked
        if not early:
            self._beyond.append(spent - asked)
        return early


class SeatedAgent:
    """An agent that plays matches of one game at the seats it is given.

    ``spec`` without a budget plays by CPU time. A leading ``=`` takes a level as it is, with its own budget.
    """

    def __init__(self, spec: str, game: Game):
        self._game = game
        self._timed = None if spec.startswith("=") else spelled_for(game, spec)
        self._fixed: Agent = apts.agent(spec.removeprefix("="))
        self._overshoot = Overshoot()
        self._asked = 0.0
        self._seated: Any = None

    @property
    def timed(self) -> bool:
        """Whether it keeps to a CPU time."""
        return self._timed is not None

    @property
    def version(self) -> str:
        """The version of the player, which changes when it comes to play otherwise."""
        agent = self._fixed.playing(self._game)
        return f"{type(agent).__name__} {agent.version}"

    def begin(self, seats: Sequence[int], seed: int, seconds: float | None) -> None:
        """Sit down to a match."""
        agent = self._fixed
        if self._timed is not None and seconds is not None:
            self._asked = self._overshoot.asked(seconds)
            agent = apts.agent(f"{self._timed}seconds={self._asked:.6f}")
        agent = agent.playing(self._game)
        _forget_trees()
        places = tuple(MatchSeat(agent, seat, seed) for seat in seats)
        self._seated = type(agent).seated(Seating(self._game, places, LONGEST, True))
        count_cpu_time()

    def choose(self, state: State, turn: int) -> tuple[Move, float, bool]:
        """A move, the CPU seconds that it took, and whether it was chosen before its time was up."""
        began = process_time()
        (decision,) = self._seated.decide([MoveRequest(0, turn, state)])
        spent = process_time() - began
        early = self._overshoot.used(self._asked, spent)
        count_cpu_time()  # what was imported on the way
        return decision.move, spent, early

    def warm_up(self, start: State, seconds: float | None) -> None:
        """Play a few turns of a random match, so that nothing is compiled or imported while it is measured."""
        for seed in range(_MATCHES_BEFORE):
            state, lot = start, Random(seed)
            for _ in range(_MOVES_BEFORE * seed):
                state = state if state.outcome is not None else state.after(lot.choice(state.moves()))
            self.begin(range(1, self._game.players + 1), seed, seconds)
            for turn in range(_TURNS_BEFORE):
                if state.outcome is not None:
                    break
                state = state.after(self.choose(state, turn)[0])
                if seed < _MATCHES_BEFORE - 1:
                    self._overshoot.forget()
