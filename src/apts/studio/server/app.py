"""The web application: all pages and answers of a studio behind its gate."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from html import escape
from pathlib import Path
from typing import Any

import uvicorn
from anyio import to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Match, Route
from starlette.types import Receive, Scope, Send

from apts.archive import ConflictingRun, UnknownMatch, UnknownRun
from apts.atomic_files import PRIVATE, atomic_write
from apts.errors import AptsError
from apts.studio.api import ROUTERS as API_ROUTERS
from apts.studio.api.models import ALWAYS, problems
from apts.studio.assets import serve_asset
from apts.studio.frame.rendering import as_sentence, page, words_for
from apts.studio.frame.studio import Studio, open_studio, studio_of, text_of
from apts.studio.jobs.consumer import ended_consumer, started_consumer
from apts.studio.pages import ROUTERS as PAGE_ROUTERS
from apts.studio.pages.editor import LUDEMES_SECONDS
from apts.studio.pages.session import login_page, welcome
from apts.studio.security.middleware import RequestMiddleware
from apts.studio.server.connections import Connection, Connections, Patience, Places, descriptors
from apts.studio.settings import StudioSettings, private_umask
from apts.studio.store.game_store import NoSuchGame
from apts.studio.store.jobs import MOST_UNFINISHED, NoSuchJob, TooManyJobs
from apts.studio.store.matches import NoSuchMatch
from apts.studio.workers.pool import Busy, TooManyQuestions
from apts.version import apts_version

THREADS = 256
"""Requests that are worked on at once. Most of them wait for a worker or for the disk, and none may keep others waiting."""

NOT_THERE: tuple[type[AptsError], ...] = (NoSuchGame, NoSuchJob, NoSuchMatch, UnknownRun, UnknownMatch)
"""Mistakes that are about something that does not exist (any more)."""


OF_ARCHIVES: dict[type[AptsError], str] = {
    UnknownRun: "runs.not_there",
    UnknownMatch: "runs.no_match",
    ConflictingRun: "runs.taken",
    TooManyJobs: "jobs.too_many",
}
"""Error messages in the reader's language. Those of the archive tell where its file lies, and what is in it."""


ABOUT = (
    "Games, positions, legal moves, best moves, runs with their matches, and jobs of a studio. Whatever goes wrong is "
    "answered with a sentence in `detail`. A studio with a password wants it as a bearer token."
)

RETRY_SECONDS = "5"
"""When whoever asks too often may ask again."""

