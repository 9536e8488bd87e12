"""Rules texts that people send: read from the bytes of a file or from a field of a form, or refused in a sentence."""

from __future__ import annotations

import unicodedata
from pathlib import Path, PurePath

from apts.errors import AptsError
from apts.games.rules_file import decoded_rules

_PYTHON = (".py", ".pyc", ".ipynb")

_OTHERS = {
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive, or a document that is kept in one",
}
"""What files that are sent by mistake begin with, and what they are."""


def check_rules_file(content: bytes, name: PurePath, most: int) -> str:
    """The rules in a file of at most so many bytes."""
    if len(content) > most:
        raise _too_long(f"the file {name.name!r}", most)
    if name.suffix.lower() in _PYTHON:
        raise AptsError(f"{name.name!r} is a Python program; the studio accepts only rules texts (.lud)")
    for beginning, kind in _OTHERS.items():
        if content.startswith(beginning):
            raise AptsError(f"{name.name!r} is {kind}, not a rules text; rules are plain text, as in a .lud file")
    return check_rules_text(decoded_rules(content, Path(name.name)), most, f"the file {name.name!r}")


def check_rules_text(text: str, most: int, what: str = "the text") -> str:
    """A rules text as it is kept: without a byte-order mark, with one sign at the end of each line."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if len(text.encode("utf-8", "replace")) > most:
        raise _too_long(what, most)
    if not text.strip():
        raise AptsError(f'{what} is empty; rules begin with (game "Name" ...')
    for number, line in enumerate(text.split("\n"), 1):
        for sign in line:
            if not sign.isspace() and unicodedata.category(sign) in ("Cc", "Cs"):
                where = f"line {number} has the sign U+{ord(sign):04X}, which no text has"
                raise AptsError(f"{what} is not a rules text: {where}")
    return text


def _too_long(what: str, most: int) -> AptsError:
    return AptsError(f"{what} is too long: rules have at most {most:,} bytes")
