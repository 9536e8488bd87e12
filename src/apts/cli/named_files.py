"""Python files that a document names as its game: run only for a user who has loaded them before, or names them."""

from __future__ import annotations

from pathlib import Path

from apts.characters import shown
from apts.errors import AptsError


def is_python(game: str) -> bool:
    """Whether a game is given as a Python file."""
    return Path(game).suffix == ".py"


def note_named(game: str) -> None:
    """A user named this game on the command line: where it is a Python file, documents may name it from now on."""
    if is_python(game):
        from apts.playtest.matches.loaded_games import note_file  # other games need not wait for it

        note_file(Path(game))


def allowed_game(game: str, document: str, way: str) -> str:
    """The game that a document names; a Python file that this user has not loaded as it is now is refused.

    ``way`` is what to type for a file that is trusted.
    """
    if is_python(game):
        from apts.playtest.matches.loaded_games import file_was_loaded

        if not file_was_loaded(Path(game)):
            raise AptsError(
                f"{document} names the Python file {shown(repr(game))} as its game, and a document runs no Python that this "
                f"user has not loaded as it is now; if you trust the file, name it: {shown(way)}"
            )
    return game
