"""What people send: a JSON file, or the same as a text that survives an e-mail.

The text is the JSON, compressed, in letters of base64 without their padding, between two lines of their own. Whatever
mail programs put around and between the letters (quote signs, spaces, other line ends) is dropped; the last line has a
checksum, which tells when something was lost. ``page/sending.js`` writes both.
"""

from __future__ import annotations

import base64
import binascii
import re
import sys
import zlib
from pathlib import Path
from typing import Any

from apts.archive import InvalidDocument
from apts.archive.exports import FORMAT as RUN_FORMAT
from apts.bounded_unpacking import TooLarge, unpacked_bytes
from apts.foreign_json import foreign_json

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
            f"{place} is no JSON ({problem}). It may have been cut off or changed; nothing was imported."
        ) from problem
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise InvalidDocument(f'{place} holds no matches of people: at its top there is no "format": "{FORMAT}".')
    return document
