"""Agents that stand for another one, which depends on the game."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from apts.agents.agent import Agent, Decision, Player, keeps
from apts.agents.analysis import Analysis
from apts.engine.play.game import Game, State


class StandIn(Agent):
    """Plays every game as the agent that it stands for there; a class that decides by itself plays as it decides."""

    @abstractmethod
    def behind(self, game: Game) -> Agent:
        """The agent that plays a game."""

    def playing(self, game: Game) -> Agent:
        """The agent behind it, unless a class derived from this one has ways of its own."""
        methods = ("player", "match_player", "seated")
        own = keeps(self, StandIn, "decide", *methods)
        return self.behind(game).playing(game) if own else self

    def decide(self, state: State, seed: int = 1) -> Decision:
        """What the agent behind it decides."""
        return self.behind(state.game).decide(state, seed)

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """What the agent behind it thinks."""
        return replace(self.behind(state.game).analyze(state, seed, tree=tree), agent=self.spec)

    def player(self, seat: int, seed: int = 1) -> Player:
        """A player of the agent behind it."""
        return StandInPlayer(self, seat, seed) if keeps(self, StandIn, "decide") else Player(self, seat, seed)


class StandInPlayer(Player):
    """The player of the agent behind a stand-in, which depends on the game, at one seat of a match."""

    def __init__(self, agent: StandIn, seat: int, seed: int = 1):
        super().__init__(agent, seat, seed)
        self._stand_in, self._match_seed = agent, seed
        self._behind: Player | None = None

    def decide(self, state: State, turn: int = 0) -> Decision:
        """What the player behind decides."""
        if self._behind is None:
            self._behind = self._stand_in.behind(state.game).player(self.seat, self._match_seed)
        return self._behind.decide(state, turn)
