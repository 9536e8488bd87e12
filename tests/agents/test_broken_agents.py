"""An agent that somebody wrote and that does what it must not is named with its seat, its turn and its mistake."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

import apts
from apts.agents.agent import Agent, CountedDecision, Decision
from apts.agents.analysis import Analysis
from apts.agents.kinds.random_agent import RandomAgent
from apts.agents.saved_match import SavedMatch
from apts.cli.playing import match_table
from apts.engine.play.game import Move, State
from apts.errors import AptsError
from tests.engine.test_python_game import Nim
from tests.wording.golden import Wording

TIC = apts.load("tic-tac-toe")


class Bad(Agent):
    """Answers what it was made to answer."""

    def __init__(self, answer: Callable[[State], Any]) -> None:
        self.answer = answer
        self.spec = "Bad()"

    def decide(self, state: State, seed: int = 1) -> Decision:
        answer: Decision = self.answer(state)
        return answer

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        return RandomAgent().analyze(state, seed, tree=tree)


def _raised(error: BaseException) -> Any:
    raise error


def _thought(values: Any = None, entropy: Any = None, worth: Any = None) -> Callable[[State], Decision]:
    return lambda state: Decision(state.moves()[0], values, entropy, worth=worth)


def _first(state: State) -> Decision:
    return Decision(state.game.start().moves()[0])


ANSWERS: dict[str, tuple[Callable[[State], Any], str]] = {
    "illegal": (_first, "at seat 2 gave 'a1' at turn 2, which is not a legal move there"),
    "other game": (lambda _: Decision(apts.load("hex").start().moves()[5]), "which is not a legal move there"),
    "made up": (lambda state: Decision(Move(state.moves()[0].text)), "among state.moves() is another move"),
    "nothing": (lambda _: None, "gave None at turn 1; a Decision with one of state.moves(), such as"),
    "move": (lambda state: state.moves()[0], "gave the Move"),
    "no move": (lambda _: Decision(None), "whose move is None at turn 1"),  # type: ignore[arg-type]
    "text": (lambda _: Decision("a1"), "whose move is the str 'a1' at turn 1"),  # type: ignore[arg-type]
    "error": (lambda _: _raised(ValueError("lost")), "raised ValueError at turn 1: lost (test_broken_agents.py, line"),
    "own error": (lambda state: state.play("z9"), "failed at turn 1: 'z9' is not a legal move"),
    "exit": (lambda _: _raised(SystemExit(0)), "raised SystemExit at turn 1"),
    "no numbers": (_thought((math.nan, 0.0)), "the values (nan, 0.0) at turn 1; None or 2 numbers from -1 to 1"),
    "too much": (_thought((7.0, -7.0)), "the values (7.0, -7.0)"),
    "too many": (_thought((0.0, 0.0, 0.0)), "the values (0.0, 0.0, 0.0)"),
    "one value": (_thought(0.5), "the values 0.5"),
    "texts": (_thought(("a", "b")), "the values ('a', 'b')"),
    "entropy": (_thought(entropy=-1.0), "the entropy -1.0 at turn 1; None or a number from 0 to 3.17, the bits of 9"),
    "too undecided": (_thought(entropy=2000.0), "the entropy 2000.0 at turn 1; None or a number from 0 to 3.17"),
    "worth": (_thought(worth=math.nan), "the worth nan at turn 1; None or a number from -1 to 1"),
}


@pytest.mark.parametrize("case", ANSWERS)
def test_match_of_a_broken_agent_fails_and_names_it(case: str) -> None:
    answer, part = ANSWERS[case]
    run = apts.playtest(TIC, [Bad(answer)], 1, workers=1)
    (match,) = run.matches
    assert match.status == "failed"
    assert match.facts["error"].startswith("agent Bad() at seat ")
    assert part in match.facts["error"]


@pytest.mark.parametrize("case", ["illegal", "nothing", "text", "error", "exit", "too many"])
def test_tournament_tells_which_agent_is_broken(case: str) -> None:
    with pytest.raises(apts.AptsError, match=r"^agent Bad\(\) at seat "):
        apts.arena(TIC, ["random", Bad(ANSWERS[case][0])], matches=2, workers=1)


def test_illegal_move_in_a_class_game_is_the_fault_of_the_agent(wording: Wording) -> None:
    run = apts.playtest(Nim(), Bad(lambda _: Decision(Move("9", action="9"))), 1, workers=1)
    wording(run.matches[0].facts["error"])


def test_position_that_an_agent_claims_is_not_believed() -> None:
    def claimed(state: State) -> Decision:
        first, last = state.moves()[0], state.moves()[-1]
        return CountedDecision(first, (0, 0), legal_moves=99, after=state.after(last))

    run = apts.playtest(TIC, Bad(claimed), 1, workers=1)
    assert [turn.legal_moves for turn in run.matches[0].turns][:3] == [9, 8, 7]
    assert len(run.replay(1)) == len(run.matches[0].turns) + 1


@pytest.mark.parametrize("case", ["too much", "error", "nothing", "own error"])
@pytest.mark.parametrize("way", ["evaluator", "evaluate"])
def test_evaluator_that_is_broken_is_named_as_what_it_is(case: str, way: str) -> None:
    answer, part = ANSWERS[case]
    run = apts.playtest(TIC, "random", 1, workers=1, **{way: Bad(answer)})  # type: ignore[arg-type]
    error = run.matches[0].facts["error"]
    assert error.startswith("the evaluator Bad() ")
    assert part in error
    assert "seat" not in error.partition(";")[0]


class _Unwell(RandomAgent):
    """One of ours that fails, as a model does that does not fit the game."""

    def player(self, seat: int, seed: int = 1) -> Any:
        raise apts.AptsError("the model is of another game")


def test_what_one_of_our_evaluators_meets_is_told_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Unwell, "__module__", "apts.agents.kinds.random_agent")
    run = apts.playtest(TIC, "random", 1, evaluator=_Unwell(), workers=1)
    assert run.matches[0].facts["error"].startswith("the model is of another game (met by the evaluator ")


QUESTIONS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "nothing": (lambda agent: agent.choose(None), "an agent is asked about a position, such as"),
    "a game": (lambda agent: agent.choose(TIC), "an agent is asked about a position, such as"),
    "analyze": (lambda agent: agent.analyze("x"), "an agent is asked about a position, such as"),
    "seed text": (lambda agent: agent.choose(TIC.start(), seed="x"), "a seed is a whole number, not 'x'"),
    "seed fraction": (lambda agent: agent.decide(TIC.start(), 1.5), "a seed is a whole number, not 1.5"),
    "seed none": (lambda agent: agent.analyze(TIC.start(), None), "a seed is a whole number, not None"),
    "tree": (lambda agent: agent.analyze(TIC.start(), tree="x"), "nodes to be told of is a whole number of at least 0"),
}


@pytest.mark.parametrize("spec", ["random", "uct:iterations=5", "greedy", "alphabeta:depth=1", "level:club", "human"])
@pytest.mark.parametrize("case", QUESTIONS)
def test_wrong_question_is_refused_by_every_agent(spec: str, case: str) -> None:
    ask, part = QUESTIONS[case]
    with pytest.raises(apts.AptsError) as refused:
        ask(apts.agent(spec))
    assert part in str(refused.value)


class Silent(Bad):
    """Has nothing to say about a position, and nobody to sit at the table."""

    def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Analysis:
        raise RuntimeError("no opinion")

    def player(self, seat: int, seed: int = 1) -> Any:
        return None


def test_agent_without_a_player_is_named(wording: Wording) -> None:
    run = apts.playtest(TIC, Silent(_first), 1, workers=1)
    wording(run.matches[0].facts["error"])


def test_agent_that_cannot_judge_openings_is_named() -> None:
    with pytest.raises(
        apts.AptsError, match=r"^agent Bad\(\) raised RuntimeError when it was asked about .*no opinion"
    ):
        apts.stress(TIC, Silent(_first), 2, workers=1)


def test_choice_of_an_agent_that_decides_nothing_is_told() -> None:
    with pytest.raises(apts.AptsError, match=r"agent Bad\(\) decided None; a Decision"):
        Bad(lambda _: None).choose(TIC.start())


def _played(table: match_table.MatchTable) -> None:
    while not table.state.over:
        table.play(table.decide().move)


@pytest.mark.parametrize("case", ANSWERS)
def test_broken_agent_is_named_at_the_table_too(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answer, told = ANSWERS[case]
    monkeypatch.setattr("apts.agents.agent_registry.agent", lambda spec: Bad(answer))
    with pytest.raises(AptsError) as problem:
        _played(match_table.MatchTable(SavedMatch("tic-tac-toe", ("bad",))))
    assert told in str(problem.value)
