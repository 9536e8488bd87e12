"""The lines about games of the library, and the words of their options, in other languages."""

from __future__ import annotations

from dataclasses import dataclass

from apts.engine.play.game import Game
from apts.language.presentation import about
from apts.locales.catalogue import tables


@dataclass(frozen=True)
class DescriptionLine:
    """A line about a game, and the language it is in."""

    text: str
    language: str


def description_of(game: Game) -> str:
    """What the text of a game says of it in a line; nothing where other options or numbers are in force than it had then."""
    return about(game.rules).description if game.definition is None and game.is_as_written else ""


def description_in(text: str, language: str) -> DescriptionLine:
    """A line about a game, or the words of an option, in a language.

    What nobody has translated, as the lines of people's games, stays as it is.
    """
    described = tables("library", language).get(text)
    return DescriptionLine(text, "en") if described is None else DescriptionLine(str(described), language)
