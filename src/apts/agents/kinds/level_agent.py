"""``level``: a strength from ``beginner`` to ``master``, for every game."""

from __future__ import annotations

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent, register
from apts.agents.engines.ladder import ladder_of
from apts.agents.levels import level_names
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
    """Plays every game at one level of its ladder."""

    version = 5

    def __init__(self, name: str | None = None):
        if name is None:
            raise AptsError(f"the agent 'level' needs the name of a level: {', '.join(level_names())}")
        if name not in level_names():
            raise AptsError(f"there is no level {name!r} (levels: {', '.join(level_names())})")
        self.level, self.spec = name, f"level:{name}"

    def behind(self, game: Game) -> Agent:
        """The agent that plays a game at this level."""
        return agent(ladder_of(game).step(self.level).agent)
