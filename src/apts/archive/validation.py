"""Documents that came from elsewhere, read with care: the first thing that is wrong is named with its place."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import NoneType
from typing import Any, TypeVar

from apts.archive.records import (
    SEEDS,
    STATUSES,
    ArchiveError,
    DamagedArchive,
    DamagedMatch,
    Document,
    InvalidDocument,
    MatchRecord,
    RunManifest,
    canonical,
    manifest_from_document,
    match_document,
    match_from_document,
)
from apts.engine.play.outcome import MOST_POINTS, amounts_mistake
from apts.input_checks import MOST_VALUES, TooLarge, foreign_json, is_too_much, unpacked_bytes

# ----------------------------------------------------------------------------------------------------------------
# Whether the columns of a stored match can be those of a match: a look at kinds and ranges that costs next to
# nothing.
#
# A record lies in a file that somebody may have changed, so it is not believed; what cannot be is damage, and is
# told as that. ``validation`` looks at documents that are imported more closely, and names the place.

Sizes = tuple[int, int]
"""How many players and agents a run has."""

_WHOLE, _NUMBERS = frozenset({int}), frozenset({int, float})
_LARGEST = 1 << 63

_TEXTS, _SITES = frozenset({str, NoneType}), frozenset({int, NoneType})
_OF_TURNS = frozenset({"kinds", "pieces", "origins", "targets", "captures"})
_OF_SEATS = frozenset({"set_out", "left", "captured"})
_FACTS = {
    **dict.fromkeys(("kinds", "pieces"), _TEXTS),
    **dict.fromkeys(("origins", "targets"), _SITES),
    **dict.fromkeys(("captures", "occupied", "set_out", "left", "captured"), _WHOLE),
}
"""What the columns of facts are made of."""


def check_columns(document: Any, sizes: Sizes | None = None) -> None:
    """Raise a ``ValueError`` for a match that cannot be one."""
    if not isinstance(document, dict):
        raise ValueError("it is not an object")
    seats = _list(document, "seats")
    players = len(seats)
    if not players or not _are(seats, _WHOLE, 0, _LARGEST if sizes is None else sizes[1] - 1):
        raise ValueError("its seats are not numbers of agents of the run")
    if sizes is not None and players != sizes[0]:
        raise ValueError(f"it has {players} seats, and the run has {sizes[0]} players")
    if set(map(type, _list(document, "moves"))) - {str}:
        raise ValueError("its moves are not texts")
    if not _are(_list(document, "movers"), _WHOLE, 0, players):
        raise ValueError("its movers are not seats")
    if not _are(_list(document, "legal_moves"), _WHOLE, 0, _LARGEST):
        raise ValueError("its counts of legal moves are not numbers")
    if not _are(_known(_list(document, "entropies")), _NUMBERS, 0, math.inf):
        raise ValueError("its entropies are not numbers")
    for values in _known(_list(document, "values")):
        if not isinstance(values, list) or len(values) != players or not _are(values, _NUMBERS, -1, 1):
            raise ValueError("its values are not one from -1 to 1 for each seat")
    for name in ("number", "seed"):
        if type(document[name]) is not int:
            raise ValueError(f"its {name} is not a whole number")
    if document["pair"] is not None and type(document["pair"]) is not int:
        raise ValueError("its pair is not a whole number")
    check_facts(document["facts"], len(document["moves"]), players)
    _check_outcome(document["outcome"], players)


def check_facts(facts: Any, turns: int, players: int) -> None:
    """The facts that are read again; what else is noted may be anything."""
    if not isinstance(facts, dict):
        raise ValueError("its facts are not an object")
    for name, kinds in _FACTS.items():
        column = facts.get(name, [])
        if not isinstance(column, list) or not kinds.issuperset(map(type, column)):
            raise ValueError(f"its fact {name!r} is not a list of what it should be")
        if name in _OF_TURNS and column and len(column) < turns:
            raise ValueError(f"its fact {name!r} has {len(column)} entries for {turns} turns")
        if name in _OF_SEATS and len(column) > players + 1:
            raise ValueError(f"its fact {name!r} has {len(column)} entries for {players} seats")
        if int in kinds and not _are(_known(column), _WHOLE, -_LARGEST, _LARGEST):
            raise ValueError(f"its fact {name!r} has impossible numbers")
    for name in ("gone", "start_seed"):
        if facts.get(name) is not None and not _are([facts[name]], _WHOLE, 0, 2 * _LARGEST):
            raise ValueError(f"its fact {name!r} is not a whole number")
    if "people" in facts:
        _check_people(facts["people"], turns, players)


def _check_people(notes: Any, turns: int, players: int) -> None:
    """What is noted of people who played."""
    if not isinstance(notes, dict):
        raise ValueError("its notes on people are not an object")
    seats, times = notes.get("seats"), notes.get("times") or []
    if not isinstance(seats, list) or len(seats) != players or set(map(type, seats)) - {str}:
        raise ValueError("its notes on people do not say who sat at each seat")
    if not isinstance(times, list) or not _are(_known(times), _NUMBERS, 0, math.inf) or len(times) > turns:
        raise ValueError("its notes on people have times that are not numbers")
    counts = [notes.get(name, 0) for name in ("given", "hints", "undone")]
    if not _are(counts, _WHOLE, 0, _LARGEST) or not isinstance(notes.get("answers", {}), dict):
        raise ValueError("its notes on people have invalid numbers or answers")


def _check_outcome(outcome: Any, players: int) -> None:
    if outcome is None:
        return
    winner, line, closing = outcome["winner"], outcome["line"], outcome.get("closing")
    if winner is not None and not _are([winner], _WHOLE, 1, players):
        raise ValueError("its winner is not a seat")
    ranks, utilities = _list(outcome, "ranks"), _list(outcome, "utilities")
    if not len(ranks) == len(utilities) == players:
        raise ValueError("its outcome is not that of all seats")
    if not _are(ranks, _NUMBERS, 0, players) or not _are(utilities, _NUMBERS, -1, 1):
        raise ValueError("its ranks or utilities are not numbers")
    if not isinstance(outcome["reason"], str) or not (line is None or type(line) is int):
        raise ValueError("the reason of its outcome is not a text, or its line is not a number")
    if closing is not None and not (isinstance(closing, list) and len(closing) == 2 and isinstance(closing[0], str)):
        raise ValueError("what ended it is not a reason and a line")
    for word in ("points", "payoffs"):
        amounts = outcome.get(word)
        if amounts is not None and amounts_mistake(amounts, players) is not None:
            raise ValueError(f"its {word} are not numbers, one for each seat")


def _list(document: dict[str, Any], name: str) -> list[Any]:
    found = document[name]
    if not isinstance(found, list):
        raise ValueError(f"its {name} are not a list")
    return found


def _known(values: Iterable[Any]) -> list[Any]:
    return [value for value in values if value is not None]


def _are(values: list[Any], kinds: frozenset[type], low: float, high: float) -> bool:
    """Whether all are numbers of these kinds within bounds."""
    return not values or (kinds.issuperset(map(type, values)) and low <= min(values) and max(values) <= high)


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
    part.field("outcome").optional(lambda outcome: _check_outcome_part(outcome, players))
    _check_turns(part, players)
    facts = part.field("facts")
    try:
        check_facts(facts.mapping(), len(part.field("moves").value), players)
    except ValueError as problem:
        raise InvalidDocument(f"{facts.place}: {problem}.") from problem
    return _built(part, match_from_document)


def _check_outcome_part(part: DocumentPart, players: int) -> None:
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
    for word in ("points", "payoffs"):
        if part.mapping().get(word) is not None:
            for amount in part.field(word).items(players, f"{word}, one for each seat"):
                amount.number(-MOST_POINTS, MOST_POINTS)


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


# ----------------------------------------------------------------------------------------------------------------
# A match as the bytes that lie in the database.
#
# The bytes are the canonical JSON text, compressed with zlib. Measured on 400 matches with values of two seats at
# every turn: 30 turns of Connect Four are 1,382 bytes of text and 614 packed, 120 turns with moves such as
# ``b6-c5`` are 5,292 and 2,071; packing costs 0.1 to 0.3 ms a match, unpacking 0.01 to 0.03 ms. zlib's checksum
# notices damage.

LEVEL = 6

LARGEST = 32 << 20
"""Bytes of the text of a match at most, for writing and for reading; they hold some hundred thousand turns."""


def packed(match: MatchRecord) -> bytes:
    """The bytes that stand for a match."""
    written = canonical(match_document(match))
    text = written.encode()
    if len(text) > LARGEST or is_too_much(written):
        raise ArchiveError(
            f"Match {match.number} has {len(match.turns):,} turns, and its record is longer than what is kept of one "
            f"({LARGEST:,} bytes, {MOST_VALUES:,} values); give a smaller limit of turns."
        )
    return zlib.compress(text, LEVEL)


def unpacked(data: bytes, run: str, number: int, sizes: Sizes | None = None) -> MatchRecord:
    """The match that these bytes stand for; run and number are for the error if they are damaged.

    ``sizes`` are the numbers of players and agents of the run, where they are known.
    """
    try:
        document = foreign_json(unpacked_bytes(data, LARGEST))
        check_columns(document, sizes)
        match = match_from_document(document)
    except (zlib.error, TooLarge, ValueError, KeyError, TypeError, RecursionError, ArchiveError) as problem:
        raise damaged_match(run, number, str(problem)) from problem
    if match.number != number:
        raise damaged_match(run, number, f"it says that it is match {match.number}")
    return match


def unpacked_manifest(text: str, run: str) -> RunManifest:
    """The manifest in the text that lies in the database; the run is for the error if it is damaged."""
    try:
        return checked_manifest(DocumentPart(foreign_json(text), "the manifest"))
    except (ValueError, KeyError, TypeError, RecursionError, ArchiveError) as problem:
        raise DamagedArchive(
            f"The manifest of run {run!r} is damaged ({problem}), so nobody can say how its matches were played. "
            "Remove the run and play it again."
        ) from problem


def damaged_match(run: str, number: int, problem: str) -> DamagedMatch:
    """The error for one match that cannot be read."""
    return DamagedMatch(
        f"Match {number} of run {run!r} is damaged ({problem}). The other matches are not touched by this: "
        f"discard match {number} (apts delete RUN --match {number}) and resume the run, which plays it again.",
        number,
    )
