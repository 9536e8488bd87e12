"""``apts train --samples``: one round of training on positions that were played before."""

from __future__ import annotations

from pathlib import Path

from apts.cli.learning.learning_options import learn_settings
from apts.cli.learning.training import TrainOrder, game_source
from apts.cli.settings import print_json, tell_notice
from apts.errors import AptsError


def train_on_samples(order: TrainOrder) -> None:
    """Train a model on the samples of a file and write it into the folder."""
    import shlex
    import sys
    from dataclasses import asdict

    import torch

    from apts.engine.play.random_streams import stream_seed
    from apts.learning.encodings.encoding import encoding_of
    from apts.learning.encodings.symmetry import symmetries
    from apts.learning.networks.exporting import export
    from apts.learning.networks.model_file import model_facts
    from apts.learning.networks.network import Network
    from apts.learning.networks.shape import NetworkShape
    from apts.learning.teaching.sample_file import read_samples
    from apts.learning.teaching.training import Trainer
    from apts.learning.teaching.training_folder import TrainingFolder, descent, started_from
    from apts.learning.teaching.whole_training import game_and_start
    from apts.whole_files import write_whole

    assert order.samples is not None
    folder = TrainingFolder(Path(order.out))
    game, start = game_and_start(game_source(order), order.start)
    tell_notice(game)
    wishes = {"width": start.shape.width, "depth": start.shape.depth} if start is not None else {}
    settings = learn_settings(wishes | order.wishes)
    samples, manifest = read_samples(Path(order.samples), game)
    if not len(samples):
        raise AptsError(f"there is nothing to learn in {order.samples}: no match was played to its end")
    torch.set_num_threads(settings.threads)
    encoding = encoding_of(game)
    seeds = [stream_seed(settings.seed, number) & 0x7FFFFFFF for number in (1, 2)]
    network = Network(NetworkShape.of(encoding, width=settings.width, depth=settings.depth), seed=seeds[0])
    if start is not None:
        started_from(start.path, game)(network)
    device = order.device or ("cuda" if torch.cuda.is_available() else "cpu")
    trainer = Trainer(network, settings.training, symmetries(game), seed=seeds[1], device=device)
    steps = max(1, round(settings.training.reuse * len(samples) / settings.training.batch))
    losses = trainer.train(samples, steps)
    record = {
        "command": shlex.join(["apts", *sys.argv[1:]]),
        "settings": settings.facts(),
        "samples": manifest,
        "cycles": 1,
        "positions": len(samples),
        "matches": manifest["matches"],
        "steps": steps,
        "curve": [{"number": 1, **{name: round(value, 5) for name, value in asdict(losses).items()}}],
    }
    lineage = descent(start.path) if start is not None else []
    folder.path.mkdir(parents=True, exist_ok=True)
    write_whole(folder.model, export(trainer.averaged, model_facts(game, encoding, lineage=lineage, training=record)))
    if order.json:
        print_json({"model": str(folder.model), "steps": steps, **asdict(losses)})
    else:
        print(
            f"{steps} steps on {len(samples):,} positions: policy loss {losses.policy:.3f}, "
            f"value loss {losses.value:.3f}, accuracy {losses.accuracy:.1%}; the model is {folder.model}"
        )
