"""The commands of Q-learning: names, arguments and help. What they do is imported when they run."""

from __future__ import annotations

from typing import Annotated

import typer

from apts.cli.arguments import GAME, JSON, MOST_MATCHES, OPTIONS, PLUGINS, SEED, SETTINGS

VALUES = Annotated[str, typer.Argument(metavar="FILE", help="A file that 'apts qlearn train' wrote.")]
METHOD = Annotated[
    str, typer.Option("--method", metavar="auto|table|tuples", help="auto takes a table for small games.")
]
EPISODES = Annotated[int | None, typer.Option("--episodes", min=1, help="Matches of self-play in all.")]
RESUME = Annotated[bool, typer.Option("--resume", help="Go on with the file.")]
RATE = Annotated[float | None, typer.Option("--rate", help="How far values move towards what was seen.")]
EXPLORE = Annotated[float | None, typer.Option("--explore", help="How often another move is tried.")]
TRACE = Annotated[float | None, typer.Option("--trace", help="How far results reach back (lambda).")]
WALKS = Annotated[int | None, typer.Option("--walks", help="Winding tuples besides the straight ones.")]

qlearn = typer.Typer(
    name="qlearn",
    help="Learn the values of moves from self-play (Q-learning) for the agent q:FILE.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def add_commands(app: typer.Typer) -> None:
    """Add the commands to those of APTS."""
    app.add_typer(qlearn)


@qlearn.command("train")
def train_values(
    game: GAME,
    model: Annotated[
        str | None, typer.Option("--model", metavar="FILE", help="Where values are kept; else named after the game.")
    ] = None,
    method: METHOD = "auto",
    episodes: EPISODES = None,
    resume: RESUME = False,
    seed: SEED = 1,
    rate: RATE = None,
    explore: EXPLORE = None,
    trace: TRACE = None,
    walks: WALKS = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Let a game play against itself and keep what its moves turn out to be worth."""
    from apts.cli.learning.qlearning import QOrder, train

    order = QOrder(model, method, episodes, seed, rate, explore, trace, walks, resume, json)
    train(game, option or [], set_ or [], order)


@qlearn.command("show")
def show_values(file: VALUES, json: JSON = False) -> None:
    """Show what a file holds and how it was made."""
    from apts.cli.learning.qlearning import show_file

    show_file(file, as_json=json)


@qlearn.command("prove")
def prove_values(file: VALUES, plugins: PLUGINS = None, json: JSON = False) -> None:
    """Hold a table against the exact solver, whatever the others reply; ends with 1 when it errs."""
    from apts.cli.learning.qlearning import prove_file

    prove_file(file, as_json=json)


@qlearn.command("study")
def study_values(
    game: GAME,
    opponents: Annotated[
        str | None, typer.Option("--opponents", metavar="A,B", help="Who the study measures against.")
    ] = None,
    matches: Annotated[int, typer.Option("--matches", min=2, max=MOST_MATCHES, help="Matches against each.")] = 200,
    model: Annotated[
        str | None, typer.Option("--model", metavar="FILE", help="Where values are kept; else nothing is.")
    ] = None,
    method: METHOD = "auto",
    episodes: EPISODES = None,
    resume: RESUME = False,
    seed: SEED = 1,
    rate: RATE = None,
    explore: EXPLORE = None,
    trace: TRACE = None,
    walks: WALKS = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Train, and measure against opponents before and after."""
    from apts.cli.learning.qlearning import QOrder, study

    order = QOrder(model, method, episodes, seed, rate, explore, trace, walks, resume, json)
    study(game, option or [], set_ or [], order, opponents=opponents, matches=matches)
