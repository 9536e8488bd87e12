"""The table of commands: names, arguments and help. What they do is imported when they run."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from apts.cli.arguments import (
    ANY_SEED,
    FOUND,
    GAME,
    GO_ON,
    JSON,
    KEPT,
    LIMIT,
    LONGEST,
    MOST_MATCHES,
    MOST_PLAYOUTS,
    OPTIONS,
    PLUGINS,
    POSITION,
    SEED,
    SETTINGS,
    WORKERS,
)
from apts.cli.learning_commands import add_learning_commands

app = typer.Typer(
    name="apts",
    help="A play-test lab for turn-based games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.command()
def games(plugins: PLUGINS = None, json: JSON = False) -> None:
    """List the games of the library."""
    from apts.cli.listing import list_games

    list_games(as_json=json)


@app.command()
def show(
    game: GAME,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    kernel: Annotated[bool, typer.Option("--kernel", help="Print the generated module instead.")] = False,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show the rules, the board, the parameters and the options of a game."""
    from apts.cli.showing import show_game

    show_game(game, option or [], set_ or [], kernel=kernel, as_json=json)


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The path of a rules file, .lud or .py.")],
    option: OPTIONS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Check a rules file: say ok, or show every mistake with its place; a class is tried out in random matches."""
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
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Count the ways to play, depth by depth; a match that ends earlier counts nothing."""
    from apts.cli.counting import count_ways

    count_ways(game, depth, option or [], set_ or [], distinct=distinct, turns=turns, as_json=json)


@app.command()
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
    from apts.cli.random_play import play_at_random

    play_at_random(game, matches, seed, limit, option or [], set_ or [], as_json=json)


