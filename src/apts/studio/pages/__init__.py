"""Pages for people, a file for each part of the studio; each has a ``router``."""

from fastapi import APIRouter

from apts.studio.pages import (
    editor,
    game,
    jobs,
    learn,
    library,
    links,
    play,
    playtest,
    runs,
    searches,
    session,
)

ROUTERS: tuple[APIRouter, ...] = (
    session.router,
    library.router,
    game.router,
    editor.router,
    play.router,
    links.router,
    playtest.router,
    jobs.router,
    runs.router,
    searches.form_router,
    searches.router,
    learn.router,
)
"""The pages in the order in which addresses are looked for."""
