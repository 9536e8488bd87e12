"""The learning loop: play, learn, play with what was learnt; every cycle can be made again from the seed.

A training lives in a folder: ``settings.json`` (what was asked), ``progress.jsonl`` (a row a cycle), ``checkpoint.*``
(everything the next cycle depends on) and ``model.onnx`` (what plays). Without a CUDA device everything is bit-for-bit
the same for the same settings, whenever it is stopped and resumed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
import torch

from apts.atomic_files import atomic_file
from apts.engine.play.playouts.random_streams import stream_seed
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.executors import Local
from apts.learning.encodings.encoding import encoding_of
from apts.learning.encodings.symmetry import symmetries
from apts.learning.guided.guided_search import are_samples
from apts.learning.guided.pool import Samples
from apts.learning.networks.evaluators import Evaluator, OnnxEvaluator
from apts.learning.networks.exporting import export
from apts.learning.networks.network import Network
from apts.learning.networks.shape import NetworkShape
from apts.learning.training.contest import Contest, ModelGate, ModelPlayer
from apts.learning.training.network_training import Losses, Trainer, Window
from apts.learning.training.selfplay import Harvest, SelfPlay
from apts.learning.training.training_settings import LearnSettings


@dataclass(frozen=True)
class Cycle:
    """What one cycle did."""

    number: int
    positions: int
    matches: int
    length: float
    first_seat: float
    draws: float
    training: Losses
    validation: Losses
    evaluations: int
    steps: int
    window: int
    play_seconds: float
    network_seconds: float
    train_seconds: float
    seconds: float
    processor_seconds: float
    promoted: bool

    def facts(self) -> dict[str, Any]:
        """A flat row for the progress file."""
        row = {name: value for name, value in asdict(self).items() if not isinstance(value, dict)}
        for name, losses in (("", self.training), ("validation_", self.validation)):
            row |= {f"{name}{key}": round(value, 5) for key, value in asdict(losses).items()}
        return {name: round(value, 4) if isinstance(value, float) else value for name, value in row.items()}


class Learner:
    """A training in memory."""

    def __init__(
        self,
        game: RulesGame,
        settings: LearnSettings,
        *,
        workers: int | None = None,
        device: str | None = None,
        prepare: Callable[[Network], None] | None = None,
    ):
        if settings.gate and game.players < 2:
            raise AptsError(
                f"{game.name} is played alone: a new network cannot prove itself in matches; leave the gate out"
            )
        torch.set_num_threads(settings.threads)
        self.game, self.settings = game, settings
        self.device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self.workers = workers or min(settings.groups, os.cpu_count() or 1)
        self.encoding = encoding_of(game)
        network = Network(
            NetworkShape.of(self.encoding, width=settings.width, depth=settings.depth),
            seed=stream_seed(settings.seed, 1) & 0x7FFFFFFF,
        )
        if prepare is not None:
            prepare(network)
        self.trainer = Trainer(
            network,
            settings.training,
            symmetries(game),
            seed=stream_seed(settings.seed, 2) & 0x7FFFFFFF,
            device=self.device,
        )
        self.selfplay = SelfPlay(
            game,
            settings.search,
            settings.play,
            groups=settings.groups,
            slots=settings.slots,
            seed=stream_seed(settings.seed, 3),
            pair_width=network.shape.pair_width,
        )
        self.window, self.held_out = Window(settings.training), Window(replace(settings.training, first_window=4096))
        self.done = 0
        self.elapsed = 0.0
        self._evaluators: list[Any] = []
        self.playing = deepcopy(self.trainer.averaged) if settings.gate else self.trainer.averaged

    # --- one cycle -----------------------------------------------------------------------------------------------

    def cycle(self) -> Cycle:
        """Play and learn once."""
        began, cpu = perf_counter(), process_time()
        harvest = self.selfplay.play(self.evaluators(), self.settings.positions)
        learnt, kept = self._split(harvest.samples)
        self.window.add(learnt)
        self.held_out.add(kept)
        middle = perf_counter()
        given = self.settings.training
        steps = max(1, round(given.reuse * len(learnt) / given.batch)) if len(self.window.samples) else 0
        losses = self.trainer.train(self.window.samples, steps, self.progress)
        checked = self.trainer.validate(self.held_out.samples)
        self.done += 1
        promoted = self._gated()
        self.elapsed += perf_counter() - began
        return self._report(harvest, losses, checked, steps, middle, began, cpu, promoted)

    def _report(
        self,
        harvest: Harvest,
        losses: Losses,
        checked: Losses,
        steps: int,
        middle: float,
        began: float,
        cpu: float,
        promoted: bool,
    ) -> Cycle:
        table = harvest.matches
        return Cycle(
            number=self.done,
            positions=len(harvest.samples),
            matches=len(table),
            length=float(table[:, 1].mean()) if len(table) else 0.0,
            first_seat=float((table[:, 2].mean() + 1) / 2) if len(table) else 0.5,
            draws=float((table[:, 2] == 0).mean()) if len(table) else 0.0,
            training=losses,
            validation=checked,
            evaluations=harvest.evaluations,
            steps=steps,
            window=len(self.window.samples),
            play_seconds=harvest.seconds,
            network_seconds=harvest.network_seconds,
            train_seconds=perf_counter() - middle,
            seconds=perf_counter() - began,
            processor_seconds=process_time() - cpu,
            promoted=promoted,
        )

    def _gated(self) -> bool:
        """Whether the new network plays from now on: always without a gate, else when it beats the one that plays."""
        if not self.settings.gate:
            return True
        new, old = (
            ModelPlayer(export(network, {}), self.settings.search, network.shape.pair_width)
            for network in (self.trainer.averaged, self.playing)
        )
        seed = stream_seed(stream_seed(self.settings.seed, 4), self.done)
        limit, workers = self.settings.play.match_limit, Local(self.workers)
        contest = Contest(self.game, new, old, seed=seed, limit=limit, executor=workers)
        passed, _ = ModelGate().passes(contest, self.settings.gate)
        if passed:
            self.playing.load_state_dict(self.trainer.averaged.state_dict())
        return passed

    @property
    def progress(self) -> float:
        """The part of the training that is done, from 0 to 1."""
        given = self.settings
        clock = self.elapsed / (60.0 * given.minutes) if given.minutes else 0.0
        return min(1.0, max(self.done / given.cycles, clock))

    def _split(self, samples: Samples) -> tuple[Samples, Samples]:
        """What is learnt from and what is kept for validation, whole matches together."""
        every = max(2, round(1 / self.settings.training.validation)) if self.settings.training.validation else 0
        kept = (samples.match % every == every - 1) if every else np.zeros(len(samples), bool)
        return samples.taken(np.flatnonzero(~kept)), samples.taken(np.flatnonzero(kept))

    def evaluators(self) -> list[Evaluator]:
        """The network as it plays now, one copy for each worker."""
        if self.device == "cpu":
            model = self.model()
            return [OnnxEvaluator(model, 1) for _ in range(self.workers)]
        from apts.learning.networks.evaluators import CudaEvaluator

        if not self._evaluators:
            self._evaluators = [CudaEvaluator(self.playing, self.settings.slots) for _ in range(self.workers)]
        else:
            for evaluator in self._evaluators:
                evaluator.update(self.playing)
        return self._evaluators

    def model(self, facts: dict[str, Any] | None = None) -> bytes:
        """The network as a file for playing; ``facts`` is what the file says about itself."""
        return export(self.playing, facts or {})

    def run(self) -> Iterator[Cycle]:
        """The cycles that are left."""
        while self.progress < 1.0:
            yield self.cycle()

    # --- keeping -------------------------------------------------------------------------------------------------

    def save(self, folder: Path) -> None:
        """Write a checkpoint; one that was there stays whole until the new one is."""
        folder.mkdir(parents=True, exist_ok=True)
        arrays: dict[str, Any] = {f"play/{name}": array for name, array in self.selfplay.memory().items()}
        for title, window in (("window", self.window), ("held", self.held_out)):
            for number, part in enumerate(window.parts):
                arrays |= {f"{title}/{number}/{name}": array for name, array in part.arrays().items()}
        facts = {"done": self.done, "elapsed": self.elapsed, "totals": [self.window.total, self.held_out.total]}
        with atomic_file(folder / "checkpoint.pt", synced=True) as file:
            # Tensors and plain values alone: what is read back need not be trusted to run code.
            tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
            content = {"trainer": self.trainer.state(), "facts": json.dumps(facts), "arrays": tensors}
            torch.save(content | {"playing": self.playing.state_dict()}, file)

    def resume(self, folder: Path) -> bool:
        """Go on from the checkpoint of a folder; tells whether there was one."""
        path = folder / "checkpoint.pt"
        if not path.exists():
            return False
        try:
            content = torch.load(path, map_location="cpu", weights_only=True)
            facts = json.loads(content["facts"])
            arrays = {name: tensor.numpy() for name, tensor in content["arrays"].items()}
            windows = [_parts(arrays, title) for title in ("window", "held")]
            totals = [int(total) for total in facts["totals"]]
            done, elapsed = int(facts["done"]), float(facts["elapsed"])
            if len(totals) != 2 or not all(are_samples(part, self.encoding) for parts in windows for part in parts):
                raise ValueError("it is damaged: it holds samples that do not fit this game")
            self.trainer.restore(content["trainer"])
            self.playing.load_state_dict(content["playing"])
        except Exception as problem:
            reason = (str(problem) or type(problem).__name__).splitlines()[0]
            raise AptsError(f"the checkpoint {path} cannot be read: {reason}; remove it to begin anew") from problem
        self.selfplay.restore({name[5:]: array for name, array in arrays.items() if name.startswith("play/")})
        for window, parts, total in zip((self.window, self.held_out), windows, totals, strict=True):
            window.parts = parts
            window.total, window._joined = total, None
        self.done, self.elapsed = done, elapsed
        return True


def _parts(arrays: dict[str, Any], title: str) -> list[Samples]:
    numbers = sorted({int(name.split("/")[1]) for name in arrays if name.startswith(f"{title}/")})
    names = list(Samples.__dataclass_fields__)
    return [Samples(**{name: arrays[f"{title}/{number}/{name}"] for name in names}) for number in numbers]
