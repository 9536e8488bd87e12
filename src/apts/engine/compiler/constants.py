"""Values that the rules text alone decides, worked out before anything is compiled: sizes of boards, numbers of seats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import inf, log2
from typing import Any

from apts.board.graph import FURTHEST, BoardError, BoardTooLarge
from apts.engine.compiler.ludeme import ImpossibleRule, UnsupportedRule
from apts.engine.compiler.readings import refuse_unasked
from apts.errors import AptsError, InternalError
from apts.language.signatures.signature import INTEGER_CONSTANTS, LUDEMES
from apts.language.tree import NOWHERE, Clause, Literal, Text, Value, Word

Number = int | float

BEYOND = 2**63
LARGEST_SIZE = 300
_FREE = ("graph", "poly", "shift", "scale", "rotate", "skew", "add", "remove", "keep", "clip", "hole")


def constant(value: Value | None, default: int = 0) -> int:
    """A whole number written in the text or calculated from such numbers."""
    if value is None:
        return default
    number = _number(value)
    if not abs(number) < 1 << 63:
        raise UnsupportedRule("a number of more than 64 bits", getattr(value, "position", NOWHERE))
    return int(number)


def fixed_truth(value: Value | None) -> bool:
    """Whether True is written; a condition, which only a position could answer, is refused."""
    if isinstance(value, Clause):
        raise UnsupportedRule(f"({value.name}) where True or False is needed", value.position)
    return isinstance(value, Literal) and bool(value.value)


def limited(value: Value | None, default: int, most: int, what: str) -> int:
    """A whole number from 1 up to what can be played with; others are refused with a sentence."""
    number = constant(value, default)
    if not 1 <= number <= most:
        position = getattr(value, "position", Literal(0).position)
        raise UnsupportedRule(f"{what} of {number} (from 1 to {most} can be played)", position)
    return number


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
    if value.signature.result not in ("graph", "poly"):
        raise UnsupportedRule(f"({value.name}) in a board, which is made before any match", value.position)
    arguments = {name: evaluated(item, site_type) for name, item in value.arguments.items()}
    _check_size(value, arguments, FURTHEST if value.signature.head in _FREE else LARGEST_SIZE)
    return made_by_ludeme(value, arguments, site_type)


def made_by_ludeme(clause: Clause, arguments: Mapping[str, object], site_type: str) -> Any:
    """What the function behind a board ludeme makes of its arguments; it must ask for each of them."""
    if clause.signature.result == "item":
        _check_size(clause, arguments, LARGEST_SIZE)
    requested = TrackedArguments(arguments)
    try:
        made = LUDEMES.handler(clause.signature)(requested, site_type)
    except BoardTooLarge as problem:
        raise UnsupportedRule(str(problem), clause.position) from None
    except BoardError as problem:
        raise ImpossibleRule(f"({clause.name}): {problem}", clause.position) from None
    except (AptsError, RecursionError):
        raise
    except Exception as error:  # no board comes of what is declared above; all else is a fault of the board's maker
        raise InternalError.of(error, f"{clause.position}: ({clause.name})") from error
    refuse_unasked(clause, arguments, requested.asked)
    return made


class TrackedArguments(Mapping[str, object]):
    """Arguments that remember which of them were asked for."""

    def __init__(self, arguments: Mapping[str, object]):
        self._arguments = arguments
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> object:
        self.asked.add(name)
        return self._arguments[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._arguments)

    def __len__(self) -> int:
        return len(self._arguments)


def _check_size(clause: Clause, arguments: Mapping[str, object], largest: int) -> None:
    """Refuse sizes at which only making the board would take minutes."""
    for item in arguments.values():
        for number in _numbers(item):
            if not abs(number) <= largest:
                raise UnsupportedRule(f"({clause.name}) of the size {number:g} (up to {largest:,})", clause.position)


def _numbers(item: object) -> Iterator[float]:
    if isinstance(item, tuple):
        for part in item:
            yield from _numbers(part)
    elif isinstance(item, (int, float)) and not isinstance(item, bool):
        yield float(item)


def _whole(a: Number, b: Number) -> Number:
    if b == 0:
        return 0
    if isinstance(a, int) and isinstance(b, int):
        return abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b))
    return a / b


def _power(a: Number, b: Number) -> Number:
    """A power; one that would not fit into 64 bits is infinite, which is refused."""
    if a != 0 and abs(a) > 1 and b * log2(abs(a)) >= 64:
        return inf
    return a**b if a > 0 or b == int(b) else 0


_OPERATORS: dict[str, Callable[[Number, Number], Number]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _whole,
    "%": lambda a, b: a - b * int(_whole(a, b)) if b else 0,
    "^": _power,
    "max": max,
    "min": min,
}


def _calculated(clause: Clause, a: Number, b: Number) -> Number:
    """One step of a calculation; the result is a number that fits into 64 bits."""
    try:
        result = _OPERATORS[clause.signature.head](a, b)
        if abs(result) < BEYOND:  # neither infinite nor no number at all
            return result
    except (OverflowError, ZeroDivisionError):
        pass
    raise UnsupportedRule(f"({clause.name}) of {a:g} and {b:g}, which is no number of 64 bits", clause.position)


def _number(value: Value) -> Number:
    if isinstance(value, Literal):
        return value.value
    if isinstance(value, Word) and value.name in INTEGER_CONSTANTS:
        return INTEGER_CONSTANTS[value.name]
    if isinstance(value, Clause) and value.signature.head in _OPERATORS:
        operands: list[Number] = []
        for item in value.arguments.values():
            operands.extend(_number(part) for part in (item if isinstance(item, tuple) else (item,)))
        if not operands:
            raise ImpossibleRule(f"({value.name}) of no numbers", value.position)
        if len(operands) == 1 and value.signature.head == "-":
            return -operands[0]
        result = operands[0]
        for operand in operands[1:]:
            result = _calculated(value, result, operand)
        return result
    if isinstance(value, Clause):
        raise UnsupportedRule(f"({value.name}) where a fixed number is needed", value.position)
    raise UnsupportedRule(
        f"{value} where a fixed number is needed", getattr(value, "position", None) or Literal(0).position
    )
