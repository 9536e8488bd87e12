"""The plan of a run: all that decides its matches, as a value that can be sent to whoever plays them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent
from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.executors import Stopping
from apts.integers import check_seed, whole_number
from apts.playtest.matches.match import recorded_match
from apts.playtest.matches.schedule import appointment


@dataclass(frozen=True)
class Plan:
    """What decides every match of a run: the game, the agents of all seats, the seed, the limit, the evaluator.

    Agents are named by their spellings; ``given`` has those that were handed over as objects. The evaluator gives values
    to the turns of agents that have none, or of ``everyone``. ``again`` plays matches a second time: with the chance that
    they had, by agents that choose afresh. The tasks of a plan are the numbers of matches.
    """

    game: Game
    specs: tuple[str, ...]
    seed: int
    limit: int
    evaluation: str | None = None
    everyone: bool = False
    given: Mapping[str, Agent] = field(default_factory=dict)
    again: bool = False

    def __post_init__(self) -> None:
        check_seed(self.seed)
        whole_number("the most turns of a match", self.limit, 1)

    @property
    def in_threads(self) -> bool:
        """Whether matches are played in compiled code, which releases the interpreter's lock."""
        return self.game.is_compiled

    def describe_task(self, task: int) -> str:
        """A match is called by its number."""
        return f"match {task}"

    def agent(self, spec: str) -> Agent:
        """The agent of a spelling."""
        return self.given[spec] if spec in self.given else agent(spec)

    def prepared(self) -> Callable[[int, Stopping], MatchRecord]:
        """A function that plays the match with a given number."""
        made: dict[str, Agent] = {spec: self.agent(spec) for spec in self.specs}
        agents = [made[spec] for spec in self.specs]
        evaluator = self.agent(self.evaluation) if self.evaluation else None

        def play(number: int, stopping: Stopping) -> MatchRecord:
            meeting = appointment(self.specs, self.seed, number)
            return recorded_match(
                self.game,
                agents,
                meeting.again if self.again else meeting,
                limit=self.limit,
                evaluator=evaluator,
                everyone=self.everyone,
                stopping=stopping,
            )

        return play
