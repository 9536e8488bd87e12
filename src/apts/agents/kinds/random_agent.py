"""``random``: any legal move, all equally likely."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from apts.agents.agent import Agent, Decision, Players, Seating, keeps, running
from apts.agents.agent_registry import register
from apts.agents.analysis import Analysis, MoveValue, tree_of_lines
from apts.agents.searching.compiled_tree import RandomFastPathPlayer
from apts.agents.spelling import AgentTexts
from apts.engine.play.game import State
from apts.engine.play.match_loop import Seated
from apts.locales import ENGLISH, PORTUGUESE


@register(
    "random",
    "Any legal move, all equally likely.",
    shared=True,
    texts={ENGLISH: AgentTexts("random moves"), PORTUGUESE: AgentTexts("lances ao acaso")},
)
class RandomAgent(Agent):
    """Knows nothing: every move is as good as any other."""

    def decide(self, state: State, seed: int = 1) -> Decision:
        """A move by lot."""
        return Decision(Random(seed).choice(running(state).moves()))

    @classmethod
    def seated(cls, seating: Seating) -> Seated[Decision]:
        """Players that draw the same moves before they name them."""
        if not all(keeps(one.agent, RandomAgent, "decide", "player", "match_player") for one in seating.places):
            return super().seated(seating)
        return Players(seating, lambda one: RandomFastPathPlayer(one.agent, one.seat, one.seed))

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """All moves with the value 0; the one that is drawn by lot comes first."""
        drawn = self.choose(state, seed)
        moves = sorted(state.moves(), key=lambda move: move != drawn)
        rows = tuple(MoveValue(move, 0.0, None, None, 0, 0.5, None, (move,)) for move in moves)
        analysis = Analysis(state, self.spec, rows, 0.0, (0.0,) * state.game.players)
        return replace(analysis, tree=tree_of_lines(state, analysis, tree)) if tree else analysis
