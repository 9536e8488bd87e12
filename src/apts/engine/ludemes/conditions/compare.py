"""Comparisons of integers (and of regions, as sets)."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause

_MEANINGS = {
    "=": ("==", "Whether two numbers are equal."),
    "!=": ("!=", "Whether two numbers differ."),
    "<": ("<", "Whether the first number is smaller."),
    ">": (">", "Whether the first number is larger."),
    "<=": ("<=", "Whether the first number is at most the second."),
    ">=": (">=", "Whether the first number is at least the second."),
}


def _comparison(head: str, operator: str, documentation: str) -> None:
    @ludeme(f"({head} a<int|role> b<int|role>)", result="bool", documentation=documentation)
    def compare(scope: Scope, clause: Clause) -> Expression:
        return Expression(f"({scope.integer(clause.get('a'))} {operator} {scope.integer(clause.get('b'))})")


for _head, (_operator, _documentation) in _MEANINGS.items():
    _comparison(_head, _operator, _documentation)
