"""A folder with a prototype in it, the commands that are run there, and what its exported matches really say."""

from __future__ import annotations

import html
import json
import re
import shlex
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from tests.cli.command_line import Answer
from tests.cli.command_line import apts_process as apts

WATCH = re.compile(r"Watch one: apts (replay .*)")
INTERVAL = r"\(([-\d.e]+) to ([-\d.e]+), n = (\d+)\)"


@dataclass(frozen=True)
class Workshop:
    """The folder of a designer; commands run there and keep their runs in ``apts.db``."""

    folder: Path

    def write(self, name: str, text: str) -> None:
        """Save a file."""
        (self.folder / name).write_text(text, encoding="utf-8")

    def run(self, *words: str, typed: str = "") -> str:
        """What a command prints that must succeed."""
        answer = self.tried(*words, typed=typed)
        assert answer.code == 0, answer.output + answer.complaint
        return answer.output

    def refused(self, *words: str) -> str:
        """What is said of a command that cannot be carried out: words for people, no traceback."""
        answer = self.tried(*words)
        assert answer.code != 0, answer.output
        return answer.complaint

    def tried(self, *words: str, typed: str = "") -> Answer:
        """A command with its answer, whichever it is."""
        answer = apts(*words, typed=typed, folder=self.folder)
        assert "Traceback" not in answer.output + answer.complaint, answer.complaint
        return answer

    def replay_that_is_named(self, told: str) -> str:
        """The match that a play-test tells to watch."""
        found = WATCH.search(told)
        assert found, told
        return self.run(*shlex.split(found[1]))

    def truth(self, run: str = "last") -> Truth:
        """The matches of a run, exported and read without APTS."""
        self.run("export", run, "--out", f"{run}.json")
        return Truth(json.loads((self.folder / f"{run}.json").read_text(encoding="utf-8"))["matches"])

    def page(self, name: str) -> str:
        """The text of a report, without pictures and marks."""
        text = (self.folder / name).read_text(encoding="utf-8")
        text = re.sub(r"<(svg|style|script)\b.*?</\1>", " ", text, flags=re.DOTALL)
        return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text)))


@dataclass(frozen=True)
class Truth:
    """What matches say, counted here from the file and by nothing of APTS."""

    matches: list[dict[str, Any]]

    def scores(self, seat: int) -> list[float]:
        """What a seat scored, match by match, from 0 to 1."""
        return [(match["outcome"]["utilities"][seat - 1] + 1) / 2 for match in self.matches]

    def wins(self, seat: int) -> int:
        """The matches that a seat won alone."""
        return sum(match["outcome"]["winner"] == seat for match in self.matches)

    @property
    def lengths(self) -> list[int]:
        """The turns of each match."""
        return [len(match["moves"]) for match in self.matches]

    @property
    def lines(self) -> Counter[int]:
        """How many matches the rule of each line decided."""
        return Counter(match["outcome"]["line"] for match in self.matches)

    def holds_for(self, told: str, pace: float = 20.0) -> None:
        """The figures of a play-test are those of its matches."""
        count = len(self.matches)
        assert f": {count} matches, " in told
        expected = {
            "seat-score": mean(self.scores(1)),
            "length": mean(self.lengths),
            "minutes": mean(self.lengths) * pace / 60,
            "timeouts": mean(match["status"] == "stopped" for match in self.matches),
        }
        for name, value in expected.items():
            shown, low, high, n = figure(told, name)
            assert shown == float(f"{value:.3g}"), (name, shown, value)
            assert low <= shown <= high, name
            assert n == count, name


def figure(told: str, name: str) -> tuple[float, float, float, int]:
    """A figure as it is printed: value, the two ends of its interval, and the number of matches."""
    found = re.search(rf"^  {name} +([-\d.e]+) {INTERVAL}$", told, flags=re.MULTILINE)
    assert found, told
    return float(found[1]), float(found[2]), float(found[3]), int(found[4])


def changed(text: str, changes: Mapping[str, str]) -> str:
    """A text with some of it replaced, each of which must be there."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def place_told(told: str, part: str, text: str, file: str) -> bool:
    """Whether the line and column of a part of a text are told, and a caret stands under it."""
    number, line = next((number, line) for number, line in enumerate(text.splitlines(), 1) if part in line)
    shown = told.splitlines()
    start = f"{file}:{number}:{line.index(part) + 1}: "
    places = [index for index, one in enumerate(shown) if one.startswith(start)]
    return bool(places) and shown[places[0] + 2].index("^") == shown[places[0] + 1].index(part)
