"""Self-play: groups of matches, each advanced by one thread, all reproducible whatever the number of threads."""

from __future__ import annotations

import json
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from apts.atomic_files import atomic_file
from apts.engine.play.playouts.random_streams import stream_seed
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.executors import Local
from apts.input_checks import foreign_json
from apts.learning.encodings.encoding import ENCODING_VERSION, encoding_of
from apts.learning.encodings.symmetry import symmetries
from apts.learning.guided import guided_layout as at
from apts.learning.guided.guided_search import GuidedBatch, are_samples
from apts.learning.guided.guided_settings import MOST_GROUPS, MOST_SLOTS, GuidedSettings, SelfPlaySettings
from apts.learning.guided.pool import Samples, joined
from apts.learning.networks.evaluators import Evaluator, OnnxEvaluator
from apts.learning.networks.exporting import export
from apts.learning.networks.model_file import ModelFile, rules_hash
from apts.learning.networks.network import Network
from apts.learning.networks.shape import NetworkShape
from apts.learning.training.contest import Contest, ModelGate, ModelPlayer
from apts.learning.training.network_training import Losses, Trainer, Window
from apts.learning.training.training_settings import LearnSettings

Stop = Callable[[], bool]

MOST_IDLE = 20
"""Rounds in which nothing had to be decided before self-play gives up."""


@dataclass(frozen=True)
class Harvest:
    """What a stretch of self-play gave.

    A row of ``matches`` has the number of a match, its moves, and the utilities of the seats.
    """

    samples: Samples
    matches: NDArray[np.float64]
    evaluations: int
    simulations: int
    seconds: float
    network_seconds: float


"""More matches side by side than any memory holds boards and trees for are a slip of the pen."""


