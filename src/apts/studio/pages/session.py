"""Coming in and going out, and the language of pages."""

from __future__ import annotations

from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request
from starlette.responses import RedirectResponse, Response

from apts.locales import language_of
from apts.studio.frame.rendering import page
from apts.studio.frame.studio import studio_of
from apts.studio.security.authentication import DEVICE_COOKIE, PERSON_COOKIE, SESSION_COOKIE
from apts.studio.store.matches import Person
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
    return login_page(request, to, status=200)


def login_page(request: Request, to: str, *, status: int, wrong: bool = False) -> Response:
    """The page that says how to get in: by a password, or by the address that the studio printed."""
    template = "session/login.html" if studio_of(request).authenticator.has_password else "session/token.html"
    address = str(request.base_url)
    return page(request, template, status=status, to=own_address(to), wrong=wrong, address=address)


@router.post("/login")
def come_in(request: Request, password: Annotated[str, Form()], to: Annotated[str, Form()] = "/") -> Response:
    """Begin a session where the password is right."""
    studio = studio_of(request)
    given = password if studio.authenticator.has_password else token_among(password)
    if not studio.authenticator.right_key(given):
        return login_page(request, to, status=403, wrong=True)
    return let_in(request, own_address(to))


def token_among(typed: str) -> str:
    """The token that was typed, by itself or with the address that it stands in."""
    return typed.strip().rpartition("token=")[2].partition("&")[0]


def welcome(request: Request) -> Response:
    """Let in who came by the address that the studio printed; the token leaves the address bar."""
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "token"]
    query = f"?{urlencode(rest)}" if rest else ""
    return let_in(request, own_address(f"{request.url.path}{query}"))


def let_in(request: Request, to: str) -> Response:
    """Begin a session, and know the browser again."""
    studio = studio_of(request)
    keeper, settings = studio.authenticator, studio.settings
    keeper.end(request.cookies.get(SESSION_COOKIE, ""))
    answer = RedirectResponse(to, status_code=303)
    # with a token people come from the page of a file or from another program, whose first step has to bring the cookie
    kind: Literal["strict", "lax"] = "strict" if keeper.has_password else "lax"
    answer.set_cookie(
        SESSION_COOKIE, keeper.begin(), max_age=int(settings.session_hours * 3600), httponly=True, samesite=kind,
        secure=settings.secure,
    )  # fmt: skip
    answer.set_cookie(
        DEVICE_COOKIE, keeper.remember_device(request.cookies.get(DEVICE_COOKIE)), max_age=_YEAR, httponly=True,
        samesite=kind, secure=settings.secure,
    )  # fmt: skip
    return answer


@router.post("/logout")
def go_out(request: Request) -> Response:
    """End the session."""
    studio_of(request).authenticator.end(request.cookies.get(SESSION_COOKIE, ""))
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


# ----------------------------------------------------------------------------------------------------------------
# Who plays: known again by a secret in a cookie, whose checksum the studio keeps with a nickname.


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
