"""Expressions of the generated code."""

from __future__ import annotations

import ast
from typing import Self

from apts.engine.native.parsing import parsed


class Expression(str):
    """Source text of an integer or truth value, with what the compiler knows about it.

    ``fixed`` is the value when the rules text alone decides it; ``valid`` says that it is the number of an existing site,
    so that no guard is needed before using it as an index.
    """

    fixed: int | None
    valid: bool

    def __new__(cls, text: str, *, fixed: int | None = None, valid: bool = False) -> Self:
        """Make an expression from source text."""
        expression = super().__new__(cls, text)
        expression.fixed = fixed
        expression.valid = valid
        return expression


UNSET = Expression("-1", fixed=-1)

EVERYTHING = (
    *("board", "score", "mover", "next", "pending", "variable", "counter", "phase", "clear", "remembered", "team"),
    *("triggered", "dice"),
)
"""The parts of a position that effects may change."""


def reads_member(code: str) -> bool:
    """Whether code reads a site from a list of the data or from a set: both hold only sites that exist.

    A list is read at a variable. What has a name of its own in the data (``D[N20]``) is a number of the rules, which may
    be no site.
    """
    if "@" in code:  # a place in the frame, which has no number yet
        return False
    match parsed(code, "eval").body:
        case ast.Subscript(value=ast.Name(id="D"), slice=ast.Name(id=place)):
            return not place.isupper()
        case ast.Subscript(
            value=ast.Name(id="D"),
            slice=ast.BinOp(left=ast.Name(id=place), op=ast.Add(), right=ast.Constant(value=1)),
        ):
            return not place.isupper()
        case ast.BinOp(
            left=ast.BinOp(left=ast.Name(), op=ast.LShift(), right=ast.Constant(value=5)),
            op=ast.Add(),
            right=ast.Call(func=ast.Name(id="lowest_bit"), args=[ast.Name()]),
        ):
            return True
    return False
