"""``apts arena``, ``skill``, ``stress`` and ``table``: who is stronger, and further questions about a game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

import typer

from apts.cli.arguments import (
    CLUSTER,
    FOUND,
    GAME,
    GO_ON,
    JSON,
    KEPT,
    LIMIT,
    OPTIONS,
    PLUGINS,
    SEED,
    SETTINGS,
    WORKERS,
    asks_for,
)
from apts.cli.keyboard_interrupts import INTERRUPTED
from apts.cli.playtesting.compare import ComparedRun, run_of
from apts.cli.playtesting.playtest import bands_of
from apts.cli.settings import load_game, print_json, print_notice, print_result, print_rounding, typed_command
from apts.errors import AptsError
from apts.input_checks import MOST_MATCHES, signed
from apts.playtest.experiments.experiment_requests import BASE, STEPS, ArenaRequest, StressRequest
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from apts.playtest.experiments.arena import Arena
    from apts.playtest.experiments.skill import Ladder
    from apts.playtest.experiments.stress import Stress
    from apts.playtest.goal_check import LengthTable

# ----------------------------------------------------------------------------------------------------------------
# ``apts arena``: who is stronger, and by how much.


@asks_for(ArenaRequest, "matches", "seed", "opening", "workers", "cluster", "all_matches")
def arena(
    game: GAME,
    agents: Annotated[list[str], typer.Argument(metavar="AGENT...", help="Two or more agents, separated by commas.")],
    request: ArenaRequest,
    archive: KEPT = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Rate agents in pairs of matches with swapped seats; stops when the ranking is clear."""
    from rich.console import Console

    from apts.agents.agent_registry import separated
    from apts.playtest.experiments.arena import SEATINGS, held_arena

    played = load_game(game, option, set_)
    print_notice(played, agents)
    print_rounding(request.matches, SEATINGS)
    meeting = tuple(spec for words in agents for spec in separated(words))
    wanted = replace(request, agents=meeting, command=typed_command())
    progress = Console(markup=False, emoji=False, stderr=True)
    with progress.status("playing") as status:
        held = held_arena(played, wanted, archive, lambda known: status.update(_state_of(known)))
    if not held.all_met:
        progress.print("stopped before every agent had met every other; there is nothing to tell yet")
    elif json:
        print_json(held.as_data())
    else:
        _print(held)
    if held.interrupted:
        sys.exit(130)


def _state_of(known: Arena) -> str:
    played = sum(len(unit.scores) for unit in known.units)
    open_pairs = sum(known.settled(pair) is None for pair in known.pairs)
    return f"{played} matches played, {open_pairs} of {len(known.pairs)} pairs undecided"


def _print(known: Arena) -> None:
    from rich.console import Console
    from rich.table import Table

    from apts.playtest.experiments.arena import format_milliseconds

    console = Console(markup=False, emoji=False, highlight=False)
    ratings, ranking = known.ratings, known.ranking
    played = sum(len(unit.scores) for unit in known.units)
    console.print(f"{known.game.name}: {played} matches, seed {known.seed}, {known.opening} random moves first\n")
    table = Table("agent", "rating", "95 % interval", "matches", "processor time a move", box=None, pad_edge=False)
    for index in ranking:
        rating = ratings.rating(known.agents[index].spec)
        interval = f"{signed(rating.low, '.0f')} to {signed(rating.high, '.0f')}"
        seconds = known.seconds_a_move(index)
        spent = f"{1000 * seconds:.1f} ms" if seconds else "-"
        table.add_row(
            known.agents[index].spec, signed(rating.value, ".0f"), interval, str(known.matches_of(index)), spent
        )
    console.print(table)
    console.print()
    meetings = Table(
        "agent", "against", "scores", "interval", "won, drawn, lost", "processor time a move", box=None, pad_edge=False
    )
    for entry in known.as_data()["pairs"]:
        results = f"{entry['wins']}, {entry['draws']}, {entry['losses']}"
        interval = f"{entry['low']:.0%} to {entry['high']:.0%}"
        spent = format_milliseconds(*entry["seconds_a_move"])
        meetings.add_row(entry["agent"], entry["opponent"], f"{entry['value']:.0%}", interval, results, spent)
    console.print(meetings)
    console.print(f"\n{verdict(known)}")


def verdict(known: Arena) -> str:
    """What the matches say, in a sentence."""
    names = [known.agents[index].spec for index in known.ranking]
    if known.clear:
        return "The order is clear: " + " > ".join(names)
    so_far = " ≥ ".join(names)
    open_pairs = [pair for pair in pairwise(known.ranking) if known.settled((min(pair), max(pair))) is None]
    ratings = [[known.ratings.rating(known.agents[index].spec) for index in pair] for pair in open_pairs]
    if open_pairs and all(not better.overlaps(worse) for better, worse in ratings):
        return (
            "The order is probable, but not sure: the intervals of the ratings are apart, but they are right for one look "
            f"only, and the arena looks again and again. More --matches would settle it. So far: {so_far}"
        )
    return f"The order is not clear yet; more --matches would tell more. So far: {so_far}"


