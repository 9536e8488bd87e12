"""``apts selfplay`` and ``apts train``: what a network learns from, and its learning."""

from __future__ import annotations

import os
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from apts.cli.learning.learning_options import SETTINGS, learn_settings
from apts.cli.learning.models import rules_game
from apts.cli.settings import load_game, print_json, tell_notice
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.learning.extra import need_torch
from apts.learning.networks.model_file import ModelFile, read_model


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
    iterations: int
    workers: int | None
    device: str | None
    options: list[str]
    parameters: list[str]
    wishes: dict[str, Any]
    json: bool


# --- self-play -----------------------------------------------------------------------------------------------------


def play_samples(
    source: str, wishes: dict[str, Any], *, out: str, positions: int, workers: int | None, as_json: bool
) -> None:
    """Write positions with the policy of their search and the result of their match."""
    from apts.engine.play.random_streams import stream_seed
    from apts.learning.guided.guided_search import GuidedSettings, SelfPlaySettings
    from apts.learning.teaching.sample_file import harvested, write_samples
    from apts.learning.teaching.selfplay import SelfPlay

    model = read_model(source)
    game = model.game()
    tell_notice(game)
    given = {name: wish.default for name, wish in SETTINGS.items()} | wishes
    parts = {part: {n: given[n] for n, wish in SETTINGS.items() if wish.part == part} for part in ("search", "play")}
    play = SelfPlay(
        game,
        GuidedSettings(**parts["search"]),
        SelfPlaySettings(**parts["play"]),
        groups=given["groups"],
        slots=given["slots"],
        seed=stream_seed(given["seed"], 3),
        pair_width=model.shape.pair_width,
    )
    threads = min(given["groups"], workers or os.cpu_count() or 1)
    harvest = harvested(play, [model.evaluator() for _ in range(threads)], positions)
    asked = {**parts, **{name: given[name] for name in ("groups", "slots", "seed")}, "positions": positions}
    manifest = write_samples(Path(out), harvest, model, asked)
    if as_json:
        print_json({"file": out, **manifest})
        return
    rate = len(harvest.samples) / max(1e-9, harvest.seconds)
    print(
        f"{len(harvest.samples):,} positions of {len(harvest.matches):,} matches of {model.game_name} in {out}, "
        f"{rate:,.0f} positions a second"
    )


# --- training ------------------------------------------------------------------------------------------------------


def train_model(order: TrainOrder) -> None:
    """Begin a training, or go on with one, and tell how it goes."""
    need_torch()
    from apts.learning.teaching.training_folder import Training, TrainingFolder

    folder = TrainingFolder(Path(order.out))
    if order.samples is not None:
        from apts.cli.learning.sample_training import train_on_samples

        train_on_samples(order, folder)
        return
    if order.resume:
        _check_resumed(order, folder)
    else:
        _begin(order, folder)
    training = Training(folder, workers=order.workers, device=order.device)
    tell_notice(training.game)
    stopped = _run(training, order)
    _write_curves(training)
    if order.json:
        print_json({"folder": order.out, "model": str(folder.model), "cycles": training.rows, "stopped": stopped})
    else:
        print(_ending(training, stopped))


def game_and_start(order: TrainOrder) -> tuple[RulesGame, ModelFile | None]:
    """The game to learn, and the model to begin with if there is one."""
    if order.game is None:
        raise AptsError("apts train needs a game to learn or a model to train on; --resume alone goes without")
    start = read_model(order.start) if order.start else None
    if Path(order.game).suffix == ".onnx":
        if start is not None:
            raise AptsError(f"--from cannot be given with the model {order.game}: name the game instead")
        start = read_model(order.game)
        return start.game(), start
    return rules_game(load_game(order.game, order.options, order.parameters)), start


def _begin(order: TrainOrder, folder: Any) -> None:
    from apts.learning.teaching.training_folder import MeasureSettings, TrainingOrder, descent

    game, start = game_and_start(order)
    wishes = dict(order.wishes)
    if start is not None:
        wishes = {"width": start.shape.width, "depth": start.shape.depth} | wishes
    settings = learn_settings(wishes)
    command = shlex.join(["apts", *sys.argv[1:]])
    asked = TrainingOrder(
        settings,
        MeasureSettings(order.measure, order.matches, order.iterations),
        command,
        descent(start.path) if start is not None else (),
    )
    folder.begin(game, asked, start.path.read_bytes() if start is not None else None)


def _check_resumed(order: TrainOrder, folder: Any) -> None:
    """What is resumed cannot be changed, or it would not be the same training."""
    _, known = folder.read()
    facts = known.settings.facts()
    for name, value in order.wishes.items():
        place = facts[SETTINGS[name].part] if SETTINGS[name].part else facts
        if place[name] != value:
            raise AptsError(
                f"the training in {order.out} has {name.replace('_', '-')} {place[name]}, and --resume cannot change "
                f"it to {value}: begin another with `apts train {folder.model} --out FOLDER`"
            )
    if order.start or order.options or order.parameters:
        raise AptsError("--resume goes on with the game and the beginning that a training has; leave the others out")


def _run(training: Any, order: TrainOrder) -> str | None:
    """Make cycles until all are done or a limit is reached; gives why it stopped early."""
    from apts.cli.learning.learning_progress import progress_shown

    stopped = None
    with interruptible() as asked, progress_shown(Console(stderr=True), training) as tell:
        cycles = training.cycles()
        for row in cycles:
            tell(row)
            if training.learner.progress >= 1:
                break
            if asked():
                stopped = "interrupted"
            elif order.one_cycle:
                stopped = "one cycle"
            if stopped:
                break
        cycles.close()
    return stopped


@contextmanager
def interruptible() -> Iterator[Any]:
    """Tells whether Ctrl-C was pressed; pressed again, it stops at once."""
    pressed: list[bool] = []

    def note(_number: int, _frame: Any) -> None:
        if pressed:
            raise KeyboardInterrupt
        pressed.append(True)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


def _write_curves(training: Any) -> None:
    from apts.cli.learning.learning_curves import curves_page

    page = curves_page(training.game.name, training.rows, training.order.command)
    (training.folder.path / "curves.html").write_text(page, encoding="utf-8")


def _ending(training: Any, stopped: str | None) -> str:
    done, total = training.learner.done, training.order.settings.cycles
    why = f"; stopped ({stopped}), --resume goes on" if stopped else ""
    positions = sum(row["positions"] for row in training.rows)
    return (
        f"{training.game.name}: {done} of {total} cycles, {positions:,} positions, {training.seconds:,.0f} s{why}; "
        f"the model is {training.folder.model}"
    )
