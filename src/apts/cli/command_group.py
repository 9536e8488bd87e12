"""A group of commands whose files are imported when one of them runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from apts.cli.plain_words import reading_plainly
from apts.cli.quiet_stops import let_command_hear_stops

FOLDER = Path(__file__).parent

Table = Mapping[str, Mapping[str, str | TyperGroup]]
"""Headings of help with the commands under them: a file, such as ``design.check``, or a group of its own."""


class CommandGroup(TyperGroup):
    """The commands of a table; a file holds a function of the file's own name."""

    def __init__(self, table: Table, **attributes: Any):
        super().__init__(**{"no_args_is_help": True, "rich_markup_mode": None, **attributes})
        self.table = table
        self.commands = _Loaded({name: entry for part in table.values() for name, entry in part.items()})

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters of the group, that for help among them."""
        return reading_plainly(super().get_params(ctx))

    def list_commands(self, ctx: Any) -> list[str]:
        """The names in the order of the table; nothing is imported for them."""
        return list(self.commands)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write a line for each command under its heading."""
        for heading, entries in self.table.items():
            with formatter.section(heading):
                formatter.write_dl([(name, line_about(entry)) for name, entry in entries.items()])


class LoneCommand(TyperCommand):
    """A command; its work hears of Ctrl-C when it begins."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters of the command, that for help among them."""
        return reading_plainly(super().get_params(ctx))

    def invoke(self, ctx: Any) -> Any:
        """Do the work of the command."""
        let_command_hear_stops()
        return super().invoke(ctx)


class _Loaded(dict[str, Any]):
    """Commands by name; a file is imported when its command is asked for."""

    def __init__(self, entries: Mapping[str, str | TyperGroup]):
        super().__init__(entries)

    def get(self, name: str, default: Any = None) -> Any:
        entry = super().get(name, default)
        if isinstance(entry, str):
            self[name] = entry = _loaded(entry, name)
        return entry


def _loaded(file: str, name: str) -> Any:
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    alone.command(name, cls=LoneCommand)(getattr(import_module(f"apts.cli.{file}"), file.rpartition(".")[2]))
    return get_command(alone)


def line_about(entry: str | TyperGroup) -> str:
    """What a command says of itself; its file is read, not run."""
    return (entry.help or "") if isinstance(entry, TyperGroup) else _docstring(entry)


def _docstring(file: str) -> str:
    tree = ast.parse((FOLDER / f"{file.replace('.', '/')}.py").read_text(encoding="utf-8"))
    functions: Iterator[ast.FunctionDef] = (node for node in tree.body if isinstance(node, ast.FunctionDef))
    return next(ast.get_docstring(node) or "" for node in functions if node.name == file.rpartition(".")[2])
