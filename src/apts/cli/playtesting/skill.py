"""``apts skill``: how often doubling the search still gains."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from apts.characters import signed
from apts.cli.arguments import (
    CLUSTER,
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
from apts.cli.settings import load_game, print_notice, print_result, print_rounding, typed_command
from apts.playtest.matches.experiment_defaults import BASE, STEPS
from apts.playtest.matches.playtest_request import DEFAULTS

if TYPE_CHECKING:
    from rich.console import Console

    from apts.playtest.experiments.skill import Ladder


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

    from apts.playtest.experiments.group_scores import FEWEST_GROUPS
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
    print_result(ladder, _print, as_json=json)


def _print(ladder: Ladder, console: Console) -> None:
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
