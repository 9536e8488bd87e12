"""The proved value of a position for a counted amount of work: the same answer on every machine."""

from __future__ import annotations

from dataclasses import dataclass

from apts.agents.searching.reading import ClassPositions
from apts.engine.play.game import Game, State
from apts.errors import AptsError
from apts.search.exact.retrograde import Retrograde, TooLarge
from apts.search.exact.solver import Solver
from apts.search.minimax.maxn import shares_results

BEGINNING = 1000
"""What beginning with a position costs, in nodes of a search."""

CLASS_POSITION = 200
"""A position of a Python class takes about as long as so many nodes of a search over rules text."""


@dataclass(frozen=True)
class ProvedValue:
    """What a position is worth for its mover: 1 a win, 0 a draw, -1 a loss, None where it was not proved.

    ``work`` is what that took, in nodes of a search over rules text.
    """

    value: int | None
    work: int


def why_unprovable(game: Game) -> str | None:
    """Why nothing can be proved of a game, as the end of a sentence; None where it can be tried."""
    if game.players > 2:
        return "the solver is for one or two players"
    if game.cooperative:
        return "the solver is for games in which one seat loses what the other one gains"
    if game.hidden_by:
        return "what is hidden from players cannot be proved for them"
    if game.from_rules is None:
        return "the solver is for games without chance" if game.has_chance else None
    compiled = game.from_rules.machine.compiled
    if compiled.facts.chance_later:
        return "the solver is for games without chance"
    if shares_results(compiled):
        return "the solver is for games in which one seat loses what the other one gains"
    return None


class Prover:
    """Proves positions of one game, which :func:`why_unprovable` has nothing against, each on its own.

    It works with memory of its own, so that what was played before does not matter.
    """

    def __init__(self, game: Game):
        self._solver = None if game.from_rules is None else Solver(game.from_rules.machine.twin())

    def prove(self, state: State, most: int) -> ProvedValue:
        """The value of a position whose match is not over, for at most about so much work."""
        if most <= BEGINNING:
            return ProvedValue(None, 0)
        if self._solver is None:
            return _by_class(state, most)
        rules = state.from_rules
        assert rules is not None
        found = self._solver.outcome(rules.position, nodes=most - BEGINNING)
        return ProvedValue(found.value, BEGINNING + found.nodes)


def _by_class(state: State, most: int) -> ProvedValue:
    """All positions that can be reached from one of a Python class; a class that fails proves nothing."""
    positions = most // CLASS_POSITION
    try:
        found = Retrograde(ClassPositions(state.mover), state, positions)
        return ProvedValue(found.decided().value, BEGINNING + CLASS_POSITION * found.positions)
    except (TooLarge, AptsError, KeyError, ValueError):
        return ProvedValue(None, most)
