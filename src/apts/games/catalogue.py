"""The library at a glance: what every game says of itself, without compiling any."""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apts.games.library_files import OWN_GAMES, library_files
from apts.games.rules_file import rules_text
from apts.language.presentation import about

if TYPE_CHECKING:  # listing games loads none of them
    from apts.engine.python_game import PythonGame


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A game of the catalogue; ``made_of`` is ``text``, ``class`` or ``plug-in``, ``players`` all numbers it is for."""

    name: str
    title: str
    players: tuple[int, ...]
    kind: str
    description: str
    made_of: str
    options: tuple[str, ...] = ()


def catalogue() -> tuple[CatalogueEntry, ...]:
    """All games of the library in alphabetical order, then those of plug-ins."""
    found = [_entry(name, path) for name, path in library_files().items()]
    return (*found, *(_class_entry(name, made, "plug-in") for name, made in OWN_GAMES.items()))


def _entry(name: str, path: Path) -> CatalogueEntry:
    text = rules_text(path)
    if path.suffix == ".py":
        return _read_class(name, text)
    words = about(text, file=path.name)
    headings = tuple(option.heading for option in words.options)
    return CatalogueEntry(name, words.title, words.players, words.kind, words.description, "text", headings)


def _read_class(name: str, source: str) -> CatalogueEntry:
    """What the class of a library game says of itself, read from its source: running it would need the whole engine."""
    (made,) = (
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and any("PythonGame" in ast.dump(base) for base in node.bases)
    )
    data = {
        target.id: node.value.value
        for node in made.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    line = _first_line(ast.get_docstring(made) or "")
    return CatalogueEntry(name, str(data["name"]), (int(str(data["players"])),), str(data["genre"]), line, "class")


def _class_entry(name: str, made: type[PythonGame[Any]], made_of: str) -> CatalogueEntry:
    """A class says its name, players and genre as attributes, and the line about it is the first of its documentation."""
    title = str(getattr(made, "name", made.__name__))
    players = made.players if isinstance(made.players, int) else 0
    return CatalogueEntry(
        name, title, (players,) if players else (), made.genre, _first_line(inspect.getdoc(made) or ""), made_of
    )


def _first_line(documentation: str) -> str:
    return documentation.partition("\n\n")[0].replace("\n", " ")


def players_shown(players: tuple[int, ...]) -> str:
    """Numbers of players as people say them: ``2``, ``2 to 4``, ``2 or 4``; a question mark for none known."""
    if len(players) > 2 and players[-1] - players[0] == len(players) - 1:
        return f"{players[0]} to {players[-1]}"
    return " or ".join(str(number) for number in players) or "?"
