"""The commands about a game itself: names, arguments and help. What they do is imported when they run."""

from __future__ import annotations

from typing import Annotated

import typer

from apts.cli.arguments import ANY_SEED, GAME, JSON, LONGEST, MOST_PLAYOUTS, OPTIONS, PLUGINS, SETTINGS


def add_commands(app: typer.Typer) -> None:
    """Add the commands to those of APTS."""
    for command in (games, show, check, perft, playouts):
        app.command()(command)


def games(plugins: PLUGINS = None, json: JSON = False) -> None:
    """List the games of the library."""
    from apts.cli.library.listing import list_games

    list_games(as_json=json)


def show(
    game: GAME,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    kernel: Annotated[bool, typer.Option("--kernel", help="Print the generated module instead.")] = False,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show the rules, the board, the parameters and the options of a game."""
    from apts.cli.library.showing import show_game

    show_game(game, option or [], set_ or [], kernel=kernel, as_json=json)


def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The path of a rules file, .lud or .py.")],
    option: OPTIONS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Check a rules file: say ok, or show every mistake with its place; a class is tried out in random matches."""
    from apts.cli.library.checking import check_file

    check_file(file, option or [], as_json=json)


def perft(
    game: GAME,
    depth: Annotated[int, typer.Option("--depth", min=0, help="The number of moves.")] = 3,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    distinct: Annotated[bool, typer.Option("--distinct", help="Count moves of equal effect once.")] = False,
    turns: Annotated[bool, typer.Option("--turns", help="Count turns instead of moves.")] = False,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Count the ways to play, depth by depth; a match that ends earlier counts nothing."""
    from apts.cli.library.counting import count_ways

    count_ways(game, depth, option or [], set_ or [], distinct=distinct, turns=turns, as_json=json)


def playouts(
    game: GAME,
    matches: Annotated[int, typer.Option("--matches", min=1, max=MOST_PLAYOUTS, help="The number of matches.")] = 1000,
    seed: ANY_SEED = 0,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, max=LONGEST, help="Stop a match after so many moves.")
    ] = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Play at random and show how often each seat wins, draws, and how long matches are."""
    from apts.cli.library.random_play import play_at_random

    play_at_random(game, matches, seed, limit, option or [], set_ or [], as_json=json)
