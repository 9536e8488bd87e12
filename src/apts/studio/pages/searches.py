"""The page of a search: its trace and front while it runs, its candidates when it is done, to be tried and adopted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from textwrap import shorten
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from starlette.datastructures import FormData
from starlette.responses import HTMLResponse, RedirectResponse, Response

from apts.agents.levels import level_names
from apts.errors import AptsError
from apts.playtest.metrics import reads_in_percent
from apts.report.texts import words as report_words
from apts.studio.assets import Line, Point, line_chart
from apts.studio.frame.chosen_game import describe_settings, job_game, problems_data, turned
from apts.studio.frame.known_runs import folder_of
from apts.studio.frame.rendering import page, settings_in, words_for
from apts.studio.frame.studio import Studio, studio_of
from apts.studio.jobs.job_context import written_search
from apts.studio.jobs.kinds.improve_job import KIND as IMPROVE
from apts.studio.jobs.kinds.improve_job import REPORT
from apts.studio.pages.game import in_time
from apts.studio.pages.jobs import game_of_job, job_of, live_page, part
from apts.studio.pages.playtest import askable
from apts.studio.pages.search_form import Mistakes, SearchForm, goal_label, plain_fields, questions_for, usually_asked
from apts.studio.security.middleware import report_policy
from apts.studio.store.game_store import NoSuchGame, StoredGame
from apts.studio.store.jobs import Job
from apts.studio.words import StudioTexts, describe_players, goal_in_words, in_all_languages, shown_to
from apts.studio.workers.pool import Busy, Refused
from apts.variants.search.improve_request import FRESH
from apts.variants.search.improving import METHODS
from apts.variants.variant import STRUCTURAL_KINDS, VALUE_KINDS

router = APIRouter(prefix="/improve")

KIND = IMPROVE.name
MORE = 4
"""How many times the matches that confirmed a candidate are offered to be surer: intervals become half as wide."""

HEAD = 100
"""Signs of the line above rules that were adopted."""
_BOARD_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"


@router.get("/{id}")
def search_page(request: Request, id: str) -> Response:
    """The page of a search."""
    studio = studio_of(request)
    job = job_of(studio, id, KIND)
    message, game = words_for(request), game_of_job(studio, job)
    return page(
        request,
        "improve/search.html",
        job=job,
        game=game,
        title=shown_to(job.title, message.language),
        tab="improve",
        live=_live_values(job, message),
        result=job.result if job.over else {},
        in_percent=reads_in_percent,
        metric=report_words(message.language).metric,
        label=goal_labels(job, message),
        has_report=_report(studio, job, message).is_file(),
        told=partial(in_words, message),
        evidence_of=evidence_of,
    )


@router.get("/{id}/events")
async def search_events(request: Request, id: str) -> Response:
    """How a search stands, sent whenever that changes."""
    return live_page(request, id, KIND, lambda _studio, job, asked: _live(asked, job))


@router.get("/{id}/report")
def search_report(request: Request, id: str) -> Response:
    """The full page of a search, as the command writes it."""
    studio, message = studio_of(request), words_for(request)
    file = _report(studio, job_of(studio, id, KIND), message)
    if not file.is_file():
        raise NoSuchGame(message("improve.no_report"))
    html = file.read_text(encoding="utf-8")
    back = f'<body>\n<p class="about"><a href="/improve/{id}">← {message("improve.back")}</a></p>'
    return HTMLResponse(html.replace("<body>", back, 1), headers={"Content-Security-Policy": report_policy(html)})


@router.get("/{id}/candidates/{number}/board.svg")
def candidate_board(request: Request, id: str, number: int) -> Response:
    """The board of a candidate at its start."""
    studio = studio_of(request)
    job = job_of(studio, id, KIND)
    game = {"id": job.game, "rules": _rules(_candidate(job, number), words_for(request)), "settings": {}}
    drawn = studio.workers.remembered("board", game=game)
    headers = {"Cache-Control": "private, max-age=300", "Content-Security-Policy": _BOARD_POLICY}
    return Response(drawn["svg"], media_type="image/svg+xml", headers=headers)


@router.get("/{id}/candidates/{number}/rules.lud")
def candidate_rules(request: Request, id: str, number: int) -> Response:
    """The rules of a candidate as a file."""
    job = job_of(studio_of(request), id, KIND)
    rules = _rules(_candidate(job, number), words_for(request))
    headers = {"Content-Disposition": f'attachment; filename="{job.game}-{number}.lud"'}
    return Response(rules, media_type="text/plain; charset=utf-8", headers=headers)


@router.post("/{id}/candidates/{number}/try")
def try_candidate(request: Request, id: str, number: int) -> Response:
    """Make a candidate an own game, once, and open it to play."""
    studio, message = studio_of(request), words_for(request)
    job = job_of(studio, id, KIND)
    game = _as_own_game(studio, job, _candidate(job, number), message)
    return RedirectResponse(f"/games/{game.id}/play?done=added", status_code=303)


@router.post("/{id}/candidates/{number}/more")
def play_more(request: Request, id: str, number: int) -> Response:
    """Make a candidate an own game, once, and offer a play-test of it that is four times as long as what confirmed it."""
    studio, message = studio_of(request), words_for(request)
    job = job_of(studio, id, KIND)
    candidate = _candidate(job, number)
    game = _as_own_game(studio, job, candidate, message)
    parts = [one["label"].rpartition(".")[0] or one["label"] for one in job.request["goals"]]
    agents = [strength["agents"] for strength in candidate["strengths"]][:1]
    wanted: list[tuple[str, str | int]] = [
        ("amount", "number"),
        ("how_many", MORE * max(candidate["fresh"], FRESH // MORE)),
        *(("goal", name) for name in dict.fromkeys(parts) if name in askable()),
        *(("who", "own") for _ in agents),
        *(("agents", spec) for spec in agents),
    ]
    return RedirectResponse(f"/games/{game.id}/playtest?{urlencode(wanted)}", status_code=303)


@router.post("/{id}/candidates/{number}/adopt")
def adopt_candidate(request: Request, id: str, number: int) -> Response:
    """Save a candidate as a new version of the own game; of a library game, as a new own game."""
    studio, message = studio_of(request), words_for(request)
    job = job_of(studio, id, KIND)
    candidate = _candidate(job, number)
    game = game_of_job(studio, job)
    if game is None or not game.own:
        game, done = _as_own_game(studio, job, candidate, message), "added"
    else:
        game = studio.game_store.save(game.id, _adopted(candidate, message), note=_note(job, candidate))
        done = "adopted"
    return RedirectResponse(f"/games/{game.id}?done={done}", status_code=303)


def _note(job: Job, candidate: Mapping[str, Any]) -> str:
    """What a version says about itself, to readers of any language."""
    return in_all_languages(lambda message: note_of(candidate, message, goal_labels(job, message)))


def evidence_of(candidate: Mapping[str, Any]) -> str:
    """What speaks for a candidate: ``met`` where fresh matches show that all goals hold and nothing became worse.

    Otherwise it is what is in the way: ``worse``, ``missed``, ``open`` or ``unconfirmed``.
    """
    if not candidate["fresh"]:
        return "unconfirmed"
    verdicts = {answer["after"]["verdict"] for answer in candidate["answers"]} | {candidate["verdict"]}
    for lint in ("missed", "open", "unconfirmed"):
        if lint in verdicts:
            return lint
    return "worse" if candidate.get("troubles") else "met"


def note_of(candidate: Mapping[str, Any], message: StudioTexts, labels: Mapping[str, str]) -> str:
    """What a version says about itself: what was changed, and what was measured."""
    text = message(f"improve.note.{candidate['verdict']}", fresh=message.number(candidate["fresh"]))
    changed = f"{'; '.join(in_words(message, candidate, 'edits').words)}. {text}"
    measured = [
        f"{labels.get(answer['goal']) or goal_in_words(answer['goal'], message)} "
        f"({describe_players(answer['agents'], message)}): "
        f"{_measured(answer, 'before', message)} → {_measured(answer, 'after', message)}"
        for answer in candidate["answers"]
    ]
    return " ".join([changed, *(f"{'; '.join(measured)}." for _ in measured[:1])])


def _measured(answer: Mapping[str, Any], side: str, message: StudioTexts) -> str:
    """A figure with its interval, before or after the change."""
    found = answer[side]
    if found.get("value") is None:
        return "–"
    number = partial(message.percent, decimals=1) if answer["share"] else partial(message.number, decimals=2)
    if found["low"] is None or found["high"] is None:
        return number(found["value"])
    return f"{number(found['value'])} ({number(found['low'])}–{number(found['high'])})"


@dataclass(frozen=True)
class InWords:
    """What a search tells, and the language it is told in."""

    words: Any
    language: str


def in_words(message: StudioTexts, told: Mapping[str, Any], name: str) -> InWords:
    """What is told under a name, in the language of the reader where it is told in that."""
    own = told.get(f"told_{name}", {}).get(message.language)
    return InWords(told[name], "en") if own is None else InWords(own, message.language)


def goal_labels(job: Job, message: StudioTexts) -> dict[str, str]:
    """The goals of a search by their texts, those of the bank in the reader's language."""
    return {one["goal"]: goal_label(one["label"], message.language) for one in job.request["goals"] if one["label"]}