@app.command()
def playtest(
    game: GAME,
    agents: Annotated[
        str, typer.Option("--agents", metavar="A,B", help="One agent for each seat, or one for all.")
    ] = "level:club",
    matches: Annotated[
        int, typer.Option("--matches", min=1, max=MOST_MATCHES, help="The number of matches, or the most.")
    ] = 100,
    until: Annotated[
        str | None,
        typer.Option("--until", metavar="settled[,fewest=400]", help="Stop when a seat's advantage is certain."),
    ] = None,
    precision: Annotated[
        float | None, typer.Option("--precision", metavar="0.03", help="Stop when scores of seats are known so well.")
    ] = None,
    seed: SEED = 1,
    archive: Annotated[str, typer.Option("--archive", metavar="PATH|URL", help="Where matches are kept.")] = "apts.db",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was interrupted.")] = False,
    limit: LIMIT = 1000,
    evaluate: Annotated[
        str | None, typer.Option("--evaluate", metavar="AGENT", help="Give values to agents that have none.")
    ] = None,
    evaluator: Annotated[
        str | None,
        typer.Option("--evaluator", metavar="AGENT", help="Give values to all turns, those of searching agents too."),
    ] = None,
    guard: Annotated[bool, typer.Option("--guard", help="Play again at half the strength and compare.")] = False,
    turns: Annotated[str | None, typer.Option("--turns", metavar="MIN-MAX", help="The wanted length.")] = None,
    bands: Annotated[str | None, typer.Option("--bands", metavar="A,B", help="Cuts of outcome by length.")] = None,
    workers: WORKERS = None,
    name: Annotated[str | None, typer.Option("--name", help="What the archive calls the run.")] = None,
    metrics: Annotated[
        list[str] | None, typer.Option("--metrics", metavar="FILE", help="A Python file with metrics of your own.")
    ] = None,
    report: Annotated[str | None, typer.Option("--report", metavar="FILE", help="Write the report here.")] = None,
    lang: Annotated[
        str, typer.Option("--lang", metavar="LANGUAGE", help="The language of the report: en or pt-BR.")
    ] = "en",
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Let agents play a game many times and tell what is wrong with it."""
    from apts.cli.playtest import Wishes, play_and_tell

    wishes = Wishes(
        agents, matches, seed, archive, resume, limit, evaluate, evaluator, guard, turns, bands, workers, name,
        tuple(metrics or ()), report, json, lang, until, precision,
    )  # fmt: skip
    play_and_tell(game, option or [], set_ or [], wishes)


@app.command()
def table(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game of the library, a rules file, or a run.")],
    agents: Annotated[
        str, typer.Option("--agents", metavar="A,B", help="One agent for each seat, or one for all.")
    ] = "level:club",
    matches: Annotated[int, typer.Option("--matches", min=1, max=MOST_MATCHES, help="The number of matches.")] = 100,
    seed: SEED = 1,
    bands: Annotated[str, typer.Option("--bands", metavar="A,B", help="Where lengths are cut.")] = "20,30",
    archive: FOUND = None,
    limit: LIMIT = 1000,
    workers: WORKERS = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show how long matches are, who wins in which band of lengths, and where each seat moves."""
    from apts.cli.comparing import Conditions, Side
    from apts.cli.length_table import show_length_table

    show_length_table(
        Side(game, tuple(option or ()), tuple(set_ or ())),
        Conditions(agents, matches, seed, archive, limit, None, workers),
        bands,
        as_json=json,
    )


@app.command()
def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A game of the library, a rules file, or a run.")],
    b: Annotated[str, typer.Argument(metavar="B", help="What A is compared with.")],
    agents: Annotated[
        str, typer.Option("--agents", metavar="A,B", help="One agent for each seat, or one for all.")
    ] = "level:club",
    matches: Annotated[
        int, typer.Option("--matches", min=2, max=MOST_MATCHES, help="The number of matches of each game.")
    ] = 100,
    seed: SEED = 1,
    margin: Annotated[float, typer.Option("--margin", min=0, help="The largest difference of no matter.")] = 0.05,
    goal: Annotated[
        list[str] | None,
        typer.Option("--goal", metavar="METRIC:WISH", help="higher, lower or LOW-HIGH, as length:20-40; repeatable."),
    ] = None,
    archive: FOUND = None,
    option_a: Annotated[
        list[str] | None, typer.Option("--option-a", metavar="HEADING/LABEL", help="Choose an option of A.")
    ] = None,
    option_b: Annotated[
        list[str] | None, typer.Option("--option-b", metavar="HEADING/LABEL", help="Choose an option of B.")
    ] = None,
    set_a: Annotated[
        list[str] | None, typer.Option("--set-a", metavar="PATH=VALUE", help="Set a parameter of A.")
    ] = None,
    set_b: Annotated[
        list[str] | None, typer.Option("--set-b", metavar="PATH=VALUE", help="Set a parameter of B.")
    ] = None,
    limit: LIMIT = 1000,
    evaluate: Annotated[
        str | None, typer.Option("--evaluate", metavar="AGENT", help="Give values to agents that have none.")
    ] = None,
    evaluator: Annotated[
        str | None,
        typer.Option("--evaluator", metavar="AGENT", help="Give values to all turns, those of searching agents too."),
    ] = None,
    workers: WORKERS = None,
    changed: Annotated[bool, typer.Option("--changed", help="Show only metrics that changed.")] = False,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Compare two rule sets or two runs: what changed in every metric, and which is nearer to the goals."""
    from apts.cli.comparing import Conditions, Side, compare_and_tell

    compare_and_tell(
        Side(a, tuple(option_a or ()), tuple(set_a or ())),
        Side(b, tuple(option_b or ()), tuple(set_b or ())),
        Conditions(agents, matches, seed, archive, limit, evaluate, workers, evaluator),
        goal or [],
        margin,
        show_all=not changed,
        as_json=json,
    )


@app.command()
def stress(
    game: GAME,
    agent: Annotated[
        str, typer.Option("--agent", metavar="AGENT", help="Who plays in all seats.")
    ] = "uct:iterations=500",
    matches: Annotated[
        int, typer.Option("--matches", min=1, max=MOST_MATCHES, help="The number of matches of each bound.")
    ] = 100,
    seed: SEED = 1,
    openings: Annotated[int, typer.Option("--openings", min=0, help="The most openings that are tried.")] = 12,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="SORT", help="'move kind', piece, opening or region; may be repeated."),
    ] = None,
    guard: Annotated[bool, typer.Option("--guard", help="Play again at half the strength and compare.")] = False,
    archive: KEPT = None,
    resume: GO_ON = False,
    limit: LIMIT = 1000,
    workers: WORKERS = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show what a seat loses without each move kind, piece, opening and part of the board, and gains with it."""
    from apts.cli.stressing import stress_game

    stress_game(
        game, option or [], set_ or [], agent=agent, matches=matches, seed=seed, openings=openings, limit=limit,
        only=only or [], guard=guard, archive=archive, resume=resume, workers=workers, as_json=json,
    )  # fmt: skip


@app.command()
def skill(
    game: GAME,
    matches: Annotated[
        int, typer.Option("--matches", min=1, max=MOST_MATCHES, help="The number of matches of each step.")
    ] = 100,
    seed: SEED = 1,
    base: Annotated[int, typer.Option("--base", min=1, help="Iterations of the weakest agent.")] = 50,
    steps: Annotated[int, typer.Option("--steps", min=1, max=20, help="The most doublings.")] = 6,
    archive: KEPT = None,
    resume: GO_ON = False,
    limit: LIMIT = 1000,
    workers: WORKERS = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Double the search again and again and show where it stops to gain: the skill depth of a game."""
    from apts.cli.skill import climb_ladder

    climb_ladder(
        game, option or [], set_ or [], matches=matches, seed=seed, base=base, steps=steps, limit=limit,
        archive=archive, resume=resume, workers=workers, as_json=json,
    )  # fmt: skip


@app.command()
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
        from apts.cli.replaying import replay_in_terminal

        replay_in_terminal(replay, as_json=json)
        return
    from apts.cli.playing import PlayOrder, play_in_terminal

    play_in_terminal(PlayOrder(game, players, option or [], set_ or [], position, seed, resume, hints, json))


@app.command()
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
    from apts.cli.analysing import analyze_position

    analyze_position(
        game, agent, position, option or [], set_ or [], seed=seed, tree=tree, nodes=nodes, rows=moves, as_json=json
    )


@app.command()
def arena(
    game: GAME,
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="Two or more agents.")],
    matches: Annotated[
        int, typer.Option("--matches", min=2, max=MOST_MATCHES, help="The most matches of each pair of agents.")
    ] = 200,
    seed: ANY_SEED = 1,
    opening: Annotated[int, typer.Option("--opening", min=0, help="Random moves at the start of each match.")] = 2,
    threads: Annotated[int | None, typer.Option("--threads", min=1, help="Matches at a time.")] = None,
    all_matches: Annotated[bool, typer.Option("--all", help="Go on when the order is clear.")] = False,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Let agents meet in seat-swapped pairs of matches and rate them; stops when their order is clear."""
    from apts.cli.contest import hold_arena

    hold_arena(
        game,
        agents,
        option or [],
        set_ or [],
        matches=matches,
        seed=seed,
        opening=opening,
        threads=threads,
        all_matches=all_matches,
        as_json=json,
    )


@app.command()
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
    from apts.cli.solving import solve_position

    solve_position(game, position, option or [], set_ or [], seconds=seconds, margin=margin, table=table, as_json=json)


@app.command()
def qlearn(
    words: Annotated[
        list[str], typer.Argument(metavar="GAME | show FILE | prove FILE | study GAME", help="What to do with what.")
    ],
    model: Annotated[
        str | None, typer.Option("--model", metavar="FILE", help="Where values are kept; else named after the game.")
    ] = None,
    method: Annotated[
        str, typer.Option("--method", metavar="auto|table|tuples", help="auto takes a table for small games.")
    ] = "auto",
    episodes: Annotated[int | None, typer.Option("--episodes", min=1, help="Matches of self-play in all.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the file.")] = False,
    seed: SEED = 1,
    rate: Annotated[float | None, typer.Option("--rate", help="How far values move towards what was seen.")] = None,
    explore: Annotated[float | None, typer.Option("--explore", help="How often another move is tried.")] = None,
    trace: Annotated[float | None, typer.Option("--trace", help="How far results reach back (lambda).")] = None,
    walks: Annotated[int | None, typer.Option("--walks", help="Winding tuples besides the straight ones.")] = None,
    opponents: Annotated[
        str | None, typer.Option("--opponents", metavar="A,B", help="Who the study measures against.")
    ] = None,
    matches: Annotated[
        int, typer.Option("--matches", min=2, max=MOST_MATCHES, help="Matches of the study against each.")
    ] = 200,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Learn the values of moves from self-play (Q-learning) for the agent q:FILE; show, prove or measure them."""
    from apts.cli.qlearning import QOrder, q_learning

    order = QOrder(
        model, method, episodes, seed, rate, explore, trace, walks, resume, opponents, matches, json
    )  # fmt: skip
    q_learning(words, option or [], set_ or [], order)


add_learning_commands(app)


def run() -> None:
    """Run the command line: 0 when all is well, 1 for a mistake in rules or names, 2 for wrong usage, 70 for one of ours."""
    from apts.cli.last_door import at_the_last_door

    sys.exit(at_the_last_door(app))
