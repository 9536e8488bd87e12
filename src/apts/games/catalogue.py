"""The games of the library and the templates: their files, and their descriptions in every language."""

from __future__ import annotations

import ast
import inspect
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from apts.atomic_files import atomic_write
from apts.errors import AptsError
from apts.games.rules_file import rules_text
from apts.input_checks import is_printable
from apts.language.presentation import about
from apts.locales.catalogue import tables
from apts.similar_names import did_you_mean

if TYPE_CHECKING:
    from apts.engine.play.game import Game
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
    return re.sub(r"[\s_]+", "-", re.sub("['\N{RIGHT SINGLE QUOTATION MARK}]", "", text.strip().lower()))


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
        raise AptsError(f"{str(path)!r} exists already; --force overwrites it")
    try:
        atomic_write(path, text.encode("utf-8"))
    except OSError as error:
        raise AptsError(f"{str(path)!r} cannot be written: {error.strerror or error}") from None
    return path


# ----------------------------------------------------------------------------------------------------------------
# The library at a glance: what every game says of itself, without compiling any.


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A game of the catalogue; ``made_of`` is ``text``, ``class`` or ``plug-in``, ``players`` all numbers it is for."""

    name: str
    title: str
    players: tuple[int, ...]
    kind: str
    description: str
    made_of: str
    options: tuple[str, ...] = ()


def catalogue() -> tuple[CatalogueEntry, ...]:
    """All games of the library in alphabetical order, then those of plug-ins."""
    found = [_entry(name, path) for name, path in library_files().items()]
    return (*found, *(_class_entry(name, made, "plug-in") for name, made in OWN_GAMES.items()))


def _entry(name: str, path: Path) -> CatalogueEntry:
    text = rules_text(path)
    if path.suffix == ".py":
        return _read_class(name, text)
    words = about(text, file=path.name)
    headings = tuple(option.heading for option in words.options)
    return CatalogueEntry(name, words.title, words.players, words.kind, words.description, "text", headings)


def _read_class(name: str, source: str) -> CatalogueEntry:
    """The description of the class of a library game, read from its source: running it would need the whole engine."""
    (made,) = (
        node
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef) and any("PythonGame" in ast.dump(base) for base in node.bases)
    )
    data = {
        target.id: node.value.value
        for node in made.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    line = _first_line(ast.get_docstring(made) or "")
    return CatalogueEntry(name, str(data["name"]), (int(str(data["players"])),), str(data["genre"]), line, "class")


def _class_entry(name: str, made: type[PythonGame[Any]], made_of: str) -> CatalogueEntry:
    """A class says its name, players and genre as attributes, and the line about it is the first of its documentation."""
    title = str(getattr(made, "name", made.__name__))
    players = made.players if isinstance(made.players, int) else 0
    return CatalogueEntry(
        name, title, (players,) if players else (), made.genre, _first_line(inspect.getdoc(made) or ""), made_of
    )


def _first_line(documentation: str) -> str:
    return documentation.partition("\n\n")[0].replace("\n", " ")


def players_shown(players: tuple[int, ...]) -> str:
    """Numbers of players as people say them: ``2``, ``2 to 4``, ``2 or 4``; a question mark for none known."""
    if len(players) > 2 and players[-1] - players[0] == len(players) - 1:
        return f"{players[0]} to {players[-1]}"
    return " or ".join(str(number) for number in players) or "?"


# ----------------------------------------------------------------------------------------------------------------
# The lines about games of the library, and the words of their options, in other languages.


@dataclass(frozen=True)
class DescriptionLine:
    """A line about a game, and the language it is in."""

    text: str
    language: str


def description_of(game: Game) -> str:
    """The one-line description in the text of a game; empty where other options or numbers are set."""
    return about(game.rules).description if game.definition is None and game.is_as_written else ""


def description_in(text: str, language: str) -> DescriptionLine:
    """A line about a game, or the words of an option, in a language.

    What nobody has translated, as the lines of people's games, stays as it is.
    """
    described = tables("library", language).get(text)
    return DescriptionLine(text, "en") if described is None else DescriptionLine(str(described), language)
