"""Parts of pages that a worker has to compute: they come late, and when they cannot come they say why in their place."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import Request
from starlette.responses import Response

from apts.errors import AptsError
from apts.studio.frame.rendering import as_sentence, is_part, page, words_for
from apts.studio.frame.studio import studio_of
from apts.studio.store.game_store import StoredGame

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
