"""``apts studio``: the whole system in a browser."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from apts.cli.arguments import PLUGINS
from apts.errors import AptsError
from apts.studio.settings import StudioSettings

DEFAULTS = StudioSettings(Path("apts-studio"))


def studio(
    folder: Annotated[
        str, typer.Option("--folder", metavar="FOLDER", help="Where games, matches, runs and models are kept.")
    ] = str(DEFAULTS.folder),
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; any other than this machine needs a password.")
    ] = DEFAULTS.host,
    port: Annotated[int, typer.Option("--port", help="The port to listen on; 0 picks a free one.")] = DEFAULTS.port,
    password_file: Annotated[
        str | None,
        typer.Option("--password-file", metavar="FILE", help="A file that contains the designers' password."),
    ] = None,
    token: Annotated[
        bool,
        typer.Option(
            "--token/--no-token",
            help="Without a password, admit only visitors with the printed address, or every account on this machine.",
        ),
    ] = DEFAULTS.token,
    archive: Annotated[
        str | None, typer.Option("--archive", metavar="PATH|URL", help="Where to keep runs; by default in the folder.")
    ] = None,
    queue: Annotated[
        str | None,
        typer.Option("--queue", metavar="redis://..", help="Where to keep the job queue; by default in the folder."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A host name to answer to, as behind a proxy; may be repeated."),
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="Set this if the studio is reached by HTTPS through a proxy.")
    ] = False,
    proxy: Annotated[
        list[str] | None,
        typer.Option("--proxy", metavar="ADDRESS", help="The address of a trusted proxy; may be repeated."),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Number of worker processes that examine games.")
    ] = 2,
    job_workers: Annotated[
        int, typer.Option("--job-workers", min=1, max=64, help="Number of jobs to run in parallel.")
    ] = 1,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the studio in a browser.")] = True,
    plugins: PLUGINS = None,
) -> None:
    """Open APTS in a browser: games, editor, play, play-tests, improvements, training."""
    from apts.studio.extra import need_studio

    need_studio()
    from apts.studio.server.serving import serve

    settings = replace(
        DEFAULTS,
        folder=Path(folder),
        host=host,
        port=port,
        key=None if password_file is None else read_password(Path(password_file)),
        token=token,
        archive=archive,
        queue=queue,
        hosts=tuple(name or ()),
        secure=https,
        proxies=tuple(proxy or ()),
        workers=workers,
        job_workers=job_workers,
    )
    serve(settings, browser=browser)


def read_password(file: Path) -> str:
    """The password in a file: its first line."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise AptsError(f"the password file {file} cannot be read: {problem}") from problem
    if not lines or not lines[0].strip():
        raise AptsError(f"the password file {file} is empty; its first line is the password")
    return lines[0].strip()
