"""Samples of self-play in a file: arrays of numpy with a manifest that says where they come from."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from apts.atomic_files import atomic_file
from apts.engine.rules_game import RulesGame
from apts.errors import AptsError
from apts.foreign_json import foreign_json
from apts.learning.encodings.encoding import ENCODING_VERSION, encoding_of
from apts.learning.guided.memory_check import are_samples
from apts.learning.guided.pool import Samples, joined
from apts.learning.networks.evaluators import Evaluator
from apts.learning.networks.model_file import ModelFile, rules_hash
from apts.learning.training.selfplay import Harvest, SelfPlay

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
