"""Looking at the games of the library before somebody asks, so that their pages come at once."""

from __future__ import annotations

from contextlib import suppress

from apts.errors import AptsError
from apts.studio.frame.studio import Studio, text_of
from apts.studio.pages.editor import LUDEMES_SECONDS


def warm(studio: Studio) -> int:
    """Work out boards and sheets of all library games, and what the editor offers; gives how many games could be."""
    done = 0
    for entry in studio.game_store.library():
        with suppress(AptsError):
            game = text_of(studio.game_store.game(entry.name))
            studio.workers.remembered("board", game=game)
            studio.workers.remembered("game_summary", game=game)
            done += 1
    with suppress(AptsError):
        studio.workers.remembered("ludemes", seconds=LUDEMES_SECONDS)
    return done
