"""``best``: the engine that plays a game best, as a contest of searches has found."""

from __future__ import annotations

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent, register
from apts.agents.engines.engine_choice import engine_of
from apts.agents.searching.stand_in import StandIn
from apts.agents.spelling import AgentTexts, Setting
from apts.engine.play.game import Game
from apts.locales import ENGLISH, PORTUGUESE

MILLISECONDS = 20.0
ITERATIONS_A_MILLISECOND = 20
"""What games without a contest (Python classes, games for one) get for a millisecond."""


@register(
    "best",
    "The engine that plays this game best, found by a contest of searches.",
    (
        Setting(
            "milliseconds",
            float,
            "work a move: what takes a usual processor so long, counted and not timed",
            MILLISECONDS,
            0.01,
            1e7,
        ),
        Setting("seconds", float, "time a move by the clock instead", None, 0.001, 86_400),
    ),
    example="best:milliseconds=20",
    shared=True,
    texts={
        ENGLISH: AgentTexts("the best engine", {"seconds": "the best engine, thinks {number} s a move"}),
        PORTUGUESE: AgentTexts("o melhor motor", {"seconds": "o melhor motor, pensa {number} s por lance"}),
    },
)
class BestAgent(StandIn):
    """Plays each game by its engine, with as much work a move in one game as in another."""

    def __init__(self, milliseconds: float = MILLISECONDS, seconds: float | None = None):
        self.milliseconds, self.seconds = milliseconds, seconds

    def behind(self, game: Game) -> Agent:
        """The engine of the game with the budget."""
        choice = engine_of(game)
        if self.seconds is not None:
            return agent(choice.spelled(seconds=self.seconds))
        if not choice.steps:
            return agent(choice.spelled(iterations=max(1, round(self.milliseconds * ITERATIONS_A_MILLISECOND))))
        return agent(choice.spelled(**{choice.unit: choice.units(self.milliseconds)}))
