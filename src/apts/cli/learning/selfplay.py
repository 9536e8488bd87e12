"""``apts selfplay``: what a network learns from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from apts.cli.arguments import JSON
from apts.cli.learning.learning_arguments import FILE, MODEL, SELF_PLAY_WORKERS
from apts.cli.learning.learning_options import SETTINGS, with_settings
from apts.cli.settings import print_json, tell_notice
from apts.engine.play.random_streams import stream_seed
from apts.learning.guided.guided_search import GuidedSettings, SelfPlaySettings
from apts.learning.networks.model_file import read_model
from apts.learning.teaching.sample_file import harvested, write_samples
from apts.learning.teaching.selfplay import SelfPlay


@with_settings("simulations", "formula", "groups", "slots", "openings", "opening_moves", "match_limit", "seed")
def selfplay(
    file: MODEL,
    out: FILE,
    positions: Annotated[int, typer.Option("--positions", min=1, help="At least so many positions.")] = 8192,
    workers: SELF_PLAY_WORKERS = None,
    json: JSON = False,
    *,
    wishes: dict[str, Any],
) -> None:
    """Let a model play against itself and keep what there is to learn from."""
    model = read_model(file)
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
    if json:
        print_json({"file": out, **manifest})
        return
    rate = len(harvest.samples) / max(1e-9, harvest.seconds)
    print(
        f"{len(harvest.samples):,} positions of {len(harvest.matches):,} matches of {model.game_name} in {out}, "
        f"{rate:,.0f} positions a second"
    )
