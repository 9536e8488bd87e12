"""Parts of pages that a worker has to compute: they come late, and when they cannot come they say why in their place."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from apts.errors import AptsError
from apts.studio.frame.chosen_game import TurnedGame, problems_data, turned
from apts.studio.frame.rendering import as_sentence, is_part, page, settings_in, utc, with_settings, words_for
from apts.studio.frame.studio import Studio, studio_of, text_of
from apts.studio.pages.library import settled_text
from apts.studio.store.game_store import StoredGame
from apts.studio.words import in_all_languages
from apts.studio.workers.pool import Busy, Refused

# ----------------------------------------------------------------------------------------------------------------
# Pages of games that a worker has not looked at yet: they come at once, and what they show arrives when it is
# known.

LATE_SECONDS = 120.0
"""How long the part that arrives later is waited for."""


def in_time(request: Request, game: StoredGame, tab: str, make: Callable[[], Response]) -> Response:
    """The page of a game where that is made soon; otherwise one that asks for it again, while it is being made."""
    studio = studio_of(request)
    key = f"{words_for(request).language} {request.url.path}?{request.url.query}"
    late = is_part(request)
    try:
        made = studio.workers.single_flight.result(
            key, make, LATE_SECONDS if late else studio.settings.costs.page_seconds
        )
        if late:
            made.status_code = 200  # also what tells of a mistake is put into the page that waits
        return made
    except TimeoutError:
        if late:
            return _sorry(request, words_for(request)("game.late"))
    except AptsError as problem:
        if not late:
            raise
        return _sorry(request, as_sentence(problem))
    address = f"{request.url.path}?{request.url.query}" if request.url.query else request.url.path
    return page(request, "game/arriving.html", game=game, tab=tab, address=address)


def _sorry(request: Request, sentence: str) -> Response:
    """What is put in place of the part that could not come."""
    return page(request, "mistake.html", sentence=sentence, again=request.url.path, missing=False)


def late_part(request: Request, make: Callable[[], Response]) -> Response:
    """The part, or a sentence in its place; who does not ask for a part of a page gets the mistake as any other."""
    try:
        return make()
    except AptsError as problem:
        if not is_part(request):
            raise
        return page(request, "parts/mistake.html", sentence=as_sentence(problem))


# ----------------------------------------------------------------------------------------------------------------
# The page of a game: its board, its rules in words, what can be chosen and turned in it, and where to go from
# there.

router = APIRouter()

_FILE_SECONDS = 60.0

DONE = ("adopted", "added")
"""What a page confirms: rules that have become a new version, or a new game."""


@router.get("/games/{id}")
def game_page(request: Request, id: str, under: str | None = None, done: str = "") -> Response:
    """The page of a game, with the settings in the address; ``done`` is what somebody has just done with it."""
    game = studio_of(request).game_store.game(id)
    return in_time(request, game, "overview", lambda: _overview(request, game, under, done))


def _overview(request: Request, game: StoredGame, under: str | None, done: str) -> Response:
    studio = studio_of(request)
    known = done if game.own and done in DONE else None
    data: dict[str, Any] = {"game": game, "tab": "overview", "mistake": None, "done": known}
    try:
        shown = turned(studio, game, settings_in(request), under)
    except Busy:
        raise
    except Refused as problem:
        if with_settings("", settings_in(request)) == "":
            return page(request, "game/broken.html", **data, problems=problems_data(problem, words_for(request)))
        shown = turned(studio, game, {})
        data["mistake"] = as_sentence(problem)
    return page(request, "game/overview.html", **data | _shown(request, shown))


@router.get("/games/{id}/turned")
def turned_parts(request: Request, id: str, under: str | None = None) -> Response:
    """The parts of the page that follow the settings: the board, the words, the links; a sentence where they do not fit."""
    studio = studio_of(request)
    game = studio.game_store.game(id)
    wanted = settings_in(request)
    if not is_part(request):
        return RedirectResponse(with_settings(f"/games/{id}", wanted, under=under), status_code=303)
    try:
        shown = turned(studio, game, wanted, under)
    except Refused as problem:
        return page(request, "game/refused.html", mistake=as_sentence(problem))
    drawn = studio.workers.remembered("board", game=text_of(game, shown.settings))["svg"]
    parts = _shown(request, shown) | {"picture": _inline(drawn), "anew": under is not None and under != shown.under}
    answer = page(request, "game/turned.html", mistake=None, game=game, tab="overview", **parts)
    answer.headers["HX-Replace-Url"] = shown.address()
    return answer


@router.post("/games/{id}/adopt")
def adopt(request: Request, id: str) -> Response:
    """Save the settings of the page as a new version of an own game, written into its text."""
    studio = studio_of(request)
    game = studio.game_store.game(id)
    settings = settings_in(request)
    if settings:
        listed = ", ".join(f"{name.rpartition('.')[2]} {value}" for name, value in settings.items())
        studio.game_store.save(
            id,
            settled_text(studio, game, settings),
            note=in_all_languages(lambda message: message("game.adopted", settings=listed)),
        )
    return RedirectResponse(f"/games/{id}/versions", status_code=303)


@router.get("/games/{id}/delete")
def ask_before_deleting(request: Request, id: str) -> Response:
    """Ask whether a game is really to go, and say what goes with it."""
    game_store = studio_of(request).game_store
    game = game_store.game(id)
    if not game.own:
        return RedirectResponse(f"/games/{id}", status_code=303)
    return page(request, "game/delete.html", game=game, tab="overview", versions=len(game_store.versions(id)))


@router.post("/games/{id}/delete")
def delete(request: Request, id: str) -> Response:
    """Take an own game out of the store."""
    studio_of(request).game_store.remove(id)
    return RedirectResponse("/", status_code=303)


@router.get("/games/{id}/rules.lud")
def rules_file(request: Request, id: str, version: int | None = None) -> Response:
    """The rules text as a file."""
    studio = studio_of(request)
    game = studio.game_store.game(id, version)
    text = game.rules if not settings_in(request) else settled_text(studio, game, settings_in(request))
    suffix = f"-v{version}" if version is not None else ""
    kind = ("lud", "text/plain") if game.made_of == "text" else ("py", "text/x-python")
    return _attached(text.encode(), f"{id}{suffix}.{kind[0]}", f"{kind[1]}; charset=utf-8")


@router.get("/games/{id}/page.html")
def page_to_take_away(request: Request, id: str, version: int | None = None) -> Response:
    """The game as one file that plays in any browser without a server."""
    studio, game = _asked_for(request, id, version)
    text = studio.workers.ask("published", seconds=_FILE_SECONDS, game=text_of(game, settings_in(request)))
    return _attached(text.encode(), f"{id}.html", "text/html; charset=utf-8")


@router.get("/games/{id}/print.pdf")
def sheets_to_print(request: Request, id: str, version: int | None = None) -> Response:
    """The game as a PDF to print and play."""
    studio, game = _asked_for(request, id, version)
    content = studio.workers.ask("printed", seconds=_FILE_SECONDS, game=text_of(game, settings_in(request)))
    return _attached(base64.b64decode(content), f"{id}.pdf", "application/pdf")


def words_in(words: Mapping[str, Any], language: str) -> Mapping[str, Any]:
    """The rules in words in a language, or in English where they are told in that alone."""
    if "sections" in words:
        return words
    for tag in (language, language.partition("-")[0], "en"):
        if tag in words:
            found: Mapping[str, Any] = words[tag]
            return found
    return {"lead": "", "sections": []}


def nested(items: Iterable[Sequence[Any]]) -> list[dict[str, Any]]:
    """Sentences with depths as lists in lists.

    >>> [(one["text"], [inner["text"] for inner in one["items"]]) for one in nested([(0, "a"), (1, "b"), (0, "c")])]
    [('a', ['b']), ('c', [])]
    """
    roots: list[dict[str, Any]] = []
    open_lists = [roots]
    for depth, text in items:
        del open_lists[depth + 1 :]
        item: dict[str, Any] = {"text": text, "items": []}
        open_lists[-1].append(item)
        open_lists.append(item["items"])
    return roots


def _shown(request: Request, shown: TurnedGame) -> dict[str, Any]:
    """What the templates of a game under settings need."""
    words = words_in(shown.sheet["words"], words_for(request).language)
    sections = [{"heading": one["heading"], "items": nested(one["items"])} for one in words["sections"]]
    parts = list(dict.fromkeys(knob.part for knob in shown.knobs))
    return {
        "turned": shown,
        "kept": shown.query,
        "sheet": shown.sheet,
        "picture": shown.picture,
        "sections": sections,
        "knobs": [(part, [knob for knob in shown.knobs if knob.part == part]) for part in parts],
        "anew": False,
    }


def _asked_for(request: Request, id: str, version: int | None) -> tuple[Studio, StoredGame]:
    studio = studio_of(request)
    return studio, studio.game_store.game(id, version)


def _inline(drawn: str) -> str:
    """A drawing as the address of a picture, so that it comes with the part it belongs to."""
    return f"data:image/svg+xml;base64,{base64.b64encode(drawn.encode()).decode()}"


def _attached(content: bytes, name: str, kind: str) -> Response:
    """A file to save; it is never shown as a page of the studio."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Content-Security-Policy": "sandbox"}
    return Response(content, media_type=kind, headers=headers)


