"""The first position as rules in words show it: the board with letters, and below it what the language calls things."""

from __future__ import annotations

from collections.abc import Mapping

from apts.engine.play.game import Game
from apts.locales import language_of
from apts.locales.catalogue import Texts


def drawn_board(game: Game, language: str = "en") -> str:
    """The board of the first position; a game written as a class draws it in its own words."""
    return game.start().board_text(board_words(language_of(language)))


def board_words(language: str) -> Mapping[str, str]:
    """The words below a drawn board in a language."""
    return Texts("drawn_board", language)
