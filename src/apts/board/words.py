"""What board ludemes are written with: their arguments with their types, and the words they add to the language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from apts.board.graph import BoardError, Graph
from apts.board.topology import Polygon
from apts.language.signatures.signature import enumeration

# ----------------------------------------------------------------------------------------------------------------
# Reading the evaluated arguments of a graph ludeme with their types.

Arguments = Mapping[str, object]


def integer(arguments: Arguments, name: str, default: int | None = None) -> int:
    """A whole number; a fraction that a calculation left over is rounded down."""
    value = arguments.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BoardError(f"{name} of a board should be a whole number, not {value!r}")
    return int(value)


def number(arguments: Arguments, name: str, default: float | None = None) -> float:
    """A number."""
    value = arguments.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise BoardError(f"{name} of a board should be a number, not {value!r}")
    return float(value)


def truth(arguments: Arguments, name: str, default: bool) -> bool:
    """A truth value."""
    return bool(arguments.get(name, default))


def word(arguments: Arguments, name: str, default: str) -> str:
    """A bare word."""
    return str(arguments.get(name, default))


def graph(arguments: Arguments, name: str = "graph") -> Graph:
    """A graph."""
    value = arguments.get(name)
    if not isinstance(value, Graph):
        raise BoardError(f"expected a graph for {name}, not {value!r}")
    return value


def graphs(arguments: Arguments) -> tuple[Graph, ...]:
    """The graphs of an operator that takes either a collection or two graphs."""
    if "graphs" in arguments:
        return tuple(items(arguments, "graphs"))
    return graph(arguments, "first"), graph(arguments, "second")


def polygon(arguments: Arguments, name: str = "polygon") -> Polygon:
    """A polygon."""
    value = arguments.get(name)
    if not isinstance(value, Polygon):
        raise BoardError(f"expected a polygon for {name}, not {value!r}")
    return value


def items(arguments: Arguments, name: str) -> tuple[Any, ...]:
    """A collection, empty when it was left out."""
    value = arguments.get(name, ())
    if not isinstance(value, tuple):
        raise BoardError(f"expected a collection for {name}, not {value!r}")
    return value


# ----------------------------------------------------------------------------------------------------------------
# The words that board ludemes add to the language.

enumeration("SquareShape", ("Square", "Limping", "Diamond"))
enumeration("BrickShape", ("Square", "Rectangle", "Limping", "Diamond", "Prism", "Spiral"))
enumeration("Diagonals", ("Implied", "Solid", "SolidNoSplit", "Alternating", "Concentric", "Radiating"))
enumeration(
    "LatticeShape",
    ("Hexagon", "Triangle", "Diamond", "Prism", "Star", "Limping", "Square", "Rectangle"),
)
enumeration("RingShape", ("Square", "Triangle", "Hexagon", "Target"))
enumeration("RegularShape", ("Star",))
enumeration(
    "TilingName",
    ("T33434", "T3464", "T33336", "T3636", "T488", "T4612", "T31212", "T33344", "T333333_33434"),
)
