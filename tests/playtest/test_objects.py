"""Games and agents can be given as what they are: a class, an object, one spelling for all seats."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import apts
from apts.agents.agent import Agent, Decision, Player
from apts.agents.agent_registry import resolve_agents
from apts.agents.analysis import Analysis
from apts.agents.kinds.random_agent import RandomAgent
from apts.agents.kinds.uct_agent import UctAgent
from apts.archive import open_archive
from apts.engine.game_contract import refusal
from apts.engine.play.game import State
from apts.playtest import open_run
from tests.engine.test_python_game import Nim, Race


class Last(Agent):
    """Plays the last move of the list, or one so many places before it."""

    def __init__(self, back: int = 0, judge: Any = None) -> None:
        self.back, self.judge = back, judge

    def decide(self, state: State, seed: int = 1) -> Decision:
        moves = state.moves()
        return Decision(moves[-1 - self.back % len(moves)])

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        return RandomAgent().analyze(state, seed, tree=tree)


@dataclass(frozen=True, eq=False)
class Frozen(Last):
    """The same as a frozen value."""

    back: int = 0
    judge: Any = None


class OwnSearch(UctAgent):
    """A search that is somebody's own."""


@pytest.mark.parametrize("game", [Nim, Nim(), Nim(8), Race, "tic-tac-toe", apts.load("tic-tac-toe")])
@pytest.mark.parametrize("agents", ["random", "random,uct:iterations=5", ["random"], Last(), [Last(), "random"]])
def test_game_and_agents_in_every_shape(game: Any, agents: Any) -> None:
    run = apts.playtest(game, agents, 2, workers=1)
    assert [match.status for match in run.matches] == ["finished", "finished"]


def test_path_is_a_game(tmp_path: Path) -> None:
    file = tmp_path / "row.lud"
    file.write_text(apts.load("tic-tac-toe").rules)
    assert len(apts.playtest(file, "random", 2).matches) == 2


@pytest.mark.parametrize("workers", [1, 2])
def test_agent_object_plays_itself(workers: int) -> None:
    run = apts.playtest(Nim, [Last(), Last(2)], 4, workers=workers)
    assert run.manifest.agents == ("Last()", "Last(back=2)")
    for match in run.matches:
        for turn in match.turns:
            wanted = "take1" if match.seats[turn.mover - 1] else "take3"
            assert turn.move == wanted or turn.legal_moves < 3


@pytest.mark.parametrize(
    "spelling", ["random", "uct:iterations=5", "alphabeta:depth=1", "greedy", "level:club", "adaptive"]
)
def test_class_derived_from_an_agent_plays_what_it_decides_itself(spelling: str) -> None:
    made = apts.agent(spelling)

    class First(type(made)):  # type: ignore[misc]
        def decide(self, state: State, seed: int = 1) -> Decision:
            return Decision(state.moves()[0])

    class Later(First):
        """Decides as the class above it does."""

    class Seated(type(made)):  # type: ignore[misc]
        def player(self, seat: int, seed: int = 1) -> Player:
            return Player(Last(), seat, seed)

    arguments = made._arguments
    for agent, wanted in ((First(**arguments), 0), (Later(**arguments), 0), (Seated(**arguments), -1)):
        run = apts.playtest("tic-tac-toe", [agent], 2, workers=1)
        state = apts.load("tic-tac-toe").start()
        for turn in run.matches[0].turns:
            assert turn.move == state.moves()[wanted].text
            state = state.play(turn.move)


def test_spelling_of_an_object_tells_it_from_others() -> None:
    assert Last(1).spec == "Last(back=1)"
    assert Last(1) == Last(1)
    assert Last(1) != Last(2)
    assert Last(1) != RandomAgent()
    assert len({Last(1), Last(1), Last(2)}) == 2
    assert Frozen(3).spec == "Frozen(back=3)"
    assert "0x" not in Last(judge=object()).spec
    assert Last(judge=object()) != Last(judge=object())


def test_object_of_a_registered_kind_has_the_spelling_of_its_kind() -> None:
    assert RandomAgent().spec == "random"
    assert UctAgent(200, c=1.2).spec == "uct:iterations=200,c=1.2"
    assert apts.agent("uct:iterations=200") == UctAgent(iterations=200)
    assert OwnSearch(200).spec == "OwnSearch(iterations=200)"


def test_agents_that_only_look_alike_are_numbered() -> None:
    first, second = Last(judge=object()), Last(judge=object())
    given = [agent.spec for agent in resolve_agents([first, second, first, second])]
    assert len(set(given)) == 2
    assert given[:2] == given[2:]
    assert given[1].endswith("#2")


def test_own_search_is_played_by_itself_and_not_by_the_one_it_comes_from() -> None:
    class Passing(OwnSearch):
        def player(self, seat: int, seed: int = 1) -> Any:
            return Last().player(seat, seed)

    run = apts.playtest("tic-tac-toe", Passing(50), 1)
    assert [turn.move for turn in run.matches[0].turns][:2] == ["c3", "b3"]


def test_stress_and_evaluation_take_objects() -> None:
    assert apts.stress("tic-tac-toe", Last(), 2, sorts=["opening"]).agent == "Last()"
    assert apts.playtest("tic-tac-toe", "random", 2, evaluate=UctAgent(5)).matches[0].turns[0].values is not None
    assert apts.playtest("tic-tac-toe", [Last(), "random"], 2, guard=True).findings is not None


def test_run_of_own_agents_can_be_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "runs.db"
    played = apts.playtest("tic-tac-toe", [Last(), Last(1)], 4, archive=path)
    again = open_run(path, played.name)
    assert again.manifest.agents == ("Last()", "Last(back=1)")
    assert [finding.sentence for finding in again.findings] == [finding.sentence for finding in played.findings]
    with open_archive(path) as archive:
        assert open_run(archive, played.name, "tic-tac-toe").matches == again.matches


@pytest.mark.parametrize("wrong", [7, Last, [Last], [None], [3.5]])
def test_what_is_no_agent_is_refused(wrong: Any) -> None:
    assert "an agent is" in refusal(lambda _: apts.playtest("tic-tac-toe", wrong, 1), "")


@pytest.mark.parametrize("wrong", [7, None, object(), int])
def test_what_is_no_game_is_refused(wrong: Any) -> None:
    assert "game" in refusal(lambda _: apts.playtest(wrong, "random", 1), "")


def test_loaded_game_is_given_back_and_cannot_be_set() -> None:
    game = apts.load("tic-tac-toe")
    assert apts.load(game) is game
    assert "loaded already" in refusal(lambda _: apts.load(game, line=4), "")


def test_solve_takes_a_game() -> None:
    assert apts.solve(apts.load(Nim, heap=4)).value == -1.0


def test_signatures_say_the_real_parameters_with_types() -> None:
    told = inspect.signature(apts.playtest)
    assert list(told.parameters)[:4] == ["game", "agents", "matches", "seed"]
    assert told.parameters["seed"].annotation is int
    assert told.parameters["matches"].annotation == int | None
    assert told.return_annotation is apts.Run
    for name in ("load", "agent", "stress", "skill", "solve"):
        known = inspect.signature(getattr(apts, name))
        assert known.parameters
        assert all(parameter.annotation is not inspect.Parameter.empty for parameter in known.parameters.values())
        assert not any(parameter.kind is inspect.Parameter.VAR_POSITIONAL for parameter in known.parameters.values())
