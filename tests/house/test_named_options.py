"""Options that messages name exist, for the command that gives the message."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
import typer

from apts.cli.arguments import OLD_NAMES
from apts.cli.commands import COMMANDS, CommandGroup, Table, app

SOURCE = Path(__file__).parents[2] / "src" / "apts"
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*\*?")
ELSEWHERE = re.compile(r"apts (?!GAME|--)[a-z]+[^;.,]*|python -m [^;.,]*|`pip [^`]*`")
"""A command line in a message: what it names belongs to the command in it."""


def functions(table: Table, before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The words of each command with its function."""
    for part in table.values():
        for name, entry in part.items():
            if isinstance(entry, CommandGroup):
                yield from functions(entry.table, (*before, name))
            else:
                yield (*before, name), f"apts.cli.{entry}"


COMMAND_FUNCTIONS = dict(functions(COMMANDS))


@cache
def options_of(words: tuple[str, ...]) -> frozenset[str]:
    """The options of a command."""
    found = typer.main.get_command(app)
    context = typer.Context(found)
    for word in words:
        found = found.get_command(context, word)  # type: ignore[attr-defined]
    return frozenset(
        name for parameter in found.params for name in (*parameter.opts, *parameter.secondary_opts) if name[:2] == "--"
    ) | {"--help"}


@cache
def tree_of(module: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(Path(str(importlib.import_module(module).__file__)).read_text(encoding="utf-8"))


@cache
def defined_in(module: str) -> Mapping[str, ast.AST]:
    """What a module defines at its top, by name."""
    found: dict[str, ast.AST] = {}
    for node in tree_of(module).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.Assign):
            found |= {target.id: node for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
    return found


@cache
def imported_by(module: str) -> Mapping[str, tuple[str, str]]:
    """The names that a module imports from other modules of the command line, with where they come from."""
    return {
        known.asname or known.name: (node.module, known.name)
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("apts.cli.")
        for known in node.names
        if node.module
    }


def reached(module: str, name: str) -> Iterator[tuple[str, str, ast.AST]]:
    """The functions, classes and constants of the command line that a function comes to, itself among them."""
    seen: set[tuple[str, str]] = set()
    waiting = [(module, name)]
    while waiting:
        place = waiting.pop()
        node = defined_in(place[0]).get(place[1])
        if node is None or place in seen:
            continue
        seen.add(place)
        yield (*place, node)
        imports, own = imported_by(place[0]), made_in(node)
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id not in own:
                waiting.append(imports.get(part.id, (place[0], part.id)))


def made_in(node: ast.AST) -> set[str]:
    """The names of a function's own arguments and variables."""
    if not isinstance(node, ast.FunctionDef):
        return set()
    arguments = {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    return arguments | {
        part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }


def messages(node: ast.AST) -> Iterator[str]:
    """The texts in a piece of code, but for what declares options, what documents it and what is looked up by a name."""
    documented = {
        id(one.body[0].value)
        for one in ast.walk(node)
        if isinstance(one, ast.FunctionDef | ast.ClassDef) and one.body and isinstance(one.body[0], ast.Expr)
    }
    declared = {
        id(part)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "typer.Option"
        for value in call.args
        for part in ast.walk(value)
    }
    for part in ast.walk(node):
        if isinstance(part, ast.JoinedStr):
            inside = {id(value) for value in part.values}
            documented |= inside
            yield "".join(str(value.value) if isinstance(value, ast.Constant) else "*" for value in part.values)
        elif isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in documented | declared:
            yield part.value


def named(text: str) -> set[str]:
    """The options that a message names as those of the command that gives it; one with * may go on."""
    return set(OPTION.findall(ELSEWHERE.sub("", text)))


def unknown(text: str, options: frozenset[str]) -> set[str]:
    """The options in a message that are not among these."""
    return {
        option
        for option in named(text)
        if not (any(known.startswith(option[:-1]) for known in options) if option.endswith("*") else option in options)
    }


@pytest.mark.parametrize("words", sorted(COMMAND_FUNCTIONS), ids=" ".join)
def test_options_that_a_command_names_are_its_own(words: tuple[str, ...]) -> None:
    module, _, first = COMMAND_FUNCTIONS[words].rpartition(".")
    assert isinstance(defined_in(module)[first], ast.FunctionDef)
    missing = {
        f"{where.removeprefix('apts.cli.')}.{name}: {option}"
        for where, name, node in reached(module, first)
        for text in messages(node)
        for option in unknown(text, options_of(words))
    }
    assert missing == set()


def test_options_that_any_message_names_are_those_of_a_command() -> None:
    every = frozenset(OLD_NAMES).union(*(options_of(words) for words in COMMAND_FUNCTIONS))
    others = {"publish", "board", "calibrating"}  # with variables of style sheets, and programs of their own
    paths = [path for path in SOURCE.rglob("*.py") if others.isdisjoint(path.parts)]
    texts = [(path, text) for path in paths for text in messages(ast.parse(path.read_text(encoding="utf-8")))]
    missing = {f"{path.name}: {option}" for path, text in texts for option in unknown(text, every)}
    assert missing == set()