class SelfPlay:
    """Matches of a game against itself, ``groups`` times ``slots`` at a time.

    The groups are independent of each other and keep their matches from one stretch to the next, so that the result
    depends on the seed, the groups and the slots alone, not on how many threads there are.
    """

    def __init__(
        self,
        game: RulesGame,
        search: GuidedSettings,
        play: SelfPlaySettings,
        *,
        groups: int = 2,
        slots: int = 128,
        seed: int = 0,
        pair_width: int = 8,
    ):
        for name, value, most in (("groups", groups, MOST_GROUPS), ("slots", slots, MOST_SLOTS)):
            if not 1 <= value <= most:
                raise AptsError(f"self-play takes 1 to {most:,} for {name}, not {value}")
        self.batches = [
            GuidedBatch(game, slots, search, selfplay=play, seed=stream_seed(seed, group), pair_width=pair_width)
            for group in range(groups)
        ]
        for batch in self.batches:
            batch.begin()

    def play(self, evaluators: Sequence[Evaluator], positions: int, stop: Stop | None = None) -> Harvest:
        """Play until there are about so many new positions; each evaluator has a thread and a share of the groups.

        ``stop`` is asked between batches; when it says yes the stretch ends early.
        """
        began = perf_counter()
        each = -(-positions // len(self.batches))
        counters = [batch.pool.counters.copy() for batch in self.batches]
        spent = [0.0] * len(evaluators)

        def work(number: int) -> None:
            for batch in self.batches[number :: len(evaluators)]:
                spent[number] += _stretch(batch, evaluators[number], each, stop)

        with ThreadPoolExecutor(len(evaluators)) as threads:
            list(threads.map(work, range(len(evaluators))))
        taken = [batch.pool.take() for batch in self.batches]
        # Matches of different groups have the same numbers; told apart, they can be split into parts later.
        for group, (samples, table) in enumerate(taken):
            samples.match[:] = samples.match * len(self.batches) + group
            table[:, 0] = table[:, 0] * len(self.batches) + group
        done = [batch.pool.counters - before for batch, before in zip(self.batches, counters, strict=True)]
        return Harvest(
            joined([samples for samples, _ in taken]),
            np.concatenate([table for _, table in taken]),
            sum(int(row[at.EVALUATED]) for row in done),
            sum(int(row[at.SIMULATED]) for row in done),
            perf_counter() - began,
            sum(spent),
        )

    def memory(self) -> dict[str, NDArray[Any]]:
        """Everything that the next stretch depends on, for a checkpoint."""
        return {
            f"{group}/{name}": array
            for group, batch in enumerate(self.batches)
            for name, array in batch.memory().items()
        }

    def restore(self, memory: dict[str, NDArray[Any]]) -> None:
        """Go on from :meth:`memory`."""
        for group, batch in enumerate(self.batches):
            start = f"{group}/"
            batch.restore({name[len(start) :]: array for name, array in memory.items() if name.startswith(start)})


def _stretch(batch: GuidedBatch, evaluator: Evaluator, positions: int, stop: Stop | None) -> float:
    """Let one group play until it has so many more positions; returns the seconds spent in the network."""
    spent, idle = 0.0, 0
    wanted = batch.pool.waiting + positions
    while batch.pool.waiting < wanted and not (stop is not None and stop()):
        before = batch.pool.waiting
        if batch.advance():
            began = perf_counter()
            batch.evaluate(evaluator)
            spent += perf_counter() - began
        elif batch.pool.waiting == before:
            idle += 1
            if idle == MOST_IDLE:
                raise AptsError(
                    f"there is nothing to learn in {batch.game.name}: in {batch.pool.finished:,} matches nobody ever had "
                    "more than one move to choose from"
                )
    return spent


# ----------------------------------------------------------------------------------------------------------------
# Samples of self-play in a file: arrays of numpy with a manifest that says where they come from.

FORMAT_VERSION = 1


def harvested(selfplay: SelfPlay, evaluators: Sequence[Evaluator], positions: int) -> Harvest:
    """Play until so many positions of matches that have ended are there; a stretch alone leaves many matches open."""
    parts: list[Harvest] = []
    left = positions
    while left > 0:
        parts.append(selfplay.play(evaluators, left))
        left -= len(parts[-1].samples)
    return Harvest(
        joined([part.samples for part in parts]),
        np.concatenate([part.matches for part in parts]),
        sum(part.evaluations for part in parts),
        sum(part.simulations for part in parts),
        sum(part.seconds for part in parts),
        sum(part.network_seconds for part in parts),
    )


def write_samples(path: Path, harvest: Harvest, model: ModelFile, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Write the samples of a stretch of self-play; the same stretch gives the same bytes. Returns the manifest."""
    manifest = {
        "format": FORMAT_VERSION,
        "game": model.game_name,
        "hash": model.facts["game"]["hash"],
        "encoding": model.facts["encoding"]["version"],
        "asked": dict(asked),
        "positions": len(harvest.samples),
        "matches": len(harvest.matches),
    }
    text = np.frombuffer(json.dumps(manifest, ensure_ascii=False).encode(), np.uint8)
    try:
        with atomic_file(path) as file:
            arrays: dict[str, Any] = {"manifest": text, "table": harvest.matches, **harvest.samples.arrays()}
            np.savez_compressed(file, **arrays)
    except OSError as problem:
        raise AptsError(f"{path} cannot be written: {problem.strerror}") from None
    return manifest


_OF_ZIPS = (zipfile.BadZipFile, zlib.error, NotImplementedError, RecursionError)
"""What reading a damaged archive of arrays raises."""


MOST_UNPACKED = 1 << 32
"""Bytes of all arrays of a file at most."""


def _check_size(path: Path) -> None:
    """Refuse a file that would unpack to more than samples are; no more than the list of its parts says is read."""
    with zipfile.ZipFile(path) as parts:
        total = sum(part.file_size for part in parts.infolist())
    if total > MOST_UNPACKED:
        raise AptsError(f"{path} would unpack to {total:,} bytes; files of samples have at most {MOST_UNPACKED:,}")


def read_samples(path: Path, game: RulesGame) -> tuple[Samples, dict[str, Any]]:
    """The samples of a file and its manifest; samples of another game are refused."""
    try:
        _check_size(path)
        with np.load(path, allow_pickle=False) as content:
            manifest = foreign_json(content["manifest"].tobytes())
            samples = Samples(**{field.name: content[field.name] for field in fields(Samples)})
        if not {"hash", "game", "encoding", "matches"} <= manifest.keys():
            raise ValueError("the manifest is not complete")
    except OSError as problem:
        raise AptsError(f"{path} cannot be read: {problem.strerror or problem}") from None
    except (ValueError, KeyError, TypeError, AttributeError, EOFError, MemoryError, *_OF_ZIPS) as problem:
        raise AptsError(f"{path} holds no samples of apts selfplay, or it is damaged") from problem
    if manifest["hash"] != rules_hash(game):
        raise AptsError(f"the samples in {path} are of {manifest['game']} under other rules, not of this {game.name}")
    encoding = encoding_of(game)
    if manifest["encoding"] != ENCODING_VERSION or samples.planes.shape[1:] != (encoding.planes, encoding.layout.cells):
        raise AptsError(f"the samples in {path} were written by another version of the encoding; play new ones")
    if not are_samples(samples, encoding):
        raise AptsError(f"{path} holds no samples of apts selfplay, or it is damaged")
    return samples, manifest


# ----------------------------------------------------------------------------------------------------------------
# The learning loop: play, learn, play with what was learnt; every cycle can be made again from the seed.
#
# A training lives in a folder: ``settings.json`` (what was asked), ``progress.jsonl`` (a row a cycle),
# ``checkpoint.*`` (everything the next cycle depends on) and ``model.onnx`` (what plays). Without a CUDA device
# everything is bit-for-bit the same for the same settings, whenever it is stopped and resumed.


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
