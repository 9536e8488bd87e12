"""Small races for points with a fault built in, and fair ones: what measures of points and of tables are held against."""

from __future__ import annotations

import random
from ast import literal_eval
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from apts.engine.play.game import PositionError
from apts.engine.play.outcome import Outcome, shared_ranks
from apts.engine.python_game import PythonGame


@dataclass(frozen=True)
class Race:
    """Who moves, the points so far, the seats that are out, the turns made, and the move whose throw is to come."""

    mover: int
    points: tuple[int, ...]
    out: tuple[int, ...] = ()
    made: int = 0
    pending: str = ""


class Dice(PythonGame[Race]):
    """Each seat throws a die a turn and takes its pips; whoever has most after some rounds wins."""

    name = "Dice race"
    rounds = 9
    again = 0.0
    """How likely a seat moves again."""
    kinds: ClassVar[tuple[str, ...]] = ("left", "right")

    def __init__(self, players: int = 3):
        self.players = players

    def gain(self, position: Race, move: str, dice: random.Random) -> int:
        """The points of a turn."""
        del position, move
        return dice.randint(1, 6)

    def start(self) -> Race:
        """Nobody has anything."""
        return Race(1, (0,) * self.players)

    def mover(self, position: Race) -> int:
        """In turn."""
        return position.mover

    def moves(self, position: Race) -> Iterable[str]:
        """The same ones always."""
        del position
        return self.kinds

    def play(self, position: Race, move: str) -> Race:
        """The throw comes after the move."""
        return Race(position.mover, position.points, position.out, position.made, move)

    def chance(self, position: Race, dice: random.Random) -> Race:
        """The points of the turn; then the next seat that is not out."""
        if not position.pending:
            return position
        points = list(position.points)
        points[position.mover - 1] += self.gain(position, position.pending, dice)
        made = position.made + 1
        out = self.leavers(tuple(points), position.out, made)
        seat = position.mover if self.again and dice.random() < self.again else position.mover % self.players + 1
        while seat in out:
            seat = seat % self.players + 1
        return Race(seat, tuple(points), out, made)

    def leavers(self, points: tuple[int, ...], out: tuple[int, ...], made: int) -> tuple[int, ...]:
        """The seats that are out after a turn."""
        del points, made
        return out

    def outcome(self, position: Race) -> Outcome | None:
        """Ranked by points."""
        if position.pending or position.made < self.rounds * self.players:
            return None
        return Outcome.ranked(shared_ranks([-one for one in position.points]), "most points")

    def scores(self, position: Race) -> tuple[int, ...] | None:
        """The pips so far."""
        return position.points

    def kind(self, move: str) -> str:
        """The move itself."""
        return move

    def write(self, position: Race) -> str:
        """As a tuple."""
        return repr((position.mover, position.points, position.out, position.made, position.pending))

    def read(self, text: str) -> Race:
        """From a tuple."""
        try:
            return Race(*literal_eval(text))
        except (ValueError, SyntaxError, TypeError) as error:
            raise PositionError(f"{text!r} is no race") from error


class Poor(Dice):
    """Whoever is ahead gets six times as much: matches are one-sided."""

    name = "Poor"

    def gain(self, position: Race, move: str, dice: random.Random) -> int:
        """The first throw says who is rich."""
        rich = position.points.index(max(position.points)) + 1
        return 6 * dice.randint(1, 6) if position.mover == rich else dice.randint(1, 6)


class Level(Dice):
    """Nearly all that a turn gives is the same for everybody: matches are close."""

    name = "Level"

    def gain(self, position: Race, move: str, dice: random.Random) -> int:
        """Ninety points, and a pip."""
        return 90 + dice.randint(1, 6)


class Engine(Dice):
    """What one has earns more of it: the leader runs away."""

    name = "Engine"

    def gain(self, position: Race, move: str, dice: random.Random) -> int:
        """A quarter of what one has, and a die."""
        return dice.randint(1, 6) + position.points[position.mover - 1] // 4


class Rubber(Dice):
    """Who is ahead of the last gets nothing but a pip: leads melt away."""

    name = "Rubber"

    def gain(self, position: Race, move: str, dice: random.Random) -> int:
        """The distance to the first, and a pip."""
        return dice.randint(1, 2) + max(position.points) - position.points[position.mover - 1]


class FirstToForty(Dice):
    """Whoever has forty pips first wins: matches have no fixed length."""

    name = "First to forty"

    def outcome(self, position: Race) -> Outcome | None:
        """The first with forty."""
        if position.pending or max(position.points) < 40:
            return None
        return Outcome.ranked(shared_ranks([-one for one in position.points]), "forty")


