"""Matches to step through: which ones, and their drawings with all that repeats said once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.playtest.evidence.evidence import without_last_passes
from apts.playtest.matches.match import replay
from apts.report.subject import ReportedRun

MOST_MATCHES = 6
MOST_FRAMES = 400
MOST_CHARACTERS = 2_500_000
"""All replays together; the file is to stay small enough to be sent by mail."""

_SCOPE = re.compile(r"\bboard-[0-9a-f]{8}\b")
_PART = re.compile(r"<[^<]*")


@dataclass(frozen=True)
class Replay:
    """A match as drawings: each frame lists the numbers of its parts in the table of parts."""

    match: MatchRecord
    frames: tuple[tuple[int, ...], ...]
    last: str


@dataclass(frozen=True)
class Replays:
    """The matches shown, the parts that their drawings are made of, and the numbers of those left out."""

    shown: tuple[Replay, ...]
    parts: tuple[str, ...]
    left_out: tuple[int, ...] = ()

    def as_data(self, first: int = 0) -> dict[str, Any]:
        """For each match what the page needs to draw it; the parts are counted from ``first``."""
        return {
            str(entry.match.number): {
                "frames": [[first + part for part in frame] for frame in entry.frames],
                "moves": [[turn.mover, turn.move, turn.values] for turn in entry.match.turns[: len(entry.frames) - 1]],
            }
            for entry in self.shown
        }


def chosen_matches(run: ReportedRun, most: int = MOST_MATCHES) -> list[MatchRecord]:
    """The matches worth watching: the first that each finding names, then their second ones, then typical ones."""
    known = {match.number: match for match in run.matches if match.turns}
    named = [finding.matches for finding in (*run.findings, *run.probable)]
    longest = max((len(numbers) for numbers in named), default=0)
    numbers = [row[place] for place in range(longest) for row in named if place < len(row)]
    by_length = sorted(known.values(), key=lambda match: (match.length, match.number))
    if by_length:
        numbers += [by_length[len(by_length) // 2].number, by_length[0].number, by_length[-1].number]
    return [known[number] for number in dict.fromkeys(numbers) if number in known][:most]


def replays(run: ReportedRun, most: int = MOST_MATCHES, characters: int = MOST_CHARACTERS) -> Replays:
    """The drawings of the matches worth watching, one or as many as so many characters hold; empty without the game."""
    if run.game is None:
        return Replays((), ())
    table: dict[str, int] = {}
    shown: list[Replay] = []
    left_out: list[int] = []
    size = 0
    for match in map(without_last_passes, chosen_matches(run, most)):
        try:
            drawings = _drawings(run.game, match)
        except AptsError:
            left_out.append(match.number)
            continue
        new = {part for drawing in drawings for part in _PART.findall(drawing)} - table.keys()
        cost = sum(len(part) + 3 for part in new) + 5 * sum(len(_PART.findall(drawing)) for drawing in drawings)
        if size + cost > characters and shown:
            left_out.append(match.number)
            continue
        size += cost
        frames = tuple(
            tuple(table.setdefault(part, len(table)) for part in _PART.findall(drawing)) for drawing in drawings
        )
        shown.append(Replay(match, frames, drawings[-1]))
    return Replays(tuple(shown), tuple(table), tuple(left_out))


def in_parts(drawings: Iterable[str]) -> tuple[list[str], list[list[int]]]:
    """Drawings as a table of parts, and for each drawing the numbers of its parts: what repeats is said once."""
    table: dict[str, int] = {}
    frames = [
        [table.setdefault(part, len(table)) for part in _PART.findall(_SCOPE.sub("board-replay", drawing))]
        for drawing in drawings
    ]
    return list(table), frames


def _drawings(game: Game, match: MatchRecord) -> list[str]:
    """One drawing a position; all of them have the same class, so that their style sheets are the same text."""
    drawings = []
    for number, state in enumerate(replay(game, match)):
        if number > MOST_FRAMES:
            break
        drawings.append(_SCOPE.sub("board-replay", state.svg()))
    return drawings
