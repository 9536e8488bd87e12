"""Arguments that belong together as one value with names: a block, which is a named tuple of words and addresses.

Functions of routines take blocks whole, read their fields and hand them on. In machine code there are no blocks: every field
is an argument of its own, so that a block costs nothing.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from inspect import signature
from types import FunctionType
from typing import Any

from apts.engine.native.parsing import KernelSourceError


def fields_of(value: object) -> tuple[str, ...] | None:
    """The names of the fields, if something is a class of blocks."""
    if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        fields: tuple[str, ...] = value._fields
        return fields
    return None


def argument_names(function: FunctionType) -> list[str]:
    """The names of the arguments of a function in machine code: a block has those of its fields."""
    found: list[str] = []
    for name, argument in signature(function).parameters.items():
        found += fields_of(function.__globals__.get(str(argument.annotation))) or [name]
    return found


def without_blocks(node: ast.FunctionDef, value: Callable[[ast.expr], Any]) -> ast.FunctionDef:
    """The function with an argument for each field of its blocks; ``value`` tells what a name of its module stands for."""
    fields = {one.arg: known for one in node.args.args if (known := _announced(one, value))}
    return _Fields(fields, value).visit(copy.deepcopy(node))  # type: ignore[no-any-return]


def _announced(argument: ast.arg, value: Callable[[ast.expr], Any]) -> tuple[str, ...] | None:
    return _block(argument.annotation, value) if isinstance(argument.annotation, ast.Name) else None


def _block(name: ast.Name, value: Callable[[ast.expr], Any]) -> tuple[str, ...] | None:
    try:
        return fields_of(value(name))
    except KernelSourceError:  # a name that is there for type checkers alone
        return None


class _Fields(ast.NodeTransformer):
    """Puts variables of their own in the place of the fields of blocks."""

    def __init__(self, fields: dict[str, tuple[str, ...]], value: Callable[[ast.expr], Any]):
        self._fields, self._value = fields, value

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """The arguments, and what is done with them."""
        node.args.args = [
            ast.arg(name, None if name != one.arg else one.annotation)
            for one in node.args.args
            for name in self._names(one.arg)
        ]
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.AST]:
        """A block that is made and kept: a variable for each of its fields."""
        target, made = node.targets[0], node.value
        if not (isinstance(target, ast.Name) and isinstance(made, ast.Call) and isinstance(made.func, ast.Name)):
            return self.generic_visit(node)
        known = _block(made.func, self._value)
        if known is None:
            return self.generic_visit(node)
        self._fields[target.id] = known
        pairs = zip(self._names(target.id), made.args, strict=True)
        return [self.generic_visit(ast.Assign([ast.Name(name, ast.Store())], value)) for name, value in pairs]

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A field that is read."""
        if isinstance(node.value, ast.Name) and node.attr in self._fields.get(node.value.id, ()):
            return ast.Name(f"{node.value.id}.{node.attr}", node.ctx)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """A block that is handed on, or made for a call."""
        arguments: list[ast.expr] = []
        for one in node.args:
            if isinstance(one, ast.Name) and one.id in self._fields:
                arguments += [ast.Name(name, ast.Load()) for name in self._names(one.id)]
            elif isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and _block(one.func, self._value):
                arguments += one.args
            else:
                arguments.append(one)
        node.args = arguments
        return self.generic_visit(node)

    def _names(self, argument: str) -> list[str]:
        known = self._fields.get(argument)
        return [argument] if known is None else [f"{argument}.{name}" for name in known]
