"""The table of commands: names, arguments and help. What they do is imported when they run."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from apts.errors import AptsError

app = typer.Typer(
    name="apts",
    help="A play-test lab for turn-based games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

GAME = Annotated[str, typer.Argument(metavar="GAME", help="A name of the library, or the path of a rules file.")]
OPTIONS = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="HEADING/LABEL", help="Choose an option of the rules; may be repeated."),
]
SETTINGS = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Set a parameter of the rules; may be repeated."),
]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def games(json: JSON = False) -> None:
    """List the games of the library."""
    from apts.cli.listing import list_games

    list_games(as_json=json)


@app.command()
def show(
    game: GAME,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    kernel: Annotated[bool, typer.Option("--kernel", help="Print the generated module instead.")] = False,
    json: JSON = False,
) -> None:
    """Show the rules, the board, the parameters and the options of a game."""
    from apts.cli.showing import show_game

    show_game(game, option or [], set_ or [], kernel=kernel, as_json=json)


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The path of a rules file.")],
    option: OPTIONS = None,
    json: JSON = False,
) -> None:
    """Check a rules file: say ok, or show every mistake with its place."""
    from apts.cli.checking import check_file

    check_file(file, option or [], as_json=json)


@app.command()
def perft(
    game: GAME,
    depth: Annotated[int, typer.Option("--depth", min=0, help="The number of moves.")] = 3,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    distinct: Annotated[bool, typer.Option("--distinct", help="Count moves of equal effect once.")] = False,
    turns: Annotated[bool, typer.Option("--turns", help="Count turns instead of moves.")] = False,
    json: JSON = False,
) -> None:
    """Count the ways to play, depth by depth; a match that ends earlier counts nothing."""
    from apts.cli.counting import count_ways

    count_ways(game, depth, option or [], set_ or [], distinct=distinct, turns=turns, as_json=json)


@app.command()
def playouts(
    game: GAME,
    matches: Annotated[int, typer.Option("--matches", min=1, help="The number of matches.")] = 1000,
    seed: Annotated[int, typer.Option("--seed", help="Decides all chance.")] = 0,
    limit: Annotated[int | None, typer.Option("--limit", min=1, help="Stop a match after so many moves.")] = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    json: JSON = False,
) -> None:
    """Play at random and show how often each seat wins, draws, and how long matches are."""
    from apts.cli.random_play import play_at_random

    play_at_random(game, matches, seed, limit, option or [], set_ or [], as_json=json)


@app.command()
def playtest(
    game: GAME,
    agents: Annotated[
        str, typer.Option("--agents", metavar="A,B", help="One agent for each seat, or one for all.")
    ] = "level:club",
    matches: Annotated[int, typer.Option("--matches", min=1, help="The number of matches.")] = 100,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Decides all chance.")] = 1,
    archive: Annotated[str, typer.Option("--archive", metavar="PATH|URL", help="Where matches are kept.")] = "apts.db",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was interrupted.")] = False,
    limit: Annotated[int, typer.Option("--limit", min=1, help="Stop a match after so many turns.")] = 1000,
    evaluate: Annotated[
        str | None, typer.Option("--evaluate", metavar="AGENT", help="Give values to agents that have none.")
    ] = None,
    guard: Annotated[bool, typer.Option("--guard", help="Play again at half the strength and compare.")] = False,
    turns: Annotated[str | None, typer.Option("--turns", metavar="MIN-MAX", help="The wanted length.")] = None,
    bands: Annotated[str | None, typer.Option("--bands", metavar="A,B", help="Cuts of outcome by length.")] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Matches played at once.")] = None,
    name: Annotated[str | None, typer.Option("--name", help="What the archive calls the run.")] = None,
    metrics: Annotated[
        list[str] | None, typer.Option("--metrics", metavar="FILE", help="A Python file with metrics of your own.")
    ] = None,
    report: Annotated[str | None, typer.Option("--report", metavar="FILE", help="Write the report here.")] = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    json: JSON = False,
) -> None:
    """Let agents play a game many times and tell what is wrong with it."""
    from apts.cli.playtest import Wishes, play_and_tell

    wishes = Wishes(
        agents, matches, seed, archive, resume, limit, evaluate, guard, turns, bands, workers, name,
        tuple(metrics or ()), report, json,
    )  # fmt: skip
    play_and_tell(game, option or [], set_ or [], wishes)


def run() -> None:
    """Run the command line: 0 when all is well, 1 for a mistake in rules or names, 2 for wrong usage."""
    try:
        app()
    except AptsError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
