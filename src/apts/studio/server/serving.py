"""Running a studio: the server, the process that works off the queue, and the browser that opens."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

import uvicorn

from apts.atomic_files import PRIVATE, atomic_write
from apts.errors import AptsError
from apts.studio.frame.studio import Studio, open_studio, text_of
from apts.studio.jobs.consumer import ended_consumer, started_consumer
from apts.studio.pages.editor import LUDEMES_SECONDS
from apts.studio.server.app import create_app
from apts.studio.server.connections import Connection, Connections, Patience, Places, descriptors
from apts.studio.settings import StudioSettings, private_umask

# ----------------------------------------------------------------------------------------------------------------
# Looking at the games of the library before somebody asks, so that their pages come at once.


def warm(studio: Studio) -> int:
    """Work out boards and sheets of all library games, and what the editor offers; gives how many games could be."""
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
