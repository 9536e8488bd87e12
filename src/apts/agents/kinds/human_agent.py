"""``human``: a person, who has to be asked by whatever shows the board."""

from __future__ import annotations

from typing import NoReturn

from apts.agents.agent import Agent, Decision
from apts.agents.agent_registry import register
from apts.agents.analysis import Analysis
from apts.agents.spelling import AgentTexts
from apts.engine.play.game import State
from apts.errors import AptsError
from apts.locales import ENGLISH, PORTUGUESE


@register("human", "A person.", texts={ENGLISH: AgentTexts("a person"), PORTUGUESE: AgentTexts("uma pessoa")})
class HumanAgent(Agent):
    """Stands for a person at a seat; commands that show a board ask for the moves themselves."""

    is_person = True

    def decide(self, state: State, seed: int = 1) -> Decision:
        """A person cannot be asked from here."""
        del seed
        self._refuse(state)

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """A person cannot be asked from here."""
        del seed, tree
        self._refuse(state)

    def _refuse(self, state: State) -> NoReturn:
        raise AptsError(f"'human' is a person and cannot choose a move in {str(state)!r} by itself; use apts play")