def trace_chart(trace: Sequence[Mapping[str, Any]], message: StudioTexts) -> str:
    """How far the best variant was from the goals, over the matches that were spent."""
    points = tuple(Point(step["matches"], step["value"], step["low"], step["high"]) for step in trace)
    line = Line(message("improve.distance"), points if len(points) > 1 else ())
    return line_chart(
        [line], message("improve.trace"), message("improve.matches_played"), message, stepped=True, from_zero=True
    )


def _live(request: Request, job: Job) -> str:
    message = words_for(request)
    return part(
        request, "improve/progress.html", job=job, live=_live_values(job, message), told=partial(in_words, message)
    )


def _live_values(job: Job, message: StudioTexts) -> dict[str, Any]:
    """What the part of the page shows that changes while a search runs."""
    described = job.progress
    trace = described.get("trace", [])
    job_request = job.request
    if job_request.get("minutes"):
        share = described.get("minutes", 0.0) / job_request["minutes"]
    else:
        share = described.get("matches", 0) / max(1, job_request.get("matches") or 1)
    return {
        "share": min(1.0, share),
        "minutes": described.get("minutes", 0.0),
        "matches": described.get("matches", 0),
        "round": described.get("round", [0, 0]),
        "steps": len(trace),
        "best": trace[-1] if trace else None,
        "step": in_words(message, trace[-1], "told") if trace else None,
        "front": described.get("front", []),
        "chart": trace_chart(trace, message),
    }


