"""``level``: a strength from ``beginner`` to ``master``, for every game."""

from __future__ import annotations

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent, register
from apts.agents.levels import Level, level_names, levels
from apts.agents.searching.stand_in import StandIn
from apts.agents.spelling import Setting
from apts.engine.play.game import Game
from apts.errors import AptsError


@register(
    "level",
    "A level of strength.",
    (Setting("name", str, "the level, from weak to strong", choices=level_names()),),
    example="level:club",
    shared=True,
    positional="name",
)
class LevelAgent(StandIn):
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
