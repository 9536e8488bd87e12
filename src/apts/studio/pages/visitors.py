"""Who plays: known again by a secret in a cookie, whose checksum the studio keeps with a nickname."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import Response

from apts.studio.frame.studio import studio_of
from apts.studio.security.authentication import PERSON_COOKIE
from apts.studio.store.people import Person

_YEAR = 365 * 24 * 3600


def visitor(request: Request) -> Person | None:
    """Who asks, if they have agreed that their matches are kept."""
    return studio_of(request).people.known(request.cookies.get(PERSON_COOKIE))


def visitor_or_new(request: Request, nickname: str) -> tuple[Person, str | None]:
    """Who asks; somebody new comes with the secret that their browser is to keep."""
    known = visitor(request)
    if known is not None:
        if nickname.strip() and nickname != known.nickname:
            studio_of(request).people.rename(known.id, nickname)
        return known, None
    return studio_of(request).people.add(nickname)


def remember(request: Request, answer: Response, secret: str | None) -> Response:
    """Let the browser keep the secret of somebody new."""
    if secret is not None:
        answer.set_cookie(
            PERSON_COOKIE, secret, max_age=_YEAR, httponly=True, samesite="lax", secure=studio_of(request).settings.secure
        )  # fmt: skip
    return answer
