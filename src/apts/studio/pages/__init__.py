"""Pages for people, a file for each part of the studio; each has a ``router``."""

from fastapi import APIRouter

from apts.studio.pages import (
    improve,
    jobs,
    learn,
    library,
    links,
    people,
    play,
    playtest,
    run_reports,
    runs,
    searches,
    session,
)

ROUTERS: tuple[APIRouter, ...] = (
    session.router,
    library.router,
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
