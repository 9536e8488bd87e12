"""Pages for people, a file for each part of the studio; each has a ``router``."""

from fastapi import APIRouter

from apts.studio.pages import (
    editor,
    game,
    improve,
    jobs,
    learn,
    library,
    links,
    new_game,
    people,
    play,
    playtest,
    run_reports,
    runs,
    searches,
    session,
    versions,
)

ROUTERS: tuple[APIRouter, ...] = (
    session.router,
    new_game.router,
    library.router,
    game.router,
    editor.router,
    versions.router,
    play.router,
    links.router,
    people.router,
    playtest.router,
    jobs.router,
    runs.router,
    run_reports.router,
    improve.router,
    searches.router,
    learn.router,
)
"""The pages in the order in which addresses are looked for."""
