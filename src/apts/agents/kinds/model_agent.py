"""``model``: a trained network, by itself or guiding a search."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

from apts.agents.agent import Agent, Decision, running
from apts.agents.agent_registry import register
from apts.agents.analysis import Analysis, tree_of_lines
from apts.agents.searching.model_search import SEARCHES, Found, ModelSearch
from apts.agents.searching.reading import analysis_of, move_of, row_value
from apts.agents.spelling import AgentTexts, Setting
from apts.engine.play.game import State
from apts.engine.rules_state import RulesState
from apts.errors import AptsError
from apts.learning.guided.guided_settings import FORMULAS, MOST_SIMULATIONS, GuidedSettings
from apts.learning.networks.model_file import read_model
from apts.locales import ENGLISH, PORTUGUESE
from apts.search.results import Row, judged_values

SIMULATIONS = 64
"""The budget of an agent that was given none."""

SETTINGS = (
    Setting("file", str, "a model file, or the name of a model that comes with APTS"),
    Setting(
        "simulations", int, "positions looked at for a move; 0 is the network alone", SIMULATIONS, 0, MOST_SIMULATIONS
    ),
    Setting("formula", str, "how the search goes", "gumbel", choices=tuple(FORMULAS)),
    Setting("softening", float, "0 plays the best move; 1 draws moves by the policy", 0.0, 0, 1000),
)


@register(
    "model",
    "A trained network.",
    SETTINGS,
    example="model:FILE",
    shared=True,
    positional="file",
    texts={
        ENGLISH: AgentTexts("trained network", at_table="network taught here"),
        PORTUGUESE: AgentTexts("rede treinada", at_table="rede ensinada aqui"),
    },
)
class ModelAgent(Agent):
    """Plays with a model that was trained on the game; nothing but ONNX Runtime is needed for that."""

    version = 2

    def __init__(
        self,
        file: str | None = None,
        simulations: int = SIMULATIONS,
        formula: str = "gumbel",
        softening: float = 0.0,
    ):
        if not file:
            raise AptsError("the agent 'model' needs a file: write model:FILE")
        self.model = read_model(file)
        self.settings = GuidedSettings(simulations=simulations, formula=formula)
        self.softening = softening
        self.spec = f"model:{file}"

    def search(self, state: State) -> tuple[ModelSearch, RulesState]:
        """The search of this thread for the game of a position."""
        known = running(state).from_rules
        if known is None:
            raise AptsError(
                f"the agent '{self.spec}' cannot play {state.game.name}: models are for games from rules text, "
                "and this one is a Python class"
            )
        return SEARCHES.of(self.model, known.game, self.settings), known

    def decide(self, state: State, seed: int = 1) -> Decision:
        """Search, or ask the network alone, and choose."""
        search, position = self.search(state)
        found = search.search(position, seed)
        row = self.picked(found, seed)
        thought, entropy = judged_values(found.result.rows), _entropy(found.shares)
        return Decision(move_of(state, row.record), found.values, entropy, worth=row_value(row), move_values=thought)

    def picked(self, found: Found, seed: int) -> Row:
        """The row of the move to play: the first one, or one drawn by the shares of the policy."""
        rows = found.result.rows
        if self.softening <= 0 or found.result.proven is not None:
            return rows[0]
        weights = [
            0.0 if row.proven == -1.0 or share <= 0 else math.exp(math.log(share) / self.softening)
            for row, share in zip(rows, found.shares, strict=True)
        ]
        return Random(seed).choices(rows, weights)[0] if sum(weights) > 0 else rows[0]

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """Every move with its value; the network judges the moves that were not searched."""
        search, position = self.search(state)
        found = search.search(position, seed, judge=True)
        analysis = analysis_of(state, self.spec, found.result, sampled=False, values=found.values)
        if not tree:
            return analysis
        if state.game.has_chance or not found.result.iterations:
            return replace(analysis, tree=tree_of_lines(state, analysis, tree))
        return replace(analysis, tree=search.cut(state, tree, analysis.value))


def _entropy(shares: tuple[float, ...]) -> float:
    """How undecided the policy is, in bits."""
    return max(0.0, -sum(share * math.log2(share) for share in shares if share > 0))
