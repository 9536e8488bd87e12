"""``apts selfplay``: what a network learns from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from apts.cli.arguments import JSON
from apts.cli.learning.learning_arguments import FILE, MODEL, SELF_PLAY_WORKERS
from apts.cli.request_options import asks_for
from apts.cli.settings import print_json, print_notice
from apts.learning.training.training_settings import DEFAULTS, TrainRequest
from apts.learning.training_defaults import POSITIONS


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
    from apts.learning.training.sample_file import harvested, write_samples
    from apts.learning.training.selfplay import SelfPlay
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
