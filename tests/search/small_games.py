"""Small games that searches are tried on."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

from apts.engine.compiler.compiling import compile_rules
from apts.engine.play.machine import Machine
from apts.engine.runtime.layout import OVER
from apts.language.reading import build
from apts.search.results import Record

SHARED = Path(__file__).resolve().parents[3] / "shared"

NOUGHTS = """
(game "Noughts" (players 2)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win))))
)"""

TRIO = """
(game "Trio" (players 3)
    (equipment { (board (square 3)) (piece "Mark" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win))))
)"""

DICE = """
(game "Dice" (players 2)
    (equipment { (board (rectangle 1 4)) (piece "Mark" Each) (dice d:3 num:1) })
    (rules
        (play (do (roll) next:(or (move Add (to (sites Empty))) (if (= (face 4) 3) (move Pass)))))
        (end (if (is Line 2) (result Mover Win)))
    )
)"""

PAIR = """
(game "Pair" (players 2)
    (equipment { (board (rectangle 1 2)) (piece "Mark" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (= (last To) 1) (result Mover Win)))
    )
)"""


def columns(width: int, height: int, line: int = 4) -> str:
    """Discs dropped into columns."""
    return f"""
(game "Columns" (players 2)
    (equipment {{ (board (rectangle 1 {width})) (piece "Disc" Each) }})
    (rules
        (play (move Add (to (forEach (sites Board) if:(< (size Stack at:(site)) {height}))) stack:True))
        (end (if (is Line {line} byLevel:True) (result Mover Win)))
    )
)"""


def rhombus(side: int, swap: str = "") -> str:
    """A connection game, with or without ``(meta (swap))``."""
    return f"""
(game "Rhombus" (players 2)
    (equipment {{
        (board (hex Diamond {side}))
        (piece "Marker" Each)
        (regions P1 {{ (sites Side NE) (sites Side SW) }})
        (regions P2 {{ (sites Side NW) (sites Side SE) }})
    }})
    (rules {swap} (play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win))))
)"""


@cache
def machine(text: str) -> Machine:
    """The machine of a game."""
    return Machine(compile_rules(build(text)))


def records(game: Machine, state: Any) -> list[Record]:
    """The legal moves of a position."""
    return [game.record(index) for index in range(game.moves(game.copy(state)))]


def after(game: Machine, *targets: int, state: Any = None) -> Any:
    """The position after moves that are told apart by their targets."""
    state = game.start(0) if state is None else game.copy(state)
    for target in targets:
        game.play(state, next(record for record in records(game, state) if record[2] == target))
    return state


def drop(game: Machine, digits: str) -> Any:
    """The position after discs dropped into columns that count from 1."""
    return after(game, *(int(digit) - 1 for digit in digits))


def random_match(game: Machine, seed: int, moves: int) -> Any:
    """A position after so many random moves, or the one before the match would have ended."""
    chance = random.Random(seed)
    state = game.start(seed)
    for _ in range(moves):
        copy = game.copy(state)
        game.play(copy, chance.choice(records(game, state)))
        if copy[OVER]:
            break
        state = copy
    return state


def truth(name: str) -> list[tuple[str, int]]:
    """Positions with their exact scores."""
    lines = (SHARED / "truth" / "connect4" / name).read_text(encoding="utf-8").split("\n")
    return [(line.split()[0], int(line.split()[1])) for line in lines if line]
