"""``apts train``: a network learns a game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from apts.atomic_files import atomic_write
from apts.cli.arguments import JSON, MOST_MATCHES, OPTIONS, PLUGINS, SETTINGS
from apts.cli.learning.learning_arguments import SELF_PLAY_WORKERS
from apts.cli.learning.learning_options import with_settings
from apts.cli.settings import load_game, print_json, print_notice, print_rounding, print_thin_searches, typed_command
from apts.errors import AptsError
from apts.games.library import GameSource
from apts.learning.extra import need_torch
from apts.learning.training.training_run import open_training, run_cycles
from apts.learning.training.training_settings import MeasureSettings
from apts.learning.training_defaults import (
    MEASURED_EVERY,
    MEASURED_MATCHES,
    TRAINING_SIZES,
    training_size,
)

if TYPE_CHECKING:
    from apts.learning.training.training_folder import StoredTraining


@dataclass(frozen=True)
class TrainOrder:
    """What a person asked ``apts train`` for."""

    game: str | None
    out: str
    start: str | None
    resume: bool
    one_cycle: bool
    samples: str | None
    measure: int
    matches: int
    iterations: int | None
    workers: int | None
    device: str | None
    options: list[str]
    parameters: list[str]
    training_options: dict[str, Any]
    json: bool


@with_settings()
def train(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME|MODEL", help="A game to learn, or a model file to train further.")
    ] = None,
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="The folder of the training.")] = "training",
    start: Annotated[
        str | None, typer.Option("--from", metavar="MODEL", help="Start from the weights of a model of a similar game.")
    ] = None,
    size: Annotated[
        str | None,
        typer.Option(
            "--size",
            metavar="|".join(TRAINING_SIZES),
            help="Preset for width, depth, positions, simulations and slots.",
        ),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the training in the folder.")] = False,
    one_cycle: Annotated[
        bool, typer.Option("--one-cycle", help="Stop after one cycle; use --resume for more.")
    ] = False,
    samples: Annotated[
        str | None, typer.Option("--samples", metavar="FILE", help="Train once on samples that apts selfplay wrote.")
    ] = None,
    measure: Annotated[
        int, typer.Option("--measure", min=0, help="Cycles between Elo measurements; 0 for none.")
    ] = MEASURED_EVERY,
    matches: Annotated[
        int, typer.Option("--matches", min=2, max=MOST_MATCHES, help="Matches of each Elo measurement.")
    ] = MEASURED_MATCHES,
    iterations: Annotated[
        int | None,
        typer.Option(
            "--iterations", min=1, help="Iterations of its UCT opponent; by default 200, or 4 per legal move."
        ),
    ] = None,
    workers: SELF_PLAY_WORKERS = None,
    device: Annotated[
        str | None, typer.Option("--device", metavar="cpu|cuda", help="The device to train on; CUDA if there is one.")
    ] = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
    *,
    training_options: dict[str, Any],
) -> None:
    """Train a model, from nothing or from another model, in cycles of play and training; Ctrl-C stops after a cycle."""
    training_options = {**(training_size(size) if size is not None else {}), **training_options}
    order = TrainOrder(
        game, out, start, resume, one_cycle, samples, measure, matches, iterations, workers, device,
        option or [], set_ or [], training_options, json,
    )  # fmt: skip
    train_model(order)


def train_model(order: TrainOrder) -> None:
    """Begin a training, or go on with one, and tell how it goes."""
    need_torch()
    from apts.cli.learning.learning_progress import progress_shown

    if order.samples is not None:
        from apts.cli.learning.learning_from_samples import train_and_print

        train_and_print(order)
        return
    if order.resume and (order.options or order.parameters):
        raise AptsError("--resume goes on with the game that a training has; leave --option and --set out")
    training = open_training(
        None if order.resume else game_source(order),
        order.out,
        order.training_options,
        MeasureSettings(order.measure, order.matches, order.iterations),
        start=order.start,
        resume=order.resume,
        workers=order.workers,
        device=order.device,
        command=typed_command(),
    )
    print_notice(training.game)
    if training.order.measure.every:
        print_rounding(training.order.measure.matches, training.game.players)
        if order.iterations is not None:
            print_thin_searches(training.game, f"uct:iterations={order.iterations}")
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
