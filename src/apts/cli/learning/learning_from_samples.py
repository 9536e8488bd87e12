"""``apts train --samples``: one round of training on positions that were played before."""

from __future__ import annotations

from dataclasses import asdict

from apts.cli.learning.train import TrainOrder, game_source
from apts.cli.settings import print_json, print_notice


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
