"""A class that breaks the contract is told what is wrong, in which method and in which position."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy
import pytest

import apts
from apts.engine.class_checks import BrokenGame
from apts.engine.class_contract import check_briefly, check_class
from apts.engine.class_game import ClassGame
from apts.engine.game_contract import refusal
from tests.engine.test_python_game import Nim, Race

Outcome = apts.Outcome


def broken(base: type = Nim, **parts: Any) -> type:
    """A game of which some parts are wrong."""
    return type("Broken", (base,), parts)


def complaint(made: type) -> str:
    """What is said about a class when it is checked."""

    def check(_: str) -> None:
        game = apts.load(made)
        assert isinstance(game, ClassGame)
        check_class(game)

    return refusal(check, "")


class Changing:
    """A position that changes."""

    def __init__(self, heap: int) -> None:
        self.heap = heap

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Changing) and other.heap == self.heap

    def __hash__(self) -> int:
        return hash(self.heap)


class ChangingHeap(apts.PythonGame[Changing]):
    """Nim on a heap that is changed in place."""

    name = "Changing Heap"

    def start(self) -> Changing:
        return Changing(5)

    def mover(self, position: Changing) -> int:
        return 1 + position.heap % 2

    def moves(self, position: Changing) -> list[str]:
        return ["take"]

    def play(self, position: Changing, move: str) -> Changing:
        position.heap -= 1
        return position

    def outcome(self, position: Changing) -> apts.Outcome | None:
        return None if position.heap else Outcome.won_by(1, 2, "the heap is empty")

    def write(self, position: Changing) -> str:
        return str(position.heap)

    def read(self, text: str) -> Changing:
        return Changing(int(text))


def at_nine(outcome: object) -> dict[str, Any]:
    """An outcome as soon as the heap has fewer than nine."""
    return {"outcome": lambda self, position: outcome if position[0] < 9 else None}


counter = itertools.count()


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        (at_nine(Outcome.won_by(1, 3, "x")), ["Broken.outcome", "'8/1'", "3 ranks", "2 seats"]),
        (at_nine(Outcome.won_by(1, 1, "x")), ["1 ranks", "2 seats"]),
        (at_nine(Outcome(1, (1.0, 2.0), (1.0,), "x")), ["1 utilities"]),
        (at_nine(Outcome(1, (1.0, 2.0), (float("nan"), 0.0), "x")), ["utilities is nan"]),
        (at_nine(Outcome(1, (1.0, float("inf")), (1.0, -1.0), "x")), ["ranks is inf"]),
        (at_nine(Outcome(1, (1.0, 2.0), (5.0, -1.0), "x")), ["utilities are 5, -1", "-1 to 1"]),
        (at_nine(Outcome(1, (1.0, 7.0), (1.0, -1.0), "x")), ["ranks are 1, 7"]),
        (at_nine(Outcome(3, (1.0, 2.0), (1.0, -1.0), "x")), ["winner is 3"]),
        (at_nine(Outcome(2, (1.0, 2.0), (1.0, -1.0), "x")), ["winner is 2"]),
        (at_nine(Outcome(1, (1.0, 2.0), (0.5, -1.0), "x")), ["utilities", "Outcome.ranked"]),
        (at_nine(Outcome.won_by(1, 2, " ")), ["no reason"]),
        (at_nine(1), ["gives the int 1", "Outcome.won_by"]),
        ({"outcome": lambda self, position: None}, ["Broken.moves", "'0/1'", "no move", "not over"]),
        ({"moves": lambda self, position: []}, ["no move"]),
        ({"moves": lambda self, position: ["a", "b", "a"]}, ["'a' twice"]),
        ({"moves": lambda self, position: ["a", "A"]}, ["upper and lower case"]),
        ({"moves": lambda self, position: [1]}, ["the int 1, not a text"]),
        ({"moves": lambda self, position: ""}, ["a list of texts"]),
        ({"moves": lambda self, position: None}, ["gives nothing"]),
        ({"moves": lambda self, position: [" a"]}, ["blanks"]),
        ({"moves": lambda self, position: [""]}, ["not empty"]),
        ({"moves": lambda self, position: ["\x1b[2J"]}, ["control characters", "\\x1b"]),
        ({"moves": lambda self, position: [f"m{next(counter)}"]}, ["Broken.moves", "other moves"]),
        ({"moves": lambda self, position: [][0]}, ["IndexError", "test_class_contract.py, line"]),
        ({"mover": lambda self, position: 0}, ["Broken.mover", "gives 0", "1 to 2"]),
        ({"mover": lambda self, position: 3}, ["gives 3"]),
        ({"mover": lambda self, position: None}, ["gives None"]),
        ({"mover": lambda self, position: True}, ["gives True"]),
        ({"play": lambda self, position, move: None}, ["Broken.play('take1')", "None", "return"]),
        ({"play": lambda self, position, move: [1, 1]}, ["hashed", "list"]),
        ({"play": lambda self, position, move: (next(counter), 1)}, ["Broken.play('take1')", "another position"]),
        ({"play": lambda self, position, move: 1 / 0}, ["ZeroDivisionError"]),
        ({"start": lambda self: [1, 1]}, ["Broken.start", "hashed"]),
        ({"start": lambda self: (next(counter), 1)}, ["Broken.start", "another position"]),
        ({"start": lambda self: None}, ["Broken.start", "None"]),
        ({"write": lambda self, position: "a\nb"}, ["Broken.write", "one line"]),
        ({"write": lambda self, position: 7}, ["Broken.write", "7"]),
        ({"read": lambda self, text: (1, 1)}, ["Broken.read", "not equal"]),
        ({"read": lambda self, text: int("no")}, ["Broken.read", "ValueError"]),
        ({"players": 0}, ["Broken.players is 0"]),
        ({"players": 2.0}, ["Broken.players is 2.0"]),
        ({"players": 17}, ["1 to 16"]),
        ({"name": ""}, ["no name"]),
        ({"name": "Nim\x1b[31m"}, ["control characters"]),
    ],
)
def test_breach_names_method_position_and_what_is_wrong(parts: dict[str, Any], wanted: list[str]) -> None:
    message = complaint(broken(**parts))
    for part in wanted:
        assert part in message


def test_position_that_changes_in_place_is_refused() -> None:
    assert "ChangingHeap.play('take') changes the position '5' itself" in complaint(ChangingHeap)


def test_positions_that_are_never_equal_are_refused() -> None:
    class Lonely(ChangingHeap):
        def start(self) -> Any:
            return object()

    assert "as == compares them" in complaint(Lonely)


@pytest.mark.parametrize("made", [Nim, Race])
def test_sound_class_passes(made: type) -> None:
    assert complaint(made) == ""


def test_glance_before_a_play_test_sees_what_is_wrong_at_the_start() -> None:
    with pytest.raises(BrokenGame, match=r"Broken\.moves"):
        check_briefly(apts.load(broken(moves=lambda self, position: ["a", "a"])))
    check_briefly(apts.load("tic-tac-toe"))


def test_broken_class_cannot_be_play_tested() -> None:
    with pytest.raises(BrokenGame, match="3 ranks"):
        apts.playtest(broken(outcome=lambda self, position: Outcome.drawn(3, "x")), "random", 2)


@pytest.mark.parametrize("agent", ["random", "uct:iterations=20", "alphabeta:depth=3", "greedy"])
def test_wrong_outcome_deep_in_a_match_fails_the_match_with_a_sentence(agent: str) -> None:
    def outcome(self: Any, position: tuple[int, int]) -> apts.Outcome | None:
        return Outcome.drawn(3, "x") if position[0] < 2 else None

    run = apts.playtest(apts.load(broken(outcome=outcome), heap=60), agent, 1, workers=1)
    assert run.matches[0].status == "failed"
    assert "Broken.outcome is wrong" in run.matches[0].facts["error"]


@pytest.mark.parametrize("text", ["12/1 seed=1e9", "12/1 seed=" + "9" * 5000, "1,2,3 seed=1 played=-1", "x seed=", "="])
def test_wrong_chance_of_a_position_is_refused(text: str) -> None:
    with pytest.raises(apts.AptsError):
        apts.load(Race).state(text)


@pytest.mark.parametrize("estimate", [float("nan"), float("inf"), "x", True])
def test_estimate_that_is_no_utility_is_told(estimate: Any) -> None:
    made = broken(estimate=lambda self, position, seat: estimate)
    with pytest.raises(BrokenGame, match=r"Broken\.estimate is wrong in the position '12/1': it gives the .*from -1"):
        apts.load(made).start().estimate(1)


@pytest.mark.parametrize(
    ("ranks", "wrong"), [((1.5, 2.0), "nobody is first"), ((2.0, 2.0), "its ranks are worth [-1.0, -1.0]")]
)
def test_ranks_without_a_first_are_told(ranks: tuple[float, float], wrong: str) -> None:
    """Where all have the last rank they lose together, which is worth -1 to each of them."""
    made = Outcome(None, ranks, (0.0, 0.0), "x")
    assert wrong in complaint(broken(outcome=lambda self, position: made))


def test_array_is_told_to_be_no_position() -> None:
    said = complaint(broken(start=lambda self: numpy.zeros(3)))
    assert "Broken.start is wrong at the start: it gives a position that cannot be hashed" in said


def test_text_that_is_none_is_told_where_it_is_shown() -> None:
    state: Any = apts.load(broken(write=lambda self, position: 5)).start()
    with pytest.raises(BrokenGame, match="a drawing is expected, as a text"):
        state._repr_html_()


def test_class_that_ends_the_program_is_told() -> None:
    def leave(self: Any, position: Any, move: str) -> Any:
        raise SystemExit(0)

    assert "play is wrong in the position '12/1': it raises SystemExit" in complaint(broken(play=leave))


def _moody(self: Any, position: tuple[int, int]) -> list[str]:
    legal = [f"take{count}" for count in (1, 2, 3) if count <= position[0]]
    return [random.choice(legal)]


def test_solver_tells_of_moves_that_change() -> None:
    with pytest.raises(BrokenGame, match=r"Broken\.moves is wrong .*it gives other moves when it is asked again"):
        [apts.solve(broken(moves=_moody)) for _ in range(20)]


def test_solver_tells_of_a_position_that_is_changed() -> None:
    with pytest.raises(BrokenGame, match="changes the position"):
        apts.solve(ChangingHeap)


def test_solver_tells_of_a_class_that_is_moody_later() -> None:
    moods = random.Random(1)

    def later(self: Any, position: tuple[int, int]) -> list[str]:
        legal = [f"take{count}" for count in (1, 2, 3) if count <= position[0]]
        return legal if position[0] > 6 else [moods.choice(legal)]

    with pytest.raises(BrokenGame, match="when it is asked again"):
        [apts.solve(broken(moves=later)) for _ in range(50)]
