"""Pages for people, a file for each part of the studio; each has a ``router``."""

from fastapi import APIRouter

from apts.studio.pages import library, links, people, play, session

ROUTERS: tuple[APIRouter, ...] = (
    session.router,
    library.router,
    play.router,
    links.router,
    people.router,
)
"""The pages in the order in which addresses are looked for."""
