"""Boards in colour: pieces take the colour of their seat, and what the last move changed stands out."""

from __future__ import annotations

import re
from collections.abc import Collection
from string import ascii_lowercase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

    from apts.engine.play.game import Game, State


SEAT_STYLES = (
    "bold bright_cyan",
    "bold bright_yellow",
    "bold bright_magenta",
    "bold bright_green",
    "bold bright_red",
    "bold bright_blue",
)
_WORD = re.compile(r"\S+")


def seat_style(seat: int) -> str:
    """The colour of a seat."""
    return SEAT_STYLES[(seat - 1) % len(SEAT_STYLES)]


def sign_seats(game: Game) -> dict[str, int]:
    """The seat that owns each sign of a drawing."""
    if (rules := game.from_rules) is None:
        return {"X": 1, "O": 2}
    signs, found = rules.position_text.signs, {}
    for piece in rules.compiled.equipment.components:
        if 1 <= piece.owner <= game.players:
            found[signs.plain[piece.index]] = piece.owner
    for (_, side), sign in signs.sides.items():
        if 1 <= side <= game.players:
            found[sign] = side
    return found


def coloured_board(state: State, before: State | None = None) -> Text:
    """The drawing of a position for a terminal, in colours; what differs from the position before is marked."""
    from rich.text import Text

    seats, names = sign_seats(state.game), frozenset(state.game.site_names)
    lines = state.board_text().splitlines()
    old = _board_lines((before or state).board_text().splitlines())
    below = len(_board_lines(lines))
    drawing = Text()
    for number, line in enumerate(lines):
        if number:
            drawing.append("\n")
        place = len(old) - below + number  # stacks grow upwards, so lines are compared from below
        known = old[place] if number < below and 0 <= place < len(old) else ""
        drawing.append(_coloured(line, known if number < below else line, seats, names))
    return drawing


def _board_lines(lines: list[str]) -> list[str]:
    """The lines of the board itself, which are indented; hands, pieces and scores stand below."""
    return [line for line in lines if line.startswith(" ")]


def _coloured(line: str, old: str, seats: dict[str, int], names: Collection[str]) -> Text:
    from rich.text import Text

    text = Text(line)
    words = list(_WORD.finditer(line))
    if _is_labels([word.group() for word in words], names):
        text.stylize("dim")
        return text
    for place, word in enumerate(words):
        sign = word.group()
        owner = seats.get(sign) or seats.get(sign.rstrip("0123456789"))
        if place == 0 and sign.isdigit():
            text.stylize("dim", word.start(), word.end())
        elif owner is not None:
            changed = old[word.start() : word.end()] != sign
            style = seat_style(owner) + (" reverse" if changed else "")
            text.stylize(style, word.start(), word.end())
        elif sign == ".":
            changed = old[word.start() : word.end()] not in (".", "")
            text.stylize("reverse" if changed else "dim", word.start(), word.end())
    return text


def _is_labels(words: list[str], names: Collection[str]) -> bool:
    """Whether these are the letters under the columns of a board, or the names of sites under their signs."""
    return len(words) > 1 and (words == list(ascii_lowercase[: len(words)]) or all(word in names for word in words))
