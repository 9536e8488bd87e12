"""The matches of a calibration that was broken off, so that the same one goes on with them."""

from __future__ import annotations

import hashlib
from pathlib import Path

from apts.agents.calibrating.calibration import Results
from apts.agents.engines.ladder import FOLDER, ladder_key
from apts.atomic_files import PRIVATE, atomic_write
from apts.engine.native.kernel_files import cache_folder
from apts.engine.rules_game import RulesGame
from apts.search.kept_file import DamagedFile, checked_bytes, checked_data

RESULTS = "results"


def results_file(game: RulesGame, seed: int, minutes: float, matches: int) -> Path:
    """Where the matches of a calibration are kept until it is done."""
    key = hashlib.sha256(f"{ladder_key(game)} {seed} {minutes!r} {matches}".encode()).hexdigest()[:32]
    return cache_folder() / FOLDER / f"{key}-begun.json"


def kept_results(path: Path) -> Results:
    """The matches in a file; none where it is missing or damaged."""
    if not path.is_file():
        return {}
    try:
        data = checked_data(path, "the matches of a calibration")
        return {str(key): (float(one[0]), float(one[1]), int(one[2])) for key, one in data[RESULTS].items()}
    except (DamagedFile, KeyError, TypeError, ValueError, IndexError, AttributeError):
        return {}


def keep_results(path: Path, results: Results) -> None:
    """Write the matches so far."""
    atomic_write(path, checked_bytes({RESULTS: {key: list(one) for key, one in results.items()}}), PRIVATE)
