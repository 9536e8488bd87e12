"""A group of commands whose files are imported when one of them is asked for.

What a command works with is imported in the bodies of its functions, so that importing its file for help is quick.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import getdoc
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from apts.cli.arguments import hearing_all, hearing_old_names, reading_plainly
from apts.cli.keyboard_interrupts import raise_on_interrupt
from apts.hidden_passwords import without_passwords
from apts.version import apts_version

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
        """Read the words; errors about them contain no password of an archive."""
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
    """The first line of the help of a command."""
    return (entry.help if isinstance(entry, TyperGroup) else getdoc(command_function(entry))) or ""


# ----------------------------------------------------------------------------------------------------------------
# The command line: the table of all commands, and the function that runs them.
#
# A command is a function that declares its arguments and does what it says. Its file is imported when the command
# is asked for or listed, and imports what it works with in the bodies of its functions, so that help is quick.

MODEL: Table = {
    "Commands": {
        "new": "learning.model.model_new",
        "show": "learning.model.model_show",
        "quality": "learning.model.model_quality",
    }
}
QLEARN: Table = {
    "Commands": {
        "train": "learning.qlearn.qlearn_train",
        "show": "learning.qlearn.qlearn_show",
        "prove": "learning.qlearn.qlearn_prove",
        "study": "learning.qlearn.qlearn_study",
    }
}
GOALS: Table = {
    "Commands": {
        "check": "playtesting.goals.goals_check",
        "list": "playtesting.goals.goals_list",
        "show": "playtesting.goals.goals_show",
    }
}
COMMANDS: Table = {
    "Design a game": {
        "new": "design.writing.new",
        "games": "design.showing.games",
        "show": "design.showing.show",
        "rules": "design.showing.rules",
        "parameters": "design.writing.parameters",
        "diff": "design.writing.diff",
        "check": "design.writing.check",
        "watch": "design.writing.watch",
        "playouts": "design.showing.playouts",
        "perft": "design.showing.perft",
    },
    "Play-test it": {
        "playtest": "playtesting.playtest.playtest",
        "compare": "playtesting.compare.compare",
        "goals": CommandGroup(GOALS, name="goals", help="Check whether a game meets its design goals."),
        "improve": "playtesting.improve.improve",
        "cures": "playtesting.cures.cures",
        "table": "playtesting.experiments.table",
        "stress": "playtesting.experiments.stress",
        "skill": "playtesting.experiments.skill",
        "skill-table": "playtesting.styles.skill_table",
        "styles": "playtesting.styles.styles",
        "sensitivity": "playtesting.improve.sensitivity",
    },
    "Play it": {
        "play": "playing.play.play",
        "publish": "playing.serving.publish",
        "studio": "playing.serving.studio",
        "analyze": "playing.analysis.analyze",
        "solve": "playing.analysis.solve",
        "arena": "playtesting.experiments.arena",
        "agents": "playing.strength.agents",
        "calibrate": "playing.strength.calibrate",
    },
    "Manage runs": {
        "runs": "playtesting.runs.runs",
        "report": "playtesting.runs.report",
        "replay": "playtesting.runs.replay",
        "export": "playtesting.runs.export",
        "import": "playtesting.runs.import_run",
        "rename": "playtesting.runs.rename",
        "delete": "playtesting.runs.delete",
    },
    "Train agents": {
        "train": "learning.train.train",
        "selfplay": "learning.train.selfplay",
        "model": CommandGroup(MODEL, name="model", help="Create, inspect and measure models."),
        "qlearn": CommandGroup(
            QLEARN, name="qlearn", help="Learn the values of moves from self-play (Q-learning) for the agent q:FILE."
        ),
    },
}
"""The commands under their headings, each with its function in ``apts.cli``."""


class _AllCommands(CommandGroup):
    def __init__(self, **attributes: Any):
        super().__init__(COMMANDS, **attributes)


app = typer.Typer(
    cls=_AllCommands,
    name="apts",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"apts {apts_version()}")
        raise typer.Exit


@app.callback()
def apts(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """A play-test lab for turn-based games."""


def run() -> None:
    """Run the command line: 0 when all is well, 1 for a mistake in rules or names, 2 for wrong usage, 70 for one of ours."""
    import atexit

    from apts.cli.error_boundary import run_in_error_boundary
    from apts.cli.keyboard_interrupts import exit_on_interrupt, interrupts_delivered, raise_on_interrupt

    try:
        with interrupts_delivered():
            sys.exit(run_in_error_boundary(app))
    finally:
        raise_on_interrupt()
        atexit.register(exit_on_interrupt)
