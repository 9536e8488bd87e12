"""A training as one call: begun in a folder or gone on with, cycle after cycle, until it is done or stopped.

PyTorch is imported only when a training is opened, so that this file can be read without it.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.games.library import GameSource, load
from apts.learning.encodings.encoding import learnable
from apts.learning.extra import need_torch
from apts.learning.networks.model_file import ModelFile, read_model
from apts.learning.training.training_settings import DEFAULTS, LearnSettings, MeasureSettings, TrainRequest
from apts.request_fields import one_request

if TYPE_CHECKING:
    from apts.learning.training.training_folder import StoredTraining, TrainingFolder


def train(
    game: GameSource | None = None,
    out: str | PathLike[str] = "training",
    *,
    cycles: int | None = None,
    minutes: float | None = None,
    positions: int | None = None,
    simulations: int | None = None,
    width: int | None = None,
    depth: int | None = None,
    seed: int | None = None,
    settings: LearnSettings | None = None,
    measure: int = MeasureSettings.every,
    matches: int = MeasureSettings.matches,
    iterations: int | None = None,
    start: str | PathLike[str] | None = None,
    resume: bool = False,
    workers: int | None = None,
    device: str | None = None,
    watch: Callable[[dict[str, Any]], None] | None = None,
    size: str | None = None,
    request: TrainRequest | None = None,
) -> StoredTraining:
    """Train a network by self-play; returns the training, whose ``model`` is the file that plays.

    ``game`` is what :func:`apts.load` takes, or a model file to train on from; ``out`` is the folder of the training.
    The settings that are asked for most have names here, :class:`apts.LearnSettings` has them all; a setting that is
    named goes before the same one in ``settings``, and before that of the ``size``. :class:`apts.TrainRequest` asks for all
    of it as one value; beside a ``request`` nothing else is said. Every ``measure`` cycles the network meets its last
    measured self and tree search of so many ``iterations`` (None: 200, or four for each legal move where that is more) in
    ``matches`` matches; 0 leaves that out. ``start`` gives the first weights, from a model of a similar game. ``resume``
    goes on with the training of the folder. ``watch`` is told the figures of each cycle. The same seed gives the same
    model, on the CPU, whatever the number of ``workers``. Ctrl-C stops after the current cycle, a second one at once.

    >>> from tempfile import mkdtemp
    >>> from apts import agent, load, train
    >>> done = train("tic-tac-toe", mkdtemp(), cycles=1, positions=64, simulations=4, width=8, depth=1, measure=0)
    >>> len(done.rows), done.stopped
    (1, None)
    >>> player = agent(f"model:{done.model},simulations=16")
    >>> player.choose(load("tic-tac-toe").start(), seed=1).kind
    'add'
    """
    need_torch()
    named = {
        "cycles": cycles, "minutes": minutes, "positions": positions, "simulations": simulations, "width": width,
        "depth": depth, "seed": seed,
    }  # fmt: skip
    keywords = TrainRequest(
        **({} if settings is None else settings.options())
        | {name: value for name, value in named.items() if value is not None},
        start=start,
        size=size,
        resume=resume,
        measure=measure,
        matches=matches,
        iterations=iterations,
        workers=workers,
        device=device,
    )
    training = open_training(game, out, one_request(request, keywords))
    run_cycles(training, watch)
    return training


def open_training(
    game: GameSource | None, out: str | PathLike[str], request: TrainRequest = DEFAULTS
) -> StoredTraining:
    """A training that stands before its next cycle: a new one, or the one of the folder."""
    need_torch()
    from apts.learning.training.training_folder import StoredTraining, TrainingFolder, TrainingOrder, descent

    folder = TrainingFolder(Path(out))
    if request.resume:
        _check_unchanged(folder, request.named(shaped=folder.start.exists()))
        if request.start is not None:
            raise AptsError("a training that is resumed has its weights already; leave out the model to begin with")
    else:
        learnt, model = game_and_start(game, request.start)
        lineage = descent(model.path) if model is not None else ()
        settings = request.settings(None if model is None else model.shape)
        order = TrainingOrder(settings, request.measured.fitting(learnt), request.command, lineage)
        folder.begin(learnt, order, model.path.read_bytes() if model is not None else None)
    return StoredTraining(folder, workers=request.workers, device=request.device)


def game_and_start(game: GameSource | None, start: str | PathLike[str] | None) -> tuple[RulesGame, ModelFile | None]:
    """The game to learn, and the model to begin with if there is one; a model file is both."""
    if game is None:
        raise AptsError("a training needs a game to learn or a model to train on; only one that is resumed needs none")
    first = read_model(start) if start is not None else None
    if isinstance(game, str | PathLike) and Path(game).suffix == ".onnx":
        if first is not None:
            raise AptsError(
                f"a model to begin with cannot be given with the model {fspath(game)}: name the game instead"
            )
        first = read_model(game)
        return first.game(), first
    return learnable(load(game)), first


def _check_unchanged(folder: TrainingFolder, named: Mapping[str, Any]) -> None:
    """What is resumed cannot be changed, or it would not be the same training."""
    _, known = folder.read()
    for name, value in named.items():
        standing = known.settings.options()[name]
        if standing != value:
            raise AptsError(
                f"the training in {folder.path} has {name.replace('_', ' ')} {standing}, and resuming cannot change it "
                f"to {value}: begin another one with the model {folder.model}, in a folder of its own"
            )


def run_cycles(
    training: StoredTraining, watch: Callable[[dict[str, Any]], None] | None = None, *, one_cycle: bool = False
) -> None:
    """Make the cycles that are left, or one; ``training.stopped`` tells why it stopped early."""
    with interruptible() as requested:
        cycles = training.cycles()
        for row in cycles:
            if watch is not None:
                watch(row)
            if training.learner.progress >= 1:
                break
            training.stopped = "interrupted" if requested() else "one cycle" if one_cycle else None
            if training.stopped:
                break
        cycles.close()


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; pressed again, it stops at once. Only the main thread receives Ctrl-C."""
    pressed: list[bool] = []

    def note(_number: int, _frame: Any) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(True)

    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)
