"""Searches as the two sides of a contest: positions in, moves out, for so much work a move."""

from __future__ import annotations

from typing import Any, Protocol

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent
from apts.engine.play.machine import Machine
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.search.evaluation.given import derived_heuristic
from apts.search.fitting.work import SEARCH, Costs
from apts.search.minimax.alphabeta import AlphaBetaSearch, AlphaBetaSettings
from apts.search.results import Record
from apts.search.trees.monte_carlo import TreeSearch, TreeSettings

TREE_TURN = 15_000
"""Steps around a turn of tree search: what Python does before and after."""


class Side(Protocol):
    """A search that plays matches of a contest. Work is counted in steps, the same on every machine."""

    spec: str
    unit: str
    steps: float

    def begin(self) -> None:
        """A new match begins: nothing is known of the one before."""

    def choose(self, state: Any, work: float, seed: int) -> tuple[Record, float]:
        """A move for so much work, and the work that was done."""


class TreeSide:
    """Tree search, which keeps its tree from turn to turn."""

    unit = "iterations"

    def __init__(self, spec: str, machine: Machine, settings: TreeSettings, costs: Costs):
        self.spec, self._search = spec, TreeSearch(machine, settings)
        self.steps = costs.iteration(
            settings.heuristic,
            settings.playout_limit,
            judged=settings.prior > 0,
            logged=settings.rave > 0 or settings.grave > 0,
            eyes=bool(settings.eyes),
        )

    def begin(self) -> None:
        """Forget the tree."""
        self._search.root = None

    def choose(self, state: Any, work: float, seed: int) -> tuple[Record, float]:
        """Iterations for the work, on top of what the tree knows."""
        self._search.follow(state, seed)
        done = self._search.run(units(work - TREE_TURN, self.steps))
        return self._search.best(), TREE_TURN + done * self.steps


class AlphaBetaSide:
    """Alpha-beta, which keeps its table of positions from turn to turn."""

    unit = "nodes"

    def __init__(self, spec: str, machine: Machine, settings: AlphaBetaSettings, costs: Costs):
        self.spec, self._search = spec, AlphaBetaSearch(machine, settings)
        self.steps = costs.node(settings.heuristic or derived_heuristic(machine.compiled))

    def begin(self) -> None:
        """Empty the table, and forget which moves were good."""
        self._search.search.forget()
        self._search.search.allocate(self._search.search.plies)

    def choose(self, state: Any, work: float, seed: int) -> tuple[Record, float]:
        """Nodes for the work."""
        choice = self._search.choose(state, units(work - SEARCH, self.steps), seed)
        return choice.record, SEARCH + choice.nodes * self.steps


class _HasTree(Protocol):
    def tree_settings(self, game: RulesGame) -> TreeSettings: ...


class _HasSides(Protocol):
    def sides_settings(self, game: RulesGame) -> AlphaBetaSettings: ...


def side_of(spec: str, game: RulesGame, machine: Machine, costs: Costs) -> Side:
    """The side that an agent makes, by its spelling without a budget."""
    made: Agent | _HasTree | _HasSides = agent(spec)
    if hasattr(made, "tree_settings"):
        return TreeSide(spec, machine, made.tree_settings(game), costs)
    if hasattr(made, "sides_settings"):
        return AlphaBetaSide(spec, machine, made.sides_settings(game), costs)
    raise AptsError(f"{spec} is no search that a contest of engines can give a budget of work")


def units(work: float, steps: float) -> int:
    """How many nodes or iterations so much work pays for; one at least."""
    return max(1, int(work / steps))
