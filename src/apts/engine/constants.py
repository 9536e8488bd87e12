"""Values that the rules text alone decides, worked out before anything is compiled: sizes of boards, numbers of seats."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.ludeme import UnsupportedRule
from apts.language.registry import LUDEMES
from apts.language.tree import Clause, Literal, Text, Value, Word
from apts.language.words import INTEGER_CONSTANTS

Number = int | float


def constant(value: Value | None, default: int = 0) -> int:
    """A whole number written in the text or calculated from such numbers."""
    if value is None:
        return default
    number = _number(value)
    return int(number)


def evaluated(value: Value | None, site_type: str) -> object:
    """A plain value for a graph ludeme: number, word, text, collection, polygon or graph."""
    if isinstance(value, tuple):
        return tuple(evaluated(item, site_type) for item in value)
    if isinstance(value, Literal):
        return value.value
    if isinstance(value, Word):
        return INTEGER_CONSTANTS.get(value.name, value.name)
    if isinstance(value, Text):
        return value.value
    assert isinstance(value, Clause)
    if value.signature.result in ("int", "float"):
        return _number(value)
    arguments = {name: evaluated(item, site_type) for name, item in value.arguments.items()}
    return LUDEMES.handler(value.signature)(arguments, site_type)


def _whole(a: Number, b: Number) -> Number:
    if b == 0:
        return 0
    return int(a / b) if isinstance(a, int) and isinstance(b, int) else a / b


_OPERATORS: dict[str, Callable[[Number, Number], Number]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _whole,
    "%": lambda a, b: a - b * int(a / b) if b else 0,
    "^": lambda a, b: a**b if b < 64 else 0,
    "max": max,
    "min": min,
}


def _number(value: Value) -> Number:
    if isinstance(value, Literal):
        return value.value
    if isinstance(value, Word) and value.name in INTEGER_CONSTANTS:
        return INTEGER_CONSTANTS[value.name]
    if isinstance(value, Clause) and value.signature.head in _OPERATORS:
        operands: list[Number] = []
        for item in value.arguments.values():
            operands.extend(_number(part) for part in (item if isinstance(item, tuple) else (item,)))
        if len(operands) == 1 and value.signature.head == "-":
            return -operands[0]
        result = operands[0]
        for operand in operands[1:]:
            result = _OPERATORS[value.signature.head](result, operand)
        return result
    if isinstance(value, Clause):
        raise UnsupportedRule(f"({value.name}) where a fixed number is needed", value.position)
    raise UnsupportedRule(
        f"{value} where a fixed number is needed", getattr(value, "position", None) or Literal(0).position
    )
