"""The arguments of games that are Python classes: what can be set where a game has no rules text."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from apts.engine.play.game import Game


def count_of_parameters(game: Game) -> int:
    """How many numbers and truth values a game has, in its rules text or as the arguments of its class."""
    if game.definition is None:
        return len(game.parameters)
    arguments = arguments_of(game)
    return 0 if arguments is None else len(values_in_force(type(game.definition), arguments))


def values_in_force(made_of: type, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What can be set of a class, with the usual values where none were given."""
    found = inspect.signature(made_of).parameters
    data = {name: known.default for name, known in found.items() if known.default is not known.empty}
    return {**data, **arguments}


def arguments_of(game: Game) -> Mapping[str, Any] | None:
    """The arguments that a game of a class was made with; None for one of which nobody knows how it was made."""
    return game.arguments if game.arguments is not None else _arguments_kept(game.definition)


def _arguments_kept(made: Any) -> dict[str, Any] | None:
    """The arguments that an object was made with, where it keeps them and they make one like it again; else None."""
    kept = vars(made) if hasattr(made, "__dict__") else {}
    names = [name for name in inspect.signature(type(made)).parameters if name in kept]
    arguments = {name: kept[name] for name in names}
    try:
        return arguments if names and vars(type(made)(**arguments)) == kept else None
    except Exception:  # whatever the class does with arguments that it was perhaps not given
        return None
