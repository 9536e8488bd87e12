"""The commands of learning: names, arguments and help. What they do is imported when they run."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from apts.cli.arguments import GAME, JSON, MOST_MATCHES, OPTIONS, PLUGINS, SETTINGS
from apts.cli.learning.learning_options import with_settings

MODEL = Annotated[str, typer.Argument(metavar="MODEL", help="A model file, or the name of a model of APTS.")]
WORKERS = Annotated[int | None, typer.Option("--workers", min=1, help="Threads of self-play; results stay the same.")]
FILE = Annotated[str, typer.Option("--out", metavar="FILE", help="The file to write.")]

model = typer.Typer(
    name="model", help="Make models, look into them, measure them.", no_args_is_help=True, rich_markup_mode=None
)


def add_commands(app: typer.Typer) -> None:
    """Add the commands to those of APTS."""
    app.command()(selfplay)
    app.command()(train)
    app.add_typer(model)


@model.command("new")
def new_model(
    game: GAME,
    out: FILE,
    width: Annotated[int, typer.Option("--width", min=1, help="Channels of the network.")] = 48,
    depth: Annotated[int, typer.Option("--depth", min=1, help="Residual blocks of the network.")] = 4,
    seed: Annotated[int, typer.Option("--seed", help="Decides the first weights.")] = 1,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
) -> None:
    """Make an untrained model of a game."""
    from apts.cli.learning.models import make_model

    make_model(game, option or [], set_ or [], out=out, width=width, depth=depth, seed=seed, as_json=json)


@model.command("show")
def show_model(file: MODEL, json: JSON = False) -> None:
    """Show what a model was trained on, how, and how large it is."""
    from apts.cli.learning.models import show_model

    show_model(file, as_json=json)


@model.command("quality")
def model_quality(
    file: MODEL,
    positions: Annotated[
        str | None, typer.Option("--positions", metavar="FILE", help="Positions, one a line; else from random play.")
    ] = None,
    count: Annotated[int, typer.Option("--count", min=1, help="How many positions of random play.")] = 200,
    simulations: Annotated[int, typer.Option("--simulations", min=0, help="Simulations of the search.")] = 64,
    seconds: Annotated[float, typer.Option("--seconds", min=0, help="Time to solve a position; else skip it.")] = 1.0,
    seed: Annotated[int, typer.Option("--seed", help="Decides which positions.")] = 1,
    json: JSON = False,
) -> None:
    """Measure how often a model keeps the value of positions that are solved exactly."""
    from apts.cli.learning.model_quality import measure_quality

    measure_quality(
        file, positions=positions, count=count, simulations=simulations, seconds=seconds, seed=seed, as_json=json
    )


@with_settings("simulations", "formula", "groups", "slots", "openings", "opening_moves", "match_limit", "seed")
def selfplay(
    file: MODEL,
    out: FILE,
    positions: Annotated[int, typer.Option("--positions", min=1, help="At least so many positions.")] = 8192,
    workers: WORKERS = None,
    json: JSON = False,
    *,
    wishes: dict[str, Any],
) -> None:
    """Let a model play against itself and keep what there is to learn from."""
    from apts.cli.learning.training import play_samples

    play_samples(file, wishes, out=out, positions=positions, workers=workers, as_json=json)


@with_settings()
def train(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME|MODEL", help="A game to learn, or a model file to train on.")
    ] = None,
    out: Annotated[str, typer.Option("--out", metavar="FOLDER", help="The folder of the training.")] = "training",
    start: Annotated[
        str | None, typer.Option("--from", metavar="MODEL", help="Begin with the weights of a model of a similar game.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the training of the folder.")] = False,
    one_cycle: Annotated[bool, typer.Option("--one-cycle", help="Stop after one cycle; --resume makes more.")] = False,
    samples: Annotated[
        str | None, typer.Option("--samples", metavar="FILE", help="Train once on what apts selfplay wrote.")
    ] = None,
    measure: Annotated[int, typer.Option("--measure", min=0, help="Cycles between measures of Elo; 0: none.")] = 10,
    matches: Annotated[int, typer.Option("--matches", min=2, max=MOST_MATCHES, help="Matches of such a measure.")] = 40,
    iterations: Annotated[int, typer.Option("--iterations", min=1, help="Iterations of the UCT it meets.")] = 200,
    workers: WORKERS = None,
    device: Annotated[
        str | None, typer.Option("--device", metavar="cpu|cuda", help="Where to train; CUDA where there is a device.")
    ] = None,
    option: OPTIONS = None,
    set_: SETTINGS = None,
    plugins: PLUGINS = None,
    json: JSON = False,
    *,
    wishes: dict[str, Any],
) -> None:
    """Learn a game from nothing, or on from a model: play, train, again. Ctrl-C stops after the cycle at hand."""
    from apts.cli.learning.training import TrainOrder, train_model

    order = TrainOrder(
        game, out, start, resume, one_cycle, samples, measure, matches, iterations, workers, device,
        option or [], set_ or [], wishes, json,
    )  # fmt: skip
    train_model(order)
