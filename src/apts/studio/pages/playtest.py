"""A play-test is asked for: who plays, how many matches, what is wanted of the game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from apts.agents.levels import level_names
from apts.errors import AptsError
from apts.playtest.goals.goal_files import bank_names, bank_set
from apts.playtest.matches.forecast import SETTLED_MOST
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.strengths.strengths import DEFAULT_LEVELS
from apts.request_fields import RequestField, offered, request_fields
from apts.studio.frame.chosen_game import describe_settings, problems_data, sheet_of
from apts.studio.frame.known_runs import KnownRuns, playtest_job
from apts.studio.frame.rendering import page, settings_among, settings_in, with_settings, words_for
from apts.studio.frame.studio import Studio, studio_of
from apts.studio.jobs.job_context import AMOUNTS, NUMBER, SETTLED, request_with
from apts.studio.jobs.kinds.playtest_job import KIND as PLAYTEST
from apts.studio.jobs.kinds.train_job import KIND as TRAIN
from apts.studio.pages.game import in_time
from apts.studio.store.game_store import StoredGame
from apts.studio.store.matches import Models
from apts.studio.words import StudioTexts
from apts.studio.workers.pool import Busy, Refused

router = APIRouter()

Settings = dict[str, str | int | bool]
OWN, FITTING, LEVELS = "own", "fitting", "levels"


@dataclass(frozen=True)
class DesignQuestion:
    """A set of goals that can be ticked: its name, the question, and why it matters."""

    name: str
    question: str
    why: str


@cache
def askable() -> tuple[str, ...]:
    """The sets of the bank that one play-test can answer."""
    return tuple(
        name
        for name in sorted(bank_names(), key=lambda name: bank_set(name).order)
        if all(goal.level is None for goal in bank_set(name).goals().wanted)
        and not any(metric.measured_apart for metric in bank_set(name).metrics())
    )


def design_questions(message: StudioTexts) -> list[DesignQuestion]:
    """The sets of goals in the reader's language, where that is known."""
    return [
        DesignQuestion(
            name,
            page.get("asked", page["question"]),
            page.get("short", page["why"]),
        )
        for name in askable()
        for page in [bank_set(name).page(message.language)]
    ]


@router.get("/games/{id}/playtest")
def ask_for_playtest(request: Request, id: str, version: int | None = None) -> Response:
    """The form; an address may fill it in."""
    studio = studio_of(request)
    game = studio.game_store.game(id, version)
    filled = [*request.query_params.multi_items()] if "amount" in request.query_params else None
    given = None if filled is None else FormData([(name, text) for name, text in filled])
    return in_time(request, game, "playtest", lambda: _form(request, studio, game, settings_in(request), given))


@router.post("/games/{id}/playtest")
async def begin_playtest(request: Request, id: str) -> Response:
    """Begin the play-test that a form asks for, and lead to its job."""
    form = await request.form()
    return await run_in_threadpool(_begun, request, id, form)


def _begun(request: Request, id: str, form: FormData) -> Response:
    studio = studio_of(request)
    message = words_for(request)
    version = str(form.get("version") or "")
    game = studio.game_store.game(id, int(version[:12]) if version.isdecimal() else None)
    settings = settings_among((name, text) for name, text in form.multi_items() if text)
    try:
        job_request = playtest_job(studio, game, settings, request_of(message, form))
    except AptsError as problem:
        return _form(request, studio, game, settings, form, str(problem))
    job = studio.jobs.add(PLAYTEST.name, game.id, game.name, job_request)
    studio.queue.put(job)
    return RedirectResponse(f"/jobs/{job.id}", status_code=303)


