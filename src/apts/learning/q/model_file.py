"""The file of a Q-learner: a SQLite database with the values and everything about how they were learnt.

``about`` says which game it is, how it was learnt and how far; ``moves`` has the values of a table, a row for each move
of each position; ``weights`` has those of n-tuples. One transaction writes values and progress together, so that a
training that is cut off goes on from the last whole batch.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.atomic_files import make_folder
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.input_checks import foreign_json, unpacked_bytes, unpacked_parts
from apts.language.printer import to_text
from apts.notebook import disguised

# ----------------------------------------------------------------------------------------------------------------
# Which game values belong to: its name, and a hash of its rules with the parameters in force.


@dataclass(frozen=True)
class GameIdentity:
    """The name of a game, the hash of its rules, and the rules themselves where they are a text."""

    name: str
    rules_hash: str
    rules: str | None


def identity_of(game: Game) -> GameIdentity:
    """What tells a game from others; comments and line breaks of its rules do not count, parameters do."""
    if game.from_rules is not None:
        text = to_text(game.from_rules.typed_rules)
        return GameIdentity(game.name, sha256(text.encode()).hexdigest(), text)
    made = type(game if game.definition is None else game.definition)
    parts = [] if game.definition is None else sorted(vars(game.definition).items())
    facts = f"{made.__qualname__} {game.players} {parts!r} {game.start()}"
    return GameIdentity(game.name, sha256(facts.encode()).hexdigest(), None)


# ----------------------------------------------------------------------------------------------------------------
# How Q-learning goes: the numbers that decide what is learnt.

METHODS = ("table", "tuples")


@dataclass(frozen=True)
class QSettings:
    """The numbers of a training. With the same ones and the same episodes the same values are learnt.

    ``rate`` is how far a value moves towards what was seen, ``explore`` how often any move is played instead of the
    best one, ``trace`` how far results reach back within an episode (lambda), ``walks`` how many winding tuples there
    are besides the straight ones. A table has no traces and no walks.
    """

    seed: int = 1
    rate: float = 2.0
    explore: float = 0.1
    trace: float = 0.9
    walks: int = 16

    def __post_init__(self) -> None:
        for name, low, high in (("rate", 0.0, 100.0), ("explore", 0.0, 1.0), ("trace", 0.0, 1.0), ("walks", 0, 1000)):
            value = getattr(self, name)
            if not low <= value <= high:
                raise AptsError(f"--{name} is a number from {low:g} to {high:g}, not {value:g}")


FORMAT = 1
_MOST_UNPACKED = 1 << 32
"""Bytes of the numbers of n-tuples at most."""
_MARK = "apts q-learning"
_SCHEMA = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE moves (position TEXT, move TEXT, value REAL NOT NULL, visits INTEGER NOT NULL,
    PRIMARY KEY (position, move)) WITHOUT ROWID;
CREATE TABLE weights (name TEXT PRIMARY KEY, numbers BLOB NOT NULL);
"""
_TABLES = ("about", "moves", "weights")

MoveRow = tuple[str, str, float, int]
"""Position, move, value and visits."""


@dataclass(frozen=True)
class About:
    """What a file says about itself; ``source`` is the name or path that the game was loaded by."""

    method: str
    game: GameIdentity
    source: str
    settings: QSettings
    episodes: int = 0
    seconds: float = 0.0
    shape: dict[str, Any] | None = None

    def as_data(self) -> dict[str, Any]:
        """The facts as plain values."""
        return {"mark": _MARK, "format": FORMAT, **asdict(self)}


