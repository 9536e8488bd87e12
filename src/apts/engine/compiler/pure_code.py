"""Expressions of kernel source that change nothing, so that they may be worked out twice, earlier, or in vain."""

from __future__ import annotations

import ast

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


def is_pure(node: ast.expr) -> bool:
    """Whether an expression is made of arithmetic, comparisons, array elements and questions that change nothing."""
    for part in ast.walk(node):
        if not isinstance(part, _FORMS):
            return False
        if isinstance(part, ast.Call) and not (isinstance(part.func, ast.Name) and part.func.id in _ANSWERS):
            return False
    return True
