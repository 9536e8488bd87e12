"""Conditions put together: and, or, not, xor, if, and the comparison of regions."""

from __future__ import annotations

from collections.abc import Sequence

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause, Literal, Value

TRUE = Expression("True", fixed=1)
FALSE = Expression("False", fixed=0)


def _operands(clause: Clause) -> list[Value]:
    return [part for slot in ("a", "b", "list") for part in as_tuple(clause.get(slot))]


def chain(scope: Scope, operands: Sequence[Value], word: str) -> Expression:
    """Conditions joined by ``and`` or ``or``, evaluated only as far as needed.

    A condition that is a plain expression joins its neighbours; one that needs statements of its own is put into a
    block that is entered only if it still matters.
    """
    decisive, neutral = (0, TRUE) if word == "and" else (1, FALSE)
    terms: list[Expression] = []
    answer: Expression | None = None
    depth = scope.depth
    try:
        for place, operand in enumerate(operands):
            scope.depth += 1
            with scope.captured() as lines:
                condition = scope.boolean(operand)
            scope.depth -= 1
            if condition.fixed is not None and not lines:
                if condition.fixed != decisive:
                    continue
                terms.append(condition)
                if isinstance(operand, Literal):  # what is written behind it is never asked
                    scope.kernel.readings.disregard(tuple(operands[place + 1 :]))
                break
            if lines and answer is None and not terms:
                scope.lines.extend(line.removeprefix("    ") for line in lines)
            elif lines:
                joined = _joined(terms, word, neutral)
                if answer is None:
                    answer = scope.let("test", joined)
                else:
                    scope.line(f"{answer} = {joined}")
                scope.line(f"if {answer}:" if word == "and" else f"if not {answer}:")
                scope.depth += 1
                scope.lines.extend(lines)
                terms = []
            terms.append(condition)
        joined = _joined(terms, word, neutral)
        if answer is None:
            return joined
        scope.line(f"{answer} = {joined}")
        return answer
    finally:
        scope.depth = depth


def _joined(terms: list[Expression], word: str, neutral: Expression) -> Expression:
    if not terms:
        return neutral
    if len(terms) == 1:
        return terms[0]
    return Expression("(" + f" {word} ".join(terms) + ")")


@ludeme("(and a<bool> b<bool>)", result="bool", documentation="Whether both conditions hold.")
@ludeme("(and list<{bool}>)", result="bool", documentation="Whether all conditions hold.")
def both(scope: Scope, clause: Clause) -> Expression:
    """The first that fails decides."""
    return chain(scope, _operands(clause), "and")


@ludeme("(or a<bool> b<bool>)", result="bool", documentation="Whether at least one of two conditions holds.")
@ludeme("(or list<{bool}>)", result="bool", documentation="Whether at least one condition holds.")
def either(scope: Scope, clause: Clause) -> Expression:
    """The first that holds decides."""
    return chain(scope, _operands(clause), "or")


@ludeme("(not a<bool>)", result="bool", documentation="Whether the condition does not hold.")
def negation(scope: Scope, clause: Clause) -> Expression:
    """The opposite."""
    condition = scope.boolean(clause.get("a"))
    if condition.fixed is not None:
        return FALSE if condition.fixed else TRUE
    return Expression(f"(not {condition})")


@ludeme("(xor a<bool> b<bool>)", result="bool", documentation="Whether exactly one of two conditions holds.")
def exclusive(scope: Scope, clause: Clause) -> Expression:
    """They differ."""
    return Expression(f"({scope.boolean(clause.get('a'))} != {scope.boolean(clause.get('b'))})")


@ludeme(
    "(if condition<bool> yes<bool> [no<bool>])",
    result="bool",
    documentation="The second condition where the first holds, else the third; without a third it fails.",
)
def choice(scope: Scope, clause: Clause) -> Expression:
    """A branch; inline where neither side needs statements."""
    condition = scope.boolean(clause.get("condition"))
    no = clause.get("no")
    if condition.fixed is not None:
        return scope.boolean(clause.get("yes") if condition.fixed else no, "False")
    sides: list[tuple[list[str], Expression]] = []
    for value in (clause.get("yes"), no):
        scope.depth += 1
        with scope.captured() as lines:
            side = FALSE if value is None else scope.boolean(value)
        scope.depth -= 1
        sides.append((lines, side))
    if not sides[0][0] and not sides[1][0]:
        return Expression(f"({sides[0][1]} if {condition} else {sides[1][1]})")
    answer = Expression(scope.fresh("test"))
    for header, (lines, side) in zip((f"if {condition}:", "else:"), sides, strict=True):
        with scope.block(header):
            scope.lines.extend(lines)
            scope.line(f"{answer} = {side}")
    return answer


@ludeme("(= a<region> b<region>)", result="bool", documentation="Whether two regions have the same sites.")
@ludeme("(!= a<region> b<region>)", result="bool", documentation="Whether two regions have different sites.")
def compare_regions(scope: Scope, clause: Clause) -> Expression:
    """Word by word."""
    regions = []
    for slot in ("a", "b"):
        value = clause.get(slot)
        assert value is not None
        regions.append(scope.region(value))
    equal = clause.signature.head == "="
    first, second = (region.fixed for region in regions)
    if first is not None and second is not None:
        return Expression(f"({scope.kernel.number(int((first == second) == equal))} != 0)")
    (array, base), (other, other_base) = (region.stored(scope) for region in regions)
    return Expression(f"({'' if equal else 'not '}same_set({array}, {base}, {other}, {other_base}, D[SET_WORDS]))")