# ----------------------------------------------------------------------------------------------------------------
# The versions of an own game: what each changed, in words; any of them can be the newest again.

MOST_DIFFERENCES = 40
A_PAGE = 20
"""So many versions are on one page."""


@router.get("/games/{id}/versions")
def all_versions(request: Request, id: str, before: int | None = None) -> Response:
    """The versions, the newest first; ``before`` leads on to older ones."""
    studio = studio_of(request)
    game = studio.game_store.game(id)
    versions = studio.game_store.versions(id)
    listed = [one for one in versions if before is None or one.number < before]
    return page(
        request,
        "game/versions.html",
        game=game,
        tab="edit",
        versions=[{"version": one, "saved": utc(one.created)} for one in listed[:A_PAGE]],
        older=listed[A_PAGE - 1].number if len(listed) > A_PAGE else None,
        newest=versions[0].number if versions else None,
    )


@router.get("/games/{id}/versions/{number}")
def one_version(request: Request, id: str, number: int) -> Response:
    """A version by itself: what it changed, its board and its text."""
    studio = studio_of(request)
    game = studio.game_store.game(id, number)
    newest = studio.game_store.game(id).version
    return page(
        request, "game/version.html", game=game, tab="edit", newest=newest, **_changes(request, studio, id, number)
    )