def _report(studio: Studio, job: Job, message: StudioTexts) -> Path:
    """The full page of a search in the reader's language."""
    return folder_of(studio, job) / REPORT.format(language=message.language)


def _candidate(job: Job, number: int) -> Mapping[str, Any]:
    for candidate in job.result.get("candidates", ()):
        if candidate["number"] == number:
            found: Mapping[str, Any] = candidate
            return found
    raise NoSuchGame(f"this search has no candidate {number}")


def _rules(candidate: Mapping[str, Any], message: StudioTexts) -> str:
    if candidate["rules"] is None:
        raise AptsError(message("improve.no_rules"))
    return str(candidate["rules"])


def _adopted(candidate: Mapping[str, Any], message: StudioTexts) -> str:
    """The rules of a candidate below one line that says what was changed; what was measured is told by the version."""
    rules = _rules(candidate, message)
    text = candidate.get("text")
    if text is None:
        return rules
    changed = " ".join("; ".join(in_words(message, candidate, "edits").words).split())
    return f"// {shorten(changed, HEAD, placeholder=' …')}\n{text}"


def _as_own_game(studio: Studio, job: Job, candidate: Mapping[str, Any], message: StudioTexts) -> StoredGame:
    """The own game that a candidate was made once; it is made where there is none."""
    rules = _adopted(candidate, message)
    for own in studio.game_store.own():
        found = studio.game_store.game(own.id)
        if found.version == 1 and found.rules == rules:
            return found
    name = message("improve.variant_name", game=job.result["game"], number=candidate["number"])
    origin = message("improve.origin", game=job.result["game"])
    return studio.game_store.add(name, rules, origin=origin, note=_note(job, candidate))


# ----------------------------------------------------------------------------------------------------------------
# Asking for better rules: the form of a search, and the searches that were made of a game.

form_router = APIRouter()


async def fields_of(request: Request) -> FormData:
    """The fields of a form that was sent, whatever their names are."""
    return await request.form(max_files=0)


Fields = Annotated[FormData, Depends(fields_of)]


@form_router.get("/games/{id}/improve")
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


@form_router.post("/games/{id}/improve")
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
    job = studio.jobs.add(KIND, game.id, title, job_request)
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
        searches=studio.jobs.listed(kind=KIND, game=game.id),
    )
