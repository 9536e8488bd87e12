"""``apts train``: a network learns a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.atomic_files import atomic_write
from apts.cli.arguments import JSON, OPTIONS, PLUGINS
from apts.cli.arguments import SETTINGS as PARAMETERS
from apts.cli.request_options import asks_for
from apts.cli.settings import load_game, print_json, print_notice, print_rounding, print_thin_searches, typed_command
from apts.errors import AptsError
from apts.learning.training.training_settings import DEFAULTS, SETTINGS, TrainRequest

if TYPE_CHECKING:
    from apts.games.library import GameSource
    from apts.learning.training.training_folder import StoredTraining


@dataclass(frozen=True)
class TrainOrder:
    """A request for a training with what stands beside it: the game, the folder, and what is done with them."""

    game: str | None
    out: str
    one_cycle: bool
    samples: str | None
    request: TrainRequest
    options: list[str]
    parameters: list[str]
    json: bool


@asks_for(TrainRequest, "start", "size", "resume", "measure", "matches", "iterations", "workers", "device", *SETTINGS)
def train(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME|MODEL", help="A game to learn, or a model file to train further.")
    ] = None,
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="The folder of the training.")] = "training",
    one_cycle: Annotated[bool, typer.Option("--one-cycle", help="Stop after one cycle; --resume makes more.")] = False,
    samples: Annotated[
        str | None, typer.Option("--samples", metavar="FILE", help="Train once on samples that apts selfplay wrote.")
    ] = None,
    option: OPTIONS = None,
    set_: PARAMETERS = None,
    plugins: PLUGINS = None,
    request: TrainRequest = DEFAULTS,
    json: JSON = False,
) -> None:
    """Learn a game from nothing, or on from a model: play, train, again. Ctrl-C stops after the cycle at hand."""
    asked = replace(request, command=typed_command())
    train_model(TrainOrder(game, out, one_cycle, samples, asked, option or [], set_ or [], json))


def train_model(order: TrainOrder) -> None:
    """Begin a training, or go on with one, and tell how it goes."""
    from rich.console import Console

    from apts.learning.extra import need_torch
    from apts.learning.training.training_run import open_training, run_cycles

    need_torch()
    from apts.cli.learning.learning_progress import progress_shown

    if order.samples is not None:
        from apts.cli.learning.learning_from_samples import train_and_print

        train_and_print(order)
        return
    if order.request.resume and (order.options or order.parameters):
        raise AptsError("--resume goes on with the game that a training has; leave --option and --set out")
    asked = order.request
    training = open_training(None if asked.resume else game_source(order), order.out, asked)
    print_notice(training.game)
    if training.order.measure.every:
        print_rounding(training.order.measure.matches, training.game.players)
        if asked.iterations is not None:
            print_thin_searches(training.game, f"uct:iterations={asked.iterations}")
    with progress_shown(Console(markup=False, emoji=False, stderr=True), training) as tell:
        run_cycles(training, tell, one_cycle=order.one_cycle)
    _write_curves(training)
    if order.json:
        facts = {"folder": order.out, "model": str(training.model), "cycles": training.rows}
        print_json({**facts, "stopped": training.stopped})
    else:
        print(_ending(training))


def game_source(order: TrainOrder) -> GameSource | None:
    """The game with its options and parameters, or the model file that was named in its place."""
    if order.game is None or Path(order.game).suffix == ".onnx":
        return order.game
    return load_game(order.game, order.options, order.parameters)


def _write_curves(training: StoredTraining) -> None:
    from apts.cli.learning.learning_curves import curves_page

    page = curves_page(training.game.name, training.rows, training.order.command)
    atomic_write(training.folder.path / "curves.html", page.encode())


def _ending(training: StoredTraining) -> str:
    done, total = training.learner.done, training.order.settings.cycles
    why = f"; stopped ({training.stopped}), --resume goes on" if training.stopped else ""
    positions = sum(row["positions"] for row in training.rows)
    return (
        f"{training.game.name}: {done} of {total} cycles, {positions:,} positions, {training.seconds:,.0f} s{why}; "
        f"the model is {training.model}"
    )
