"""Records of moves that are written without a jump.

Whether a neighbouring site is empty is as good as random, and a processor that guesses a jump wrongly loses the time of a
dozen instructions. So ``if test: n = record(..)`` becomes a record that is always written, and stays in the list only if
the test holds: the next one overwrites it otherwise.
"""

from __future__ import annotations

import ast
import re

from apts.engine.compiler.random_selection.pure_code import is_pure
from apts.engine.native.parsing import parsed

_TEST = re.compile(r"^(?P<indent> *)if (?P<test>.*):(?P<mark>  #@\d+)?$")
_RECORD = re.compile(r"^(?P<indent> *)n = (?P<record>record\d+\(D, W, M, n, .*\))(?P<mark>  #@\d+)?$")
_TRUTHS = frozenset(("has_site", "has_number", "differs_from", "has_player", "outside", "unknown", "bool"))
_SITE = re.compile(r"^ *(\w+) = sure\(", re.MULTILINE)


def steady(source: str) -> str:
    """The function with such records."""
    lines = source.split("\n")
    sites = frozenset(_SITE.findall(source))
    for index in range(len(lines) - 2):
        if "n = record" not in lines[index + 1]:
            continue
        test, record = _TEST.match(lines[index]), _RECORD.match(lines[index + 1])
        if test is None or record is None or len(record["indent"]) != len(test["indent"]) + 4:
            continue
        follower = lines[index + 2]
        if follower.startswith(record["indent"]) or re.match(rf"{test['indent']}(else|elif)\b", follower):
            continue
        held = _at_once(parsed(test["test"], "eval").body, sites)
        if held is not None:
            lines[index] = f"{test['indent']}n = kept({held}, n, {record['record']}){record['mark'] or ''}"
            lines[index + 1] = ""
    return "\n".join(line for number, line in enumerate(lines) if line or number == len(lines) - 1)


def _at_once(test: ast.expr, sites: frozenset[str]) -> str | None:
    """The test with all its parts worked out where they can be; nothing for one that may cost much or is none."""
    if not is_pure(test) or isinstance(test, ast.Constant):
        return None
    parts = [part for part in ast.walk(test) if isinstance(part, ast.BoolOp)]
    elements = [part for part in ast.walk(test) if isinstance(part, ast.Subscript)]
    if all(_is_truth(value) for part in parts for value in part.values) and all(_exists(x, sites) for x in elements):
        test = _Joiner().visit(test)
    return ast.unparse(test)


def _is_truth(part: ast.expr) -> bool:
    """Whether a part of a test is 0 or 1, whatever it is asked about."""
    if isinstance(part, ast.Call):
        return isinstance(part.func, ast.Name) and part.func.id in _TRUTHS
    return isinstance(part, ast.Compare | ast.BoolOp) or (
        isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not)
    )


def _exists(element: ast.Subscript, sites: frozenset[str]) -> bool:
    """Whether an element of an array is there in any case: its place is made of the data, the mover and known sites."""
    names = {part.id for part in ast.walk(element.slice) if isinstance(part, ast.Name)}
    return all(name in sites or name.isupper() for name in names)


class _Joiner(ast.NodeTransformer):
    """Replaces ``and`` and ``or`` by ``&`` and ``|``."""

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.AST:
        """Both sides are comparisons or answers, which are 0 or 1."""
        self.generic_visit(node)
        operator = ast.BitAnd() if isinstance(node.op, ast.And) else ast.BitOr()
        result = node.values[0]
        for value in node.values[1:]:
            result = ast.BinOp(result, operator, value)
        return result
