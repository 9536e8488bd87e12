"""Syntax trees of kernel source, gone through, copied and spelled without the generality of Python's own module.

Kernels have many thousands of nodes of few kinds. Names and numbers are never changed, so trees may share them.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from apts.engine.native.parsing import parsed

_LEAVES = frozenset((ast.Name, ast.Constant))
_INNER: dict[type[ast.AST], tuple[str, ...]] = {
    ast.BinOp: ("left", "right"),
    ast.BoolOp: ("values",),
    ast.Compare: ("left", "comparators"),
    ast.Name: (),
    ast.Constant: (),
    ast.Subscript: ("value", "slice"),
    ast.UnaryOp: ("operand",),
}
"""Where nodes of a kind have other expressions and statements inside; those of other kinds may have them anywhere."""
_OPERATORS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}


class Rewriter(ast.NodeTransformer):
    """A transformer with short ways through the commonest nodes; the order of visits is that of the fields."""

    def visit(self, node: Any) -> Any:
        """Visit a node by the method for its kind."""
        kind = node.__class__
        if kind in _LEAVES:
            return node
        method: Callable[[Any], Any] = getattr(self, f"visit_{kind.__name__}", self.generic_visit)
        return method(node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.BinOp:
        """Both sides."""
        node.left, node.right = self.visit(node.left), self.visit(node.right)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.Compare:
        """All sides."""
        node.left = self.visit(node.left)
        node.comparators = [self.visit(side) for side in node.comparators]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.UnaryOp:
        """What is turned."""
        node.operand = self.visit(node.operand)
        return node

    def visit_Return(self, node: ast.Return) -> ast.Return:
        """What is given back."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node


def statements(function: ast.FunctionDef) -> list[ast.stmt]:
    """The statements of a function, from outside inwards."""
    found = list(function.body)
    for node in found:  # grows while it is gone through
        if isinstance(node, (ast.If, ast.For, ast.While)):
            found += node.body
            found += node.orelse
    return found


def called(function: ast.FunctionDef) -> Iterator[str]:
    """The names of the functions that are called, some of them more than once."""
    waiting: list[ast.AST] = [function]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id
            waiting += node.args
            continue
        for name in _INNER.get(node.__class__, node._fields):
            inner = getattr(node, name, None)
            if isinstance(inner, list):
                waiting += [part for part in inner if isinstance(part, ast.AST)]
            elif isinstance(inner, ast.AST):
                waiting.append(inner)


def names_in(body: str) -> set[str]:
    """All names in the body of a function."""
    return {node.id for node in ast.walk(parsed(f"def named():\n{body}")) if isinstance(node, ast.Name)}


def copied(node: Any) -> Any:
    """An expression that can be rewritten without changing the one it is a copy of."""
    kind = node.__class__
    if kind in _LEAVES:
        return node
    if kind is ast.BinOp:
        return ast.BinOp(copied(node.left), node.op, copied(node.right))
    if kind is ast.Subscript:
        return ast.Subscript(copied(node.value), copied(node.slice), node.ctx)
    if kind is ast.Call and not node.keywords:
        return ast.Call(node.func, [copied(argument) for argument in node.args], [])
    if kind is ast.UnaryOp:
        return ast.UnaryOp(node.op, copied(node.operand))
    if kind is ast.IfExp:
        return ast.IfExp(copied(node.test), copied(node.body), copied(node.orelse))
    if kind is ast.Compare:
        return ast.Compare(copied(node.left), node.ops, [copied(other) for other in node.comparators])
    if kind is ast.BoolOp:
        return ast.BoolOp(node.op, [copied(value) for value in node.values])
    return copy.deepcopy(node)


@lru_cache(maxsize=1024)
def bound_tree(text: str) -> ast.expr:
    """The tree of an expression that is only read, never rewritten; the same for all who ask."""
    return parsed(text, "eval").body


def spelled(node: ast.expr) -> str:
    """The source of an expression."""
    return _short(node) or ast.unparse(node)


def _short(node: ast.expr) -> str:
    """The source of names, numbers and elements, and of two of these added up, subtracted or multiplied."""
    single = _single(node)
    if single or not isinstance(node, ast.BinOp) or type(node.op) not in _OPERATORS:
        return single
    left, right = _single(node.left), _single(node.right)
    return f"{left} {_OPERATORS[type(node.op)]} {right}" if left and right else ""


def _single(node: ast.expr) -> str:
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Constant) and type(node.value) is int and node.value >= 0:
        return str(node.value)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Name):
        return f"{node.value.id}[{node.slice.id}]"
    return ""


def is_element(node: ast.expr, array: str, index: str) -> bool:
    """Whether an expression is ``array[index]``, both by name."""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.slice, ast.Name)
        and node.slice.id == index
        and isinstance(node.value, ast.Name)
        and node.value.id == array
    )
