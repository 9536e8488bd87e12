"""Which loops of a kernel need no count of their own, because they are short in every game or surely come to an end."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from apts.engine.native.checks.proofs import counted_up, stored
from apts.engine.native.trees import spelled


def ends_surely(node: ast.While) -> bool:
    """Whether a loop counts a variable up to a bound that stays where it is, so that its rounds are known beforehand."""
    counted = counted_up(node)
    if counted is None:
        return False
    name, last, _ = counted
    changed = stored(node.body)
    times = sum(
        isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and part.id == name
        for inner in node.body
        for part in ast.walk(inner)
    )
    parts = [part for part in ast.walk(last) if not isinstance(part, ast.expr_context)]
    steady = all(
        isinstance(part, (ast.Constant, ast.BinOp, ast.operator))
        or (isinstance(part, ast.Name) and part.id not in changed)
        or (isinstance(part, ast.Subscript) and isinstance(part.value, ast.Name) and part.value.id == "D")
        for part in parts
    )
    leaves = any(isinstance(part, ast.Continue) for inner in node.body for part in ast.walk(inner))
    return steady and times == 1 and not leaves


def word_taken_apart(node: ast.While) -> ast.Name | None:
    """The word of a loop that takes one of its bits after the other; None for other loops."""
    word = node.test.left if isinstance(node.test, ast.Compare) else None
    taken = isinstance(word, ast.Name) and any(
        isinstance(part, ast.AugAssign)
        and isinstance(part.op, ast.BitAnd)
        and isinstance(part.target, ast.Name)
        and part.target.id == word.id
        for part in node.body
    )
    return ast.Name(word.id, ast.Load()) if isinstance(word, ast.Name) and taken else None


def is_short(node: ast.For) -> bool:
    """Whether a loop walks through one of several lists (neighbours, a ray) and has no loop or rule inside.

    The loop around it is counted; what is inside costs no more than a board is wide.
    """
    assert isinstance(node.iter, ast.Call)
    bounds = [spelled(bound) for bound in node.iter.args]
    listed = len(bounds) == 2 and re.fullmatch(r"D\[(D\[TABLE\d+\] \+ )?\w+\]", bounds[0]) is not None
    if not listed or re.match(r"D\[(L|N\d|\d+\])", bounds[0]):  # those of one list alone, and of numbers of the rules
        return False
    return not any(
        isinstance(part, (ast.For, ast.While))
        or (isinstance(part, ast.Call) and any(isinstance(name, ast.Name) and name.id == "sp" for name in part.args))
        for inner in node.body
        for part in ast.walk(inner)
    )


def is_few(loop: ast.Call, number: Callable[[ast.expr], int | None]) -> bool:
    """Whether a loop has few rounds in every game; ``number`` gives the value of a constant expression."""
    bound = spelled(loop.args[-1] if len(loop.args) < 3 else loop.args[1])
    if re.fullmatch(r"\d+|D\[(SET_WORDS|PLAYERS|RECORD)\]( [+-] \d)?", bound):
        return len(loop.args) == 1 or number(loop.args[0]) is not None
    return bound.startswith("1 if ")
