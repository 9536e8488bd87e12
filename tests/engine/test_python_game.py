"""Games as classes behind the one face."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import apts
from apts.engine.game_contract import GameContract
from apts.engine.play.game import Game


class Nim(apts.PythonGame[tuple[int, int]]):
    """A heap; take one, two or three. Who takes the last one wins."""

    name = "Nim"

    def __init__(self, heap: int = 12) -> None:
        self.heap = heap

    def start(self) -> tuple[int, int]:
        return self.heap, 1

    def mover(self, position: tuple[int, int]) -> int:
        return position[1]

    def moves(self, position: tuple[int, int]) -> Iterator[str]:
        return (f"take{count}" for count in (3, 2, 1) if count <= position[0])

    def play(self, position: tuple[int, int], move: str) -> tuple[int, int]:
        return position[0] - int(move.removeprefix("take")), 3 - position[1]

    def outcome(self, position: tuple[int, int]) -> apts.Outcome | None:
        return apts.Outcome.won_by(3 - position[1], 2, "the heap is empty") if position[0] == 0 else None

    def write(self, position: tuple[int, int]) -> str:
        return f"{position[0]}/{position[1]}"

    def read(self, text: str) -> tuple[int, int]:
        heap, slash, mover = text.partition("/")
        if not slash or not heap.isdecimal() or mover not in ("1", "2"):
            raise apts.PositionError(f"{text!r} is not a heap and a mover")
        return int(heap), int(mover)


class Race(apts.PythonGame[tuple[int, int, int]]):
    """Two runners; the die says how far the mover runs. Ten steps win."""

    name = "Race"

    def start(self) -> tuple[int, int, int]:
        return 0, 0, 0

    def mover(self, position: tuple[int, int, int]) -> int:
        return 1 + (position[2] & 1)

    def moves(self, position: tuple[int, int, int]) -> list[str]:
        return ["run"]

    def play(self, position: tuple[int, int, int], move: str) -> tuple[int, int, int]:
        return position[0], position[1], position[2] + 1

    def chance(self, position: tuple[int, int, int], dice: random.Random) -> tuple[int, int, int]:
        first, second, turn = position
        if turn == 0:
            return position
        steps = dice.randint(1, 6)
        return (first + steps, second, turn) if turn & 1 else (first, second + steps, turn)

    def outcome(self, position: tuple[int, int, int]) -> apts.Outcome | None:
        if max(position[:2]) < 10:
            return None
        return apts.Outcome.won_by(1 if position[0] > position[1] else 2, 2, "ten steps are run")

    def write(self, position: tuple[int, int, int]) -> str:
        return ",".join(map(str, position))

    def read(self, text: str) -> tuple[int, int, int]:
        try:
            first, second, turn = (int(number) for number in text.split(","))
        except ValueError:
            raise apts.PositionError(f"{text!r} is not three numbers") from None
        return first, second, turn


class TestNim(GameContract):
    """The contract for a class without chance."""

    def load(self) -> Game:
        return apts.load(Nim)


class TestRace(GameContract):
    """The contract for a class with chance."""

    def load(self) -> Game:
        return apts.load(Race)


def test_moves_are_in_the_order_of_their_texts() -> None:
    assert [move.text for move in apts.load(Nim).start().moves()] == ["take1", "take2", "take3"]


def test_numbers_in_texts_are_sorted_by_their_size() -> None:
    class Doors(Nim):
        def moves(self, position: tuple[int, int]) -> list[str]:
            return ["a10", "a-3", "a2", "a", "a2b", "10", "b1", "a02", "a100", "a9"]

    texts = [move.text for move in apts.load(Doors).start().moves()]
    assert texts == ["a", "a-3", "a2", "a02", "a2b", "a9", "a10", "a100", "b1", "10"]


@pytest.mark.parametrize("definition", ["nim", "race"])
def test_random_matches_are_those_of_the_states(definition: str) -> None:
    game = apts.load(Nim, heap=30) if definition == "nim" else apts.load(Race)
    for number in range(20):
        assert game.random_match(f"4 {number}", None) == Game.random_match(game, f"4 {number}", None)
        assert game.random_match(f"4 {number}", 2) == Game.random_match(game, f"4 {number}", 2)


def test_random_matches_of_a_class_without_an_end_are_stopped() -> None:
    class Endless(Nim):
        def play(self, position: tuple[int, int], move: str) -> tuple[int, int]:  # noqa: ARG002
            return (position[0], 3 - position[1])

    assert apts.load(Endless).playouts(1).unfinished == 1


@pytest.mark.parametrize(
    ("method", "answer", "sentence"),
    [
        ("moves", [], "moves is wrong in the position '12/1': it gives no move"),
        ("moves", ["take1", "take1"], "it gives the move 'take1' twice"),
        ("play", None, "it gives None"),
        ("outcome", "won", "it gives"),
    ],
)
def test_random_matches_of_a_broken_class_tell_where_it_is_broken(method: str, answer: object, sentence: str) -> None:
    broken = type("Broken", (Nim,), {method: lambda self, *words: answer})
    with pytest.raises(apts.AptsError, match=sentence):
        apts.load(broken).playouts(3)


def test_settings_go_to_the_constructor() -> None:
    assert str(apts.load(Nim, heap=5).start()) == "5/1"
    with pytest.raises(apts.AptsError, match=r"Nim has no setting 'heaps' \(there are: heap\)"):
        apts.load(Nim, heaps=5)


def test_rules_are_what_the_class_says() -> None:
    game = apts.load(Nim())
    assert game.rules == "A heap; take one, two or three. Who takes the last one wins."
    assert (game.parameters, game.options) == ((), ())


def test_counting_stops_where_matches_end() -> None:
    game = apts.load(Nim, heap=3)
    assert [game.perft(depth) for depth in (1, 2, 3, 4)] == [3, 3, 1, 0]


def test_seed_decides_chance() -> None:
    game = apts.load(Race)

    def dice(seed: int) -> list[str]:
        state: apts.State = game.start(seed)
        found = []
        while state.outcome is None:
            state = state.play("run")
            found.append(str(state))
        return found

    assert dice(1) == dice(1)
    assert len({tuple(dice(seed)) for seed in range(8)}) > 4


def test_class_is_loaded_from_a_file(tmp_path: Path) -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    imports = "from collections.abc import Iterator\nimport apts\n\n\n"
    start, end = source.index("class Nim"), source.index("class Race")
    file = tmp_path / "heap.py"
    file.write_text(imports + source[start:end], encoding="utf-8")
    assert apts.load(file, heap=4).start().play("take3").play("take1").outcome == apts.Outcome.won_by(
        2, 2, "the heap is empty"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("x = 1\n", "must define one subclass of PythonGame; it defines none"),
        (
            "import apts\nclass Heap(apts.PythonGame):\n    def start(self):\n        return 1\n",
            "the game Heap of .* is not finished: it lacks mover, moves, outcome, play, read, write",
        ),
        ("x = 1 / 0\n", "cannot be imported: ZeroDivisionError"),
    ],
)
def test_file_without_a_game_is_refused(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "broken_game.py"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(apts.AptsError, match=message):
        apts.load(file)


def test_other_classes_are_refused() -> None:
    with pytest.raises(apts.AptsError, match="int is not a game"):
        apts.load(int)  # type: ignore[arg-type]
