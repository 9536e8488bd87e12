"""The games that plug-ins brought, by name. Nothing is loaded for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # lists of games are read without the engine
    from apts.engine.python_game import PythonGame

OWN_GAMES: dict[str, type[PythonGame[Any]]] = {}
"""The class of each game by its name in the library."""
