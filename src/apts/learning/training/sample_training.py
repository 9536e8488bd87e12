"""One round of training on positions that were played before."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from os import PathLike
from pathlib import Path

import torch

from apts.atomic_files import atomic_write
from apts.engine.play.playouts.random_streams import stream_seed
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.learning.encodings.encoding import encoding_of
from apts.learning.encodings.symmetry import symmetries
from apts.learning.networks.exporting import export
from apts.learning.networks.model_file import ModelFile, model_facts
from apts.learning.networks.network import Network
from apts.learning.networks.shape import NetworkShape
from apts.learning.training.network_training import Losses, Trainer
from apts.learning.training.selfplay import read_samples
from apts.learning.training.training_folder import TrainingFolder, descent, started_from
from apts.learning.training.training_settings import LearnSettings


@dataclass(frozen=True)
class SampleTraining:
    """What came of it: the model, the steps that were made on so many positions, and the losses."""

    model: Path
    steps: int
    positions: int
    losses: Losses


def train_on_samples(
    game: RulesGame,
    start: ModelFile | None,
    samples: str | PathLike[str],
    out: str | PathLike[str],
    settings: LearnSettings,
    *,
    device: str | None = None,
    command: str = "",
) -> SampleTraining:
    """Train a network on the samples of a file and write it into a folder; ``start`` has its first weights."""
    found, manifest = read_samples(Path(samples), game)
    if not len(found):
        raise AptsError(f"there is nothing to learn in {samples}: no match was played to its end")
    torch.set_num_threads(settings.threads)
    encoding = encoding_of(game)
    seeds = [stream_seed(settings.seed, number) & 0x7FFFFFFF for number in (1, 2)]
    network = Network(NetworkShape.of(encoding, width=settings.width, depth=settings.depth), seed=seeds[0])
    if start is not None:
        started_from(start.path, game)(network)
    where = device or ("cuda" if torch.cuda.is_available() else "cpu")
    trainer = Trainer(network, settings.training, symmetries(game), seed=seeds[1], device=where)
    steps = max(1, round(settings.training.reuse * len(found) / settings.training.batch))
    losses = trainer.train(found, steps)
    record = {
        "command": command,
        "settings": settings.facts(),
        "samples": manifest,
        "cycles": 1,
        "positions": len(found),
        "matches": manifest["matches"],
        "steps": steps,
        "curve": [{"number": 1, **{name: round(value, 5) for name, value in asdict(losses).items()}}],
    }
    lineage = descent(start.path) if start is not None else []
    folder = TrainingFolder(Path(out))
    folder.path.mkdir(parents=True, exist_ok=True)
    atomic_write(folder.model, export(trainer.averaged, model_facts(game, encoding, lineage=lineage, training=record)))
    return SampleTraining(folder.model, steps, len(found), losses)