class QFile:
    """A file of values, for reading and writing. Each call opens and closes it, so it may be used from any thread."""

    def __init__(self, path: str | Path):
        self.path = Path(path)

    # --- reading -------------------------------------------------------------------------------------------------

    @property
    def about(self) -> About:
        """What the file says about itself."""
        with self._opened() as database:
            rows = database.execute("SELECT name, value FROM about")
            facts = {name: foreign_json(value) for name, value in rows}
        if facts.get("mark") != _MARK:
            raise AptsError(f"{self.path} is not a file of apts qlearn: it does not say what was learnt")
        number = facts.get("format")
        if not isinstance(number, int):
            raise AptsError(f"{self.path} is damaged: its format is {number!r}, and a number is expected")
        if number > FORMAT:
            raise AptsError(f"{self.path} was written by a newer version of APTS (format {number})")
        try:
            settings, game = QSettings(**facts["settings"]), GameIdentity(**facts["game"])
            names = ("method", "source", "episodes", "seconds", "shape")
            about = About(game=game, settings=settings, **{name: facts[name] for name in names})
        except (KeyError, TypeError, OverflowError) as error:
            raise AptsError(f"{self.path} cannot be read: it is not complete ({error})") from None
        wrong = _wrong_fact(about)
        if wrong is not None:
            raise AptsError(f"{self.path} is damaged: its {wrong} cannot be read")
        if about.method not in METHODS:
            raise AptsError(f"{self.path} holds values by {about.method!r}; this version knows {', '.join(METHODS)}")
        return about

    def fit(self, game: Game) -> About:
        """What the file says about itself, if it was learnt on this very game."""
        about, wanted = self.about, identity_of(game)
        if about.game.rules_hash != wanted.rules_hash:
            other = about.game.name != wanted.name
            learnt = about.game.name if other else f"other rules or parameters of {about.game.name}"
            raise AptsError(
                f"{self.path} was learnt on {learnt} and cannot play {wanted.name} as it is given here; "
                f"'apts qlearn train' with this game makes a file for it"
            )
        return about

    def rows(self) -> Iterator[MoveRow]:
        """The values of a table, in the order of positions and moves."""
        with self._opened() as database:
            for row in database.execute("SELECT position, move, value, visits FROM moves ORDER BY position, move"):
                if tuple(map(type, row)) != (str, str, float, int) or not isfinite(row[2]) or row[3] < 0:
                    raise AptsError(f"{self.path} is damaged: it holds values of moves that do not exist")
                yield row

    def positions(self) -> int:
        """How many positions a table knows."""
        with self._opened() as database:
            return int(database.execute("SELECT COUNT(DISTINCT position) FROM moves").fetchone()[0])

    def numbers(self, size: int) -> NDArray[np.float32]:
        """The rows of n-tuple numbers: weights, net errors, gross errors, each ``size`` long."""
        with self._opened() as database:
            blobs = dict(database.execute("SELECT name, numbers FROM weights"))
        try:
            places = np.frombuffer(unpacked_bytes(blobs["places"], 4 * size), np.uint32)
            content = np.frombuffer(unpacked_bytes(blobs["numbers"], 12 * size), np.float32).reshape(3, len(places))
            numbers = np.zeros((3, size), np.float32)
            numbers[:, places] = content
            if not np.isfinite(content).all():
                raise ValueError("weights that are no numbers")
        except (KeyError, ValueError, IndexError, zlib.error):
            raise AptsError(f"{self.path} is damaged: its weights cannot be read") from None
        return numbers

    def digest(self) -> str:
        """A hash of the values alone: equal for equal values, whenever and wherever they were learnt."""
        total = sha256()
        with self._opened() as database:
            for row in database.execute("SELECT position, move, value, visits FROM moves ORDER BY position, move"):
                total.update(repr(row).encode())
            for name, blob in database.execute("SELECT name, numbers FROM weights ORDER BY name"):
                total.update(name.encode())
                for part in unpacked_parts(blob, _MOST_UNPACKED):
                    total.update(part)
        return total.hexdigest()

    # --- writing -------------------------------------------------------------------------------------------------

    def create(self, about: About) -> None:
        """Begin a new file."""
        try:
            make_folder(self.path.parent)
            with closing(sqlite3.connect(self.path)) as database, database:
                database.executescript(_SCHEMA)
                _store_facts(database, about)
        except (OSError, sqlite3.Error) as error:
            raise AptsError(f"{self.path} cannot be written: {error}") from None

    def write_rows(self, about: About, rows: Iterable[MoveRow]) -> None:
        """Write changed values of a table and how far learning has come, in one transaction."""
        with self._opened() as database, database:
            database.executemany("INSERT OR REPLACE INTO moves VALUES (?, ?, ?, ?)", rows)
            _store_facts(database, about)

    def write_numbers(self, about: About, numbers: NDArray[np.float64]) -> None:
        """Write the numbers of n-tuples and how far learning has come; weights that never moved are left out."""
        places = np.flatnonzero(numbers[2]).astype(np.uint32)
        content = np.ascontiguousarray(numbers[:, places], np.float32)
        blobs = [("places", places.tobytes()), ("numbers", content.tobytes())]
        with self._opened() as database, database:
            rows = [(name, zlib.compress(blob, 6)) for name, blob in blobs]
            database.executemany("INSERT OR REPLACE INTO weights VALUES (?, ?)", rows)
            _store_facts(database, about)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        if not self.path.is_file():
            raise AptsError(f"there is no file {self.path}; 'apts qlearn train GAME --model {self.path}' makes one")
        try:
            with closing(sqlite3.connect(self.path)) as database:
                found = disguised(database.execute, _TABLES)
                if found is not None:
                    raise AptsError(f"{self.path} is not a file of apts qlearn: it has {found} instead of a table")
                yield database
        except (sqlite3.Error, zlib.error, ValueError, TypeError, RecursionError) as error:
            raise AptsError(f"{self.path} is not a file of apts qlearn, or it is damaged: {error}") from None


def _wrong_fact(about: About) -> str | None:
    """The first fact of a file that is not what it should be; None where all are."""
    game, settings = about.game, about.settings
    numbers = (settings.rate, settings.explore, settings.trace, about.seconds)
    found = {
        "game": all(isinstance(text, str) for text in (game.name, game.rules_hash, game.rules or "")),
        "source": isinstance(about.source, str),
        "settings": all(type(number) is int for number in (settings.seed, settings.walks)),
        "number of episodes": type(about.episodes) is int and about.episodes >= 0,
        "times": all(type(number) in (int, float) and number >= 0 for number in numbers),
        "tuples": isinstance(about.shape, dict) if about.method == "tuples" else about.shape is None,
    }
    return next((name for name, right in found.items() if not right), None)


def _store_facts(database: sqlite3.Connection, about: About) -> None:
    rows = [(name, json.dumps(value)) for name, value in about.as_data().items()]
    database.executemany("INSERT OR REPLACE INTO about VALUES (?, ?)", rows)
