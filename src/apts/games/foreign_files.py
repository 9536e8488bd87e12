"""Files that are something else than rules: said in a sentence, before a reader of rules finds thousands of mistakes."""

from __future__ import annotations

import re

_FIRST_BYTES = {
    b"%PDF": "a PDF document",
    b"\x89PNG": "a picture (PNG)",
    b"\xff\xd8\xff": "a picture (JPEG)",
    b"GIF8": "a picture (GIF)",
    b"PK\x03\x04": "an archive (ZIP), or a document in one",
    b"\x1f\x8b": "a compressed file (gzip)",
    b"SQLite format 3": "a database (SQLite), such as an archive of runs",
}
_COMMENTS = re.compile(r"(?://[^\n]*|\s)*")
_MARKUP = re.compile(r"<(?:!doctype\s+html|html|head|body|script|div|p\b)", re.IGNORECASE)
_PYTHON = re.compile(r"^(?:import \w|from [\w.]+ import |def \w+\(|class \w+\s*[:(]|@\w+)", re.MULTILINE)
_GAME = re.compile(r"\(\s*(?:game|match)\b")
_SIGNS = 40
"""A text of no more signs is rather a beginning of rules than something else."""


def foreign_bytes(content: bytes) -> str | None:
    """What the bytes of a file are, where they are surely no text; None where they may be one."""
    known = next((name for first, name in _FIRST_BYTES.items() if content.startswith(first)), None)
    return known or ("a binary file" if b"\0" in content[:4096] and b"(game" not in content else None)


def foreign_text(text: str) -> str | None:
    """What a text is, where it is surely no rules; None where it may be some, with whatever mistakes."""
    comments = _COMMENTS.match(text)
    start = 0 if comments is None else comments.end()
    begin = text[start : start + 1000]
    if _MARKUP.match(begin):
        return "a web page (HTML)"
    if begin.startswith(("<?xml", "<svg")):
        return "XML"
    if re.match(r"\{\s*(?:\"[^\"]*\"\s*:|\})|\[\s*[\[{\"\d\]]", begin):
        return "JSON"
    if begin.startswith(("# ", "## ")):
        return "Markdown, or a text like it"
    if begin.startswith("(") or _GAME.search(text):
        return None
    if _PYTHON.search(text):
        return "Python"
    return "a text without a game" if len(text) > _SIGNS else None
