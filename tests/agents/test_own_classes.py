"""Agents that others write: with one method, with memory, with a batch face, and as they were written for older versions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import pytest

import apts
from apts.agents import agent_registry
from apts.agents.agent import Agent, Decision, MatchSeat, Player, Players, Seating, running
from apts.agents.agent_registry import AgentContract, register
from apts.agents.kinds.uct_agent import UctAgent
from apts.agents.matches import course, play_match
from apts.engine.play.game import Game, Move, State
from apts.engine.play.match_loop import MoveRequest

TIC = apts.load("tic-tac-toe")


def moves_of(*agents: Agent) -> list[str]:
    """The moves of a match, by their texts."""
    return [turn.decision.move.text for turn in course(TIC.start(), agents, 1)]


class LastMove(Agent):
    """One method is enough."""

    def choose(self, state: State, seed: int = 1) -> Move:
        return running(state).moves()[-1]


@pytest.fixture(scope="module", autouse=True)
def known() -> Iterator[None]:
    """The agent is registered while the tests of this file run."""
    register("last-move", "plays the last move of the list")(LastMove)
    yield
    del agent_registry._KINDS["last-move"]


class TestChoosingAlone(AgentContract):
    """An agent that has no more than a method ``choose`` keeps the whole contract."""

    spec = "last-move"


def test_agent_that_only_chooses_plays_everywhere() -> None:
    assert moves_of(LastMove(), LastMove()) == ["c3", "b3", "a3", "c2", "b2", "a2", "c1"]
    run = apts.playtest(TIC, [LastMove(), "random"], 4, workers=1)
    assert {match.status for match in run.matches} == {"finished"}
    analysis = LastMove().analyze(TIC.start())
    assert [row.visits for row in analysis.moves] == [1] + 8 * [0]
    assert {row.value for row in analysis.moves} == {0.0}
    apts.stress(TIC, LastMove(), 2, workers=1)


def test_agent_with_neither_method_cannot_be_made() -> None:
    class Nothing(Agent):
        def analyze(self, state: State, seed: int = 1, *, tree: int = 0) -> Any:
            raise NotImplementedError

    with pytest.raises(apts.AptsError, match="no agent of the class Nothing: it lacks decide, or choose"):
        Nothing()


class Counting(Player):
    """Plays the move with the number of the turns that it was asked about before."""

    asked = 0

    def decide(self, state: State, turn: int = 0) -> Decision:
        self.asked += 1
        return Decision(state.moves()[(self.asked - 1) % len(state.moves())])


class Remembering(LastMove):
    """What is remembered in a match lives in a player, which decides."""

    def player(self, seat: int, seed: int = 1) -> Player:
        return Counting(self, seat, seed)


class Older(LastMove):
    """Written when there was a method for players of a known game."""

    def match_player(self, game: Game, seat: int, seed: int = 1) -> Player:
        assert game is TIC
        return Counting(self, seat, seed)


class Batched(LastMove):
    """Answers about all of its positions at once."""

    batches: ClassVar[list[int]] = []

    @classmethod
    def seated(cls, seating: Seating) -> Any:
        class Together:
            def decide(self, asked: Sequence[MoveRequest]) -> list[Decision]:
                cls.batches.append(len(asked))
                return [Decision(one.state.moves()[one.turn % 2]) for one in asked]

        return Together()


@pytest.mark.parametrize("kind", [Remembering, Older])
def test_players_of_a_class_decide_its_matches(kind: type[Agent]) -> None:
    assert moves_of(kind(), kind()) == ["a1", "b1", "a2", "b2", "a3"]


def test_batch_face_of_a_class_is_asked() -> None:
    Batched.batches.clear()
    assert moves_of(Batched(), LastMove()) == ["a1", "c3", "b1", "b3", "c1"]
    assert Batched.batches == [1, 1, 1]


@pytest.mark.parametrize("answer", [None, [], [None], "text"])
def test_batch_face_that_answers_nonsense_is_named(answer: Any) -> None:
    class Wrong(LastMove):
        @classmethod
        def seated(cls, seating: Seating) -> Any:
            class Together:
                def decide(self, asked: Sequence[MoveRequest]) -> Any:
                    return answer

            return Together()

    with pytest.raises(apts.AptsError, match=r"^agent .*Wrong\(\) at seat 1 gave .* at turn 1; "):
        play_match(TIC, [Wrong(), LastMove()])


def test_class_derived_from_a_search_is_played_by_its_own_decisions_at_tables_too() -> None:
    class First(UctAgent):
        def decide(self, state: State, seed: int = 1) -> Decision:
            return Decision(state.moves()[0])

    own = First(iterations=5)
    assert own.player(1).decide(TIC.start()).move == TIC.start().moves()[0]
    assert moves_of(own, own)[:2] == ["a1", "b1"]


def test_older_names_are_still_there() -> None:
    search = apts.agent("uct:iterations=20")
    assert search.whole_match(TIC, [search, search], 1) is None
    one, other = search.match_player(TIC, 1, 3), search.player(1, 3)
    assert one.decide(TIC.start()) == other.decide(TIC.start())


def test_position_off_the_course_of_a_match_is_answered_by_players() -> None:
    search = apts.agent("uct:iterations=30")
    seating = Seating(TIC, [MatchSeat(search, seat, 5) for seat in (1, 2)], 50)
    ahead = UctAgent.seated(seating)
    assert not isinstance(ahead, Players)
    start = TIC.start()
    (first,) = ahead.decide([MoveRequest(0, 0, start)])
    other = next(move for move in start.moves() if move != first.move)
    back = start.after(other)
    (second,) = ahead.decide([MoveRequest(0, 1, back)])
    assert second.move in back.moves()
    assert second == search.player(2, 5).decide(back, 1)
