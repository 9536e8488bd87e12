"""Matches as people sent them: every field is checked before anything is played again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from apts.agents.agent_registry import kinds
from apts.agents.levels import level_names
from apts.archive import InvalidDocument
from apts.archive.documents import canonical
from apts.archive.validation import DocumentPart
from apts.characters import shown
from apts.playtest.experiments.people_matches import PERSON
from apts.playtest.people.answers import LENGTHS
from apts.similar_names import did_you_mean

LARGEST_SEED = 2**63 - 1
MOST_MATCHES = 10_000
MOST_MOVES = 20_000
LONGEST_MOVE = 400
"""Signs of the text of a move."""
_SETTINGS = re.compile(r"[\w=.,:/\\ +-]{0,200}")
LONGEST_WORD = 300
"""Signs of what somebody wrote about a match; more is cut off."""
LONGEST_THOUGHT = 30 * 24 * 3_600_000
"""Milliseconds for one move; a page that was left open for longer is no measure of anything."""


@dataclass(frozen=True)
class SentMatch:
    """A match that was sent, well formed; whether it follows the rules is another question.

    ``given`` moves stood on the board when it began, ``times`` are seconds for each move (None where unknown),
    ``claimed`` are the ranks that the page told, ``resigned`` is the seat that gave up. ``identity`` is equal for the
    same match sent twice.
    """

    called: str
    seed: int
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    given: int
    times: tuple[float | None, ...]
    claimed: tuple[float, ...] | None
    resigned: int | None
    undone: int
    hints: int
    answers: dict[str, Any]
    identity: str


def match_parts(document: dict[str, Any]) -> Iterator[DocumentPart]:
    """The matches of a document, not looked at yet."""
    entries = document.get("matches")
    if not isinstance(entries, list):
        raise InvalidDocument("matches: a list of matches is expected.")
    if len(entries) > MOST_MATCHES:
        raise InvalidDocument(
            f"there are {len(entries):,} matches in it; at most {MOST_MATCHES:,} are taken in at once."
        )
    return (DocumentPart(entry, f"match {number}") for number, entry in enumerate(entries, 1))


def sent_match(part: DocumentPart, players: int) -> SentMatch:
    """A match of a document; the first thing that is wrong is told with the name of the match."""
    fields = part.mapping()
    moves = _moves(part)
    seats = _seats(part, players)
    given = _optional(part, "given", 0, len(moves)) or 0
    resigned = _optional(part, "resigned", 1, players)
    seed = _seed(part.field("seed"))
    times = _times(part, len(moves))
    identity = canonical([str(seed), seats, moves, times, str(fields.get("started")), resigned])
    return SentMatch(
        part.place,
        seed,
        seats,
        moves,
        given,
        times,
        _claimed(part, players),
        resigned,
        _optional(part, "undone", 0, MOST_MOVES) or 0,
        _optional(part, "hints", 0, MOST_MOVES) or 0,
        _answers(part),
        hashlib.sha256(identity.encode("utf-8", "replace")).hexdigest()[:32],
    )


def _optional(part: DocumentPart, name: str, low: int, high: int) -> int | None:
    if part.mapping().get(name) is None:
        return None
    return part.field(name).whole(low, high)


def _seed(part: DocumentPart) -> int:
    """A whole number; pages write it as a text, since large ones lose digits in JavaScript."""
    value = part.value
    if isinstance(value, str) and re.fullmatch("-?[0-9]{1,20}", value, re.ASCII):
        return DocumentPart(int(value), part.place).whole(-LARGEST_SEED, LARGEST_SEED)
    return part.whole(-LARGEST_SEED, LARGEST_SEED)


def _seats(part: DocumentPart, players: int) -> tuple[str, ...]:
    seats = tuple(seat.text() for seat in part.field("seats").items(players, "seats"))
    for seat in seats:
        if seat != PERSON:
            _check_agent(part.place, seat)
    if PERSON not in seats:
        raise InvalidDocument(f"{part.place}: no person played in it; it is no match of people.")
    return seats


def _check_agent(place: str, spec: str) -> None:
    """Refuse what is no spelling of an agent; whether such an agent can be made does not matter here."""
    kind, _, settings = spec.partition(":")
    known = (PERSON, *kinds())
    if kind not in known or not _SETTINGS.fullmatch(settings):
        hint = did_you_mean(kind[:40], known)
        raise InvalidDocument(f"{place}: {spec[:40]!r} cannot sit at a seat{hint}; people and agents can.")
    if kind == "level" and settings not in level_names():
        raise InvalidDocument(f"{place}: there is no level {settings[:40]!r}{did_you_mean(settings, level_names())}.")


def _moves(part: DocumentPart) -> tuple[str, ...]:
    moves = tuple(move.text() for move in part.field("moves").items())
    if len(moves) > MOST_MOVES:
        raise InvalidDocument(f"{part.place}: it has {len(moves):,} moves; at most {MOST_MOVES:,} are taken in.")
    for number, move in enumerate(moves, 1):
        if len(move) > LONGEST_MOVE:
            raise InvalidDocument(
                f"{part.place}: the text of move {number} has {len(move):,} signs, which no move has."
            )
    return moves


def _times(part: DocumentPart, moves: int) -> tuple[float | None, ...]:
    """Seconds for each move, to a tenth; unknown where the page told none."""
    if part.mapping().get("times") in (None, []):
        return (None,) * moves
    items = part.field("times").items(moves, "times, one for each move")
    read = (item.optional(lambda time: time.number(0, LONGEST_THOUGHT)) for item in items)
    return tuple(None if time is None else round(time / 1000.0, 1) for time in read)


def _claimed(part: DocumentPart, players: int) -> tuple[float, ...] | None:
    """The ranks that the page told, where it told that the match had ended."""
    if part.mapping().get("outcome") is None:
        return None
    ranks = part.field("outcome").field("ranks").items(players, "ranks, one for each seat")
    return tuple(rank.number(0, players) for rank in ranks)


def _answers(part: DocumentPart) -> dict[str, Any]:
    """What was answered, question by question; what was not answered is not there."""
    if part.mapping().get("answers") is None:
        return {}
    given = part.field("answers")
    found: dict[str, Any] = {}
    fields = given.mapping()
    if fields.get("fun") is not None:
        found["fun"] = given.field("fun").whole(1, 5)
    if fields.get("length") is not None:
        length = given.field("length")
        if length.value not in LENGTHS:
            raise length.wrong(f"one of {', '.join(LENGTHS)}")
        found["length"] = length.value
    if fields.get("confusing") is not None:
        confusing = given.field("confusing")
        if not isinstance(confusing.value, bool):
            raise confusing.wrong("true or false")
        found["confusing"] = confusing.value
    if fields.get("word"):
        found["word"] = shown(" ".join(given.field("word").text().split()))[:LONGEST_WORD]
    return found
