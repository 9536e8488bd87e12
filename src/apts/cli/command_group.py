"""A group of commands whose files are imported when one of them is asked for.

What a command works with is imported in the bodies of its functions, so that importing its file for help is quick.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import getdoc
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from apts.cli.keyboard_interrupts import raise_on_interrupt
from apts.cli.option_parsing import hearing_all, hearing_old_names, reading_plainly
from apts.hidden_passwords import without_passwords

Table = Mapping[str, Mapping[str, str | TyperGroup]]
"""Headings of help with the commands under them: a function, such as ``design.writing.check``, or a group of its own."""


class CommandGroup(TyperGroup):
    """The commands of a table."""

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

    def make_parser(self, ctx: Any) -> Any:
        """What reads the words of the command."""
        parameters = self.get_params(ctx)
        return hearing_all(hearing_old_names(super().make_parser(ctx), parameters), parameters, ctx)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words; what is said of wrong ones has no password of an archive."""
        try:
            return super().parse_args(ctx, args)
        except Exception as problem:
            words = getattr(problem, "message", None)
            if isinstance(words, str):
                problem.message = without_passwords(words)  # type: ignore[attr-defined]
            raise

    def invoke(self, ctx: Any) -> Any:
        """Do the work of the command."""
        raise_on_interrupt()
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


def _loaded(entry: str, name: str) -> TyperCommand:
    alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    alone.command(name, cls=LoneCommand)(command_function(entry))
    command = get_command(alone)
    assert isinstance(command, TyperCommand)
    return command


def command_function(entry: str) -> Callable[..., Any]:
    """The function of a command such as ``design.writing.check``."""
    module, _, function = entry.rpartition(".")
    found: Callable[..., Any] = getattr(import_module(f"apts.cli.{module}"), function)
    return found


def line_about(entry: str | TyperGroup) -> str:
    """What a command says of itself."""
    return (entry.help if isinstance(entry, TyperGroup) else getdoc(command_function(entry))) or ""
