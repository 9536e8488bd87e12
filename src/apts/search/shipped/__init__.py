"""What was found out about games of the library and comes with APTS: a file a game, with evaluation, engine and levels.

It holds for the usual rules of a game alone: an option may turn its aim around. ``python -m tools.shipped_players`` makes
the files.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any
from weakref import WeakKeyDictionary

from apts.engine.rules_game import RulesGame
from apts.games.catalogue import library_files, library_name

_NAMES: WeakKeyDictionary[RulesGame, str | None] = WeakKeyDictionary()


def usual_game(game: RulesGame) -> str | None:
    """The name of the game of the library whose usual rules these are; None for all others."""
    if game not in _NAMES:
        _NAMES[game] = _usual_game(game)
    return _NAMES[game]


def _usual_game(game: RulesGame) -> str | None:
    name = library_name(game.name)
    if name not in library_files():
        return None
    from apts.games.library import load

    usual = load(name).from_rules
    if usual is None:
        return None
    same = usual.compiled.source == game.compiled.source and bytes(usual.compiled.data) == bytes(game.compiled.data)
    return name if same else None


def shipped_data(game: RulesGame) -> Mapping[str, Any] | None:
    """What comes with APTS for a game with its usual rules; None where nothing does."""
    name = library_name(game.name)
    return _data(name) if _data(name) is not None and usual_game(game) == name else None


@cache
def _data(name: str) -> Mapping[str, Any] | None:
    if name not in library_files():
        return None
    file = files("apts.search.shipped") / f"{name}.json"
    if not file.is_file():
        return None
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return data
