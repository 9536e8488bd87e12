"""``apts stress``: what a seat loses without a thing, and what it gets by always using it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from apts.characters import signed
from apts.cli.arguments import (
    GAME,
    JSON,
    KEPT,
    OPTIONS,
    PLUGINS,
    SETTINGS,
)
from apts.cli.request_options import asks_for
from apts.cli.settings import load_game, print_notice, print_result, print_rounding, typed_command
from apts.playtest.experiments.experiment_requests import StressRequest

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from apts.playtest.experiments.stress import Stress


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
    from apts.playtest.experiments.group_scores import FEWEST_GROUPS
    from apts.playtest.experiments.stress import stressed

    played = load_game(game, option, set_)
    print_notice(played, request.agent)
    print_rounding(request.matches, played.players, FEWEST_GROUPS)
    with progress_lines(hint="; --only tries less, --matches fewer", quiet=json) as watch:
        found = stressed(played, replace(request, command=typed_command()), archive, watch)
    print_result(found, _print, as_json=json)


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
