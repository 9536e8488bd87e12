"""The lines about games of the library, and the words of their options, in other languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from apts.engine.play.game import Game
from apts.language.about import about


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
    told = _translations().get(language, {}).get(text)
    return DescriptionLine(text, "en") if told is None else DescriptionLine(told, language)


@cache
def _translations() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads(files("apts.games").joinpath("descriptions.toml").read_text(encoding="utf-8"))
