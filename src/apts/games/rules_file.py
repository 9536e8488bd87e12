"""Rules files as text: which encodings are read, and what is said about others."""

from __future__ import annotations

import codecs
from pathlib import Path

from apts.errors import AptsError
from apts.games.foreign_files import foreign_bytes, foreign_text
from apts.language.lexemes import LARGEST_FILE
from apts.similar_names import did_you_mean

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
