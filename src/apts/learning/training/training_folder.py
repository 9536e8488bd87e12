"""A training in a folder: what was asked, a row for each cycle, the checkpoint, and the model that plays.

``settings.json`` says what was asked, ``progress.jsonl`` has a row for each cycle, ``checkpoint.pt`` holds everything
that the next cycle depends on, ``model.onnx`` is what plays, ``start.onnx`` the model that it began with if there was
one, and ``measured/`` the networks whose strength was measured on the way. A training that was stopped and resumed ends
with the same bytes in its model as one that was not.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass, field, replace
from os import PathLike
from pathlib import Path
from time import perf_counter
from typing import Any

import torch

from apts.atomic_files import atomic_write
from apts.engine.play.playouts.random_streams import stream_seed
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.executors import Local
from apts.input_checks import foreign_json
from apts.learning.encodings.encoding import encoding_of
from apts.learning.encodings.symmetry import symmetries
from apts.learning.guided.guided_settings import MANY
from apts.learning.networks.exporting import export, weights_of
from apts.learning.networks.model_file import ModelFile, model_facts, read_model
from apts.learning.networks.network import Network
from apts.learning.networks.shape import Names, NetworkShape
from apts.learning.training.contest import Contest, ContestResult, ModelPlayer, Player, UctPlayer
from apts.learning.training.network_training import Losses, Trainer
from apts.learning.training.selfplay import Learner, read_samples
from apts.learning.training.training_settings import LearnSettings, MeasureSettings
from apts.learning.training_defaults import MEASURED_ITERATIONS

SAVE_AFTER = 60.0
"""Seconds after which a checkpoint is written at the end of a cycle."""


@dataclass(frozen=True)
class TrainingOrder:
    """What a training was asked for. ``command`` is what a person typed; ``lineage`` the models before this one."""

    settings: LearnSettings
    measure: MeasureSettings = field(default_factory=MeasureSettings)
    command: str = ""
    lineage: Sequence[Any] = ()

    def facts(self, game: RulesGame) -> dict[str, Any]:
        """As plain values, with the game."""
        return {
            "game": model_facts(game, encoding_of(game))["game"],
            "settings": self.settings.facts(),
            "measure": asdict(self.measure),
            "command": self.command,
            "lineage": list(self.lineage),
        }


class TrainingFolder:
    """The files of a training."""

    def __init__(self, path: Path):
        self.path = path
        self.settings, self.progress = path / "settings.json", path / "progress.jsonl"
        self.checkpoint, self.model = path / "checkpoint.pt", path / "model.onnx"
        self.start, self.measured = path / "start.onnx", path / "measured"

    def begin(self, game: RulesGame, order: TrainingOrder, start: bytes | None = None) -> None:
        """Write what was asked; a folder in which a training was begun is refused."""
        if self.settings.exists():
            raise AptsError(f"{self.path} has a training already: --resume continues it; or name another folder")
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if start is not None:
                atomic_write(self.start, start)
            text = json.dumps(order.facts(game), indent=2, ensure_ascii=False)
            atomic_write(self.progress, b"")
            atomic_write(self.settings, (text + "\n").encode())  # the last one, by which a training is known
        except OSError as problem:
            raise AptsError(f"the folder {self.path} cannot be written: {problem.strerror}") from problem

    def read(self) -> tuple[RulesGame, TrainingOrder]:
        """The game and the order of a training that was begun."""
        if not self.settings.exists():
            raise AptsError(f"there is no training in {self.path} to resume: settings.json is missing")
        try:
            facts = foreign_json(self.settings.read_bytes())
            measure = MeasureSettings(**facts["measure"])
            order = TrainingOrder(LearnSettings.read(facts["settings"]), measure, facts["command"], facts["lineage"])
            rules = facts["game"]["rules"]
            if (
                not _are_counts(measure)
                or not isinstance(rules, str)
                or not isinstance(order.command, str)
                or not isinstance(order.lineage, list)
            ):
                raise TypeError("its rules, its command or its lineage are none")
        except (OSError, ValueError, KeyError, TypeError, RecursionError) as problem:
            raise AptsError(f"{self.settings} cannot be read: {problem}") from problem
        return RulesGame(rules, file=str(self.settings)), order

    def lengthen(self, minutes: float) -> None:
        """Let a training that ends by the clock go on until so many minutes; one that has as many stays as it is.

        Everything else is as it was asked for: the learning rate follows the clock, and rises again with the time left.
        """
        game, order = self.read()
        if not order.settings.minutes:
            raise AptsError(f"the training in {self.path} ends after its cycles, not by the clock: it has no minutes")
        if minutes > order.settings.minutes:
            longer = replace(order, settings=replace(order.settings, minutes=minutes))
            text = json.dumps(longer.facts(game), indent=2, ensure_ascii=False)
            atomic_write(self.settings, (text + "\n").encode())

    def rows(self) -> list[dict[str, Any]]:
        """The rows of all cycles so far."""
        if not self.progress.exists():
            return []
        try:
            lines = self.progress.read_text(encoding="utf-8").splitlines()
            return [json.loads(line) for line in lines if line.endswith("}")]
        except (OSError, ValueError, RecursionError) as problem:
            raise AptsError(f"{self.progress} cannot be read: {problem}; remove it to begin its rows anew") from problem

    def write_rows(self, rows: Sequence[dict[str, Any]]) -> None:
        """Replace the rows."""
        text = "".join(json.dumps(row) + "\n" for row in rows)
        atomic_write(self.progress, text.encode())

    def add_row(self, row: dict[str, Any]) -> None:
        """Write the row of a cycle."""
        with self.progress.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def _are_counts(measure: MeasureSettings) -> bool:
    counts = (measure.every, measure.matches, measure.iterations or 0)
    return all(type(count) is int and 0 <= count <= MANY for count in counts)


class StoredTraining:
    """A training at work in its folder: ``rows`` has the figures of its cycles, ``stopped`` why it ended early if so."""

    def __init__(self, folder: TrainingFolder, *, workers: int | None = None, device: str | None = None):
        self.folder = folder
        self.game, self.order = folder.read()
        self.learner = Learner(
            self.game,
            self.order.settings,
            workers=workers,
            device=device,
            prepare=started_from(folder.start, self.game),
        )
        resumed = self.learner.resume(folder.path)
        # Cycles after the last checkpoint are made again.
        self.rows = [row for row in folder.rows() if row["number"] <= self.learner.done] if resumed else []
        folder.write_rows(self.rows)
        self.stopped: str | None = None
        self._saved = perf_counter()

    @property
    def model(self) -> Path:
        """The file of the network that plays, which stands there after the first cycles."""
        return self.folder.model

    @property
    def seconds(self) -> float:
        """The time that the cycles took so far."""
        return float(sum(row["seconds"] for row in self.rows))

    def cycles(self) -> Generator[dict[str, Any], None, None]:
        """Make the cycles that are left; each gives its row. At the end, or when it is closed, everything is saved."""
        whole = True
        try:
            while self.learner.progress < 1:
                began, whole = perf_counter(), False
                row = self.learner.cycle().facts()
                middle = perf_counter()
                row |= self._measured()
                self.learner.elapsed += perf_counter() - middle
                row["seconds"] = round(perf_counter() - began, 3)
                row["elapsed"] = round(self.seconds + row["seconds"], 3)
                self.rows.append(row)
                self.folder.add_row(row)
                whole = True
                if perf_counter() - self._saved > SAVE_AFTER:
                    self.save()
                yield row
        finally:
            # In the middle of a cycle nothing is worth keeping: the last checkpoint stays.
            if whole:
                self.save()

    def save(self) -> None:
        """Write the checkpoint and the model."""
        self.learner.save(self.folder.path)
        atomic_write(self.folder.model, self.learner.model(self.facts()))
        self._saved = perf_counter()

    def facts(self) -> dict[str, Any]:
        """What the model says about itself. No times: these are no part of what is the same for the same seed."""
        record = {
            "command": self.order.command,
            "settings": self.order.settings.facts(),
            "cycles": self.learner.done,
            "positions": sum(row["positions"] for row in self.rows),
            "matches": sum(row["matches"] for row in self.rows),
            "steps": sum(row["steps"] for row in self.rows),
            "curve": [{name: row[name] for name in CURVE if name in row} for row in self.rows],
        }
        return model_facts(self.game, encoding_of(self.game), lineage=self.order.lineage, training=record)

    # --- strength on the way -------------------------------------------------------------------------------------

    def _measured(self) -> dict[str, Any]:
        """Every few cycles: Elo against the network of the last measure and against tree search."""
        given, done = self.order.measure, self.learner.done
        if not given.every or (done % given.every and self.learner.progress < 1) or self.game.players < 2:
            return {}
        now = self.learner.model(self.facts())
        known = [row for row in self.rows if "elo" in row]
        found: dict[str, Any] = {"elo": 0.0}
        if known:
            earlier = self._contest(now, self.measured_file(known[-1]["number"]).read_bytes(), done)
            found = {"elo": round(known[-1]["elo"] + earlier.elo, 1), "earlier": earlier.facts()}
        against = self._contest(now, None, done)
        found["uct"] = {**against.facts(), "iterations": given.fitting(self.game).iterations}
        found["move_seconds"] = [round(spent, 7) for spent in against.move_seconds]
        self.folder.measured.mkdir(exist_ok=True)
        atomic_write(self.measured_file(done), now)
        return found

    def measured_file(self, number: int) -> Path:
        """The network that was measured after a cycle, as a model."""
        return self.folder.measured / f"cycle-{number:04}.onnx"

    def _contest(self, model: bytes, other: bytes | None, number: int) -> ContestResult:
        given, measure = self.order.settings, self.order.measure
        width = self.learner.trainer.averaged.shape.pair_width
        first = ModelPlayer(model, given.search, width)
        second: Player = UctPlayer(measure.fitting(self.game).iterations or MEASURED_ITERATIONS)
        if other is not None:
            second = ModelPlayer(other, given.search, width)
        seed, workers = stream_seed(given.seed, 1000 + number), Local(self.learner.workers)
        contest = Contest(self.game, first, second, seed=seed, limit=given.play.match_limit, executor=workers)
        return contest.play(measure.matches)


CURVE = ("number", "policy", "value", "accuracy", "validation_policy", "validation_value", "elo")
"""What a model keeps of the rows of its training."""


def started_from(path: Path, game: RulesGame) -> Any:
    """What prepares a fresh network with the weights of a model file, if there is one."""
    if not path.exists():
        return None
    model = read_model(path)

    def prepare(network: Network) -> None:
        network.take(weights_of(path), model.shape, model.names, Names.of(encoding_of(game)))

    return prepare


def descent(start: Path) -> list[Any]:
    """The lineage of a model that begins with the weights of another: that one's, and that one itself."""
    model = read_model(start)
    own, training = model.facts["game"], model.facts["training"]
    last = {
        "game": own["name"],
        "hash": own["hash"],
        "parameters": own["parameters"],
        "cycles": training.get("cycles", 0),
        "positions": training.get("positions", 0),
        "command": training.get("command", ""),
    }
    return [*model.facts["lineage"], last]


# ----------------------------------------------------------------------------------------------------------------
# One round of training on positions that were played before.


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
