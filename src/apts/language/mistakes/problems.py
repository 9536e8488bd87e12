"""What is wrong with a rules text, told so that its author can put it right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apts.errors import AptsError
from apts.input_checks import shown
from apts.language.tree import TextPlace

_MOST_SHOWN = 10
_WIDEST_LINE = 140


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake: where it is, what was read, what was expected instead, and the nearest valid names."""

    position: TextPlace
    message: str
    expected: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()
    line: str = ""

    def __str__(self) -> str:
        parts = [f"{self.position}: {self.message}"]
        if self.line.strip():
            parts.extend(_with_caret(self.line, self.position.column))
        if self.expected:
            parts.append(f"  expected: {', '.join(self.expected)}")
        if self.nearest:
            parts.append(f"  did you mean: {', '.join(self.nearest)}?")
        return shown("\n".join(parts), lines=True)


class RulesError(AptsError):
    """A rules text with mistakes in it; ``problems`` holds each of them."""

    def __init__(self, problems: Sequence[Problem], unsupported: Sequence[Problem] = ()) -> None:
        self.problems = tuple(problems)
        self.unsupported = tuple(unsupported)
        super().__init__(self.problems, self.unsupported)

    @property
    def position(self) -> TextPlace:
        """Where the first problem is."""
        return self.problems[0].position

    def __str__(self) -> str:
        shown = [str(problem) for problem in self.problems[:_MOST_SHOWN]]
        hidden = len(self.problems) - len(shown)
        if hidden:
            shown.append(f"... and {hidden} more problems")
        if self.unsupported:
            shown.append(f"besides, not supported yet: {_names(self.unsupported)}")
        return "\n".join(shown)


class UnsupportedLudeme(AptsError):  # noqa: N818 - the name says what it is about; every error here is an AptsError
    """A text that is well written but uses ludemes that are not there yet; ``problems`` names each with its place."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    @property
    def names(self) -> tuple[str, ...]:
        """The missing ludemes, each once, for example ``(is Loop)``."""
        return tuple(dict.fromkeys(problem.message for problem in self.problems))

    @property
    def position(self) -> TextPlace:
        """Where the first missing ludeme is used."""
        return self.problems[0].position

    def __str__(self) -> str:
        return f"{self.position}: not supported yet: {_names(self.problems)}"


class Sources:
    """The texts that positions point into, so that an error can show the line."""

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self._lines: dict[str, list[str]] = {}
        for file, text in (texts or {}).items():
            self.add(file, text)

    def add(self, file: str, text: str) -> None:
        """Remember a text under the name that its positions carry."""
        self._lines[file] = text.split("\n")

    def line(self, position: TextPlace) -> str:
        """The line of the text that holds the position, or nothing when the text is not known."""
        lines = self._lines.get(position.file, [])
        return lines[position.line - 1] if 0 < position.line <= len(lines) else ""

    def problem(
        self, position: TextPlace, message: str, expected: Iterable[str] = (), nearest: Iterable[str] = ()
    ) -> Problem:
        """A problem at that position, with its source line."""
        return Problem(position, message, tuple(expected), tuple(nearest), self.line(position))


def _names(problems: Sequence[Problem]) -> str:
    first: dict[str, TextPlace] = {}
    for problem in problems:
        first.setdefault(problem.message, problem.position)
    return ", ".join(f"{name} at line {position.line}:{position.column}" for name, position in first.items())


def _with_caret(line: str, column: int) -> list[str]:
    line = line.rstrip().expandtabs(1)
    start = max(0, min(column - 1 - _WIDEST_LINE // 2, len(line) - _WIDEST_LINE))
    left = "..." if start else ""
    right = "..." if len(line) > start + _WIDEST_LINE else ""
    shown = left + line[start : start + _WIDEST_LINE] + right
    return [f"    {shown}", "    " + " " * (column - 1 - start + len(left)) + "^"]
