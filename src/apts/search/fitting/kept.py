"""Fitted evaluations that were made before: shipped, in the memory of the process, and in the cache of the user."""

from __future__ import annotations

import hashlib
import json
import logging
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from apts.atomic_files import PRIVATE, atomic_write
from apts.engine.native.kernel_files import cache_folder
from apts.engine.rules_game import RulesGame
from apts.search.evaluation.heuristic import Heuristic
from apts.search.evaluation.written import EvaluationError, checked_heuristic
from apts.search.fitting.contest import Score
from apts.search.fitting.fit import SEED, VERSION, Fit, fitted
from apts.search.kept_file import DamagedFile, checked_bytes, checked_data
from apts.search.shipped import shipped_data

LOG = logging.getLogger("apts.evaluations")
FOLDER = "evaluations"
_KNOWN: dict[str, Fit] = {}
_LOCKS: dict[str, threading.Lock] = {}
_LOCK = threading.Lock()


def rules_key(game: RulesGame, default: Heuristic | None = None) -> str:
    """What tells the rules of a game, the way in which evaluations are fitted and their contest from all others."""
    holder = "" if default is None else json.dumps(default.to_data(), sort_keys=True)
    digest = hashlib.sha256(f"{VERSION} {SEED} {holder}\n{game.compiled.source}\n".encode())
    digest.update(bytes(game.compiled.data))
    return digest.hexdigest()[:32]


def file_of(game: RulesGame, default: Heuristic | None = None) -> Path:
    """Where the cache has the evaluation of a game."""
    return cache_folder() / FOLDER / f"{rules_key(game, default)}.json"


def fitted_evaluation(game: RulesGame, default: Heuristic | None = None) -> Fit:
    """The evaluation that is fitted to a game: made at first use, and kept. ``default`` is the one that it has to beat.

    That takes some seconds, which is told beforehand (to the log ``apts.evaluations``).
    """
    key = rules_key(game, default)
    with _LOCK:
        lock = _LOCKS.setdefault(key, threading.Lock())
    with lock:
        if key not in _KNOWN:
            _KNOWN[key] = _shipped(game, default) or _from_cache(game, default) or _made(game, default)
        return _KNOWN[key]


def _shipped(game: RulesGame, default: Heuristic | None) -> Fit | None:
    data = (shipped_data(game) or {}).get("evaluation")
    if data is None or data["version"] != VERSION:
        return None
    return fit_from_data(data, game, game.name)


def _from_cache(game: RulesGame, default: Heuristic | None) -> Fit | None:
    path = file_of(game, default)
    if not path.is_file():
        return None
    try:
        return read_fit(path, game, default)
    except (DamagedFile, EvaluationError) as problem:
        LOG.warning("%s. It is made again.", problem)
        return None


def _made(game: RulesGame, default: Heuristic | None) -> Fit:
    path = file_of(game, default)
    LOG.warning(
        "fitting an evaluation to %s, once: it plays against itself for about ten seconds (kept in %s)",
        game.name,
        path,
    )
    fit = fitted(game, SEED, default)
    try:
        atomic_write(path, fit_as_bytes(fit, game, default), PRIVATE)
    except OSError as problem:
        LOG.warning("the evaluation cannot be kept in %s: %s", path, problem.strerror or problem)
    return fit


# ----------------------------------------------------------------------------------------------------------------
# The content of a file, which manifests of runs have, too.


def fit_as_data(fit: Fit, game: RulesGame, default: Heuristic | None = None) -> dict[str, Any]:
    """A fit as plain data."""
    score = {"mean": fit.score.mean, "error": fit.score.error, "matches": fit.score.matches}
    return {
        "evaluation": "fitted",
        "version": VERSION,
        "seed": SEED,
        "rules": rules_key(game, default),
        "kept": fit.kept,
        "contest": score,
        "matches": fit.matches,
        "positions": fit.positions,
        "nodes": fit.nodes,
        **fit.heuristic.to_data(),
    }


def fit_as_bytes(fit: Fit, game: RulesGame, default: Heuristic | None = None) -> bytes:
    """The content of a file of the cache."""
    return checked_bytes(fit_as_data(fit, game, default))


def read_fit(path: Path, game: RulesGame, default: Heuristic | None = None) -> Fit:
    """The fit in a file, if every byte of it is as it was written, for this game; else an error says what is wrong."""
    data = checked_data(path, "the evaluation")
    if data.get("rules") != rules_key(game, default) or data.get("version") != VERSION:
        raise EvaluationError(f"{path}: the evaluation that was kept here is for other rules")
    return fit_from_data(data, game, str(path))


def fit_from_data(data: Mapping[str, Any], game: RulesGame, place: str) -> Fit:
    """The fit that plain data stands for; ``place`` says where it came from."""
    heuristic = checked_heuristic(data, game.compiled, place)
    try:
        contest = data["contest"]
        score = Score(float(contest["mean"]), float(contest["error"]), int(contest["matches"]))
        numbers = [int(data[name]) for name in ("matches", "positions", "nodes")]
    except (KeyError, TypeError, ValueError):
        raise EvaluationError(f"{place}: the evaluation that was kept here is damaged: a figure is missing") from None
    return Fit(heuristic, bool(data["kept"]), score, *numbers)
