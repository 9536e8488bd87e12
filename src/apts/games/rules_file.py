"""Rules files as text: which encodings are read, and the errors about others."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from apts.errors import AptsError
from apts.language.lexemes import LARGEST_FILE
from apts.similar_names import did_you_mean

# ----------------------------------------------------------------------------------------------------------------
# Files that are something else than rules: said in a sentence, before a reader of rules finds thousands of
# mistakes.

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


_OTHERS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


def is_text_of_rules(source: object) -> bool:
    """Whether a source is the text of rules itself; ``rules (2).lud`` is the name of a file."""
    return isinstance(source, str) and "(" in source and not source.endswith((".lud", ".py"))


def rules_text(path: Path) -> str:
    """The text of a rules file in UTF-8, with or without a byte-order mark; anything else is refused in a sentence."""
    try:
        with path.open("rb") as file:
            content = file.read(4 * LARGEST_FILE + 1)
    except FileNotFoundError:
        raise _refused(
            path, f"there is no such file{did_you_mean(path.name, _rules_beside(path), quoted=True)}"
        ) from None
    except OSError as error:
        raise _refused(path, error.strerror or str(error)) from None
    except ValueError:  # a sign that no name of a file has
        raise _refused(path, "it is no name of a file") from None
    if len(content) > 4 * LARGEST_FILE:
        raise _refused(path, f"it is larger than any rules; at most {LARGEST_FILE:,} characters are read")
    return decoded_rules(content, path)


def decoded_rules(content: bytes, path: Path) -> str:
    """The text in the bytes of a rules file, as :func:`rules_text` gives it; ``path`` is what it is called."""
    for mark, name in _OTHERS.items():
        if content.startswith(mark):
            raise _refused(path, f"it is written in {name}; save it in UTF-8")
    _refuse_foreign(foreign_bytes(content), path)
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = f"byte 0x{content[error.start]:02x} in line {line}"
        raise _refused(path, f"it is not a text in UTF-8 ({byte}); save it in UTF-8") from None
    _refuse_foreign(None if path.suffix == ".py" else foreign_text(text), path)
    return text


def _refuse_foreign(what: str | None, path: Path) -> None:
    """Say what a file is that holds no rules."""
    if what is not None:
        wanted = 'rules are a text that begins with (game "Name" .., in a file .lud, or a Python class in a file .py'
        raise _refused(path, f"it is {what}, and no rules; {wanted}")


def _rules_beside(path: Path) -> list[str]:
    """The rules files in the folder of a path."""
    try:
        return sorted(file.name for file in path.parent.iterdir() if file.suffix in (".lud", ".py"))
    except OSError:
        return []


def _refused(path: Path, why: str) -> AptsError:
    return AptsError(f"the rules in {str(path)!r} cannot be read: {why}")


# ----------------------------------------------------------------------------------------------------------------
# The versions of a file while somebody writes it: looked for again and again, whichever way an editor saves.

PATIENCE = 5
"""Looks in a row at which a file must be missing before it counts as gone; editors put a new one in its place."""

Wait = Callable[[], object]
"""Called between two looks at the file."""


def versions(path: Path, wait: Wait) -> Iterator[bool]:
    """Says True for each new content of a file, the present one first, and False when it is gone; it goes on for ever."""
    seen: bytes | None = None
    missing = 0
    stamp: tuple[int, int, int] | None = None
    while True:
        present = _stamp(path)
        if present is None:
            missing += 1
            if missing == PATIENCE or (missing == 1 and seen is None):
                missing, seen, stamp = PATIENCE, b"", None
                yield False
        elif present != stamp or missing:
            missing, stamp = 0, present
            content = _digest(path)
            if content is not None and content != seen:
                seen = content
                yield True
        wait()


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        known = path.stat()
    except OSError:
        return None
    return known.st_mtime_ns, known.st_size, known.st_ino


def _digest(path: Path) -> bytes | None:
    try:
        return sha256(path.read_bytes()).digest()
    except OSError:  # it vanished between two looks
        return None
