"""The games of the benchmark: what they are called on both sides, and the least ratio that is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Contest:
    """One game on both sides.

    ``playout_floor`` is how many random playouts, ``search_floor`` how many iterations of tree search APTS must make for
    each iteration of OpenSpiel's search in the same processor time; ``options`` are the options with which APTS loads
    the game, ``turns`` after how many turns OpenSpiel ends every match, where it does: APTS then does so too.
    """

    title: str
    apts: str
    open_spiel: str
    playout_floor: float
    search_floor: float
    options: dict[str, Any] = field(default_factory=dict)
    turns: int | None = None


CONTESTS = (
    Contest("Connect Four", "connect-four", "connect_four", 5.0, 3.0),
    Contest("Othello", "othello", "othello", 4.0, 3.0),
    Contest("Breakthrough", "breakthrough", "breakthrough", 3.0, 3.0),
    Contest("English Draughts", "english-draughts", "checkers", 5.0, 5.0),
    Contest("Tic-Tac-Toe", "tic-tac-toe", "tic_tac_toe", 3.0, 3.0),
    Contest("Amazons", "amazons", "amazons", 3.0, 3.0),
    Contest("Hex 11x11", "hex", "hex(board_size=11)", 3.0, 3.0),
    Contest("Nine Men's Morris", "nine-mens-morris", "nine_mens_morris", 3.0, 3.0, turns=200),
    Contest("Go 9x9", "go", "go(board_size=9)", 3.0, 3.0, {"board": "9x9"}, turns=162),
)
