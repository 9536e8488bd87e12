"""``apts stress``: what a seat loses without a thing, and what it gets by always using it."""

from __future__ import annotations

import shlex
import sys

from rich.console import Console
from rich.table import Table

from apts.cli.settings import load_game, print_json, tell_notice
from apts.playtest.experiments.stress import Stress, stress
from apts.signs import signed


def stress_game(
    name: str,
    options: list[str],
    settings: list[str],
    *,
    agent: str,
    matches: int,
    seed: int,
    openings: int,
    limit: int,
    only: list[str],
    guard: bool,
    archive: str | None,
    resume: bool,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Try everything and print sentences and a table; Ctrl-C prints what is known so far."""
    game = load_game(name, options, settings)
    tell_notice(game)
    progress = Console(stderr=True)
    with progress.status("looking for what can be tried") as status:
        found = stress(
            game,
            agent,
            matches,
            seed,
            openings=openings,
            sorts=only,
            guard=guard,
            limit=limit,
            workers=workers,
            cluster=cluster,
            archive=archive,
            resume=resume,
            command=shlex.join(["apts", *sys.argv[1:]]),
            watch=lambda text: status.update(text),
        )
    if as_json:
        print_json(found.as_data())
    else:
        _print(found, Console(highlight=False))
    if found.interrupted:
        sys.exit(130)


def _print(found: Stress, console: Console) -> None:
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
