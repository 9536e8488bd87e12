"""Expressions of the generated code."""

from __future__ import annotations

from typing import Self


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
