"""The commands about one position or match: names, arguments and help. What they do is imported when they run."""

from __future__ import annotations

from typing import Annotated

import typer

from apts.cli.arguments import (
    ANY_SEED,
    CLUSTER,
    GAME,
    JSON,
    MOST_MATCHES,
    OPTIONS,
    PLUGINS,
    POSITION,
    SETTINGS,
    WORKERS,
)


def add_commands(app: typer.Typer) -> None:
    """Add the commands to those of APTS."""
    for command in (play, analyze, arena, solve):
        app.command()(command)


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A name of the library, or the path of a rules file.")
    ] = None,
    players: Annotated[
        str,
        typer.Option("--players", metavar="LIST", help="Who sits where, for example human,uct:iterations=2000,c=1.4."),
    ] = "",
    position: POSITION = None,
    seed: ANY_SEED = 1,
    hints: Annotated[str, typer.Option("--hints", metavar="AGENT", help="Who gives hints.")] = "level:expert",
    resume: Annotated[str | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved match.")] = None,
    replay: Annotated[str | None, typer.Option("--replay", metavar="FILE", help="Show a saved match.")] = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Play in the terminal: people and agents in any mix; 'help' lists what can be typed."""
    if replay is not None:
        from apts.cli.board.replaying import replay_in_terminal

        replay_in_terminal(replay, as_json=json)
        return
    from apts.cli.board.playing import PlayOrder, play_in_terminal

    play_in_terminal(PlayOrder(game, players, option or [], set_ or [], position, seed, resume, hints, json))


def analyze(
    game: GAME,
    agent: Annotated[str, typer.Option("--agent", metavar="AGENT", help="Whose opinion.")] = "uct:iterations=20000",
    position: POSITION = None,
    seed: ANY_SEED = 1,
    moves: Annotated[int, typer.Option("--moves", min=1, help="How many moves to show.")] = 20,
    tree: Annotated[
        str | None, typer.Option("--tree", metavar="FILE", help="Draw the search tree into a file, .svg or .dot.")
    ] = None,
    nodes: Annotated[int, typer.Option("--nodes", min=2, help="How many nodes of the tree to draw.")] = 40,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show what an agent thinks of every move of a position."""
    from apts.cli.board.analysing import analyze_position

    analyze_position(
        game, agent, position, option or [], set_ or [], seed=seed, tree=tree, nodes=nodes, rows=moves, as_json=json
    )


def arena(
    game: GAME,
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="Two or more agents.")],
    matches: Annotated[
        int, typer.Option("--matches", min=2, max=MOST_MATCHES, help="The most matches of each pair of agents.")
    ] = 200,
    seed: ANY_SEED = 1,
    opening: Annotated[int, typer.Option("--opening", min=0, help="Random moves at the start of each match.")] = 2,
    workers: WORKERS = None,
    cluster: CLUSTER = None,
    all_matches: Annotated[bool, typer.Option("--all", help="Go on when the order is clear.")] = False,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Let agents meet in seat-swapped pairs of matches and rate them; stops when their order is clear."""
    from apts.cli.board.contest import hold_arena

    hold_arena(
        game,
        agents,
        option or [],
        set_ or [],
        matches=matches,
        seed=seed,
        opening=opening,
        workers=workers,
        cluster=cluster,
        all_matches=all_matches,
        as_json=json,
    )


def solve(
    game: GAME,
    position: POSITION = None,
    seconds: Annotated[float | None, typer.Option("--seconds", min=0, help="Give up after so much time.")] = None,
    margin: Annotated[bool, typer.Option("--margin", help="Solve for the difference of scores.")] = False,
    table: Annotated[int, typer.Option("--table", min=10, max=28, help="Table of positions, as a power of 2.")] = 20,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Prove what a position is worth under best play, with a line; ends with 1 when the time does not suffice."""
    from apts.cli.board.solving import solve_position

    solve_position(game, position, option or [], set_ or [], seconds=seconds, margin=margin, table=table, as_json=json)
