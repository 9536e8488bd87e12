"""The arguments of a game that is a Python class, as a manifest keeps them: plain values, or texts that give them again."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from typing import Any

from apts.archive import RunManifest
from apts.engine.play.game import Game
from apts.games.class_arguments import arguments_of, values_in_force

LITERAL = "literal"
"""What stands before the text of a value that JSON does not have, such as a tuple."""

_PLAIN = (bool, int, float, str)


def class_parameters(game: Game) -> dict[str, Any]:
    """All arguments of a game's class with the values in force, which tell it from the same class with others."""
    values = values_in_force(type(game.definition), _arguments(game))
    return {name: value if isinstance(value, _PLAIN) else _written(value) for name, value in values.items()}


def kept_arguments(game: Game) -> dict[str, Any] | None:
    """The arguments that make a game again, in values of JSON; None where one of them is an object of its own."""
    kept: dict[str, Any] = {}
    for name, value in _arguments(game).items():
        if type(value) in _PLAIN:
            kept[name] = value
        elif _is_literal(value):
            kept[name] = {LITERAL: _written(value)}
        else:
            return None
    return kept


def arguments_again(kept: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments themselves."""
    return {
        name: ast.literal_eval(value[LITERAL]) if isinstance(value, Mapping) else value for name, value in kept.items()
    }


def arguments_of_run(manifest: RunManifest) -> dict[str, Any]:
    """The arguments of the class that a run was played with, as far as the run knows them."""
    source = manifest.settings.get("source")
    if source is not None:
        return arguments_again(source["settings"])
    return dict(manifest.parameters)


def _arguments(game: Game) -> Mapping[str, Any]:
    """What the constructor was given; of an object made elsewhere what it keeps under the names of the arguments."""
    known = arguments_of(game)
    if known is not None:
        return known
    names = inspect.signature(type(game.definition)).parameters
    return {name: getattr(game.definition, name) for name in names if hasattr(game.definition, name)}


def _written(value: Any) -> str:
    """The text of a value, the same in every process: sets in order, and no addresses of objects."""
    if isinstance(value, set) and value:
        return f"{{{', '.join(sorted(map(repr, value)))}}}"
    text = repr(value)
    return f"<{type(value).__name__}>" if " at 0x" in text else text


def _is_literal(value: Any) -> bool:
    """Whether the text of a value gives the same value again, down to the kinds of its parts."""
    try:
        again = ast.literal_eval(repr(value))
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return False
    return (
        type(again) is type(value) and bool(again == value) and (isinstance(value, set) or repr(again) == repr(value))
    )
