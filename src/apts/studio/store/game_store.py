"""The games of a studio: those of the library, which stay as they are, and own ones with all their versions."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cache

from sqlalchemy import delete, func, insert, select, update

from apts.atomic_files import file_stem
from apts.errors import AptsError
from apts.games.catalogue import CatalogueEntry, catalogue, library_files
from apts.games.rules_file import rules_text
from apts.similar_names import did_you_mean
from apts.studio.store.database import GAMES, VERSIONS, Database, now

# ----------------------------------------------------------------------------------------------------------------
# Addresses of games: their names in small letters without accents, those of other scripts spelled in Latin ones.

LONGEST = 60
"""Signs of an address."""

NO_NAME = "game"
"""The address of a game whose name has no letter that can be spelled."""

TAKEN = ("new",)
"""What no game can be called by, for it means something else."""

_LATIN: dict[str, str] = dict(zip("ßæœøłđðþıħ", ("ss", "ae", "oe", "o", "l", "d", "d", "th", "i", "h"), strict=True))
_CYRILLIC: dict[str, str] = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ",
        (
            *"abvgde", "yo", "zh", *"ziyklmnoprstufh", "ts", "ch", "sh", "shch", "", "y", "", "e", "yu", "ya", "i", "yi",
            "ye", "g",
        ),
        strict=True,
    )
)  # fmt: skip
_GREEK: dict[str, str] = dict(
    zip(
        "αβγδεζηθικλμνξοπρσςτυφχψω",
        (*"abgdezi", "th", *"iklmn", "x", *"oprssty", "f", "ch", "ps", "o"),
        strict=True,
    )
)
_LETTERS: dict[str, str] = {**_LATIN, **_CYRILLIC, **_GREEK}
_SYLLABLES = ("HIRAGANA LETTER ", "KATAKANA LETTER ", "HANGUL SYLLABLE ")
"""Signs that are called by how they sound."""


def free_address(name: str, taken: Container[str]) -> str:
    """An address for a game of this name that no other has.

    >>> free_address("Peões à vista!", ()), free_address("Шашки", ()), free_address("장기", ())
    ('peoes-a-vista', 'shashki', 'janggi')
    >>> free_address("围棋", ["game"])
    'game-2'
    """
    spelled = "".join(_spelled(sign) for sign in unicodedata.normalize("NFC", name).lower())
    stem = file_stem(spelled, NO_NAME)[:LONGEST].rstrip("-")
    number = 1
    while (address := stem if number == 1 else f"{stem}-{number}") in taken or address in TAKEN:
        number += 1
    return address


def _spelled(sign: str) -> str:
    """A sign in Latin letters without accents; one that cannot be spelled stays."""
    if sign in _LETTERS:
        return _LETTERS[sign]
    called = unicodedata.name(sign, "")
    if called.startswith(_SYLLABLES):
        return called.rpartition(" ")[2].lower()
    plain = (part for part in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(part))
    return "".join(_LETTERS.get(part, part) for part in plain)


LONGEST_NAME = 80
MOST_VERSIONS = 2**31


class NoSuchGame(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A game or a version that the studio does not have."""


@dataclass(frozen=True)
class StoredGame:
    """A game as pages name it; ``version`` is None for games of the library, ``made_of`` is ``text`` or ``class``."""

    id: str
    name: str
    rules: str
    version: int | None = None
    made_of: str = "text"

    @property
    def own(self) -> bool:
        """Whether it belongs to the studio, not to the library."""
        return self.version is not None

    @property
    def file(self) -> str:
        """What mistakes in its text are said to be in."""
        return f"{self.id}.lud"


@dataclass(frozen=True)
class Version:
    """A version of an own game: its number from 1, when it was saved, and what was said of it."""

    number: int
    rules: str
    note: str
    created: str


@dataclass(frozen=True)
class OwnGame:
    """An own game in a list."""

    id: str
    name: str
    origin: str
    created: str
    changed: str
    versions: int


