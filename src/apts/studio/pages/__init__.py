"""Pages for people, a file for each part of the studio; each has a ``router``."""

from fastapi import APIRouter

from apts.studio.pages import library, session

ROUTERS: tuple[APIRouter, ...] = (session.router, library.router)
"""The pages in the order in which addresses are looked for."""
