"""Games as they are named on the command line: ``hex@board=7x7,swap=off`` or a path."""

from __future__ import annotations

from dataclasses import dataclass
from os.path import relpath
from pathlib import Path

import apts
from apts.engine.play.game import Game
from apts.errors import AptsError

ROOT = Path(__file__).resolve().parents[2]
"""The root of this tree."""


@dataclass(frozen=True)
class NamedGame:
    """The name or path of a game, and the options and parameters that stand behind an @."""

    source: str
    options: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, text: str) -> NamedGame:
        """Read what was typed."""
        source, _, listed = text.partition("@")
        pairs = []
        for part in listed.split(",") if listed else ():
            heading, equals, item = part.partition("=")
            if not (heading and equals and item):
                raise AptsError(f"{part!r} in {text!r} is no option; one is written heading=item, as in hex@board=7x7")
            is_path = "." in heading  # of a parameter, whose letters matter
            pairs.append((heading.strip() if is_path else heading.strip().lower().replace(" ", "_"), item.strip()))
        return cls(source.strip(), tuple(sorted(pairs)))

    def __str__(self) -> str:
        """As it is written in results, where a path begins at the root of this tree."""
        path = Path(self.source)
        source = relpath(path.resolve(), ROOT) if path.suffix and path.exists() else self.source
        listed = ",".join(f"{heading}={item}" for heading, item in self.options)
        return f"{source}@{listed}" if listed else source

    def load(self) -> Game:
        """The game."""
        settings = {heading: int(item) if item.isdigit() else item for heading, item in self.options}
        return apts.load(self.source, **settings)
