"""How good a model is, measured against perfect play: positions whose moves are all solved, and what the model plays.

A move keeps the value of a position when the best result that could be forced before it can still be forced after it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from apts.engine.play.playouts.random_streams import stream_seed
from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState
from apts.engine.runtime.layout import OVER
from apts.errors import AptsError
from apts.learning.training.contest import Contestant, ModelSide
from apts.search.exact.solver import Solver
from apts.search.results import Record, seat_to_move
from apts.statistics import wilson

LONGEST = 500
"""Random matches are cut after so many moves when positions are drawn from them."""


@dataclass(frozen=True)
class Exam:
    """Positions with the exact value of each of their moves for the mover, and how many were skipped as too hard."""

    positions: tuple[Any, ...]
    values: tuple[dict[Record, int], ...]
    skipped: int

    @property
    def telling(self) -> list[int]:
        """The numbers of the positions in which some move throws the value away."""
        return [number for number, moves in enumerate(self.values) if len(set(moves.values())) > 1]


@dataclass(frozen=True)
class Mark:
    """How often moves kept the value of their position, out of so many, with its interval at 95 % (Wilson, 1927)."""

    kept: int
    of: int

    @property
    def share(self) -> float:
        """The share of positions whose value was kept."""
        return self.kept / self.of if self.of else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share lies for positions like these."""
        if not self.of:
            return 0.0, 1.0
        found = wilson(self.kept, self.of)
        return found.low, found.high


def random_positions(game: RulesGame, count: int, seed: int) -> list[Any]:
    """Different positions from random play: a random match, and a random moment of it."""
    machine, seen = game.machine, set()
    found: list[Any] = []
    for number in range(20 * count):
        if len(found) >= count:
            break
        dice = Random(stream_seed(seed, number))
        course = [machine.start(0)]
        while not course[-1][OVER] and len(course) < LONGEST:
            after = machine.copy(course[-1])
            machine.play(after, machine.record(dice.randrange(machine.moves(machine.copy(after)))))
            course.append(after)
        state = RulesState(game, dice.choice(course[:-1]))
        if str(state) not in seen:
            seen.add(str(state))
            found.append(state.position)
    return found


def examine(
    game: RulesGame,
    positions: Iterable[Any],
    *,
    seconds: float = 1.0,
    most: int | None = None,
    tell: Callable[[int, int], None] | None = None,
) -> Exam:
    """Solve every move of the positions; one that takes longer than ``seconds`` is skipped. Stops after ``most``."""
    if game.players > 2 or game.has_chance:
        raise AptsError(f"{game.name} cannot be solved: the solver is for one or two players and no chance")
    solver = Solver(game.machine.twin())
    solved: list[Any] = []
    values: list[dict[Record, int]] = []
    skipped = 0
    for position in positions:
        if most is not None and len(solved) >= most:
            break
        known = _solved_moves(game, solver, position, seconds)
        if known is None:
            skipped += 1
        else:
            solved.append(position)
            values.append(known)
        if tell is not None:
            tell(len(solved), skipped)
    return Exam(tuple(solved), tuple(values), skipped)


def _solved_moves(game: RulesGame, solver: Solver, position: Any, seconds: float) -> dict[Record, int] | None:
    machine, seat, deadline = solver.machine, seat_to_move(position), monotonic() + seconds
    records = [machine.record(index) for index in range(machine.moves(machine.copy(position)))]
    found = {}
    for record in records:
        after = machine.copy(position)
        machine.play(after, record)
        outcome = RulesState(game, after).outcome
        if outcome is not None:
            utility = outcome.utilities[seat - 1]
            found[record] = (utility > 0) - (utility < 0)
            continue
        value = solver.outcome(after, max(0.0, deadline - monotonic())).value
        if value is None:
            return None
        found[record] = value if seat_to_move(after) == seat else -value
    return found


def marked(exam: Exam, side: Contestant, numbers: Sequence[int] | None = None) -> Mark:
    """How often a side keeps the value, in all positions of an exam or in those with the given numbers."""
    wanted = range(len(exam.positions)) if numbers is None else numbers
    chosen = side.choose([exam.positions[number] for number in wanted], [1] * len(wanted)) if wanted else []
    kept = sum(
        exam.values[number][record] == max(exam.values[number].values())
        for number, record in zip(wanted, chosen, strict=True)
    )
    return Mark(kept, len(wanted))


def value_error(exam: Exam, side: ModelSide) -> float:
    """How far the network's own value is from the exact one, on average; the side must be the network alone."""
    total = 0.0
    for first in range(0, len(exam.positions), side.batch.slots):
        part = exam.positions[first : first + side.batch.slots]
        side.choose(part, [1] * len(part))
        for slot, moves in enumerate(exam.values[first : first + len(part)]):
            values = [float(number) for number in side.batch.values[slot]]
            own = (values[0] - values[1]) / 2 if len(values) == 2 else values[0]
            total += abs(own - max(moves.values()))
    return total / len(exam.positions) if exam.positions else math.nan
