"""The versions of an own game: what each changed, in words; any of them can be the newest again."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from apts.studio.frame.moments import utc
from apts.studio.frame.rendering import is_part, page, words_for
from apts.studio.frame.studio import Studio, studio_of
from apts.studio.stored_texts import in_all_languages
from apts.studio.workers.pool import Refused

router = APIRouter()

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
