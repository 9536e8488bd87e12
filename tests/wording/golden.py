"""The wording of what APTS says, by the test that made it say so: one file a language, written by a command.

A test asserts keys and values itself and hands sentences to :class:`Wording`, which compares them with the file.
``make wording`` writes the files anew; what changed is read in the difference.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent
_MARK = "# "


def file_of(language: str) -> Path:
    """The file of a language."""
    return FOLDER / f"{language}.txt"


def read(language: str) -> dict[str, str]:
    """The texts of a language by their keys."""
    file = file_of(language)
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        if line.startswith(_MARK):
            lines = found.setdefault(line.removeprefix(_MARK), [])
        else:
            lines.append(line)
    return {key: "\n".join(told).strip("\n") for key, told in found.items()}


def write(language: str, texts: dict[str, str]) -> None:
    """Write the file of a language, its keys in order."""
    parts = [f"{_MARK}{key}\n{text}\n" for key, text in sorted(texts.items())]
    file_of(language).write_text("\n".join(parts), encoding="utf-8")


@dataclass
class Wordings:
    """All wording that tests compare in a session; what they said is kept where the files are to be written."""

    writing: bool = False
    said: dict[str, dict[str, str]] = field(default_factory=dict)
    known: dict[str, dict[str, str]] = field(default_factory=dict)

    def check(self, key: str, text: str, language: str) -> None:
        """Compare a text with that of the file, or keep it to be written."""
        if self.writing:
            self.said.setdefault(language, {})[key] = text
            return
        if language not in self.known:
            self.known[language] = read(language)
        assert key in self.known[language], f"{file_of(language).name} has no {key!r}; make wording writes it"
        known = self.known[language][key]
        assert text == known, f"{key} says\n{text}\nwhere {file_of(language).name} has\n{known}"

    def save(self) -> None:
        """Write what was said over what the files have under the same keys."""
        for language, texts in self.said.items():
            write(language, read(language) | texts)


@dataclass(frozen=True)
class Wording:
    """The wording of one test; several texts of it have names."""

    all: Wordings
    key: str

    def __call__(self, text: str | Iterable[str], language: str = "en", name: str = "") -> None:
        """Hold a text, or several in lines of their own, to what the file of the language says."""
        told = text if isinstance(text, str) else "\n".join(text)
        assert told.strip(), "nothing was said"
        assert not any(line.startswith(_MARK) for line in told.splitlines())
        told = "\n".join(line.rstrip() for line in told.strip("\n").splitlines())
        self.all.check(f"{self.key}{f' {name}' if name else ''}", told, language)
