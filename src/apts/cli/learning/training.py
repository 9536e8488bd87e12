"""``apts selfplay`` and ``apts train``: what a network learns from, and its learning."""

from __future__ import annotations

import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

from apts.cli.learning.learning_options import SETTINGS
from apts.cli.settings import load_game, print_json, tell_notice
from apts.errors import AptsError
from apts.games.library import GameSource
from apts.learning.extra import need_torch
from apts.learning.networks.model_file import read_model
from apts.learning.teaching.whole_training import open_training, run_cycles

if TYPE_CHECKING:
    from apts.learning.teaching.training_folder import Training


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
    from apts.cli.learning.learning_progress import progress_shown
    from apts.learning.teaching.training_folder import MeasureSettings

    if order.samples is not None:
        from apts.cli.learning.learning_from_samples import train_and_tell

        train_and_tell(order)
        return
    if order.resume and (order.options or order.parameters):
        raise AptsError("--resume goes on with the game that a training has; leave --option and --set out")
    training = open_training(
        None if order.resume else game_source(order),
        order.out,
        order.wishes,
        MeasureSettings(order.measure, order.matches, order.iterations),
        start=order.start,
        resume=order.resume,
        workers=order.workers,
        device=order.device,
        command=shlex.join(["apts", *sys.argv[1:]]),
    )
    tell_notice(training.game)
    with progress_shown(Console(stderr=True), training) as tell:
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


def _write_curves(training: Training) -> None:
    from apts.cli.learning.learning_curves import curves_page

    page = curves_page(training.game.name, training.rows, training.order.command)
    (training.folder.path / "curves.html").write_text(page, encoding="utf-8")


def _ending(training: Training) -> str:
    done, total = training.learner.done, training.order.settings.cycles
    why = f"; stopped ({training.stopped}), --resume goes on" if training.stopped else ""
    positions = sum(row["positions"] for row in training.rows)
    return (
        f"{training.game.name}: {done} of {total} cycles, {positions:,} positions, {training.seconds:,.0f} s{why}; "
        f"the model is {training.model}"
    )
