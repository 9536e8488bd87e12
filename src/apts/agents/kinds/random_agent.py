"""``random``: any legal move, all equally likely."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from apts.agents.agent import Agent, Decision, Player, running
from apts.agents.agent_registry import register
from apts.agents.agent_texts import AgentTexts
from apts.agents.analysis import Analysis, MoveValue
from apts.agents.searching.lean_player import LotPlayer
from apts.agents.searching.reading import tree_of_lines
from apts.engine.play.game import Game, State
from apts.locales import ENGLISH, PORTUGUESE


@register(
    "random",
    "Any legal move, all equally likely.",
    texts={ENGLISH: AgentTexts("random moves"), PORTUGUESE: AgentTexts("lances ao acaso")},
)
class RandomAgent(Agent):
    """Knows nothing: every move is as good as any other."""

    def decide(self, state: State, seed: int = 1) -> Decision:
        """A move by lot."""
        return Decision(Random(seed).choice(running(state).moves()))

    def match_player(self, game: Game, seat: int, seed: int = 1) -> Player:
        """A player that draws the same moves before it names them."""
        del game
        return LotPlayer(self, seat, seed)

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """All moves with the value 0; the one that is drawn by lot comes first."""
        drawn = self.choose(state, seed)
        moves = sorted(state.moves(), key=lambda move: move != drawn)
        rows = tuple(MoveValue(move, 0.0, None, None, 0, 0.5, None, (move,)) for move in moves)
        analysis = Analysis(state, self.spec, rows, 0.0, (0.0,) * state.game.players)
        return replace(analysis, tree=tree_of_lines(state, analysis, tree)) if tree else analysis
