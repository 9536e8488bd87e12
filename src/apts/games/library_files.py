"""The files of the library: the file of every game by its name. Nothing is read or loaded for it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apts.atomic_files import atomic_write
from apts.errors import AptsError
from apts.games.rules_file import rules_text
from apts.input_checks import is_printable
from apts.language.presentation import about
from apts.similar_names import did_you_mean

if TYPE_CHECKING:
    from apts.engine.python_game import PythonGame

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


# ----------------------------------------------------------------------------------------------------------------
# The games that plug-ins brought, by name. Nothing is loaded for it.

OWN_GAMES: dict[str, type[PythonGame[Any]]] = {}
"""The class of each game by its name in the library."""


# ----------------------------------------------------------------------------------------------------------------
# A game of one's own to begin with: commented texts in the folder ``templates``, one a kind.

DEFAULT_TEMPLATE = "placement"
SUFFIX = ".lud"
_TEMPLATES = FOLDER / "templates"
_TITLE = '(game "My Game"'
_NOT_IN_A_TITLE = re.compile(r"[^\w'&!.,+-]+|_")
LONGEST_TITLE = 60


def template_files() -> dict[str, Path]:
    """The file of each template by its name, in alphabetical order."""
    return {path.stem: path for path in sorted(_TEMPLATES.glob(f"*{SUFFIX}"))}


def templates() -> dict[str, str]:
    """The line about each template by its name, in alphabetical order."""
    return {name: about(rules_text(path), file=path.name).description for name, path in template_files().items()}


def draft_text(template: str, title: str) -> str:
    """The text of a template with a title of its own; a wrong name lists those there are."""
    name = template.strip().lower()
    known = template_files()
    if name not in known:
        hint = did_you_mean(name, known)
        raise AptsError(f"there is no template called {template!r}{hint} (there are: {', '.join(known)})")
    text = rules_text(known[name])
    return text.replace(_TITLE, f'(game "{title}"', 1)


def draft_path(file: str) -> Path:
    """Where the game is written: the file named, with the suffix of rules where it has none."""
    path = Path(file)
    if not path.name or file.endswith("/") or not is_printable(file):
        raise AptsError(f"{file!r} names no file; write something like my-game{SUFFIX}")
    if path.suffix == SUFFIX:
        return path
    if path.suffix == ".py":
        raise AptsError(f"templates are rules texts, so the name ends in {SUFFIX}, not in .py")
    return path.with_name(path.name + SUFFIX)


def draft_title(path: Path) -> str:
    """The name of a game from that of its file: ``my-game.lud`` is My Game; signs with a meaning in rules are left out."""
    words = plain_title(path.stem.replace("-", " ")).split()
    return " ".join(word[0].upper() + word[1:] for word in words) or "My Game"


def plain_title(name: str) -> str:
    """What somebody calls a game, without signs that have a meaning in rules; empty where nothing is left."""
    return " ".join(_NOT_IN_A_TITLE.sub(" ", name).split())[:LONGEST_TITLE].strip(" -")


def write_draft(file: str, template: str = DEFAULT_TEMPLATE, *, force: bool = False) -> Path:
    """Write a game to begin with, and give its path; a file that is there stays unless ``force`` is given."""
    path = draft_path(file)
    text = draft_text(template, draft_title(path))
    if path.exists() and not force:
        raise AptsError(f"{str(path)!r} is there already; --force writes over it")
    try:
        atomic_write(path, text.encode("utf-8"))
    except OSError as error:
        raise AptsError(f"{str(path)!r} cannot be written: {error.strerror or error}") from None
    return path
