"""The files of the library: the file of every game by its name. Nothing is read or loaded for it."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent
"""The folder of this package, with ``templates`` and ``sketches``; the games themselves are in ``shipped``."""

SHIPPED = FOLDER / "shipped"


def library_files() -> dict[str, Path]:
    """The file of every game of the library by the game's name, in alphabetical order."""
    files = [*SHIPPED.glob("*.lud"), *SHIPPED.glob("*_class.py")]
    return {library_name(path.stem): path for path in sorted(files, key=lambda path: path.stem)}


def library_names() -> tuple[str, ...]:
    """The names of the games of the library."""
    return tuple(sorted(library_files()))


def library_name(text: str) -> str:
    """The name under which a game stands in the library, however somebody wrote it."""
    return re.sub(r"[\s_]+", "-", text.strip().lower())
