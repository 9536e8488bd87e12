"""``apts train``: a network learns a game."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from apts.atomic_files import atomic_write
from apts.cli.arguments import JSON, OPTIONS, PLUGINS
from apts.cli.arguments import SETTINGS as PARAMETERS
from apts.cli.option_parsing import asks_for
from apts.cli.settings import load_game, print_json, print_notice, print_rounding, print_thin_searches, typed_command
from apts.errors import AptsError
from apts.learning.training.training_settings import DEFAULTS, SETTINGS, TrainRequest
from apts.learning.training_defaults import POSITIONS

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
    from apts.cli.learning.learning_progress import curves_page

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


# ----------------------------------------------------------------------------------------------------------------
# ``apts train --samples``: one round of training on positions that were played before.


def train_and_print(order: TrainOrder) -> None:
    """Train a model on the samples of a file, write it into the folder, and tell how it went."""
    from apts.learning.training.sample_training import train_on_samples  # which imports PyTorch
    from apts.learning.training.training_run import game_and_start

    assert order.samples is not None
    game, start = game_and_start(game_source(order), order.request.start)
    print_notice(game)
    done = train_on_samples(
        game,
        start,
        order.samples,
        order.out,
        order.request.settings(None if start is None else start.shape),
        device=order.request.device,
        command=order.request.command,
    )
    if order.json:
        print_json({"model": str(done.model), "steps": done.steps, **asdict(done.losses)})
    else:
        print(
            f"{done.steps} steps on {done.positions:,} positions: policy loss {done.losses.policy:.3f}, "
            f"value loss {done.losses.value:.3f}, accuracy {done.losses.accuracy:.1%}; the model is {done.model}"
        )


# ----------------------------------------------------------------------------------------------------------------
# Arguments and options that the commands of learning share.

MODEL = Annotated[str, typer.Argument(metavar="MODEL", help="A model file, or the name of a model of APTS.")]
SELF_PLAY_WORKERS = Annotated[
    int | None, typer.Option("--workers", min=1, help="Number of self-play threads; does not affect results.")
]
FILE = Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write.")]

VALUES = Annotated[str, typer.Argument(metavar="FILE", help="A file that 'apts qlearn train' wrote.")]
METHOD = Annotated[
    str,
    typer.Option(
        "--method", metavar="auto|table|tuples", help="How values are stored; auto uses a table for small games."
    ),
]
EPISODES = Annotated[int | None, typer.Option("--episodes", min=1, help="Total number of self-play matches.")]
RESUME = Annotated[bool, typer.Option("--resume", help="Continue training the file.")]
RATE = Annotated[float | None, typer.Option("--rate", help="The learning rate.")]
EXPLORE = Annotated[float | None, typer.Option("--explore", help="The exploration rate.")]
TRACE = Annotated[float | None, typer.Option("--trace", help="The trace decay (lambda).")]
WALKS = Annotated[
    int | None, typer.Option("--walks", help="Number of winding tuples in addition to the straight ones.")
]


# ----------------------------------------------------------------------------------------------------------------
# ``apts selfplay``: what a network learns from.


@asks_for(TrainRequest, "simulations", "formula", "groups", "slots", "openings", "opening_moves", "match_limit", "seed")
def selfplay(
    file: MODEL,
    out: FILE,
    positions: Annotated[int, typer.Option("--positions", min=1, help="The least number of positions.")] = POSITIONS,
    workers: SELF_PLAY_WORKERS = None,
    request: TrainRequest = DEFAULTS,
    json: JSON = False,
) -> None:
    """Let a model play against itself and store the positions as training samples."""
    from apts.engine.play.playouts.random_streams import stream_seed
    from apts.learning.networks.model_file import read_model
    from apts.learning.training.selfplay import SelfPlay, harvested, write_samples
    from apts.report.writing import check_target

    check_target(out)
    model = read_model(file)
    game = model.game()
    print_notice(game)
    given = request.settings()
    play = SelfPlay(
        game,
        given.search,
        given.play,
        groups=given.groups,
        slots=given.slots,
        seed=stream_seed(given.seed, 3),
        pair_width=model.shape.pair_width,
    )
    threads = min(given.groups, workers or os.cpu_count() or 1)
    harvest = harvested(play, [model.evaluator() for _ in range(threads)], positions)
    data = given.facts()
    facts = {**{name: data[name] for name in ("search", "play", "groups", "slots", "seed")}, "positions": positions}
    manifest = write_samples(Path(out), harvest, model, facts)
    if json:
        print_json({"file": out, **manifest})
        return
    rate = len(harvest.samples) / max(1e-9, harvest.seconds)
    print(
        f"{len(harvest.samples):,} positions of {len(harvest.matches):,} matches of {model.game_name} in {out}, "
        f"{rate:,.0f} positions a second"
    )
