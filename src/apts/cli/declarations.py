"""What a command takes, read from its file without importing what the command works with.

Help and wrong words need the arguments of a command and nothing else; its file also imports games, searches and statistics,
which takes a second or two. So of a file only the head of the command's function is run, with the imports and values that
stand in it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def command_tree(file: str) -> tuple[ast.Module, ast.FunctionDef]:
    """The file of a command such as ``design.check``, and in it the function of the file's own name."""
    tree = ast.parse((FOLDER / f"{file.replace('.', '/')}.py").read_text(encoding="utf-8"))
    functions: Iterator[ast.FunctionDef] = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return tree, next(node for node in functions if node.name == file.rpartition(".")[2])


def declared(file: str) -> Callable[..., Any] | None:
    """The function of a command with its arguments and without its work; None where its head needs more of its file."""
    tree, function = command_tree(file)
    makers = {name: node for node in tree.body for name in _names_made(node)}
    needed = _needed([function.args, *function.decorator_list], makers)
    if any(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in needed.values()):
        return None  # a class of the file would be there twice
    about = ast.Expr(ast.Constant(ast.get_docstring(function, clean=False) or ""))
    head = ast.FunctionDef(function.name, function.args, [about], function.decorator_list)
    kept = [_reduced(node, needed) for node in tree.body if node in needed.values() or _is_future(node)]
    module = ast.fix_missing_locations(ast.Module([*kept, head], []))
    names: dict[str, Any] = {"__name__": f"apts.cli.{file}"}
    exec(compile(module, f"apts.cli.{file}", "exec"), names)
    made: Callable[..., Any] = names[function.name]
    return made


def _names_made(node: ast.stmt) -> list[str]:
    """The names that a statement of a file makes."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return [alias.asname or alias.name.partition(".")[0] for alias in node.names]
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return [node.name]
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]


def _needed(parts: Iterable[ast.AST], makers: dict[str, ast.stmt]) -> dict[str, ast.stmt]:
    """The names of a file that stand in some parts of it, and in what makes those names, with what makes them."""
    found: dict[str, ast.stmt] = {}
    waiting = list(parts)
    while waiting:
        for part in ast.walk(waiting.pop()):
            if isinstance(part, ast.Name) and part.id in makers and part.id not in found:
                found[part.id] = makers[part.id]
                waiting.append(makers[part.id])
    return found


def _reduced(node: ast.stmt, needed: dict[str, ast.stmt]) -> ast.stmt:
    """A statement; of an import only the names that are needed."""
    if isinstance(node, ast.ImportFrom) and not _is_future(node):
        return ast.ImportFrom(
            node.module, [one for one in node.names if (one.asname or one.name) in needed], node.level
        )
    return node


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"
