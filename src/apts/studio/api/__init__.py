"""Answers for programs under ``/api``, described by OpenAPI; a file for each part, each has a ``router``.

``fields.py`` has the limits of everything that is sent, ``described.py`` what may go wrong.
"""

from fastapi import APIRouter

from apts.studio.api import games, health, jobs, links, opponents, positions, runs

ROUTERS: tuple[APIRouter, ...] = (
    health.router,
    games.router,
    positions.router,
    runs.router,
    jobs.router,
    opponents.router,
    links.router,
)
"""All answers."""
