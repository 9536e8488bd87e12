"""Functions of routines as they were written, and what the names in them stand for."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

from apts.engine.native.parsing import KernelSourceError, parsed
from apts.engine.native.routines.blocks import without_blocks


class Source:
    """A function with its syntax and the names of its module."""

    def __init__(self, function: Callable[..., Any]):
        assert isinstance(function, FunctionType)
        code = function.__code__
        self.name, self._names = function.__name__, function.__globals__
        self.node = without_blocks(_functions(code.co_filename)[code.co_firstlineno], self.value)

    def value(self, node: ast.expr) -> Any:
        """What a name that is no variable stands for, or a name in a module."""
        if isinstance(node, ast.Name):
            for names in (self._names, vars(builtins)):
                if node.id in names:
                    return names[node.id]
        if isinstance(node, ast.Attribute):
            return getattr(self.value(node.value), node.attr)
        raise KernelSourceError(f"{ast.unparse(node)} is not known in {self.name}")

    def called(self, node: ast.Call) -> Any:
        """What a call calls; a routine that is called by another becomes a part of it."""
        if node.keywords:
            raise KernelSourceError(f"{ast.unparse(node)}: arguments are given by their place")
        called = self.value(node.func)
        return getattr(called, "function", called)


@lru_cache(maxsize=64)
def _functions(file: str) -> dict[int, ast.FunctionDef]:
    """The functions of a file, by the line they begin on, their decorators included."""
    tree = parsed(Path(file).read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(mark.lineno for mark in node.decorator_list)]): node for node in found}


def constant_of(source: Source, node: ast.expr) -> int | float:
    """The number that is written, or that a name of the module stands for."""
    value = node.value if isinstance(node, ast.Constant) else source.value(node)
    if isinstance(value, int | float):
        return value
    raise KernelSourceError(f"{ast.unparse(node)} in {source.name} is no number")
