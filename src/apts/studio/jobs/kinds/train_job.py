"""A training: a network learns a game by playing against itself, cycle after cycle."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from apts.atomic_files import PRIVATE, atomic_write
from apts.errors import AptsError
from apts.learning.encodings.encoding import not_learnable
from apts.learning.extra import need_torch
from apts.learning.networks.model_file import read_model
from apts.learning.training.training_run import open_training, run_cycles
from apts.learning.training.training_settings import TrainRequest
from apts.learning.training_defaults import MEASURED_ITERATIONS
from apts.studio.jobs.job_context import JobContext, read_training
from apts.studio.jobs.job_kinds import JobKind
from apts.studio.store.jobs import Job
from apts.studio.store.matches import Models
from apts.studio.words import StudioTexts

if TYPE_CHECKING:
    from apts.learning.training.training_folder import StoredTraining

MOST_POINTS = 300
"""Cycles that a curve has at most; of a longer training only every so many are kept."""

CURVE = ("policy", "value", "accuracy", "validation_policy", "validation_value")
"""What is shown of every cycle."""


def perform(context: JobContext) -> dict[str, Any]:
    """Train until the minutes are over; performed again, it goes on from the last checkpoint of its folder."""
    need_torch()
    training = opened(context)
    place = Models(context.folder).place(context.job.game, context.job.id)

    def after_cycle(_row: Mapping[str, Any]) -> None:
        atomic_write(place, training.learner.model(training.facts()), PRIVATE)
        context.report(training_data(training), at_once=True)

    context.report(training_data(training), at_once=True)
    run_cycles(training, after_cycle)
    data = training_data(training)
    context.report(data, at_once=True)
    return {**data, "stopped": training.stopped is not None}


def opened(context: JobContext) -> StoredTraining:
    """The training of the job's folder; it is begun where there is none."""
    from apts.learning.training.training_folder import TrainingFolder

    job_request, folder = context.job.request, context.own_folder()
    if TrainingFolder(folder).settings.exists():
        if job_request.get("minutes"):  # more of them where it is to learn on
            TrainingFolder(folder).lengthen(job_request["minutes"])
        return open_training(None, folder, TrainRequest(resume=True, device="cpu"))
    game = context.game()
    if context.stored_game.made_of != "text":
        raise not_learnable(game.name)
    request = read_training(job_request)
    start = None if request.start is None else _first_weights(context, request.start)
    return open_training(game, folder, replace(request, start=start, device="cpu"))


def _first_weights(context: JobContext, earlier: str | PathLike[str]) -> str:
    """The network of an earlier training of the same game, with which this one begins."""
    for model in Models(context.folder).of(context.job.game):
        if model.job == earlier:
            read_model(model.file)  # one that is damaged is told now
            return str(model.file)
    raise AptsError("the network that this training was to begin with is not there any more")


def training_data(training: StoredTraining) -> dict[str, Any]:
    """How far a training is, as plain values: totals, curves and measured strength."""
    rows = training.rows
    return {
        "part": training.learner.progress,
        "cycles": training.learner.done,
        "positions": sum(row["positions"] for row in rows),
        "matches": sum(row["matches"] for row in rows),
        "minutes": round(training.seconds / 60.0, 3),
        "parameters": sum(weight.numel() for weight in training.learner.playing.parameters()),
        "curves": curves(rows),
        "strength": strengths(rows),
    }


def curves(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The losses of the cycles, thinned out where there are very many; the last one is always among them."""
    every = max(1, math.ceil(len(rows) / MOST_POINTS))
    kept = [row for place, row in enumerate(rows) if (len(rows) - 1 - place) % every == 0]
    return [{"cycle": row["number"], **{name: _finite(row.get(name)) for name in CURVE}} for row in kept]


def strengths(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The measures of strength: Elo since the first, and the score against tree search with its interval."""
    found = []
    for row in rows:
        if "uct" not in row:
            continue
        low, high = row.get("earlier", {}).get("elo_interval", (None, None))
        gained = row.get("earlier", {}).get("elo")
        found.append(
            {
                "cycle": row["number"],
                "elo": row.get("elo"),
                "elo_low": None if gained is None else row["elo"] - gained + low,
                "elo_high": None if gained is None else row["elo"] - gained + high,
                "score": row["uct"]["score"],
                "iterations": row["uct"].get("iterations", MEASURED_ITERATIONS),
                "low": row["uct"]["interval"][0],
                "high": row["uct"]["interval"][1],
                "uct_elo": row["uct"]["elo"],
                "uct_low": row["uct"]["elo_interval"][0],
                "uct_high": row["uct"]["elo_interval"][1],
                "cost": None if "move_seconds" not in row else [1e3 * spent for spent in row["move_seconds"]],
            }
        )
    return found


def _finite(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def about(job: Job, message: StudioTexts) -> str:
    """How long it learnt."""
    cycles = job.progress.get("cycles")
    return message.counted("learn.cycle_count", cycles) if cycles else ""


KIND = JobKind("train", 3, perform, one="/learn/{id}", others="/learn", about=about)
