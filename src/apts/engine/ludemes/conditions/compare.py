"""Comparisons of integers (and of regions, as sets)."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import is_limited, limited
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
        first, second = clause.get("a"), clause.get("b")
        if is_limited(first):
            bound = scope.simple(scope.integer(second), "bound")
            return Expression(f"({limited(scope, first, bound)} {operator} {bound})")
        if is_limited(second):
            bound = scope.simple(scope.integer(first), "bound")
            return Expression(f"({bound} {operator} {limited(scope, second, bound)})")
        return Expression(f"({scope.integer(first)} {operator} {scope.integer(second)})")


for _head, (_operator, _documentation) in _MEANINGS.items():
    _comparison(_head, _operator, _documentation)
