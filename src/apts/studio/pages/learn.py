"""Teaching networks: all trainings and models, the form that begins one, and the page on which it is watched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from markupsafe import Markup
from starlette.responses import FileResponse, RedirectResponse, Response

from apts.errors import AptsError
from apts.games.catalogue import library_files
from apts.learning.extra import MissingExtra, need_torch
from apts.learning.networks.model_file import bundled_models, read_model
from apts.learning.training.training_settings import TrainRequest
from apts.learning.training_defaults import MEASURED_ITERATIONS, SIZE_MINUTES, TRAINING_SIZES
from apts.studio.assets import Line, Point, legend, line_chart
from apts.studio.frame.chosen_game import describe_settings, job_game, sheet_of, turned
from apts.studio.frame.known_runs import LEAST_MINUTES, MOST_MINUTES, can_learn_on, fitting_size, learn_on, training_job
from apts.studio.frame.rendering import page, settings_in, words_for
from apts.studio.frame.studio import Studio, studio_of, text_of
from apts.studio.jobs.kinds.train_job import KIND as TRAIN
from apts.studio.pages.jobs import game_of_job, job_of, live_page, part
from apts.studio.store.game_store import StoredGame
from apts.studio.store.jobs import Job
from apts.studio.store.matches import Models, taught_by
from apts.studio.words import StudioTexts, in_all_languages, shown_to
from apts.studio.workers.pool import Refused

router = APIRouter()

KIND = TRAIN.name


@dataclass(frozen=True)
class ShippedModel:
    """A model that comes with APTS, and the library game that it plays; ``size`` says which one, where not the usual."""

    name: str
    game: str
    title: str
    size: str
    cycles: int
    positions: int


@cache
def shipped_models() -> tuple[ShippedModel, ...]:
    """The models that come with APTS."""
    found = []
    for name, file in bundled_models().items():
        facts = read_model(file).facts
        game = max((known for known in library_files() if name.startswith(known)), key=len)
        training = facts["training"]
        found.append(
            ShippedModel(
                name, game, facts["game"]["name"], name.removeprefix(game).strip("-"),
                training["cycles"], training["positions"],
            )
        )  # fmt: skip
    return tuple(found)


@router.get("/learn")
def all_trainings(request: Request) -> Response:
    """All trainings, and the models that come with APTS."""
    studio = studio_of(request)
    jobs = studio.jobs.listed(kind=KIND)
    return page(
        request,
        "learn/index.html",
        trainings=[(job, game_of_job(studio, job), taught_by(studio.settings.folder, job)) for job in jobs],
        shipped=shipped_models(),
    )


@router.get("/games/{id}/learn")
def ask_for_training(request: Request, id: str) -> Response:
    """The form that begins a training, and the trainings of a game."""
    studio = studio_of(request)
    size = fitting_size(studio, studio.game_store.game(id))
    return _form(request, id, {}, f"{SIZE_MINUTES[size]:g}", size)


@router.post("/games/{id}/learn")
def begin_training(
    request: Request,
    id: str,
    minutes: Annotated[str, Form()],
    size: Annotated[str, Form()] = "small",
    start: Annotated[str, Form()] = "",
) -> Response:
    """Begin a training."""
    studio, message = studio_of(request), words_for(request)
    game = studio.game_store.game(id)
    mistakes = {}
    given = _minutes(minutes)
    if given is None:
        mistakes["minutes"] = message("learn.mistake.minutes", most=message.number(MOST_MINUTES))
    if size not in TRAINING_SIZES:
        mistakes["size"] = message("learn.mistake.size")
    if start and all(model.job != start for model in Models(studio.settings.folder).of(game.id)):
        mistakes["start"] = message("learn.mistake.start")
    if game.made_of != "text":
        mistakes["size"] = message("learn.only_text")
    if not mistakes:
        try:
            shown = turned(studio, game, settings_in(request))
            studio.workers.remembered("board", game=text_of(game, shown.settings))
        except Refused as problem:
            mistakes["rules"] = str(problem)
    if mistakes:
        return _form(request, id, mistakes, minutes, size)
    need_torch()
    job_request = {
        **training_job(studio, game, TrainRequest(size=size, minutes=given, start=start or None)),
        **job_game(shown).as_data(),
    }
    job = studio.jobs.add(
        KIND, game.id, in_all_languages(lambda told: told("learn.job_title", game=game.name)), job_request
    )
    studio.queue.put(job)
    return RedirectResponse(f"/learn/{job.id}", status_code=303)


@router.post("/learn/{id}/more")
def train_on(request: Request, id: str, minutes: Annotated[str, Form()]) -> Response:
    """Let a training that is done go on from where it was."""
    studio, message = studio_of(request), words_for(request)
    job = job_of(studio, id, KIND)
    given = _minutes(minutes)
    if given is None:
        raise AptsError(message("learn.mistake.minutes", most=message.number(MOST_MINUTES)))
    if can_learn_on(studio, job):
        learn_on(studio, job, given)
    return RedirectResponse(f"/learn/{id}", status_code=303)


def _minutes(text: str) -> float | None:
    """Minutes as they were typed; None where they make no sense."""
    try:
        given = float(text.replace(",", "."))
    except ValueError:
        return None
    return given if LEAST_MINUTES <= given <= MOST_MINUTES else None


def _form(request: Request, id: str, mistakes: Mapping[str, str], minutes: str = "15", size: str = "small") -> Response:
    studio = studio_of(request)
    game = studio.game_store.game(id)
    missing = None
    try:
        need_torch()
    except MissingExtra as problem:
        missing = str(problem)
    return page(
        request,
        "learn/form.html",
        status=400 if mistakes else 200,
        game=game,
        tab="learn",
        mistakes=mistakes,
        minutes=minutes,
        size=size,
        sizes=tuple(TRAINING_SIZES),
        missing=missing,
        models=Models(studio.settings.folder).of(game.id),
        trainings=[
            (job, game, taught_by(studio.settings.folder, job)) for job in studio.jobs.listed(kind=KIND, game=game.id)
        ],
        shipped=[model for model in shipped_models() if model.game == game.id],
        told_settings=_describe_settings(request, studio, game),
    )


def _describe_settings(request: Request, studio: Studio, game: StoredGame) -> str:
    """The settings of the address as people read them; of rules with a mistake as they are written."""
    settings = settings_in(request)
    try:
        sheet = sheet_of(studio, game) if settings else {"tunables": []}
    except Refused:
        sheet = {"tunables": []}
    return describe_settings(sheet, settings, words_for(request).language)


@router.get("/learn/{id}")
def training_page(request: Request, id: str) -> Response:
    """The page of a training."""
    studio, message = studio_of(request), words_for(request)
    job = job_of(studio, id, KIND)
    game = game_of_job(studio, job)
    return page(
        request,
        "learn/training.html",
        job=job,
        game=game,
        title=shown_to(job.title, message.language),
        tab="learn",
        live=live_values(job, message),
        model=taught_by(studio.settings.folder, job),
        more=can_learn_on(studio, job),
    )


@router.get("/learn/{id}/events")
async def training_events(request: Request, id: str) -> Response:
    """How a training stands, sent whenever that changes."""

    def progress_text(studio: Studio, job: Job, asked: Request) -> str:
        live = live_values(job, words_for(asked))
        return part(asked, "learn/progress.html", job=job, live=live, model=taught_by(studio.settings.folder, job))

    return live_page(request, id, KIND, progress_text)


@router.get("/learn/{id}/model.onnx")
def model_file(request: Request, id: str) -> Response:
    """The network as a file, which ``apts`` plays with on any machine."""
    studio = studio_of(request)
    job = job_of(studio, id, KIND)
    model = taught_by(studio.settings.folder, job)
    if model is None:
        raise AptsError(words_for(request)("learn.no_model"))
    return FileResponse(model.file, media_type="application/octet-stream", filename=f"{job.game}.onnx")


def live_values(job: Job, message: StudioTexts) -> dict[str, Any]:
    """What the part of the page shows that changes while a training runs."""
    described = job.progress
    measured = described.get("strength", [])
    return {
        "share": described.get("part", 0.0),
        "cycles": described.get("cycles", 0),
        "positions": described.get("positions", 0),
        "matches": described.get("matches", 0),
        "minutes": described.get("minutes", 0.0),
        "last": measured[-1] if measured else None,
        "iterations": _iterations(described),
        "charts": [
            chart
            for chart in (
                loss_chart(described, message),
                score_chart(described, message),
                elo_chart(described, message),
            )
            if chart[1]
        ],
    }


def loss_chart(told: Mapping[str, Any], message: StudioTexts) -> tuple[str, Markup, Markup]:
    """Losses over cycles, in training and on matches that were held out."""
    lines = [
        Line(
            message(f"learn.line.{name}"),
            tuple(Point(row["cycle"], row[name]) for row in told.get("curves", ()) if row[name] is not None),
        )
        for name in ("policy", "value", "validation_policy", "validation_value")
    ]
    title = message("learn.chart.losses")
    return title, line_chart(lines, title, message("learn.chart.cycle"), message, from_zero=True), legend(lines)


def score_chart(told: Mapping[str, Any], message: StudioTexts) -> tuple[str, Markup, Markup]:
    """The score against tree search, with its interval."""
    points = tuple(Point(row["cycle"], row["score"], row["low"], row["high"]) for row in told.get("strength", ()))
    lines = [Line("", points)]
    title = message("learn.chart.score", iterations=message.number(_iterations(told)))
    return title, line_chart(lines, title, message("learn.chart.cycle"), message, from_zero=True), legend(lines)


def _iterations(told: Mapping[str, Any]) -> int:
    """With how many iterations tree search was met; older trainings do not say it, and had as many as was usual."""
    known = [row["iterations"] for row in told.get("strength", ()) if "iterations" in row]
    return int(known[-1]) if known else MEASURED_ITERATIONS


def elo_chart(told: Mapping[str, Any], message: StudioTexts) -> tuple[str, Markup, Markup]:
    """Elo points since the first measure; the interval is that of the last step alone."""
    points = tuple(
        Point(row["cycle"], row["elo"], row["elo_low"], row["elo_high"])
        for row in told.get("strength", ())
        if row["elo"] is not None
    )
    lines = [Line("Elo", points if len(points) > 1 else ())]
    title = message("learn.chart.elo")
    return title, line_chart(lines, title, message("learn.chart.cycle"), message), legend(lines)
