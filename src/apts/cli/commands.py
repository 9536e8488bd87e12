"""The command line: the table of all commands, and the function that runs them.

A command is a function that declares its arguments and does what it says. Its file is imported when the command is asked for
or listed, and imports what it works with in the bodies of its functions, so that help is quick.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from apts.cli.command_group import CommandGroup, Table
from apts.version import apts_version

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
        "playouts": "design.counting.playouts",
        "perft": "design.counting.perft",
    },
    "Play-test it": {
        "playtest": "playtesting.playtest.playtest",
        "compare": "playtesting.compare.compare",
        "goals": CommandGroup(GOALS, name="goals", help="Check whether a game meets its design goals."),
        "improve": "playtesting.improve.improve",
        "table": "playtesting.experiments.table",
        "stress": "playtesting.experiments.stress",
        "skill": "playtesting.experiments.skill",
        "sensitivity": "playtesting.improve.sensitivity",
    },
    "Play it": {
        "play": "playing.play.play",
        "publish": "playing.serving.publish",
        "studio": "playing.serving.studio",
        "analyze": "playing.analysis.analyze",
        "solve": "playing.analysis.solve",
        "arena": "playtesting.experiments.arena",
    },
    "Manage runs": {
        "runs": "data.runs.runs",
        "report": "data.runs.report",
        "replay": "data.runs.replay",
        "export": "data.exchange.export",
        "import": "data.exchange.import_run",
        "rename": "data.exchange.rename",
        "delete": "data.exchange.delete",
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
