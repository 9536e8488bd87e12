"""A match as the bytes that lie in the database.

The bytes are the canonical JSON text, compressed with zlib. Measured on 400 matches with values of two seats at every
turn: 30 turns of Connect Four are 1,382 bytes of text and 614 packed, 120 turns with moves such as ``b6-c5`` are 5,292
and 2,071; packing costs 0.1 to 0.3 ms a match, unpacking 0.01 to 0.03 ms. zlib's checksum notices damage.
"""

from __future__ import annotations

import zlib

from apts.archive.column_checks import Sizes, check_columns
from apts.archive.documents import canonical, match_document, match_from_document
from apts.archive.errors import ArchiveError, DamagedArchive, DamagedMatch
from apts.archive.records import MatchRecord, RunManifest
from apts.archive.validation import DocumentPart, checked_manifest
from apts.bounded_unpacking import TooLarge, unpacked_bytes
from apts.foreign_json import MOST_VALUES, foreign_json, is_too_much

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
