"""Small games for the tests of agents."""

from __future__ import annotations

import random
from collections.abc import Iterable

from apts.engine.play.game import PositionError
from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame

PILE = """
(game "Pile" (players 3)
    (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))
"""


class Race(PythonGame[tuple[int, int]]):
    """A pile of pieces: whoever moves takes one, two or three, and whoever takes the last one wins."""

    name = "Race"

    def __init__(self, pieces: int = 21, players: int = 2):
        self.pieces, self.players = pieces, players

    def start(self) -> tuple[int, int]:
        return self.pieces, 1

    def mover(self, position: tuple[int, int]) -> int:
        return position[1]

    def moves(self, position: tuple[int, int]) -> Iterable[str]:
        return [str(count) for count in (1, 2, 3) if count <= position[0]]

    def play(self, position: tuple[int, int], move: str) -> tuple[int, int]:
        return position[0] - int(move), position[1] % self.players + 1

    def outcome(self, position: tuple[int, int]) -> Outcome | None:
        if position[0]:
            return None
        last = (position[1] - 2) % self.players + 1
        return Outcome.won_by(last, self.players, "the last piece was taken")

    def write(self, position: tuple[int, int]) -> str:
        return f"{position[0]} {position[1]}"

    def read(self, text: str) -> tuple[int, int]:
        parts = text.split()
        if len(parts) != 2 or not all(part.isdecimal() for part in parts):
            raise PositionError(f"{text!r} is not a position of Race")
        return int(parts[0]), int(parts[1])


class Coin(PythonGame[str]):
    """One choice: a fair coin, or one that falls for you four times in five. Then chance decides."""

    name = "Coin"

    def start(self) -> str:
        return "choose"

    def mover(self, position: str) -> int:
        return 1

    def moves(self, position: str) -> Iterable[str]:
        return ["fair", "loaded"]

    def play(self, position: str, move: str) -> str:
        return move

    def chance(self, position: str, dice: random.Random) -> str:
        if position not in ("fair", "loaded"):
            return position
        return "won" if dice.random() < (0.5 if position == "fair" else 0.8) else "lost"

    def outcome(self, position: str) -> Outcome | None:
        if position not in ("won", "lost"):
            return None
        return Outcome.won_by(1 if position == "won" else 2, 2, "the coin fell")

    def write(self, position: str) -> str:
        return position

    def read(self, text: str) -> str:
        if text not in ("choose", "won", "lost"):
            raise PositionError(f"{text!r} is not a position of Coin")
        return text
