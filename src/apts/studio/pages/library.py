"""The first page: all games with their boards."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from apts.games.catalogue import players_shown
from apts.studio.frame.rendering import page
from apts.studio.frame.studio import studio_of, text_of

router = APIRouter()


@router.get("/")
def all_games(request: Request) -> Response:
    """All games."""
    shelf = studio_of(request).shelf
    return page(request, "library/index.html", own=shelf.own(), library=shelf.library(), players_shown=players_shown)


@router.get("/games/{id}/board.svg")
def board_picture(request: Request, id: str, version: int | None = None) -> Response:
    """The board of a game at its start."""
    studio = studio_of(request)
    drawn = studio.workshop.remembered("board", game=text_of(studio.shelf.game(id, version)))
    headers = {"Cache-Control": "private, max-age=300"}
    headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    return Response(drawn["svg"], media_type="image/svg+xml", headers=headers)
