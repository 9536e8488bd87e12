"""A line of ever weaker agents of one engine: less and less work, and below the cheapest search more and more given away."""

from __future__ import annotations

import math
from dataclasses import dataclass

from apts.agents.engines.engine_choice import EngineChoice
from apts.agents.engines.ladder import FEWEST, budgeted, two_digits
from apts.search.least_iterations import TRIES_A_MOVE

FIRST_LOSS = 0.003
"""Utility that the first step below the cheapest search gives away at a turn; each further step twice as much."""

LOSSES = 8
"""Such steps; the last one still takes a win at once most of the time."""


@dataclass(frozen=True)
class AgentLine:
    """The agents of an engine by their place: 0 has the most work, each step to the next half of it down to the least."""

    choice: EngineChoice
    most: int
    least: int

    @property
    def halvings(self) -> int:
        """The steps from the most work to the least."""
        return max(1, round(math.log2(self.most / self.least)))

    @property
    def parts(self) -> int:
        """The steps of the whole line."""
        return self.halvings + LOSSES

    def units(self, place: float) -> int:
        """The nodes or iterations at a place."""
        return two_digits(
            max(self.least, round(self.most * (self.least / self.most) ** min(1.0, place / self.halvings)))
        )

    def loss(self, place: float) -> float:
        """What is given away at a place."""
        below = place - self.halvings
        return 0.0 if below <= 0 else FIRST_LOSS * (below if below < 1 else 2.0 ** (below - 1))

    def spec(self, place: float) -> str:
        """The spelling of the agent at a place."""
        return budgeted(self.choice, self.units(place), self.loss(place))

    def steps(self, place: float) -> float:
        """The work of a move at a place."""
        return self.units(place) * self.choice.steps


def line_for(choice: EngineChoice, most: int, moves: float) -> AgentLine:
    """The line of an engine with so much work at its strong end, in a game with so many legal moves."""
    least = TRIES_A_MOVE * moves if choice.unit == "iterations" else moves
    return AgentLine(choice, two_digits(most), two_digits(min(most, max(FEWEST[choice.unit], round(least)))))
