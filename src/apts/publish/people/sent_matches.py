"""Matches as people sent them: every field is checked before anything is played again."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import sys
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apts.agents.agent_registry import kinds
from apts.agents.levels import level_names
from apts.archive import InvalidDocument
from apts.archive.exchange import FORMAT as RUN_FORMAT
from apts.archive.records import canonical
from apts.archive.validation import DocumentPart
from apts.input_checks import TooLarge, foreign_json, shown, unpacked_bytes
from apts.playtest.experiments.side_runs import PERSON
from apts.playtest.people_seen import LENGTHS
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
            f"there are {len(entries):,} matches in it; at most {MOST_MATCHES:,} can be imported at once."
        )
    return (DocumentPart(entry, f"match {number}") for number, entry in enumerate(entries, 1))


def sent_match(part: DocumentPart, players: int) -> SentMatch:
    """A match of a document; the first mistake raises an error with the name of the match."""
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
                f"{part.place}: the text of move {number} has {len(move):,} characters, which no move has."
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


# ----------------------------------------------------------------------------------------------------------------
# What people send: a JSON file, or the same as a text that survives an e-mail.
#
# The text is the JSON, compressed, in letters of base64 without their padding, between two lines of their own.
# Whatever mail programs put around and between the letters (quote signs, spaces, other line ends) is dropped; the
# last line has a checksum, which tells when something was lost. ``page/sending.js`` writes both.

FORMAT = "apts people"
FORMAT_VERSION = 1

MOST_BYTES = 20_000_000
"""The largest file that is read; a match of 100 moves has about 2,000 bytes."""

MOST_UNPACKED = 50_000_000
"""The most that a pasted text may unpack to."""

BEGIN, END = "APTS-MATCHES-BEGIN", "APTS-MATCHES-END"
_RUN = f'{{"format":"{RUN_FORMAT}"'.encode()
_ENDING = re.compile(rf"{END}\s+([zj])\s+([0-9a-fA-F]{{8}})\b")
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]")


def read_sent(place: str) -> dict[str, Any] | None:
    """What people sent, from a file or from what is pasted where it is called ``-``; None for a run of ``apts export``."""
    pasted = place == "-"
    try:
        data = sys.stdin.buffer.read(MOST_BYTES + 1) if pasted else _first_bytes(Path(place))
    except OSError as problem:
        raise InvalidDocument(f"{place} cannot be read: {problem.strerror}.") from problem
    if data.lstrip().startswith(_RUN) and not pasted:
        return None
    called = "what was pasted" if pasted else place
    if len(data) > MOST_BYTES:
        raise InvalidDocument(f"{called} is larger than {MOST_BYTES // 1_000_000} MB; no page writes so much.")
    found = sent_document(data, called)
    if found is None and pasted:
        raise InvalidDocument(
            f"In what was pasted there is no line {BEGIN}. Copy all of the text; nothing was imported."
        )
    return found


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(MOST_BYTES + 1)


def sent_document(data: bytes, place: str) -> dict[str, Any] | None:
    """The JSON object that people sent as a file or as a text; None where it is something else."""
    text = data.decode("utf-8-sig", errors="replace")
    if BEGIN in text:
        return _object(_unpacked(text, place), place)
    return _object(data, place) if FORMAT.encode() in data[:4096] else None


def _unpacked(text: str, place: str) -> bytes:
    first = text.find(BEGIN)
    found = _ENDING.search(text, first)
    if found is None:
        raise InvalidDocument(
            f"The text in {place} is cut off: after {BEGIN} there is no line {END} with its checksum. "
            "Copy all of it, with its first and its last line; nothing was imported."
        )
    inside = text[text.rfind(BEGIN, first, found.start()) + len(BEGIN) : found.start()]
    letters, way, checksum = _NOT_BASE64.sub("", inside), found[1], found[2]
    try:
        data = base64.b64decode(letters + "=" * (-len(letters) % 4), validate=True)
    except binascii.Error:
        data = b""
    if zlib.crc32(data) != int(checksum, 16):
        raise InvalidDocument(
            f"The text in {place} was changed on its way: its checksum is not {checksum.lower()}. "
            "Ask for it again, or for the file instead of the text; nothing was imported."
        )
    return _inflated(data, place) if way == "z" else data


def _inflated(data: bytes, place: str) -> bytes:
    try:
        return unpacked_bytes(data, MOST_UNPACKED)
    except zlib.error as problem:
        raise InvalidDocument(f"The text in {place} cannot be unpacked ({problem}); nothing was imported.") from problem
    except TooLarge:
        raise InvalidDocument(
            f"The text in {place} unpacks to more than any page writes; nothing was imported."
        ) from None


def _object(data: bytes, place: str) -> dict[str, Any]:
    try:
        document = foreign_json(data)
    except (ValueError, RecursionError) as problem:
        raise InvalidDocument(
            f"{place} is not valid JSON ({problem}). It may have been cut off or changed; nothing was imported."
        ) from problem
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InvalidDocument(f'{place} holds no matches of people: at its top there is no "format": "{FORMAT}".')
    return document
