"""Pages for people, a file for each part of the studio; each has a ``router``."""

from fastapi import APIRouter

from apts.studio.pages import editor, game, library, new_game, session, versions

ROUTERS: tuple[APIRouter, ...] = (
    session.router,
    new_game.router,
    library.router,
    game.router,
    editor.router,
    versions.router,
)
"""The pages in the order in which addresses are looked for."""