MOST_FAULTS = 5
"""Errors of a request that are answered at once."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")

TAGS = (
    {"name": "studio", "description": "The studio itself."},
    {"name": "games", "description": "The games of the library, and own ones with all their versions."},
    {"name": "positions", "description": "Legal moves, best moves, analyses."},
    {"name": "runs", "description": "What agents played, match by match."},
    {"name": "jobs", "description": "Play-tests, searches for better rules, trainings."},
    {"name": "agents", "description": "Levels, kinds of agents, networks."},
    {"name": "goals", "description": "Design questions that ship as goals."},
)


def create_app(settings: StudioSettings, studio: Studio | None = None) -> FastAPI:
    """The application of a studio; it is opened with the application unless it is given, and closed with it."""
    opened = studio or open_studio(settings)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = THREADS
        yield
        if studio is None:
            opened.close()

    app = FastAPI(
        title="APTS studio",
        version=apts_version(),
        description=ABOUT,
        openapi_tags=list(TAGS),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
        routes=[Route("/static/{name:path}", serve_asset)],
    )
    app.state.studio = opened
    for router in API_ROUTERS:
        app.include_router(router, prefix="/api", responses=problems(*ALWAYS))
    for router in PAGE_ROUTERS:
        app.include_router(router, include_in_schema=False)
    app.add_exception_handler(AptsError, _mistake)
    app.add_exception_handler(ConflictingRun, _in_the_way)
    app.add_exception_handler(HTTPException, _http_problem)
    app.add_exception_handler(RequestValidationError, _wrong_request)
    app.add_exception_handler(Exception, _fault)
    app.add_middleware(
        RequestMiddleware, settings=settings, authenticator=opened.authenticator, refuse=_refuse, welcome=_welcome
    )
    return app


def error_response(request: Request, status: int, sentence: str) -> Response:
    """Something that went wrong, as a page for people, a part of one, or JSON for programs."""
    if request.url.path.startswith("/api/") or "application/json" in request.headers.get("accept", ""):
        return JSONResponse({"detail": sentence}, status_code=status)
    if request.headers.get("hx-request") == "true":
        return page(request, "parts/mistake.html", status=status, sentence=sentence)
    again = str(request.url.path) if status == 503 and request.method == "GET" else None
    return page(request, "mistake.html", status=status, sentence=sentence, again=again, missing=status == 404)


async def _mistake(request: Request, problem: Exception) -> Response:
    late, too_much = isinstance(problem, Busy), isinstance(problem, TooManyQuestions)
    too_many_jobs = isinstance(problem, TooManyJobs)
    status = 404 if isinstance(problem, NOT_THERE) else 503 if late else 429 if too_much or too_many_jobs else 400
    known = next((key for kind, key in OF_ARCHIVES.items() if isinstance(problem, kind)), None)
    known = "frame.status.429" if too_much else known
    answer = error_response(
        request, status, as_sentence(problem) if known is None else words_for(request)(known, most=MOST_UNFINISHED)
    )
    if late or too_much:
        answer.headers["Retry-After"] = RETRY_SECONDS
    return answer


async def _in_the_way(request: Request, problem: Exception) -> Response:
    return error_response(request, 409, words_for(request)(OF_ARCHIVES[ConflictingRun]))


async def _http_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    message = words_for(request)
    answer = error_response(
        request, problem.status_code, message.known(f"frame.status.{problem.status_code}", str(problem.detail))
    )
    answer.headers.update(problem.headers or {})
    if problem.status_code == 405:
        answer.headers["Allow"] = ", ".join(_methods(request))
    return answer


def _methods(request: Request) -> list[str]:
    """The methods that an address takes."""
    data = {method: {**request.scope, "method": method} for method in METHODS}
    return [
        method
        for method, scope in data.items()
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)
    ]


async def _wrong_request(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, RequestValidationError)
    parts = [
        f"{'.'.join(str(part) for part in fault['loc'][1:]) or fault['loc'][0]}: {fault['msg']}"
        for fault in problem.errors()[:MOST_FAULTS]
    ]
    return error_response(request, 422, as_sentence("; ".join(parts)))


async def _fault(request: Request, _problem: Exception) -> Response:
    return error_response(request, 500, words_for(request)("frame.status.500"))


async def _welcome(scope: Scope, receive: Receive, send: Send) -> None:
    """Let in who brings the token."""
    answer = await run_in_threadpool(welcome, Request(scope, receive))
    await answer(scope, receive, send)


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, about: str) -> None:
    """Answer a request that the gate did not let in; whoever reads pages and is not known is led to the door."""
    request = Request(scope, receive)
    reads = scope["method"] == "GET" and not scope["path"].startswith("/api/")
    by_password = studio_of(request).authenticator.has_password
    if status == 401 and reads and request.headers.get("hx-request") != "true":
        if by_password:
            answer: Response = RedirectResponse(f"/login?to={escape(about)}", status_code=303)
        else:
            answer = login_page(request, scope["path"], status=401)
    else:
        key = "frame.token_wanted" if status == 401 and not by_password else f"frame.status.{status}"
        answer = error_response(request, status, words_for(request)(key))
    if status in (429, 503):
        answer.headers["Retry-After"] = RETRY_SECONDS
    await answer(scope, receive, send)


# ----------------------------------------------------------------------------------------------------------------
# Running a studio: the server, the process that works off the queue, and the browser that opens.

# ----------------------------------------------------------------------------------------------------------------
# Looking at the games of the library before somebody asks, so that their pages come at once.


def warm(studio: Studio) -> int:
    """Work out boards and sheets of all library games, and what the editor offers; returns how many games could be."""
    done = 0
    for entry in studio.game_store.library():
        with suppress(AptsError):
            game = text_of(studio.game_store.game(entry.name))
            studio.workers.remembered("board", game=game)
            studio.workers.remembered("game_summary", game=game)
            done += 1
    with suppress(AptsError):
        studio.workers.remembered("ludemes", seconds=LUDEMES_SECONDS)
    return done


_WAITING = 128
"""Connections that are taken at once; so many descriptors at least are kept besides those of connections."""

_LATE_SECONDS = 5.0
"""After how long a connection is cut whose request was refused because it came too slowly."""


def serve(settings: StudioSettings, *, browser: bool = True) -> None:
    """Run a studio until Ctrl-C; tells its address, and opens it in a browser where that is wanted.

    Whatever it writes is for its own account alone.
    """
    private_umask()
    places = Places.within(descriptors())
    with _listening(settings) as listener:
        studio = open_studio(settings)
        token = studio.authenticator.token
        address = address_of(settings, listener.getsockname()[1]) + ("" if token is None else f"?token={token}")
        consumer = started_consumer(settings)
        try:
            studio.queue.take_up()
            print(f"The studio is open: {address}", flush=True)
            print(f"What it keeps is in {settings.folder}. Ctrl-C closes it.", flush=True)
            _begin_beside(studio, address_to_open(settings.folder, address, token) if browser else None)
            config = uvicorn.Config(
                create_app(settings, studio), http=_protocol(settings, places), ws="none", log_level="error",
                access_log=False, proxy_headers=False, timeout_keep_alive=20, timeout_graceful_shutdown=3,
                server_header=False, backlog=_WAITING,
            )  # fmt: skip
            with suppress(KeyboardInterrupt):
                uvicorn.Server(config).run(sockets=[listener])
        finally:
            ended_consumer(consumer)
            studio.close()


def address_of(settings: StudioSettings, port: int) -> str:
    """What to type into a browser on this machine."""
    host = settings.host if settings.host not in ("0.0.0.0", "::") else "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def address_to_open(folder: Path, address: str, token: str | None) -> str:
    """What the browser is started with. Other accounts see the words of commands, so no token may be among them: it stands
    in a file that they cannot read, and that leads on."""
    if token is None:
        return address
    place = folder.absolute() / "open.html"
    leading = f'<meta charset="utf-8"><meta http-equiv="refresh" content="0; url={escape(address)}">'
    atomic_write(place, f"<!DOCTYPE html>{leading}<title>APTS</title>\n".encode(), PRIVATE)
    return place.as_uri()


def _protocol(settings: StudioSettings, places: Places) -> type[asyncio.Protocol]:
    """Connections with limits, as the server makes them."""
    patience = Patience(body=settings.costs.body_seconds + _LATE_SECONDS)
    connections = Connections(places, patience, settings.proxies)

    class Limited(Connection):
        def __init__(self, **given: Any) -> None:
            super().__init__(connections, **given)

    return Limited


def _listening(settings: StudioSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(_WAITING)  # whoever comes before the server is ready waits
    except (OSError, OverflowError) as problem:
        listener.close()
        why = getattr(problem, "strerror", None) or problem
        raise AptsError(
            f"the studio cannot listen on {settings.host}, port {settings.port}: {why}. Another program may use the "
            "port; choose another with --port, or 0 for any that is free"
        ) from problem
    return listener


def _begin_beside(studio: Studio, address: str | None) -> None:
    """Open the browser, and look at the games of the library, while the server begins."""

    def begin() -> None:
        if address is not None:
            with suppress(webbrowser.Error):
                webbrowser.open(address)
        with suppress(AptsError):
            studio.people.forget_idle()
            warm(studio)

    threading.Thread(target=begin, daemon=True, name="beside").start()
    sys.stdout.flush()
