"""Python source to syntax trees, one thread at a time."""

from __future__ import annotations

import ast
import threading
from typing import Literal, overload

_ONE_AT_A_TIME = threading.Lock()
"""Python 3.11 counts the depth of the tree it makes for all threads together. When another takes over in between, the
count is wrong and ``ast.parse`` fails with "AST constructor recursion depth mismatch" (python/cpython, issue 106905)."""


class KernelSourceError(Exception):
    """Kernel source outside the part of Python that is compiled; a mistake of the compiler, never of a user."""


@overload
def parsed(source: str) -> ast.Module: ...
@overload
def parsed(source: str, mode: Literal["eval"]) -> ast.Expression: ...
def parsed(source: str, mode: str = "exec") -> ast.AST:
    """The tree of a module, or of an expression; safe in threads."""
    with _ONE_AT_A_TIME:
        tree: ast.AST = ast.parse(source, mode=mode)
    return tree
