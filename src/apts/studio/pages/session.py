"""Coming in and going out, and the language of pages."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from apts.locales import language_of
from apts.studio.frame.rendering import page
from apts.studio.frame.studio import studio_of
from apts.studio.security.access import SESSION_COOKIE
from apts.studio.words import LANGUAGE_COOKIE

router = APIRouter()

_YEAR = 365 * 24 * 3600


def own_address(to: str) -> str:
    """An address of this studio; whatever leads elsewhere becomes the first page."""
    plain = to.isprintable() and "\\" not in to
    return to if plain and to.startswith("/") and not to.startswith("//") else "/"


@router.get("/login")
def ask_for_password(request: Request, to: str = "/") -> Response:
    """The page that asks for the password."""
    if request.state.designer:
        return RedirectResponse(own_address(to), status_code=303)
    return page(request, "session/login.html", to=own_address(to), wrong=False)


@router.post("/login")
def come_in(request: Request, password: Annotated[str, Form()], to: Annotated[str, Form()] = "/") -> Response:
    """Begin a session where the password is right."""
    studio = studio_of(request)
    if not studio.doorkeeper.right_key(password):
        return page(request, "session/login.html", status=403, to=own_address(to), wrong=True)
    studio.doorkeeper.end(request.cookies.get(SESSION_COOKIE, ""))
    answer = RedirectResponse(own_address(to), status_code=303)
    settings = studio.settings
    answer.set_cookie(
        SESSION_COOKIE, studio.doorkeeper.begin(), max_age=int(settings.session_hours * 3600), httponly=True,
        samesite="strict", secure=settings.secure,
    )  # fmt: skip
    return answer


@router.post("/logout")
def go_out(request: Request) -> Response:
    """End the session."""
    studio_of(request).doorkeeper.end(request.cookies.get(SESSION_COOKIE, ""))
    answer = RedirectResponse("/login", status_code=303)
    answer.delete_cookie(SESSION_COOKIE)
    return answer


@router.post("/language")
def choose_language(request: Request, language: Annotated[str, Form()], to: Annotated[str, Form()] = "/") -> Response:
    """Remember the language that a reader wants."""
    chosen = language_of(language)
    answer = RedirectResponse(own_address(to), status_code=303)
    answer.set_cookie(LANGUAGE_COOKIE, chosen, max_age=_YEAR, samesite="lax", secure=studio_of(request).settings.secure)
    return answer
