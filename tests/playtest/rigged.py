"""Eight small games as rules texts, each with one fault built in, and a fair one written in Python."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from apts.engine.play.game import PositionError
from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame

HANDICAP = """(game "Handicap" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (play (move Add (to (sites Empty))))
    (end {
      (if (and (is Mover P1) (is Line 2)) (result Mover Win))
      (if (is Line 3) (result Mover Win))
    })))
"""

DEAD_PIECE = """(game "Statue" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) (piece "Statue" Each) })
  (rules
    (play (move Add (piece (id "Stone" Mover)) (to (sites Empty))))
    (end (if (is Line 3) (result Mover Win)))))
"""

DOMINANT_OPENING = """(game "Centre" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (play (move Add (to (sites Empty))))
    (end {
      (if (and (>= (count Moves) 4) (is In 4 (sites Occupied by:P1))) (result P1 Win))
      (if (and (>= (count Moves) 4) (is In 4 (sites Occupied by:P2))) (result P2 Win))
      (if (>= (count Moves) 4) (result Mover Draw))
    })))
"""

ENDLESS_LOOP = """(game "Walkers" (players 2)
  (equipment { (board (rectangle 1 6)) (piece "Walker" Each (move Step (to if:(is Empty (to))))) })
  (rules
    (start { (place "Walker1" 0) (place "Walker2" 5) })
    (play (forEach Piece))
    (end (if (no Pieces Mover) (result Mover Loss)))))
"""

FORCED_DRAW = """(game "Peace" (players 2)
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules
    (play (move Add (to (sites Empty))))
    (end (if (>= (count Moves) 6) (result Mover Draw)))))
"""

NO_CHOICE = """(game "Procession" (players 2)
  (equipment { (board (rectangle 6 2)) (piece "Runner" Each N (move Step Forward (to if:(is Empty (to))))) })
  (rules
    (start { (place "Runner1" 0) (place "Runner2" 1) })
    (play (forEach Piece))
    (end (if (is In (last To) (sites Top)) (result Mover Win)))))
"""


SNOWBALL = """(game "Avalanche" (players 2)
  (equipment { (board (square 3)) (piece "Flake" Each) (dice d:2 num:1) })
  (rules
    (play (do (roll) next:(move Add (to (sites Empty)) (then
      (if (= (score P1) (score P2))
        (if (= (count Pips) 1) (addScore P1 1) (addScore P2 1))
        (if (> (score P1) (score P2)) (addScore P1 1) (addScore P2 1)))))))
    (end (if (>= (count Moves) 8) (byScore)))))
"""
"""A coin gives the first point, and whoever is ahead gets all the others."""

LUCK_ONLY = """(game "Coins" (players 2)
  (equipment { (board (square 3)) (piece "Flake" Each) (dice d:2 num:1) })
  (rules
    (play (do (roll) next:
      (move Add (to (sites Empty)) (then (if (= (count Pips) 1) (addScore P1 1) (addScore P2 1))))))
    (end (if (>= (count Moves) 7) (byScore)))))
"""
"""Seven coins; what is put where has nothing to do with them."""


@dataclass(frozen=True)
class Coins:
    """Moves made, and what chance has decided: 0 for nothing yet, else the seat it is for."""

    moves: int
    luck: int


class CoinGame(PythonGame[Coins]):
    """Six turns with four moves each that change nothing; a coin decides at the end. Fair, and nothing but luck."""

    name = "Coin"
    length = 6
    decided_after = 6

    def start(self) -> Coins:
        """Nothing has happened."""
        return Coins(0, 0)

    def mover(self, position: Coins) -> int:
        """The seats take turns."""
        return position.moves % 2 + 1

    def moves(self, position: Coins) -> Iterable[str]:
        """Four moves of equal worth."""
        del position
        return ("a", "b", "c", "d")

    def play(self, position: Coins, move: str) -> Coins:
        """One more move was made."""
        del move
        return Coins(position.moves + 1, position.luck)

    def chance(self, position: Coins, dice: random.Random) -> Coins:
        """The coin falls when its time has come."""
        if position.moves == self.decided_after and not position.luck:
            return Coins(position.moves, dice.choice((1, 2)))
        return position

    def outcome(self, position: Coins) -> Outcome | None:
        """The coin decides after the last move."""
        return Outcome.won_by(position.luck, 2, "the coin") if position.moves >= self.length else None

    def write(self, position: Coins) -> str:
        """Both numbers."""
        return f"{position.moves} {position.luck}"

    def read(self, text: str) -> Coins:
        """Both numbers."""
        try:
            moves, luck = map(int, text.split())
        except ValueError:
            raise PositionError(f"{text!r} is not two numbers") from None
        return Coins(moves, luck)


UNSOLVABLE = """(game "Never" (players 1) (equipment { (board (square 2)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty))))
        (end { (if (is Line 3) (result Mover Win)) (if (no Moves Mover) (result Mover Loss)) })))"""
"""A puzzle for one that cannot be solved: three in a row on a board of two by two."""


ROUNDS = """(game "Rounds" (players 2)
    (equipment { (board (square 3)) (piece "Worker" Each) })
    (rules
        (play (move Add (to (sites Empty)) (then
            (if (= 4 (count Pieces All)) (and (addScore Mover 1) (remove (sites Occupied by:All)))))))
        (end (if (>= (score Mover) 3) (result Mover Win)))))"""
"""Workers of both players are taken back at the end of each round."""
