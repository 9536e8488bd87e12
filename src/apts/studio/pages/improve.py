"""Asking for better rules: the form of a search, and the searches that were made of a game."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import FormData
from starlette.responses import RedirectResponse, Response

from apts.agents.levels import level_names
from apts.studio.frame.chosen_game import describe_settings, job_game, problems_data, turned
from apts.studio.frame.rendering import page, settings_in, words_for
from apts.studio.frame.studio import studio_of
from apts.studio.jobs.job_requests import written_search
from apts.studio.jobs.kinds.improve_job import KIND as IMPROVE
from apts.studio.pages.late_parts import in_time
from apts.studio.pages.search_form import Mistakes, SearchForm, goal_label, plain_fields, questions_for, usually_asked
from apts.studio.pages.searches import in_words
from apts.studio.store.game_store import StoredGame
from apts.studio.words import in_all_languages
from apts.studio.workers.pool import Busy, Refused
from apts.variants.edits import STRUCTURAL_KINDS, VALUE_KINDS
from apts.variants.search.improving import METHODS

router = APIRouter()


async def fields_of(request: Request) -> FormData:
    """The fields of a form that was sent, whatever their names are."""
    return await request.form(max_files=0)


Fields = Annotated[FormData, Depends(fields_of)]


@router.get("/games/{id}/improve")
def ask_for_goals(request: Request, id: str) -> Response:
    """The form of a search, and the searches that were made of a game; of rules with a mistake, what is wrong."""
    game = studio_of(request).game_store.game(id)
    return in_time(request, game, "improve", lambda: _asked(request, game))


def _asked(request: Request, game: StoredGame) -> Response:
    try:
        return _form(request, game.id, SearchForm())
    except Busy:
        raise
    except Refused as problem:
        return page(
            request,
            "improve/broken.html",
            game=game,
            tab="improve",
            problems=problems_data(problem, words_for(request)),
        )


@router.post("/games/{id}/improve")
def begin_search(request: Request, id: str, fields: Fields) -> Response:
    """Begin a search; what is wrong in the form is told at its fields."""
    studio, message = studio_of(request), words_for(request)
    game = studio.game_store.game(id)
    form = SearchForm(fields)
    shown = turned(studio, game, settings_in(request))
    try:
        job_request = {**written_search(form.request(shown.sheet, message)), **job_game(shown).as_data()}
    except Mistakes as found:
        return _form(request, id, form, found)
    title = in_all_languages(lambda told: told("improve.job_title", game=game.name))
    job = studio.jobs.add(IMPROVE.name, game.id, title, job_request)
    studio.queue.put(job)
    return RedirectResponse(f"/improve/{job.id}", status_code=303)


def _form(request: Request, id: str, form: SearchForm, found: Mistakes | None = None) -> Response:
    studio = studio_of(request)
    game = studio.game_store.game(id)
    shown = turned(studio, game, settings_in(request))
    sheet, language = shown.sheet, words_for(request).language
    kinds = (*VALUE_KINDS[:-1], *STRUCTURAL_KINDS) if game.made_of == "text" else VALUE_KINDS[-1:]
    return page(
        request,
        "improve/form.html",
        status=200 if found is None else 400,
        game=game,
        tab="improve",
        sheet=sheet,
        form=form,
        mistakes={} if found is None else found.by_field,
        limits_wrong=found is not None and any(name.startswith(("low:", "high:")) for name in found.by_field),
        questions=questions_for(sheet),
        usual=usually_asked(),
        goal_label=goal_label,
        kinds=kinds,
        methods=tuple(METHODS),
        levels=level_names(),
        more_wrong=found is not None and not {"budget", "way", *plain_fields()}.isdisjoint(found.by_field),
        plain=plain_fields(),
        tunables=[one for one in sheet["tunables"] if not one["fixed"]],
        kept=shown.query,
        told_settings=describe_settings(sheet, shown.settings, language),
        told=partial(in_words, words_for(request)),
        searches=studio.jobs.listed(kind=IMPROVE.name, game=game.id),
    )
