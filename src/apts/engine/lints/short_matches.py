"""The beginnings of a few random matches, position by position, for doubts that look at what stands and what can be done.

Moves are taken from the kernel's list as they come, without the texts that people read: to give those, every move of the
list would have to be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from apts.engine.rules_game import RulesGame
from apts.engine.rules_state import RulesState

MOST_LISTED = 200_000
"""Moves in the lists of all positions after which no further one is looked at, for games with thousands of them."""

MOST_STEPS = 200_000_000
"""The same of the kernel's own steps: about a second of slow games."""


@dataclass(frozen=True)
class SampledChoice:
    """A position of a match with the kinds of its legal moves; none where the match is over."""

    state: RulesState
    kinds: frozenset[str]


class ShortMatches:
    """Random matches of a game that have so much work in common; the same for the same ``purpose`` everywhere."""

    def __init__(self, game: RulesGame, purpose: str):
        self._game, self._purpose = game, purpose
        self._listed = self._steps = 0

    @property
    def spent(self) -> bool:
        """Whether no further position is looked at."""
        return self._listed > MOST_LISTED or self._steps > MOST_STEPS

    def match(self, number: int, most: int) -> Iterator[SampledChoice]:
        """The positions of a match, the start first, until it is over, so many moves were made, or all is spent."""
        machine, choose, state = self._game.machine, Random(f"{self._purpose} {number}"), self._game.start(number)
        for _ in range(most):
            over = state.outcome is not None
            count = 0 if over else machine.moves(machine.copy(state.position))
            self._listed += count
            self._steps += machine.effort
            records = machine.listed(count)
            yield SampledChoice(state, frozenset(self._game.move_text.kind(record) for record in records))
            if not records or self.spent:
                return
            position = machine.copy(state.position)
            machine.play(position, choose.choice(records))
            self._steps += machine.effort
            state = RulesState(self._game, position)