@router.get("/games/{id}/versions/{number}/changes")
def changes_of(request: Request, id: str, number: int) -> Response:
    """What a version changed, as a part of the list of versions."""
    studio = studio_of(request)
    if not is_part(request):
        return RedirectResponse(f"/games/{id}/versions/{number}", status_code=303)
    return page(request, "game/parts/changes.html", **_changes(request, studio, id, number))


@router.post("/games/{id}/versions/{number}/restore")
def restore(request: Request, id: str, number: int) -> Response:
    """Save an earlier version as the newest."""
    studio = studio_of(request)
    earlier = studio.game_store.game(id, number)
    title = studio.workers.remembered("summary", rules=earlier.rules)["title"]
    note = in_all_languages(lambda message: message("game.history.restored", number=number))
    studio.game_store.save(id, earlier.rules, name=title or None, note=note)
    return RedirectResponse(f"/games/{id}/versions", status_code=303)


def _changes(request: Request, studio: Studio, id: str, number: int) -> dict[str, Any]:
    """What a version changed: in words where both texts can be understood, otherwise line by line."""
    versions = {one.number: one for one in studio.game_store.versions(id)}
    if number not in versions or number - 1 not in versions:
        return {"first": True, "changes": [], "lines": []}
    older, newer = versions[number - 1].rules, versions[number].rules
    sides = [{"id": id, "rules": rules, "settings": {}} for rules in (older, newer)]
    try:
        found = studio.workers.remembered("differing", first=sides[0], second=sides[1])
        return {"first": False, "changes": found[words_for(request).language][:MOST_DIFFERENCES], "lines": []}
    except Refused:
        lines = studio.workers.remembered("lines_differing", first=older, second=newer)
        return {"first": False, "changes": [], "lines": lines}
