"""Words that may be written instead of signs: lt, gt, le, ge, mod, pow, mul."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.language.tree import Clause

_COMPARISONS = {"lt": "<", "gt": ">", "le": "<=", "ge": ">="}
_CALLS = {"mod": ("remainder({}, {})", "%"), "pow": ("power({}, {})", "^"), "mul": ("times({}, {})", "*")}


def _comparison(word: str, sign: str) -> None:
    @ludeme(f"({word} a<int|role> b<int|role>)", result="bool", documentation=f"The same as {sign}.")
    def compare(scope: Scope, clause: Clause) -> Expression:
        return Expression(f"({scope.integer(clause.get('a'))} {sign} {scope.integer(clause.get('b'))})")


def _calculation(word: str, code: str, sign: str) -> None:
    @ludeme(f"({word} a<int> b<int>)", result="int", documentation=f"The same as {sign}.")
    def calculate(scope: Scope, clause: Clause) -> Expression:
        return Expression(code.format(scope.integer(clause.get("a")), scope.integer(clause.get("b"))))


for _word, _sign in _COMPARISONS.items():
    _comparison(_word, _sign)
for _word, (_code, _sign) in _CALLS.items():
    _calculation(_word, _code, _sign)
