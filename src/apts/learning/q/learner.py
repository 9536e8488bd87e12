"""Training: a game and settings in, a file of values out, batch by batch, so that it can be cut off and gone on with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

import numpy as np

from apts.atomic_files import hindrance
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.learning.q.identity import identity_of
from apts.learning.q.model_file import About, QFile
from apts.learning.q.position_table import PositionTable, fits_table
from apts.learning.q.settings import METHODS, QSettings

BATCH = 1000
"""Episodes between two looks; n-tuple numbers are rounded there, so that a file holds exactly what is learnt on."""

SAVE_SECONDS = 20.0
SMALL = 10_000
"""Positions up to which a table is chosen when no method is asked for."""

EPISODES = {"table": 50_000, "tuples": 100_000}
TABLE_RATE, TABLE_EXPLORE = 1.0, 0.5

Watch = Callable[[int, int], None]


def method_for(game: Game) -> str:
    """A table for small games and for games without rules text, n-tuples for all others."""
    return "table" if game.from_rules is None or fits_table(game, SMALL) else "tuples"


def settings_for(method: str, **given: Any) -> QSettings:
    """The settings that suit a method, those that are given instead."""
    data = {"rate": TABLE_RATE, "explore": TABLE_EXPLORE} if method == "table" else {}
    return QSettings(**{**data, **{name: value for name, value in given.items() if value is not None}})


def begin(path: str | Path, game: Game, source: str, method: str, settings: QSettings) -> QFile:
    """A new file for a game; one that exists is not written over."""
    if method not in METHODS:
        raise AptsError(f"values are learnt by {' or '.join(METHODS)}, not by {method!r}")
    if method == "tuples" and game.from_rules is None:
        raise AptsError(f"{game.name} is a Python class; n-tuples are for games from rules text (use --method table)")
    file = QFile(path)
    if file.path.exists():
        raise AptsError(f"{path} exists already; --resume goes on with it, or give --model another name")
    hindered = hindrance(file.path)
    if hindered is not None:
        raise AptsError(f"{path} cannot be written: {hindered}")
    shape = None
    if method == "tuples" and game.from_rules is not None:
        from apts.learning.q.tuple_values import shape_for

        shape = shape_for(game.from_rules.machine, settings.walks).as_data()
    file.create(About(method, identity_of(game), source, settings, shape=shape))
    return file


@dataclass
class QTraining:
    """A file that learns. :meth:`run` may be called again and again."""

    game: Game
    file: QFile
    watch: Watch | None = None

    def __post_init__(self) -> None:
        self.about = self.file.fit(self.game)
        self._values: Any = None

    def run(self, episodes: int) -> About:
        """Go on until so many episodes have been played in all, counting those of earlier runs."""
        learner = self._learner()
        began, saved = perf_counter(), monotonic()
        seconds, done = self.about.seconds, self.about.episodes
        while done < episodes:
            count = min(BATCH - done % BATCH, episodes - done)
            learner.learn(done, count)
            done += count
            self.about = replace(self.about, episodes=done, seconds=seconds + perf_counter() - began)
            if done >= episodes or monotonic() - saved > SAVE_SECONDS:
                self._save(learner)
                saved = monotonic()
            elif self.about.method == "tuples":
                _round(learner)
            if self.watch is not None:
                self.watch(done, episodes)
        return self.about

    def _learner(self) -> Any:
        if self._values is None:
            about = self.about
            if about.method == "table":
                self._values = PositionTable(self.game, about.settings)
                self._values.take(self.file.rows())
            else:
                self._values = tuple_values(self.game, self.file, about)
        return self._values

    def _save(self, learner: Any) -> None:
        if self.about.method == "table":
            self.file.write_rows(self.about, learner.changed_rows())
        else:
            _round(learner)
            self.file.write_numbers(self.about, learner.numbers())


def _round(learner: Any) -> None:
    learner.set_numbers(learner.numbers().astype(np.float32))


def tuple_values(game: Game, file: QFile, about: About) -> Any:
    """The n-tuples of a file for a game, with the machine of this thread."""
    from apts.learning.q.tuple_values import Shape, TupleValues

    assert game.from_rules is not None
    assert about.shape is not None
    try:
        values = TupleValues(game.from_rules.machine, Shape.from_data(about.shape), about.settings)
    except AptsError as problem:
        raise AptsError(f"{file.path} is damaged: {problem}") from None
    if about.episodes:
        values.set_numbers(file.numbers(values.size))
    return values
