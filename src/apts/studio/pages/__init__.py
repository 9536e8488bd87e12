"""Pages for people, a file for each part of the studio; each has a ``router``."""

from fastapi import APIRouter

from apts.studio.pages import improve, learn, library, searches, session

ROUTERS: tuple[APIRouter, ...] = (session.router, library.router, improve.router, searches.router, learn.router)
"""The pages in the order in which addresses are looked for."""
