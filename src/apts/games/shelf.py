"""What is on the shelf of the library: the file of every game by its name. Nothing is read or loaded for it."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent
_NOT_GAMES = {
    "__init__",
    "catalogue",
    "checked_data",
    "checking",
    "class_arguments",
    "class_inputs",
    "descriptions",
    "drafts",
    "file_versions",
    "foreign_files",
    "keywords",
    "library",
    "ludeme_examples",
    "own_games",
    "python_file",
    "rules_file",
    "shelf",
}


def library_files() -> dict[str, Path]:
    """The file of every game of the library by the game's name, in alphabetical order."""
    files = [*FOLDER.glob("*.lud"), *FOLDER.glob("*.py")]
    named = sorted(files, key=lambda path: path.stem)
    return {shelf_name(path.stem): path for path in named if path.stem not in _NOT_GAMES}


def library_names() -> tuple[str, ...]:
    """The names of the games of the library."""
    return tuple(sorted(library_files()))


def shelf_name(text: str) -> str:
    """The name under which a game stands in the library, however somebody wrote it."""
    return re.sub(r"[\s_]+", "-", text.strip().lower())
