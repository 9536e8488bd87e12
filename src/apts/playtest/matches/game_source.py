"""Where the game of a run comes from, so that the run can be opened again later and its matches replayed."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import inspect
import sys
from pathlib import Path
from typing import Any

from apts.archive import RunManifest
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.library import load
from apts.playtest.matches.class_settings import arguments_again, kept_arguments

FILE_MODULE = "apts_game_"
"""How modules are called that were made of a file outside of any package."""

KNOWN_TURNS = "known_turns"
"""The setting of a manifest that says after how many turns matches are drawn, for the players too."""


def rules_of(game: Game) -> str:
    """The text of the rules, or the source of a game written in Python."""
    if game.definition is not None:
        try:
            return inspect.getsource(type(game.definition))
        except (OSError, TypeError):
            return game.rules
    return game.rules


def source_of(game: Game) -> dict[str, Any] | None:
    """For a game written in Python what finds it again: module or file, class, settings, and a hash of the text.

    None for games from rules text, which the manifest holds whole, and for classes that nothing can find again, such as
    those defined inside a function, in a notebook or in a program that comes from standard input, and those that were
    given objects which no text stands for.
    """
    if game.definition is None:
        return None
    kind = type(game.definition)
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    if module is None or file is None or getattr(module, kind.__name__, None) is not kind:
        return None
    arguments = kept_arguments(game)
    if arguments is None or not Path(file).is_file():  # a program that was read from standard input is nowhere
        return None
    place: dict[str, Any] = {"class": kind.__name__, "text": _hash(Path(file))}
    if kind.__module__.startswith(FILE_MODULE) or kind.__module__ == "__main__":
        place["file"] = str(Path(file).resolve())
    else:
        place["module"] = kind.__module__
    return {**place, "settings": arguments}


def game_of(manifest: RunManifest) -> Game | None:
    """The game of a stored run with the options and parameters it was played with; None where it cannot be found.

    A game written in Python whose text has changed since is refused: its matches would not be the same any more.
    """
    source = manifest.settings.get("source")
    if source is not None:
        return _class_game(manifest.game, source)
    if "(game" not in manifest.rules or manifest.rules.lstrip().startswith(("class ", "@")):
        return None
    plain = load(manifest.rules, **dict(manifest.options))
    standing = {parameter.path: parameter.value for parameter in plain.parameters}
    changed = {path: value for path, value in manifest.parameters.items() if standing.get(path) != value}
    game = load(manifest.rules, **dict(manifest.options), **changed) if changed else plain
    turns = manifest.settings.get(KNOWN_TURNS)
    return game if turns is None else game.ending_after(turns)


def _class_game(name: str, source: dict[str, Any]) -> Game:
    module = source.get("module")
    path = _file_of(module) if module else Path(source["file"])
    place = f"the module {module}" if module else repr(str(path))
    if path is None or not path.is_file():
        raise AptsError(f"the game {name} of this run was written in Python in {place}, which is not there any more")
    if _hash(path) != source["text"]:
        raise AptsError(
            f"the game {name} of this run was written in Python in {place}, which has changed since the run was played; "
            "its matches cannot be played again. Put the old file back, or play a new run"
        )
    arguments = arguments_again(source["settings"])
    if not module:
        return load(path, **arguments)
    return load(getattr(importlib.import_module(module), source["class"]), **arguments)


def _file_of(module: str) -> Path | None:
    try:
        found = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        return None
    return Path(found.origin) if found is not None and found.origin else None


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
