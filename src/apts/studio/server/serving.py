"""Running a studio: the server, the process that works off the queue, and the browser that opens."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from contextlib import suppress

import uvicorn

from apts.errors import AptsError
from apts.studio.frame.studio import Studio, open_studio
from apts.studio.jobs.consumer import ended_consumer, started_consumer
from apts.studio.server.app import create_app
from apts.studio.server.warming import warm
from apts.studio.settings import StudioSettings


def serve(settings: StudioSettings, *, browser: bool = True) -> None:
    """Run a studio until Ctrl-C; tells its address, and opens it in a browser where that is wanted."""
    with _listening(settings) as listener:
        address = address_of(settings, listener.getsockname()[1])
        studio = open_studio(settings)
        consumer = started_consumer(settings)
        try:
            studio.queue.take_up()
            print(f"The studio is open: {address}", flush=True)
            print(f"What it keeps is in {settings.folder}. Ctrl-C closes it.", flush=True)
            _begin_beside(studio, address if browser else None)
            config = uvicorn.Config(
                create_app(settings, studio), log_level="warning", access_log=False, proxy_headers=False,
                timeout_keep_alive=20, timeout_graceful_shutdown=3, server_header=False,
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


def _listening(settings: StudioSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen()  # whoever comes before the server is ready waits, and is not turned away
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
            warm(studio)

    threading.Thread(target=begin, daemon=True, name="beside").start()
    sys.stdout.flush()
