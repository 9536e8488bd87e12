"""Answers that are kept: the last ones in memory, many on the disk, so that a page need not wait twice."""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from apts.atomic_files import PRIVATE, atomic_write
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.library import load, rules_game
from apts.studio.settings import private_folder
from apts.version import apts_version

FORM = 2
"""Raised when answers change their form; those of another form are not read."""

MOST_IN_MEMORY = 200
MOST_ON_DISK = 3000


class Answers:
    """Answers by key in a folder; those of another version of APTS, or of another form, are not read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / f"{apts_version()}-{FORM}"
        private_folder(self._folder.parent)
        private_folder(self._folder)
        self._memory: OrderedDict[str, Any] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, key: str) -> Any | None:
        """The answer with a key, or None."""
        with self._lock:
            if key in self._memory:
                self._memory.move_to_end(key)
                return self._memory[key]
        try:
            found = json.loads((self._folder / f"{key}.json").read_bytes())
        except (OSError, ValueError):
            return None
        self._remember(key, found)
        return found

    def keep(self, key: str, answer: Any) -> Any:
        """Keep an answer; where the disk is full it is kept in memory alone."""
        self._remember(key, answer)
        with suppress(OSError):
            atomic_write(self._folder / f"{key}.json", json.dumps(answer).encode(), PRIVATE)
            self._forget_old()
        return answer

    def _remember(self, key: str, answer: Any) -> None:
        with self._lock:
            self._memory[key] = answer
            self._memory.move_to_end(key)
            if len(self._memory) > MOST_IN_MEMORY:
                self._memory.popitem(last=False)

    def _forget_old(self) -> None:
        files = list(self._folder.glob("*.json"))
        if len(files) > MOST_ON_DISK:
            for file in sorted(files, key=lambda file: file.stat().st_mtime)[: MOST_ON_DISK // 10]:
                file.unlink(missing_ok=True)


# ----------------------------------------------------------------------------------------------------------------
# The questions that can be asked, by name; a module of questions registers its own.

Answerer = Callable[..., Any]

MODULES = ("game_questions", "run_questions")
"""Where questions are."""

_QUESTIONS: dict[str, Answerer] = {}
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


def question(function: Answerer) -> Answerer:
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
