"""A race to a number of points: the goal decides how long it takes, and which die a player takes decides nothing."""

from __future__ import annotations

from dataclasses import dataclass

from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame

WAYS = 7
"""Moves of a turn; each is worth 0 to 6 points, and the shift says which is worth what."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Who moves, and the points of all seats."""

    mover: int
    points: tuple[int, ...]


class PointsRace(PythonGame[Standing]):
    """Each turn one of seven cards is taken; whoever first has ``goal`` points wins."""

    name = "Points Race"
    players = 2

    def __init__(self, goal: int = 15, shift: int = 2):
        self.goal, self.shift = goal, shift

    def start(self) -> Standing:
        """No points yet."""
        return Standing(1, (0,) * self.players)

    def mover(self, position: Standing) -> int:
        """The seat to move."""
        return position.mover

    def moves(self, position: Standing) -> list[str]:
        """The cards."""
        return [f"card{number}" for number in range(WAYS)]

    def play(self, position: Standing, move: str) -> Standing:
        """Take the points of a card, which depend on the number of it and on the shift."""
        points = list(position.points)
        points[position.mover - 1] += (int(move[4:]) + self.shift) % WAYS
        return Standing(position.mover % self.players + 1, tuple(points))

    def outcome(self, position: Standing) -> Outcome | None:
        """Who has the points."""
        for seat, points in enumerate(position.points, 1):
            if points >= self.goal:
                return Outcome.won_by(seat, self.players, "goal")
        return None

    def write(self, position: Standing) -> str:
        """Everything that counts."""
        return f"{position.mover} {','.join(map(str, position.points))}"

    def read(self, text: str) -> Standing:
        """The position of such a text."""
        mover, _, points = text.partition(" ")
        return Standing(int(mover), tuple(map(int, points.split(","))))


class SoloRace(PointsRace):
    """The same for one."""

    name = "Solo Race"
    players = 1


class RaceOfSix(PointsRace):
    """The same for six."""

    name = "Race of Six"
    players = 6
