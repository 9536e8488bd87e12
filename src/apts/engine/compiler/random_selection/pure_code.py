"""Expressions of kernel source that change nothing, so that they may be worked out twice, earlier, or in vain."""

from __future__ import annotations

import ast
from collections.abc import Callable

from apts.engine.native.parsing import parsed

# Functions of the runtime that only answer a question, with a few instructions and no loop over a board.
_ANSWERS = frozenset(
    (
        *(
            "has_site",
            "has_number",
            "differs_from",
            "has_player",
            "seat_or_nobody",
            "outside",
            "unknown",
            "sure",
            "within",
        ),
        *("min", "max", "abs", "int", "bool", "range", "bit_count", "lowest_bit", "following"),
    )
)
_FORMS = (
    *(ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.Subscript, ast.Name, ast.Constant),
    *(ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context),
)


def is_pure(node: ast.expr, asks: Callable[[str], bool] = lambda name: False) -> bool:
    """Whether an expression is made of arithmetic, comparisons, array elements and questions that change nothing.

    ``asks`` tells of further functions whether they are such questions.
    """
    for part in ast.walk(node):
        if not isinstance(part, _FORMS):
            return False
        if isinstance(part, ast.Call) and not (
            isinstance(part.func, ast.Name) and (part.func.id in _ANSWERS or asks(part.func.id))
        ):
            return False
    return True


def is_plain_question(text: str) -> bool:
    """Whether code is one comparison that changes nothing, so that it gives 0 or 1 and may be asked in vain."""
    node = parsed(text, "eval").body
    return isinstance(node, ast.Compare) and is_pure(node)


def only_asks(source: str) -> bool:
    """Whether a function sets nothing but variables of its own, and calls nothing but questions that change nothing."""
    return not any(
        (isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load))
        or (isinstance(part, ast.Call) and not (isinstance(part.func, ast.Name) and part.func.id in _ANSWERS))
        for statement in parsed(source).body
        if isinstance(statement, ast.FunctionDef)
        for line in statement.body
        for part in ast.walk(line)
    )
