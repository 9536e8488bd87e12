"""The commands about many matches: names, arguments and help. What they do is imported when they run."""

from __future__ import annotations

from typing import Annotated

import typer

from apts.cli.arguments import (
    CLUSTER,
    FOUND,
    GAME,
    GO_ON,
    JSON,
    KEPT,
    LIMIT,
    MOST_MATCHES,
    OPTIONS,
    PLUGINS,
    SEED,
    SETTINGS,
    WORKERS,
)
from apts.playtest.matches.play_settings import USUAL, PlaySettings

USUAL_AGENTS = str(USUAL.agents)


def add_commands(app: typer.Typer) -> None:
    """Add the commands to those of APTS."""
    for command in (playtest, table, compare, stress, skill):
        app.command()(command)


def playtest(
    game: GAME,
    agents: Annotated[
        str, typer.Option("--agents", metavar="A,B", help="One agent for each seat, or one for all.")
    ] = USUAL_AGENTS,
    matches: Annotated[
        int, typer.Option("--matches", min=1, max=MOST_MATCHES, help="The number of matches, or the most.")
    ] = USUAL.matches,
    until: Annotated[
        str | None,
        typer.Option("--until", metavar="settled[,fewest=400]", help="Stop when a seat's advantage is certain."),
    ] = None,
    precision: Annotated[
        float | None, typer.Option("--precision", metavar="0.03", help="Stop when scores of seats are known so well.")
    ] = None,
    seed: SEED = USUAL.seed,
    archive: Annotated[str, typer.Option("--archive", metavar="PATH|URL", help="Where matches are kept.")] = "apts.db",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a run that was interrupted.")] = False,
    limit: LIMIT = USUAL.limit,
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
    cluster: CLUSTER = None,
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
    from apts.cli.playtesting.playtest import Wishes, play_and_tell

    play = PlaySettings(agents, matches, seed, limit, evaluate, evaluator, guard, until, resume, name, workers, cluster)
    wishes = Wishes(play, precision, archive, turns, bands, tuple(metrics or ()), report, lang, json)
    play_and_tell(game, option or [], set_ or [], wishes)


def table(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game of the library, a rules file, or a run.")],
    agents: Annotated[
        str, typer.Option("--agents", metavar="A,B", help="One agent for each seat, or one for all.")
    ] = USUAL_AGENTS,
    matches: Annotated[
        int, typer.Option("--matches", min=1, max=MOST_MATCHES, help="The number of matches.")
    ] = USUAL.matches,
    seed: SEED = USUAL.seed,
    bands: Annotated[str, typer.Option("--bands", metavar="A,B", help="Where lengths are cut.")] = "20,30",
    archive: FOUND = None,
    limit: LIMIT = USUAL.limit,
    workers: WORKERS = None,
    cluster: CLUSTER = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show how long matches are, who wins in which band of lengths, and where each seat moves."""
    from apts.cli.playtesting.comparing import Side
    from apts.cli.playtesting.length_table import show_length_table

    show_length_table(
        Side(game, tuple(option or ()), tuple(set_ or ())),
        PlaySettings(agents, matches, seed, limit, workers=workers, cluster=cluster),
        bands,
        archive=archive,
        as_json=json,
    )


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A game of the library, a rules file, or a run.")],
    b: Annotated[str, typer.Argument(metavar="B", help="What A is compared with.")],
    agents: Annotated[
        str, typer.Option("--agents", metavar="A,B", help="One agent for each seat, or one for all.")
    ] = USUAL_AGENTS,
    matches: Annotated[
        int, typer.Option("--matches", min=2, max=MOST_MATCHES, help="The number of matches of each game.")
    ] = USUAL.matches,
    seed: SEED = USUAL.seed,
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
    limit: LIMIT = USUAL.limit,
    evaluate: Annotated[
        str | None, typer.Option("--evaluate", metavar="AGENT", help="Give values to agents that have none.")
    ] = None,
    evaluator: Annotated[
        str | None,
        typer.Option("--evaluator", metavar="AGENT", help="Give values to all turns, those of searching agents too."),
    ] = None,
    workers: WORKERS = None,
    cluster: CLUSTER = None,
    changed: Annotated[bool, typer.Option("--changed", help="Show only metrics that changed.")] = False,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Compare two rule sets or two runs: what changed in every metric, and which is nearer to the goals."""
    from apts.cli.playtesting.comparing import Side, compare_and_tell

    compare_and_tell(
        Side(a, tuple(option_a or ()), tuple(set_a or ())),
        Side(b, tuple(option_b or ()), tuple(set_b or ())),
        PlaySettings(agents, matches, seed, limit, evaluate, evaluator, workers=workers, cluster=cluster),
        goal or [],
        margin,
        archive=archive,
        show_all=not changed,
        as_json=json,
    )


def stress(
    game: GAME,
    agent: Annotated[
        str, typer.Option("--agent", metavar="AGENT", help="Who plays in all seats.")
    ] = "uct:iterations=500",
    matches: Annotated[
        int, typer.Option("--matches", min=1, max=MOST_MATCHES, help="The number of matches of each bound.")
    ] = USUAL.matches,
    seed: SEED = USUAL.seed,
    openings: Annotated[int, typer.Option("--openings", min=0, help="The most openings that are tried.")] = 12,
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="SORT", help="'move kind', piece, opening or region; may be repeated."),
    ] = None,
    guard: Annotated[bool, typer.Option("--guard", help="Play again at half the strength and compare.")] = False,
    archive: KEPT = None,
    resume: GO_ON = False,
    limit: LIMIT = USUAL.limit,
    workers: WORKERS = None,
    cluster: CLUSTER = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show what a seat loses without each move kind, piece, opening and part of the board, and gains with it."""
    from apts.cli.playtesting.stressing import stress_game

    stress_game(
        game, option or [], set_ or [], agent=agent, matches=matches, seed=seed, openings=openings, limit=limit,
        only=only or [], guard=guard, archive=archive, resume=resume, workers=workers, cluster=cluster, as_json=json,
    )  # fmt: skip


def skill(
    game: GAME,
    matches: Annotated[
        int, typer.Option("--matches", min=1, max=MOST_MATCHES, help="The number of matches of each step.")
    ] = USUAL.matches,
    seed: SEED = USUAL.seed,
    base: Annotated[int, typer.Option("--base", min=1, help="Iterations of the weakest agent.")] = 50,
    steps: Annotated[int, typer.Option("--steps", min=1, max=20, help="The most doublings.")] = 6,
    archive: KEPT = None,
    resume: GO_ON = False,
    limit: LIMIT = USUAL.limit,
    workers: WORKERS = None,
    cluster: CLUSTER = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Double the search again and again and show where it stops to gain: the skill depth of a game."""
    from apts.cli.playtesting.skill import climb_ladder

    climb_ladder(
        game, option or [], set_ or [], matches=matches, seed=seed, base=base, steps=steps, limit=limit,
        archive=archive, resume=resume, workers=workers, cluster=cluster, as_json=json,
    )  # fmt: skip
