"""Arithmetic: + - * / % ^, abs, max, min, if, and numbers made of conditions."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.arrays import int_array
from apts.language.tree import Clause, Value

MOST_IN_ONE = 20
"""Numbers that are put together in one expression."""


def _quotient(a: int, b: int) -> int:
    result = abs(a) // abs(b) if b else 0
    return result if (a < 0) == (b < 0) else -result


_FOLDED: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": _quotient,
    "%": lambda a, b: a - b * _quotient(a, b) if b else 0,
    "max": max,
    "min": min,
}
_CODE = {
    "+": "plus({}, {})",
    "-": "minus({}, {})",
    "*": "times({}, {})",
    "/": "quotient({}, {})",
    "%": "remainder({}, {})",
    "max": "max({}, {})",
    "min": "min({}, {})",
}
_WORDS = {
    "+": "The sum.",
    "-": "The difference.",
    "*": "The product.",
    "/": "The quotient, cut towards zero.",
    "%": "The remainder, with the sign of the first number.",
    "max": "The larger number.",
    "min": "The smaller number.",
}


def _joined(scope: Scope, head: str, numbers: list[Expression]) -> Expression:
    """The numbers put together from left to right; worked out at once when the text decides them all."""
    if all(number.fixed is not None for number in numbers):
        total = numbers[0].fixed
        for number in numbers[1:]:
            total = scope.kernel.word(_FOLDED[head](total, number.fixed))  # type: ignore[arg-type]
        assert total is not None
        return scope.kernel.number(total)
    code = str(numbers[0])
    for count, number in enumerate(numbers[1:], 1):
        code = _CODE[head].format(code, number)
        if count % MOST_IN_ONE == 0:  # brackets within brackets without end can be read by nobody
            code = str(scope.let("part", code))
    return Expression(code)


def _binary(head: str, documentation: str) -> None:
    @ludeme(f"({head} a<int> b<int>)", result="int", documentation=documentation)
    def pair(scope: Scope, clause: Clause) -> Expression:
        return _joined(scope, head, [scope.integer(clause.get("a")), scope.integer(clause.get("b"))])


for _head, _documentation in _WORDS.items():
    _binary(_head, _documentation)


def _list(head: str, empty: int, documentation: str) -> None:
    @ludeme(f"({head} list<{{int}}>)", result="int", documentation=documentation)
    def joined(scope: Scope, clause: Clause) -> Expression:
        values: tuple[Value, ...] = as_tuple(clause.get("list"))
        if not values:
            return scope.kernel.number(empty)
        return _joined(scope, head, [scope.integer(value) for value in values])


_list("+", 0, "The sum of the numbers.")
_list("*", 0, "The product of the numbers.")


@ludeme("(+ array<array>)", result="int", documentation="The sum of an array.")
@ludeme("(* array<array>)", result="int", documentation="The product of an array.")
@ludeme("(max array<array>)", result="int", documentation="The largest number of an array; -1 for an empty one.")
@ludeme("(min array<array>)", result="int", documentation="The smallest number of an array; -1 for an empty one.")
def of_array(scope: Scope, clause: Clause) -> Expression:
    """Walk through the array."""
    head = clause.signature.head
    value = clause.get("array")
    assert value is not None
    array = int_array(scope, value)
    if head in ("+", "*"):
        total = scope.let("total", "0" if head == "+" else "1")
        with array.each(scope) as number:
            scope.line(f"{total} = {'plus' if head == '+' else 'times'}({total}, {number})")
        return total
    best, seen = scope.let("best", "-1"), scope.let("seen", "0")
    sign = ">" if head == "max" else "<"
    with array.each(scope) as number:
        item = scope.simple(number, "item")
        with scope.block(f"if {seen} == 0 or {item} {sign} {best}:"):
            scope.line(f"{best} = {item}")
        scope.line(f"{seen} = 1")
    return best


@ludeme("(- a<int>)", result="int", documentation="The number with the other sign.")
def negative(scope: Scope, clause: Clause) -> Expression:
    """Change the sign."""
    number = scope.integer(clause.get("a"))
    if number.fixed is not None:
        return scope.kernel.number(scope.kernel.word(-number.fixed))
    return Expression(f"minus(0, {number})")


@ludeme("(^ a<int> b<int>)", result="int", documentation="The first number to the power of the second.")
def power(scope: Scope, clause: Clause) -> Expression:
    """Multiply repeatedly."""
    return Expression(f"power({scope.integer(clause.get('a'))}, {scope.integer(clause.get('b'))})")


@ludeme("(abs a<int>)", result="int", documentation="The number without its sign.")
def absolute(scope: Scope, clause: Clause) -> Expression:
    """Drop the sign."""
    number = scope.integer(clause.get("a"))
    if number.fixed is not None:
        return scope.kernel.number(scope.kernel.word(abs(number.fixed)))
    return Expression(f"abs({number})")


@ludeme("(toInt a<bool>)", result="int", documentation="1 where the condition holds, else 0.")
def from_condition(scope: Scope, clause: Clause) -> Expression:
    """A truth value as a number."""
    return Expression(f"(1 if {scope.boolean(clause.get('a'))} else 0)")


@ludeme(
    "(if condition<bool> yes<int|role> [no<int|role>])",
    result="int",
    documentation="One number where the condition holds, else the other.",
)
def choice(scope: Scope, clause: Clause) -> Expression:
    """A branch; inline where neither side needs statements."""
    condition = scope.boolean(clause.get("condition"))
    sides: list[tuple[list[str], Expression]] = []
    for value in (clause.get("yes"), clause.get("no")):
        scope.depth += 1
        with scope.captured() as lines:
            side = scope.integer(value, "-1")
        scope.depth -= 1
        sides.append((lines, side))
    if condition.fixed is not None:
        lines, side = sides[0 if condition.fixed else 1]
        scope.lines.extend(line.removeprefix("    ") for line in lines)
        return side
    if not sides[0][0] and not sides[1][0]:
        return Expression(f"({sides[0][1]} if {condition} else {sides[1][1]})")
    answer = Expression(scope.fresh("value"))
    for header, (lines, side) in zip((f"if {condition}:", "else:"), sides, strict=True):
        with scope.block(header):
            scope.lines.extend(lines)
            scope.line(f"{answer} = {side}")
    return answer
