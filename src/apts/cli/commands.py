"""The command line: all commands put together, and the door through which they are run."""

from __future__ import annotations

import sys

import typer

from apts.cli.declared import board, learning, library, playtesting, qlearning

app = typer.Typer(
    name="apts",
    help="A play-test lab for turn-based games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for _part in (library, playtesting, board, qlearning, learning):
    _part.add_commands(app)


def run() -> None:
    """Run the command line: 0 when all is well, 1 for a mistake in rules or names, 2 for wrong usage, 70 for one of ours."""
    from apts.cli.last_door import at_the_last_door

    sys.exit(at_the_last_door(app))
