"""The first position as rules in words show it: the board with letters, and below it what the language calls things."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from apts.engine.play.game import Game
from apts.engine.text.board_text import ENGLISH
from apts.locales import PORTUGUESE, language_of


def drawn_board(game: Game, language: str = "en") -> str:
    """The board of the first position; a game written as a class draws it in its own words."""
    return game.start().board_text(board_words(language_of(language)))


@cache
def board_words(language: str) -> Mapping[str, str]:
    """The words below a drawn board in a language."""
    if language != PORTUGUESE:
        return ENGLISH
    return tomllib.loads((files("apts.telling") / "texts" / "board.pt-BR.toml").read_text(encoding="utf-8"))
