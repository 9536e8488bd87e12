"""The editor: a rules text with its mistakes and its board; works as a plain form where no script runs."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from apts.errors import AptsError
from apts.studio.frame.chosen_game import problem_data
from apts.studio.frame.rendering import as_sentence, page, words_for
from apts.studio.frame.studio import Studio, studio_of
from apts.studio.pages.library import check_written
from apts.studio.store.game_store import StoredGame
from apts.studio.uploaded_text import check_rules_text
from apts.studio.words import StudioTexts

router = APIRouter()

QUICK_MATCHES, MATCHES = 0, 60
LONGEST_NOTE = 200
LUDEMES_SECONDS = 120.0


@router.get("/games/{id}/edit")
def editor(request: Request, id: str, version: int | None = None) -> Response:
    """The text of a game, to change it; of a game of the library to read it."""
    game = _text_game(studio_of(request), id, version)
    return _edited(request, game, game.rules)


@router.post("/games/{id}/edit")
def save(
    request: Request,
    id: str,
    rules: Annotated[str, Form()] = "",
    note: Annotated[str, Form()] = "",
    base: Annotated[int | None, Form()] = None,
    action: Annotated[str, Form()] = "save",
) -> Response:
    """Save a new version, or only look at the text; ``base`` is the version that the text began from.

    A text with mistakes is saved too. Where somebody else has saved meanwhile, a script is told so and asks first.
    """
    studio, message = studio_of(request), words_for(request)
    game = _text_game(studio, id)
    for_script = "application/json" in request.headers.get("accept", "")
    try:
        text = check_rules_text(rules, studio.settings.costs.rules_bytes)
    except AptsError as problem:
        if for_script:
            return JSONResponse({"detail": as_sentence(problem)}, status_code=400)
        return _edited(request, game, rules, note=note, mistake=as_sentence(problem), status=400)
    if action == "check":
        return _edited(request, game, text, note=note, checked=checked(studio, game, text, message))
    if for_script and base is not None and base != game.version:
        meanwhile = {"detail": message("editor.meanwhile", number=game.version), "version": game.version}
        return JSONResponse(meanwhile, status_code=409)
    title = studio.workers.remembered("summary", rules=text)["title"]
    saved = studio.game_store.save(id, text, name=title or None, note=" ".join(note.split())[:LONGEST_NOTE])
    if for_script:
        new = saved.version != game.version
        key = "editor.saved" if new else "editor.saved_same"
        return JSONResponse({"version": saved.version, "name": saved.name, "told": message(key, number=saved.version)})
    found = checked(studio, game, text, message)
    if found["ok"]:
        return RedirectResponse(f"/games/{id}", status_code=303)
    sentence = message("editor.saved_broken", number=saved.version)
    return _edited(request, saved, text, checked=found, told=sentence)


@router.post("/games/{id}/check")
def check(
    request: Request, id: str, rules: Annotated[str, Form()] = "", thorough: Annotated[bool, Form()] = False
) -> Response:
    """What is wrong with a text, and its board where nothing is; with random matches only if ``thorough``."""
    studio, message = studio_of(request), words_for(request)
    game = _text_game(studio, id)
    try:
        text = check_rules_text(rules, studio.settings.costs.rules_bytes)
    except AptsError as problem:
        return JSONResponse({"ok": False, "problems": [problem_data("error", {"message": str(problem)}, message)]})
    return JSONResponse(checked(studio, game, text, message, MATCHES if thorough else QUICK_MATCHES))


@router.get("/ludemes.json")
def ludemes(request: Request) -> Response:
    """The words that the editor offers, with what they mean."""
    known = studio_of(request).workers.remembered("ludemes", seconds=LUDEMES_SECONDS)
    return JSONResponse(known, headers={"Cache-Control": "private, max-age=3600"})


def checked(
    studio: Studio, game: StoredGame, text: str, message: StudioTexts, matches: int = QUICK_MATCHES
) -> dict[str, Any]:
    """What ``apts check`` says of a text, as the editor shows it: problems with places and severity, facts, the board."""
    try:
        found = studio.workers.ask("check", game={"id": game.id, "rules": text, "settings": {}}, matches=matches)
    except AptsError as problem:
        return {"ok": False, "problems": [problem_data("error", {"message": str(problem)}, message)]}
    if not found["ok"]:
        problems = found["problems"] or [{"message": found["message"]}]
        return {"ok": False, "problems": [problem_data("error", one, message) for one in problems]}
    problems = [problem_data("warning", one, message) for one in found["warnings"]]
    problems += [problem_data("info", one, message) for one in found["notes"]]
    sentence = message("editor.fine", players=found["players"], moves=message.number(found["moves"]))
    return {"ok": True, "name": found["name"], "told": sentence, "svg": found["svg"], "problems": problems}


def _text_game(studio: Studio, id: str, version: int | None = None) -> StoredGame:
    game = studio.game_store.game(id, version)
    check_written(game)
    return game


def _edited(
    request: Request,
    game: StoredGame,
    rules: str,
    *,
    status: int = 200,
    note: str = "",
    checked: dict[str, Any] | None = None,
    told: str | None = None,
    mistake: str | None = None,
) -> Response:
    return page(
        request, "editor/editor.html", status=status, game=game, tab="edit", rules=rules, note=note, checked=checked,
        told=told, mistake=mistake,
    )  # fmt: skip
