"""``level``: a strength from ``beginner`` to ``master``, for every game."""

from __future__ import annotations

from dataclasses import replace

from apts.agents.agent import Agent, Decision, Player, keeps
from apts.agents.agent_registry import agent, register
from apts.agents.analysis import Analysis
from apts.agents.levels import Level, level_names, levels
from apts.agents.spelling import Setting
from apts.engine.play.game import Game, State
from apts.errors import AptsError


@register(
    "level",
    "A level of strength.",
    (Setting("name", str, "the level, from weak to strong", choices=level_names()),),
    example="level:club",
    shared=True,
    positional="name",
)
class LevelAgent(Agent):
    """Plays every game at one level of strength."""

    version = 4

    def __init__(self, name: str | None = None):
        if name is None:
            raise AptsError(f"the agent 'level' needs the name of a level: {', '.join(level_names())}")
        self.level: Level = next(level for level in levels() if level.name == name)
        self.spec = f"level:{name}"

    def behind(self, game: Game) -> Agent:
        """The agent that plays a game at this level."""
        return agent(self.level.spec_for(game))

    def playing(self, game: Game) -> Agent:
        """The agent behind the level; a class that decides by itself plays as it decides."""
        return self.behind(game) if keeps(self, LevelAgent, "decide", "player", "match_player", "seated") else self

    def decide(self, state: State, seed: int = 1) -> Decision:
        """What the agent behind the level decides."""
        return self.behind(state.game).decide(state, seed)

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        """What the agent behind the level thinks."""
        return replace(self.behind(state.game).analyze(state, seed, tree=tree), agent=self.spec)

    def player(self, seat: int, seed: int = 1) -> Player:
        """A player at this level."""
        return LevelPlayer(self, seat, seed) if keeps(self, LevelAgent, "decide") else Player(self, seat, seed)


class LevelPlayer(Player):
    """A level at one seat of a match: the player of the agent behind it, which depends on the game."""

    def __init__(self, agent: LevelAgent, seat: int, seed: int = 1):
        super().__init__(agent, seat, seed)
        self._level, self._match_seed = agent, seed
        self._behind: Player | None = None

    def decide(self, state: State, turn: int = 0) -> Decision:
        """What the player behind decides."""
        if self._behind is None:
            self._behind = self._level.behind(state.game).player(self.seat, self._match_seed)
        return self._behind.decide(state, turn)
