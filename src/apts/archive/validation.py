"""Documents that came from elsewhere, read with care: the first thing that is wrong is named with its place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from apts.archive.column_checks import check_facts
from apts.archive.documents import Document, manifest_from_document, match_from_document
from apts.archive.errors import ArchiveError, InvalidDocument
from apts.archive.records import SEEDS, STATUSES, MatchRecord, RunManifest

T = TypeVar("T")

_MOST_TURNS = 1 << 62
"""A limit beyond every match."""

_MOST_SEATS = 1000
"""Seats of a game, and agents of a run, at most: every page about a run goes through all of them."""

KINDS = {
    dict: "an object",
    list: "a list",
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    type(None): "null",
}


@dataclass(frozen=True, slots=True)
class DocumentPart:
    """A piece of a document and the way to it from the top."""

    value: Any
    place: str

    def wrong(self, expected: str) -> InvalidDocument:
        """The error that something else was expected here."""
        value = self.value
        read = KINDS.get(type(value), type(value).__name__)
        if isinstance(value, (int, float, str)):
            read = repr(value if not isinstance(value, str) or len(value) <= 40 else value[:40] + "…")
        return InvalidDocument(f"{self.place}: expected {expected}, read {read}.")

    def field(self, name: str) -> DocumentPart:
        """The field of an object."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        if name not in self.value:
            raise InvalidDocument(f"{self.place}: the field {name!r} is missing.")
        return DocumentPart(self.value[name], f"{self.place}.{name}" if self.place else name)

    def items(self, length: int | None = None, of: str = "entries") -> Iterator[DocumentPart]:
        """The items of a list, which may have to be so long."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        if length is not None and len(self.value) != length:
            raise InvalidDocument(f"{self.place}: expected {length} {of}, read {len(self.value)}.")
        return (DocumentPart(value, f"{self.place}[{index}]") for index, value in enumerate(self.value))

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.wrong("a text")
        return self.value

    def whole(self, low: int = 0, high: int = SEEDS - 1) -> int:
        """A whole number between two."""
        if type(self.value) is not int or not low <= self.value <= high:
            raise self.wrong(f"a whole number from {low}" + (f" to {high}" if high < SEEDS - 1 else ""))
        return self.value

    def number(self, low: float = -math.inf, high: float = math.inf) -> float:
        """A finite number between two."""
        if type(self.value) not in (int, float) or not math.isfinite(self.value) or not low <= self.value <= high:
            expected = "a number" if low == -math.inf else f"a number from {low:g}"
            raise self.wrong(expected if high == math.inf else f"{expected} to {high:g}")
        return float(self.value)

    def optional(self, read: Callable[[DocumentPart], T]) -> T | None:
        """What ``read`` makes of it, or None for null."""
        return None if self.value is None else read(self)

    def mapping(self) -> Document:
        """An object with any fields."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return self.value


def checked_manifest(part: DocumentPart) -> RunManifest:
    """The manifest in a document, or an error that names the field that is wrong."""
    for name in ("game", "rules", "command"):
        part.field(name).text()
    part.field("players").whole(1, _MOST_SEATS)
    part.field("seed").whole()
    part.field("matches").whole()
    agents = list(part.field("agents").items())
    if len(agents) > _MOST_SEATS:
        raise InvalidDocument(
            f"{part.field('agents').place}: expected {_MOST_SEATS} agents at most, read {len(agents)}."
        )
    for agent in agents:
        agent.text()
    for name in ("options", "parameters", "settings", "versions"):
        part.field(name).mapping()
    _check_settings(part.field("settings"))
    return _built(part, manifest_from_document)


def _check_settings(part: DocumentPart) -> None:
    """The settings that are read again when a run is opened; others may be anything."""
    for name in ("evaluation", "evaluated", "until"):
        if name in part.mapping():
            part.field(name).optional(DocumentPart.text)
    for name in ("turn_limit", "known_turns"):
        if name in part.mapping():
            part.field(name).optional(lambda turns: turns.whole(1, _MOST_TURNS))
    if part.mapping().get("question") is not None:
        part.field("question").field("kind").text()
    if part.mapping().get("source") is not None:
        _check_source(part.field("source"))


def _check_source(part: DocumentPart) -> None:
    """What finds the Python class of a game again."""
    for name in ("class", "text"):
        part.field(name).text()
    part.field("module" if "module" in part.mapping() else "file").text()
    part.field("settings").mapping()
    if "inputs" in part.mapping():
        inputs = part.field("inputs")
        for name in inputs.mapping():
            inputs.field(name).text()


def checked_match(part: DocumentPart, manifest: RunManifest) -> MatchRecord:
    """The match in a document, or an error that names the field that is wrong."""
    players = manifest.players
    part.field("number").whole(1)
    part.field("seed").whole()
    part.field("pair").optional(lambda pair: pair.whole())
    status = part.field("status")
    if status.value not in STATUSES:
        raise status.wrong(f"one of {', '.join(STATUSES)}")
    for seat in part.field("seats").items(players, "seats"):
        seat.whole(0, len(manifest.agents) - 1)
    part.field("outcome").optional(lambda outcome: _check_outcome(outcome, players))
    _check_turns(part, players)
    facts = part.field("facts")
    try:
        check_facts(facts.mapping(), len(part.field("moves").value), players)
    except ValueError as problem:
        raise InvalidDocument(f"{facts.place}: {problem}.") from problem
    return _built(part, match_from_document)


def _check_outcome(part: DocumentPart, players: int) -> None:
    part.field("winner").optional(lambda winner: winner.whole(1, players))
    for rank in part.field("ranks").items(players, "ranks"):
        rank.number(0, players)
    for utility in part.field("utilities").items(players, "utilities"):
        utility.number(-1, 1)
    part.field("reason").text()
    part.field("line").optional(lambda line: line.whole())
    if "closing" in part.mapping():
        reason, line = part.field("closing").items(2, "entries, what ended the match and its line")
        reason.text()
        line.optional(lambda number: number.whole())
    if "teams" in part.mapping():
        for team in part.field("teams").items(players, "teams, one for each seat"):
            team.whole(1)


def _check_turns(part: DocumentPart, players: int) -> None:
    moves = list(part.field("moves").items())
    for move in moves:
        move.text()
    turns = len(moves)
    for mover in part.field("movers").items(turns, "movers, one for each move"):
        mover.whole(0, players)
    for count in part.field("legal_moves").items(turns, "numbers of legal moves, one for each move"):
        count.whole()
    for entropy in part.field("entropies").items(turns, "entropies, one for each move"):
        entropy.optional(lambda value: value.number(0))
    for values in part.field("values").items(turns, "lists of values, one for each move"):
        if values.value is not None:
            for value in values.items(players, "values, one for each seat"):
                value.number(-1, 1)

    if "move_values" in part.mapping():
        for known in part.field("move_values").items(turns, "lists of values of moves, one for each move"):
            known.optional(_check_move_values)


def _check_move_values(part: DocumentPart) -> None:
    """The doubt, value and number of the moves looked at little, then those of the others, best first."""
    doubt, *numbers = list(part.items()) or [part]
    if len(numbers) < 4 or len(numbers) % 2:
        raise part.wrong("a doubt and at least two pairs of a value and a number of moves")
    doubt.number(0, 2)
    for value in numbers[::2]:
        value.number(-1, 1)
    for place, count in enumerate(numbers[1::2]):
        count.whole(min(1, place))


def _built(part: DocumentPart, build: Callable[[Document], T]) -> T:
    try:
        return build(part.value)
    except (ArchiveError, TypeError) as problem:
        raise InvalidDocument(f"{part.place}: {problem}") from problem