# ----------------------------------------------------------------------------------------------------------------
# ``apts skill``: how often doubling the search still gains.


def skill(
    game: GAME,
    matches: Annotated[
        int | None,
        typer.Option("--matches", min=1, max=MOST_MATCHES, help="Matches of each step; the default fits the game."),
    ] = DEFAULTS.matches,
    seed: SEED = DEFAULTS.seed,
    base: Annotated[
        int | None,
        typer.Option(
            "--base",
            min=1,
            help=f"Iterations of the weakest agent; by default {BASE}, or more in games with many moves.",
        ),
    ] = None,
    steps: Annotated[int, typer.Option("--steps", min=1, max=20, help="The largest number of doublings.")] = STEPS,
    archive: KEPT = None,
    resume: GO_ON = False,
    limit: LIMIT = DEFAULTS.limit,
    workers: WORKERS = None,
    cluster: CLUSTER = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Measure the skill depth of a game: double the search until playing strength stops improving."""
    from rich.console import Console

    from apts.playtest.experiments.side_runs import FEWEST_GROUPS
    from apts.playtest.experiments.skill import skill as climbed

    played = load_game(game, option, set_)
    print_notice(played, None if base is None else f"uct:iterations={base}")
    print_rounding(matches, played.players, FEWEST_GROUPS)
    with Console(markup=False, emoji=False, stderr=True).status("playing") as status:
        ladder = climbed(
            played,
            matches,
            seed,
            base=base,
            steps=steps,
            limit=limit,
            workers=workers,
            cluster=cluster,
            archive=archive,
            resume=resume,
            command=typed_command(),
            watch=lambda text: status.update(text),
        )
    print_result(ladder, _print_ladder, as_json=json)


def _print_ladder(ladder: Ladder, console: Console) -> None:
    from rich.table import Table

    matches = max((step.matches for step in ladder.steps), default=0)
    console.print(f"{ladder.game}: {matches} matches a step, seed {ladder.seed}\n", soft_wrap=True)
    for sentence in ladder.sentences:
        console.print(f"- {sentence}", soft_wrap=True)
    if not ladder.steps:
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("step", "iterations", "against", "scores", "95 % interval", "gain"):
        table.add_column(heading, justify="right", no_wrap=True)
    for number, step in enumerate(ladder.steps):
        interval = f"{step.score.low:.1%} to {step.score.high:.1%}"
        budgets = (str(ladder.base * 2 ** (number + 1)), str(ladder.base * 2**number))
        gain = f"{signed(100 * step.gain.value, '.1f')}" + ("" if step.climbs else " (not sure)")
        table.add_row(str(number + 1), *budgets, f"{step.score.value:.1%}", interval, gain)
    console.print()
    console.print(table)


# ----------------------------------------------------------------------------------------------------------------
# ``apts stress``: what a seat loses without a thing, and what it gets by always using it.


@asks_for(
    StressRequest,
    *("agent", "matches", "seed", "openings", "sorts", "guard", "resume", "limit", "workers", "cluster"),
)
def stress(
    game: GAME,
    request: StressRequest,
    archive: KEPT = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Measure what each kind of move, piece, opening and part of the board is worth to a seat."""
    from apts.cli.progress import progress_lines
    from apts.playtest.experiments.side_runs import FEWEST_GROUPS
    from apts.playtest.experiments.stress import stressed

    played = load_game(game, option, set_)
    print_notice(played, request.agent)
    print_rounding(request.matches, played.players, FEWEST_GROUPS)
    with progress_lines(hint="; --only tries less, --matches fewer", quiet=json) as watch:
        found = stressed(played, replace(request, command=typed_command()), archive, watch)
    print_result(found, _print_stress, as_json=json)


def _print_stress(found: Stress, console: Console) -> None:
    matches = max((trial.matches for trial in found.trials), default=0)
    console.print(f"{found.game}: {found.agent}, {matches} matches a bound, seed {found.seed}\n", soft_wrap=True)
    for sentence in found.sentences:
        console.print(f"- {sentence}", soft_wrap=True, markup=False)
    if found.trials:
        console.print()
        console.print(_table(found))
    if found.openings:
        console.print()
        console.print(_openings(found))
    for thing, reason in found.untried:
        console.print(f"not tried: {thing} ({reason})", soft_wrap=True, markup=False)
    if found.interrupted:
        console.print("Interrupted; the bounds that follow were not tried.")


def _table(found: Stress) -> Table:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("bound", "", "scores", "points", "95 % interval", "p (Holm)", "bound turns"):
        table.add_column(heading, justify="left" if heading in ("bound", "") else "right", no_wrap=True)
    for trial in found.trials:
        known = trial.difference
        table.add_row(
            trial.bound.mode,
            str(trial.bound.thing),
            f"{trial.score.value:.0%}",
            signed(100 * known.value, ".0f"),
            f"{signed(100 * known.low, '.0f')} to {signed(100 * known.high, '.0f')}",
            f"{trial.p_value:.2g}",
            f"{trial.applied:.1f}",
        )
    return table


def _openings(found: Stress) -> Table:
    """Openings that were forced, held against each other, and how often they are chosen freely."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("opening", "scores", "points", "95 % interval", "p (Holm)", "chosen", "p (Holm)"):
        table.add_column(heading, justify="left" if heading == "opening" else "right", no_wrap=True)
    for rank in found.openings:
        table.add_row(
            rank.name,
            f"{rank.score.value:.0%}",
            f"{signed(100 * rank.gain.value, '.0f')} to {rank.rival}",
            f"{signed(100 * rank.gain.low, '.0f')} to {signed(100 * rank.gain.high, '.0f')}",
            f"{rank.p_value:.2g}",
            f"{rank.chosen.value:.0%}",
            f"{rank.chosen_p_value:.2g}",
        )
    return table


# ----------------------------------------------------------------------------------------------------------------
# ``apts table``: lengths, wins by length band and moves by column of a run, on one screen.


@asks_for(
    PlaytestRequest,
    *("agents", "matches", "seed", "limit", "workers", "cluster"),
    beside={"luck": 0},
    matches={"about": "The number of matches; the default fits the game."},
)
def table(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game of the library, a rules file, a run, or 'last'.")],
    request: PlaytestRequest,
    bands: Annotated[
        str, typer.Option("--bands", metavar="A,B", help="The lengths at which to divide matches into bands.")
    ] = "20,30",
    archive: FOUND = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Show how long matches last, who wins at which length, and where each seat moves."""
    side = ComparedRun(game, tuple(option or ()), tuple(set_ or ()))
    show_length_table(side, request, bands, archive=archive, as_json=json)


def show_length_table(
    side: ComparedRun, play: PlaytestRequest, bands: str, *, archive: str | None, as_json: bool
) -> None:
    """Play or open a run and print its table."""
    from apts.archive import opened_archive
    from apts.playtest.goal_check import length_table

    cuts = bands_of(bands)
    with opened_archive(archive) as own:
        run = run_of(side, play, own, hint="; fewer --matches take less", quiet=as_json)
    if run.interrupted and not run.evidence.n:
        print("stopped before a match was finished; there is nothing to tell yet", file=sys.stderr)
        sys.exit(INTERRUPTED)
    if not run.evidence.n:
        raise AptsError(f"the run {run.name!r} has no match that counts, so there is no table of it")
    table = length_table(run, cuts)
    agents = list(dict.fromkeys(run.manifest.agents))
    if as_json:
        print_json({"game": run.manifest.game, "agents": agents, "seed": run.manifest.seed, **table.as_data()})
    else:
        print(f"{run.manifest.game}: {table.matches} matches, {' against '.join(agents)}, seed {run.manifest.seed}\n")
        print("\n".join(table_lines(table, run.evidence.seat)))
    if run.interrupted:
        sys.exit(INTERRUPTED)


def table_lines(table: LengthTable, called: Callable[[int], str]) -> list[str]:
    """The table in Markdown, as it is printed; ``called`` gives the name of a seat."""
    seats = len(table.bands[0].wins)
    names = [called(seat) for seat in range(1, seats + 1)]
    single = len(table.sides) == seats
    sides = names if single else [name for name, _ in table.sides]
    won = [seat for _, seat in table.sides]
    figures = [f"{table.mean:.2f}", f"{table.median:g}", f"{table.deviation:.2f}"]
    lines = [
        *_markdown(
            ["turns", "minimum", "maximum", "mean", "median", "deviation"],
            [["", str(table.minimum), str(table.maximum), *figures]],
        ),
        "",
        *_markdown(
            ["wins by turns", "matches", *sides, "nobody"],
            [
                [band.name, str(band.matches), *(str(band.wins[seat - 1]) for seat in won), str(band.nobody)]
                for band in table.bands
            ],
        ),
    ]
    if table.moves:
        rows = [[name, *map(str, counts)] for name, counts in table.moves]
        totals = [sum(counts[seat] for _, counts in table.moves) for seat in range(seats)]
        lines += ["", *_markdown(["moves by column", *names], [*rows, ["all", *map(str, totals)]])]
    return lines


def _markdown(head: list[str], rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]

    def line(cells: list[str]) -> str:
        first, *others = (cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        right = [cell.strip().rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        return "| " + " | ".join([first, *right]) + " |"

    rule = "| " + " | ".join(["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]) + " |"
    return [line(head), rule, *(line(row) for row in rows)]
