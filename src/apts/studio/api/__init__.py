"""Answers for programs under ``/api``, described by OpenAPI; a file for each part, each has a ``router``.

``models.py`` has what answers share; here is the one that needs no game.
"""

from fastapi import APIRouter

from apts.studio.api import games, jobs, links, opponents, positions, runs
from apts.studio.api.models import Answer
from apts.version import apts_version

router = APIRouter(tags=["studio"])


class Health(Answer):
    """That the studio answers, and which version it is."""

    status: str
    version: str


@router.get("/health", summary="Whether the studio answers")
def health() -> Health:
    """For whatever watches over the studio; it needs no password."""
    return Health(status="ok", version=apts_version())


ROUTERS: tuple[APIRouter, ...] = (
    router,
    games.router,
    positions.router,
    runs.router,
    jobs.router,
    opponents.router,
    links.router,
)
"""All answers."""
