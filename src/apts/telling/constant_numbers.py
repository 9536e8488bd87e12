"""Numbers that a text works out of numbers that are written down, such as ``(- 4 1)``: people are told the result."""

from __future__ import annotations

from functools import reduce
from operator import add, mul, sub

from apts.language.tree import Clause, Literal, Value

_OPERATIONS = {"+": add, "-": sub, "*": mul}


def worked_out(value: Value) -> Literal | None:
    """The number that a clause of written numbers comes to; None where something else is in it."""
    if isinstance(value, Literal):
        whole = isinstance(value.value, int) and not isinstance(value.value, bool)
        return value if whole and value.written is None else None
    if not isinstance(value, Clause) or value.signature.result != "int" or value.name not in {*_OPERATIONS, "/"}:
        return None
    parts = [part for one in value.arguments.values() for part in (one if isinstance(one, tuple) else (one,))]
    known = [worked_out(part) for part in parts]
    numbers = [int(one.value) for one in known if one is not None]
    if len(numbers) < 2 or len(numbers) < len(known):
        return None
    if value.name in _OPERATIONS:
        return Literal(reduce(_OPERATIONS[value.name], numbers))
    first, second, *others = numbers
    return Literal(first // second) if not others and second > 0 and first % second == 0 else None
