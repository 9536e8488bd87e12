"""Numbers and truths that the rules of a small game work out after a few moves."""

from __future__ import annotations

from collections.abc import Mapping

from tests.engine.small_match import SmallMatch, small_game

PLACING = "(move Add (to (sites Empty)) (then (and {{ {asked} }})))"
"""Every turn puts a piece of the mover on an empty site; the questions are asked when it stands there."""


def numbers(
    questions: Mapping[str, str],
    *moves: int,
    board: str = "(board (square 5))",
    pieces: str = '(piece "Disc" Each)',
    start: str = "",
    players: int = 2,
    play: str = PLACING,
) -> dict[str, int]:
    """The answer to each question, by its name (of letters only), as the last of the moves found it."""
    asked = " ".join(f'(set Var "{name}" {question})' for name, question in questions.items())
    rules = f"(start {{ {start} }})" if start else ""
    text = small_game(play.format(asked=asked), board=board, pieces=pieces, start=rules, players=players)
    match = SmallMatch(text)
    match.play(*moves)
    return {name: match.position.field(f"variable {name}", 0) for name in questions}


def truths(
    questions: Mapping[str, str],
    *moves: int,
    board: str = "(board (square 5))",
    pieces: str = '(piece "Disc" Each)',
    start: str = "",
    players: int = 2,
    play: str = PLACING,
) -> dict[str, bool]:
    """Whether each condition held when the last of the moves was made."""
    asked = {name: f"(if {question} 1 0)" for name, question in questions.items()}
    found = numbers(asked, *moves, board=board, pieces=pieces, start=start, players=players, play=play)
    return {name: bool(value) for name, value in found.items()}