class GameStore:
    """All games by their ids."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @cache  # noqa: B019 - a studio has one store as long as it is open
    def library(self) -> tuple[CatalogueEntry, ...]:
        """The games of the library, in alphabetical order."""
        return tuple(entry for entry in catalogue() if entry.made_of != "plug-in")

    def own(self) -> tuple[OwnGame, ...]:
        """The own games, the one that was changed last first."""
        counted = (
            select(GAMES, func.count(VERSIONS.c.number))
            .join(VERSIONS, VERSIONS.c.game == GAMES.c.id)
            .group_by(GAMES.c.id)
            .order_by(GAMES.c.changed.desc())
        )
        with self._database.reading() as connection:
            return tuple(OwnGame(*row) for row in connection.execute(counted))

    def game(self, id: str, version: int | None = None) -> StoredGame:
        """A game by its id: of the library, or an own one in its last version or in the one that is named."""
        if (file := library_files().get(id)) is not None and version is None:
            entry = next(entry for entry in self.library() if entry.name == id)
            return StoredGame(id, entry.title, rules_text(file), None, entry.made_of)
        wanted = select(GAMES.c.name, VERSIONS).join(VERSIONS, VERSIONS.c.game == GAMES.c.id).where(GAMES.c.id == id)
        if version is not None:
            wanted = wanted.where(VERSIONS.c.number == version)
        row = None
        if version is None or 0 < version <= MOST_VERSIONS:  # larger numbers do not even fit into a database
            with self._database.reading() as connection:
                row = connection.execute(wanted.order_by(VERSIONS.c.number.desc())).first()
        if row is None:
            which = f" with a version {version}" if version is not None else ""
            hint = did_you_mean(id, self._ids())
            raise NoSuchGame(f"there is no game called {id!r}{which}{hint}")
        return StoredGame(id, row.name, row.rules, row.number)

    def versions(self, id: str) -> tuple[Version, ...]:
        """All versions of an own game, the newest first."""
        wanted = select(VERSIONS).where(VERSIONS.c.game == id).order_by(VERSIONS.c.number.desc())
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
        return tuple(Version(row.number, row.rules, row.note, row.created) for row in rows)

    def add(self, name: str, rules: str, *, origin: str = "", note: str = "") -> StoredGame:
        """Put a new game in the store; it gets an id that no other has."""
        title = " ".join(name.split())[:LONGEST_NAME] or "Game"
        with self._database.writing() as connection:
            taken = {*connection.execute(select(GAMES.c.id)).scalars(), *library_files()}
            id = free_address(title, taken)
            moment = now()
            connection.execute(insert(GAMES).values(id=id, name=title, origin=origin, created=moment, changed=moment))
            first = {"game": id, "number": 1, "rules": rules, "note": note, "created": moment}
            connection.execute(insert(VERSIONS).values(**first))
        return StoredGame(id, title, rules, 1)

    def save(self, id: str, rules: str, *, name: str | None = None, note: str = "") -> StoredGame:
        """Save a new version of an own game; a text that is the newest already changes nothing."""
        present = self.game(id)
        if not present.own:
            raise AptsError(f"{present.name} belongs to the library and stays as it is; make a copy of it first")
        title = " ".join((name or present.name).split())[:LONGEST_NAME]
        with self._database.writing() as connection:
            connection.execute(update(GAMES).where(GAMES.c.id == id).values(name=title, changed=now()))
            newest = select(VERSIONS).where(VERSIONS.c.game == id).order_by(VERSIONS.c.number.desc())
            last = connection.execute(newest).first()
            if last is not None and last.rules == rules:
                return StoredGame(id, title, rules, last.number)
            number = (last.number if last is not None else 0) + 1
            row = {"game": id, "number": number, "rules": rules, "note": note, "created": now()}
            connection.execute(insert(VERSIONS).values(**row))
        return StoredGame(id, title, rules, number)

    def remove(self, id: str) -> None:
        """Take an own game out of the store with all its versions."""
        if not self.game(id).own:
            raise AptsError(f"{id} belongs to the library and cannot be deleted")
        with self._database.writing() as connection:
            connection.execute(delete(VERSIONS).where(VERSIONS.c.game == id))
            connection.execute(delete(GAMES).where(GAMES.c.id == id))

    def _ids(self) -> Sequence[str]:
        with self._database.reading() as connection:
            return [*library_files(), *connection.execute(select(GAMES.c.id)).scalars()]
