"""The command line: the table of all commands, and the function that runs them.

A command is one file: a function that declares its arguments and does what it says. A file is imported when its command
runs; the list of commands takes its lines from the files without importing them, so that help is quick.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from apts.cli.command_group import CommandGroup, Table
from apts.version import apts_version

MODEL: Table = {
    "Commands": {
        "new": "learning.model_new",
        "show": "learning.model_show",
        "quality": "learning.model_quality",
    }
}
QLEARN: Table = {
    "Commands": {
        "train": "learning.qlearn_train",
        "show": "learning.qlearn_show",
        "prove": "learning.qlearn_prove",
        "study": "learning.qlearn_study",
    }
}
GOALS: Table = {
    "Commands": {
        "check": "playtesting.goals_check",
        "list": "playtesting.goals_list",
        "show": "playtesting.goals_show",
    }
}
COMMANDS: Table = {
    "Design a game": {
        "new": "design.new",
        "games": "design.games",
        "show": "design.show",
        "rules": "design.rules",
        "parameters": "design.parameters",
        "diff": "design.diff",
        "check": "design.check",
        "watch": "design.watch",
        "playouts": "design.playouts",
        "perft": "design.perft",
    },
    "Play-test it": {
        "playtest": "playtesting.playtest",
        "compare": "playtesting.compare",
        "goals": CommandGroup(GOALS, name="goals", help="Check whether a game meets its design goals."),
        "improve": "playtesting.improve",
        "table": "playtesting.table",
        "stress": "playtesting.stress",
        "skill": "playtesting.skill",
        "sensitivity": "playtesting.sensitivity",
    },
    "Play it": {
        "play": "playing.play",
        "publish": "playing.publish",
        "studio": "playing.studio",
        "analyze": "playing.analyze",
        "solve": "playing.solve",
        "arena": "playing.arena",
    },
    "Manage runs": {
        "runs": "data.runs",
        "report": "data.report",
        "replay": "data.replay",
        "export": "data.export",
        "import": "data.import_run",
        "rename": "data.rename",
        "delete": "data.delete",
    },
    "Train agents": {
        "train": "learning.train",
        "selfplay": "learning.selfplay",
        "model": CommandGroup(MODEL, name="model", help="Create, inspect and measure models."),
        "qlearn": CommandGroup(
            QLEARN, name="qlearn", help="Learn the values of moves from self-play (Q-learning) for the agent q:FILE."
        ),
    },
}
"""The commands under their headings, each with its file in ``apts.cli``."""


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
    from apts.cli.interrupt_signals import exit_on_interrupt, interrupts_delivered, raise_on_interrupt

    try:
        with interrupts_delivered():
            sys.exit(run_in_error_boundary(app))
    finally:
        raise_on_interrupt()
        atexit.register(exit_on_interrupt)
