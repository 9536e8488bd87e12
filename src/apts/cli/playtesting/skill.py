"""``apts skill``: how often doubling the search still gains."""

from __future__ import annotations

import shlex
import sys

from rich.console import Console
from rich.table import Table

from apts.cli.settings import load_game, print_json, tell_notice
from apts.playtest.experiments.skill import Ladder, skill
from apts.signs import signed


def climb_ladder(
    name: str,
    options: list[str],
    settings: list[str],
    *,
    matches: int,
    seed: int,
    base: int,
    steps: int,
    limit: int,
    archive: str | None,
    resume: bool,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Climb the doubling ladder and print it; Ctrl-C prints the steps that were finished."""
    game = load_game(name, options, settings)
    tell_notice(game)
    with Console(stderr=True).status("playing") as status:
        ladder = skill(
            game,
            matches,
            seed,
            base=base,
            steps=steps,
            limit=limit,
            workers=workers,
            cluster=cluster,
            archive=archive,
            resume=resume,
            command=shlex.join(["apts", *sys.argv[1:]]),
            watch=lambda text: status.update(text),
        )
    if as_json:
        print_json(ladder.as_data())
    else:
        _print(ladder, Console(highlight=False))
    if ladder.interrupted:
        sys.exit(130)


def _print(ladder: Ladder, console: Console) -> None:
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