def request_of(message: StudioTexts, form: FormData) -> PlaytestRequest:
    """What a form asks for; what makes no sense is refused with a sentence."""
    amount = str(form.get("amount") or "usual")
    if amount not in AMOUNTS:
        raise AptsError(message("playtest.wrong.amount"))
    goals = [str(goal) for goal in form.getlist("goal")]
    if any(goal not in askable() for goal in goals):
        raise AptsError(message("playtest.wrong.goal"))
    given = {name: field.read(text) for name, field in more_fields().items() if (text := _text(form, name))}
    if amount == NUMBER:
        if not _text(form, "how_many"):
            raise AptsError(message("playtest.wrong.how_many"))
        given["matches"] = request_fields(PlaytestRequest)["matches"].read(_text(form, "how_many"))
    if amount == SETTLED and (percent := _text(form, "precision")):
        given["until"] = f"precision={_share(percent)}"
    levels = _levels(form)
    if levels is not None and "evaluator" not in given:  # values of several strengths are compared: one judges them all
        given |= {"evaluate": None, "evaluator": given.get("evaluate")}
    return request_with({**given, "agents": _agents(message, form), "levels": levels, "goals": goals}, amount)


def more_fields() -> dict[str, RequestField]:
    """The fields that the form has plain inputs for; the others have choices and ticks of their own."""
    own = ("agents", "levels", "matches", "until", "quick", "goals")
    return {name: field for name, field in offered(PlaytestRequest, "form").items() if name not in own}


def _text(form: FormData, name: str) -> str:
    return str(form.get(name) or "").strip()


def _share(percent: str) -> str:
    """A number of per cent as a share; what is no number stays, and will be refused."""
    try:
        return f"{round(float(percent.replace(',', '.')) / 100.0, 10):g}"
    except ValueError:
        return percent


def _agents(message: StudioTexts, form: FormData) -> str | None:
    """The agents: what fits, a level for all, a network, or what was spelled."""
    who = str(form.get("who") or FITTING)
    if who in (FITTING, LEVELS):
        return None
    if who != OWN:
        return who
    written = str(form.get("agents") or "")
    spelled = ",".join(part.strip().rstrip(",") for part in re.split(r"[\n;]+", written) if part.strip())
    if not spelled:
        raise AptsError(message("playtest.wrong.agents"))
    return spelled


def _levels(form: FormData) -> list[str] | None:
    """The levels that are held against each other, the weakest first; None where all play alike."""
    if str(form.get("who")) != LEVELS:
        return None
    return [name for name in level_names() if name in form.getlist("level")]


def _form(
    request: Request,
    studio: Studio,
    game: StoredGame,
    settings: Settings,
    form: FormData | None = None,
    mistake: str | None = None,
) -> Response:
    message = words_for(request)
    try:
        sheet = sheet_of(studio, game)
    except Busy:
        raise
    except Refused as problem:
        return page(
            request,
            "playtest/broken.html",
            game=game,
            tab="playtest",
            problems=problems_data(problem, message),
            status=400,
        )
    options = [option for option in sheet["options"] if len(option["items"]) > 1]
    headings = {option["heading"] for option in options}
    turned = {name: value for name, value in settings.items() if name not in headings}
    trained = {job.id: job.created for job in studio.jobs.listed(kind=TRAIN.name, game=game.id, most=1000)}
    return page(
        request,
        "playtest/form.html",
        status=200 if mistake is None else 400,
        game=game,
        tab="playtest",
        sheet=sheet,
        options=options,
        settings=settings,
        turned=turned,
        told_settings=describe_settings(sheet, turned, message.language),
        kept=with_settings("", settings),
        levels=level_names(),
        usual_levels=DEFAULT_LEVELS.split(","),
        models=[model for model in Models(studio.settings.folder).of(game.id) if model.job in trained],
        trained=trained,
        questions=design_questions(message),
        amounts=AMOUNTS,
        most_matches=request_fields(PlaytestRequest)["matches"].shared_most,
        more=more_fields(),
        settled_most=SETTLED_MOST,
        given=form if form is not None else FormData(),
        mistake=mistake,
        runs=KnownRuns(studio).newest(5, game=sheet["name"], question=None),
    )
