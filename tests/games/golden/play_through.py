"""A match as text: every move with the number of legal ones, now and then the position, at last the outcome."""

from __future__ import annotations

import random
from pathlib import Path

import apts

FOLDER = Path(__file__).parent
MOST_MOVES = 150
EVERY = 10


def path_of(name: str) -> Path:
    """Where the play-through of a game is stored."""
    return FOLDER / f"{name}.txt"


def position_of(state: apts.State) -> str:
    """Board and mover, the part of a position's text that every version of the engine must agree on."""
    return " ".join(str(state).split()[:2])


def random_moves(name: str) -> list[str]:
    """The moves of a random match, the same every time."""
    choose = random.Random(name)
    state = apts.load(name).start(1)
    moves: list[str] = []
    while state.outcome is None and len(moves) < MOST_MOVES:
        move = choose.choice(state.moves())
        moves.append(move.text)
        state = state.after(move)
    return moves


def play_through(name: str, moves: list[str]) -> str:
    """The whole text, from playing the moves."""
    state = apts.load(name).start(1)
    lines = [position_of(state)]
    for number, move in enumerate(moves, 1):
        legal = len(state.moves())
        state = state.play(move)
        lines.append(f"{number}. {move} ({legal} legal)")
        if number % EVERY == 0 or state.outcome is not None or number == len(moves):
            lines.append(position_of(state))
    outcome = state.outcome
    if outcome is not None:
        ranks = " ".join(f"{rank:g}" for rank in outcome.ranks)
        lines.append(f"ranks {ranks}")
    return "\n".join(lines) + "\n"


def stored_moves(text: str) -> list[str]:
    """The moves of a stored play-through."""
    return [line.split()[1] for line in text.splitlines() if line.endswith(" legal)")]
