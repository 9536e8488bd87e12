"""The library at a glance: what every game says of itself, without compiling any."""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apts.engine.python_game import PythonGame
from apts.games.library import classes_in, own_classes
from apts.games.rules_file import rules_text
from apts.games.shelf import library_files
from apts.language.about import about


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the catalogue; ``made_of`` is ``text``, ``class`` or ``plug-in``, ``players`` all numbers it is for."""

    name: str
    title: str
    players: tuple[int, ...]
    kind: str
    description: str
    made_of: str
    options: tuple[str, ...] = ()


def catalogue() -> tuple[Entry, ...]:
    """All games of the library in alphabetical order, then those of plug-ins."""
    found = [_entry(name, path) for name, path in library_files().items()]
    return (*found, *(_class_entry(name, made, "plug-in") for name, made in own_classes().items()))


def _entry(name: str, path: Path) -> Entry:
    if path.suffix == ".py":
        (made,) = classes_in(importlib.import_module(f"apts.games.{path.stem}"))
        return _class_entry(name, made, "class")
    said = about(rules_text(path), file=path.name)
    headings = tuple(option.heading for option in said.options)
    return Entry(name, said.title, said.players, said.kind, said.description, "text", headings)


def _class_entry(name: str, made: type[PythonGame[Any]], made_of: str) -> Entry:
    """A class says its name, players and genre as attributes, and the line about it is the first of its documentation."""
    line = (inspect.getdoc(made) or "").partition("\n\n")[0].replace("\n", " ")
    title = str(getattr(made, "name", made.__name__))
    players = made.players if isinstance(made.players, int) else 0
    return Entry(name, title, (players,) if players else (), made.genre, line, made_of)


def players_shown(players: tuple[int, ...]) -> str:
    """Numbers of players as people say them: ``2``, ``2 to 4``, ``2 or 4``; a question mark for none known."""
    if len(players) > 2 and players[-1] - players[0] == len(players) - 1:
        return f"{players[0]} to {players[-1]}"
    return " or ".join(str(number) for number in players) or "?"
