"""Self-play: groups of matches, each advanced by one thread, all reproducible whatever the number of threads."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.atomic_files import atomic_file
from apts.engine.play.playouts.random_streams import stream_seed
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.input_checks import foreign_json
from apts.learning.encodings.encoding import ENCODING_VERSION, encoding_of
from apts.learning.guided import guided_layout as at
from apts.learning.guided.guided_search import GuidedBatch, are_samples
from apts.learning.guided.guided_settings import MOST_GROUPS, MOST_SLOTS, GuidedSettings, SelfPlaySettings
from apts.learning.guided.pool import Samples, joined
from apts.learning.networks.evaluators import Evaluator
from apts.learning.networks.model_file import ModelFile, rules_hash

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
    """Let one group play until it has so many more positions; gives the seconds spent in the network."""
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
    """Write what a stretch of self-play gave; the same stretch gives the same bytes. Tells the manifest."""
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
