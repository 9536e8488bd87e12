"""The questions that can be asked, by name; a module of questions registers its own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.library import load, rules_game

Question = Callable[..., Any]

MODULES = ("game_summary", "positions", "pages", "advice", "differences", "tables", "runs", "texts", "files")
"""Where questions are."""

_QUESTIONS: dict[str, Question] = {}
_MOST_GAMES = 24
_GAMES: OrderedDict[str, Game] = OrderedDict()


@dataclass(frozen=True)
class GameText:
    """A game as it is handed to a worker: a text, or for ``rules`` None the name of a library game; and its settings."""

    id: str
    rules: str | None
    settings: Mapping[str, str | int | bool]

    def as_data(self) -> dict[str, Any]:
        """The game as plain values, as questions take it."""
        return {"id": self.id, "rules": self.rules, "settings": dict(self.settings)}


def question(function: Question) -> Question:
    """Register a question under the name of its function."""
    _QUESTIONS[function.__name__] = function
    return function


def answer(name: str, arguments: Mapping[str, Any]) -> Any:
    """Answer a question."""
    for module in MODULES:
        import_module(f"apts.studio.workers.{module}")
    if name not in _QUESTIONS:
        raise AptsError(f"the workers know no question {name!r}")
    return _QUESTIONS[name](**arguments)


def game_of(data: Mapping[str, Any]) -> Game:
    """The game that a question is about, compiled; the last few are kept."""
    key = repr((data["id"], data["rules"], sorted(data["settings"].items())))
    if key in _GAMES:
        _GAMES.move_to_end(key)
        return _GAMES[key]
    settings = dict(data["settings"])
    if data["rules"] is None:
        game = load(data["id"], **settings)
    else:
        game = rules_game(data["rules"], f"{data['id']}.lud", settings)
    _GAMES[key] = game
    if len(_GAMES) > _MOST_GAMES:
        _GAMES.popitem(last=False)
    return game