class RichSeat(Dice):
    """Seat 1 always gets more: an advantage of a seat, and no lead that grows."""

    name = "Rich seat"

    def gain(self, position: Race, move: str, dice: random.Random) -> int:
        """Three more for seat 1."""
        return dice.randint(1, 6) + 3 * (position.mover == 1)


class Knockout(Dice):
    """After two rounds whoever has least is out, and watches the other seven."""

    name = "Knockout"

    def leavers(self, points: tuple[int, ...], out: tuple[int, ...], made: int) -> tuple[int, ...]:
        """The last of the seats with the fewest points."""
        if made != 2 * self.players:
            return out
        return (max(range(1, self.players + 1), key=lambda seat: (-points[seat - 1], seat)),)


class Hog(Dice):
    """Whoever moves mostly moves again: the others wait."""

    name = "Hog"
    again = 0.85


class Kingmaker(Dice):
    """Points by dice for three rounds; then whoever has least crowns one of the others."""

    name = "Kingmaker"
    rounds = 3

    def _last(self, position: Race) -> bool:
        return position.made == self.rounds * self.players - 1

    def mover(self, position: Race) -> int:
        """In turn, and at the end the seat with the fewest points."""
        if not self._last(position) or position.pending:
            return position.mover
        return min(range(1, self.players + 1), key=lambda seat: (position.points[seat - 1], seat))

    def moves(self, position: Race) -> Iterable[str]:
        """The others, at the end."""
        if not self._last(position):
            return self.kinds
        return [f"crown{seat}" for seat in range(1, self.players + 1) if seat != self.mover(position)]

    def chance(self, position: Race, dice: random.Random) -> Race:
        """Who is crowned gets a thousand points."""
        if not position.pending.startswith("crown"):
            return super().chance(position, dice)
        points = list(position.points)
        points[int(position.pending[5:]) - 1] += 1000
        return Race(position.mover, tuple(points), position.out, position.made + 1)


class OwnChoice(Dice):
    """Everybody chooses how many dice to throw, for nobody else: three are best."""

    name = "Own choice"
    rounds = 3
    kinds = ("one", "three")

    def gain(self, position: Race, move: str, dice: random.Random) -> int:
        """One die or three."""
        return sum(dice.randint(1, 6) for _ in range(1 if move == "one" else 3))


class Countdown(Dice):
    """All win together who have so many pips after three rounds, else all lose."""

    name = "Countdown"
    rounds = 3
    cooperative = True

    def __init__(self, players: int = 3, target: int = 0):
        super().__init__(players)
        self.target = target or 11 * players

    def outcome(self, position: Race) -> Outcome | None:
        """By the sum of all points."""
        if position.pending or position.made < self.rounds * self.players:
            return None
        won = sum(position.points) >= self.target
        return Outcome.all_win(self.players, "enough") if won else Outcome.all_lose(self.players, "too little")


class Cliff(Countdown):
    """Whoever throws a one at first loses nearly all: losses are far from a win."""

    name = "Cliff"

    def gain(self, position: Race, move: str, dice: random.Random) -> int:
        """Much in some matches and little in others, as the first throw says."""
        if not position.made:
            return dice.choice([1, 30])
        return 10 if max(position.points) >= 30 else 1


class Offers(Dice):
    """The first move is the chance in ten that seat 1 wins; then seat 2 moves, and a die decides."""

    name = "Offers"

    def __init__(self, chances: tuple[int, ...] = (5, 7, 8, 9), signs: str = "ab"):
        super().__init__(2)
        self.chances, self.signs = chances, signs

    def moves(self, position: Race) -> Iterable[str]:
        """The chances, then nothing to choose."""
        return (
            [f"move{chance}{sign}" for chance in self.chances for sign in self.signs] if not position.made else ["on"]
        )

    def gain(self, position: Race, move: str, dice: random.Random) -> int:
        """The first move leaves its chance as points of seat 1, which the second turns into a win or nothing."""
        if move != "on":
            return int(move[4:-1])
        return 0 if dice.random() < position.points[0] / 10 else 100

    def outcome(self, position: Race) -> Outcome | None:
        """After two moves."""
        if position.pending or position.made < 2:
            return None
        return Outcome.won_by(1 + (position.points[1] > 0), 2, "luck")

    def scores(self, position: Race) -> None:
        """What is kept are no points."""


class Mine(Dice):
    """Two ways to make points, one of which gives nearly all."""

    name = "Mine"
    kinds = ("dig", "fish")

    def gain(self, position: Race, move: str, dice: random.Random) -> int:
        """Ten times as much below ground."""
        return dice.randint(1, 6) * (10 if move == "dig" else 1)


class Bonus(Dice):
    """Little on the way, and much at the end."""

    name = "Bonus"

    def outcome(self, position: Race) -> Outcome | None:
        """With three hundred points more for everybody."""
        found = super().outcome(position)
        return None if found is None else found.paying(points=[300 + one for one in position.points])
