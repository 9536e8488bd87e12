"""Games: the library and own ones, their sheets, versions and boards, and what is wrong with a text."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, status
from starlette.responses import Response

from apts.errors import AptsError
from apts.studio.api.described import media
from apts.studio.api.fields import GameId, Most, Searched, Skipped, VersionQuery
from apts.studio.api.game_data import (
    Checked,
    GameLine,
    GameList,
    GameSheet,
    NewGame,
    NewVersion,
    SavedVersion,
    TextToCheck,
    VersionLine,
    VersionList,
    checked_answer,
    sheet_answer,
)
from apts.studio.assets import shipped_board
from apts.studio.frame.rendering import words_for
from apts.studio.frame.studio import Studio, studio_of, text_of
from apts.studio.security.headers import PICTURE_POLICY
from apts.studio.store.game_store import StoredGame
from apts.studio.workers.questions import GameText

router = APIRouter(tags=["games"])


@router.get("/games", summary="All games")
def list_games(
    request: Request,
    search: Searched = None,
    own: Annotated[bool | None, Query(description="Only own games, or only those of the library.")] = None,
    limit: Most = 200,
    offset: Skipped = 0,
) -> GameList:
    """Own games, the one that was changed last first, then those of the library."""
    game_store = studio_of(request).game_store
    lines = [GameLine.of_own(game) for game in game_store.own()] + [
        GameLine.of_library(entry) for entry in game_store.library()
    ]
    sought = (search or "").strip().casefold()
    found = [
        line
        for line in lines
        if (own is None or line.own == own) and (sought in line.name.casefold() or sought in line.id)
    ]
    return GameList(games=found[offset : offset + limit], total=len(found))


@router.post("/games", summary="A new game", status_code=status.HTTP_201_CREATED)
def create_game(request: Request, body: NewGame) -> SavedVersion:
    """Put a game in the store as version 1. The text is kept as it is, with its mistakes; `/api/check` tells them."""
    studio = studio_of(request)
    _take(studio, body.rules)
    return _saved(studio.game_store.add(body.name, body.rules, origin="api", note=body.note))


@router.get("/games/{id}", summary="A game")
def get_game(request: Request, id: GameId, version: VersionQuery = None) -> GameSheet:
    """All that is known of a game: its rules as text and in words, seats, options, what can be turned."""
    studio = studio_of(request)
    game = studio.game_store.game(id, version)
    sheet = studio.workers.remembered("game_summary", game=text_of(game))
    return sheet_answer(game, sheet, words_for(request).language)


@router.delete("/games/{id}", summary="Delete a game", status_code=204)
def delete_game(request: Request, id: GameId) -> None:
    """Delete an own game with all its versions; its runs stay."""
    studio_of(request).game_store.remove(id)


@router.get("/games/{id}/versions", summary="Versions of a game")
def list_versions(request: Request, id: GameId, limit: Most = 200, offset: Skipped = 0) -> VersionList:
    """All versions of an own game, the newest first; games of the library have none."""
    game_store = studio_of(request).game_store
    versions = game_store.versions(game_store.game(id).id)
    lines = [VersionLine.of(version, words_for(request).language) for version in versions[offset : offset + limit]]
    return VersionList(versions=lines, total=len(versions))


@router.post("/games/{id}/versions", summary="Save a version", status_code=201)
def save_version(request: Request, id: GameId, body: NewVersion) -> SavedVersion:
    """Save a new version of an own game; a text that is the newest already makes no new one."""
    studio = studio_of(request)
    _take(studio, body.rules)
    return _saved(studio.game_store.save(id, body.rules, name=body.name, note=body.note))


@router.get(
    "/games/{id}/board.svg",
    summary="The board of a game",
    response_class=Response,
    responses=media("image/svg+xml", "The board at the start, as SVG."),
)
def draw_board(request: Request, id: GameId, version: VersionQuery = None) -> Response:
    """The board at the start of a match, drawn."""
    studio = studio_of(request)
    game = studio.game_store.game(id, version)
    drawn = None if game.own else shipped_board(game.id)
    if drawn is None:
        drawn = studio.workers.remembered("board", game=text_of(game))["svg"]
    headers = {"Cache-Control": "private, max-age=300", "Content-Security-Policy": PICTURE_POLICY}
    return Response(drawn, media_type="image/svg+xml", headers=headers)


@router.post("/check", summary="Check a text")
def check_text(request: Request, body: TextToCheck) -> Checked:
    """What is wrong with a rules text, and what it can hardly mean; with places, in the sentences of `apts check`."""
    studio = studio_of(request)
    _take(studio, body.rules)
    game = GameText("text", body.rules, body.settings).as_data()
    found: dict[str, Any] = studio.workers.ask("check", game=game, matches=body.matches)
    return checked_answer(found, drawn=body.drawn)


def _take(studio: Studio, rules: str) -> None:
    most = studio.settings.costs.rules_bytes
    if len(rules.encode()) > most:
        raise AptsError(f"the rules text is longer than {most:,} bytes, which is the most that the studio takes")


def _saved(game: StoredGame) -> SavedVersion:
    assert game.version is not None
    return SavedVersion(id=game.id, name=game.name, version=game.version)
