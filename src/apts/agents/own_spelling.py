"""How an agent that was made in Python is spelled: by its class and by what it was made with."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import Any

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_LONGEST = 60


def arguments_of(made: type, arguments: tuple[Any, ...], named: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a constructor by the names of its parameters; what does not fit is left to the constructor."""
    constructor: Any = inspect.getattr_static(made, "__init__")
    try:
        given = inspect.signature(constructor).bind(None, *arguments, **named).arguments
    except (TypeError, ValueError):
        return {}
    return {name: value for place, (name, value) in enumerate(given.items()) if place > 0}


def class_spelling(made: type, arguments: Mapping[str, Any]) -> str:
    """Such as ``Greedy(depth=2)``: the same in every process, so addresses of objects are left out."""
    parts = [f"{name}={_written(value)}" for name, value in arguments.items()]
    return f"{made.__qualname__.rpartition('<locals>.')[2]}({', '.join(parts)})"


def _written(value: Any) -> str:
    text = " ".join(_ADDRESS.sub("", repr(value)).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
