"""What a text says about its own parameters: names, bounds, and which are to stay as they are.

These are lines of its ``(metadata ..)``: ``(parameter "is Line.length" "Line to win" 3 6)`` gives a name and bounds, and
``(parameter "square.dim" Fixed)`` says that a number is not to be turned. They change nothing about play.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from apts.language.lexemes import ATOM, OPEN, STRING, Lexeme, matching
from apts.language.mistakes.problems import Problem, RulesError, Sources
from apts.language.reading import metadata_of
from apts.language.signatures.types import INTEGER
from apts.language.tree import TextPlace

_FORMS = ('(parameter "is Line.length" "Line to win" 3 6)', '(parameter "square.dim" Fixed)')


@dataclass(frozen=True, slots=True)
class ParameterNote:
    """One line about a parameter: its path or as much of its end as is its own, and what is said of it."""

    path: str
    place: TextPlace
    name: str | None = None
    bounds: tuple[int, int] | None = None
    fixed: bool = False


@lru_cache(maxsize=8)
def parameter_notes(text: str, file: str = "<rules>") -> tuple[ParameterNote, ...]:
    """The notes of a text, in its order; a line that is none is a RulesError."""
    sources = Sources({file: text})
    problems: list[Problem] = []
    notes: list[ParameterNote] = []
    for entry in _entries(metadata_of(text, file)):
        note = _note(entry)
        if note is None:
            message = "this says nothing about a parameter"
            problems.append(sources.problem(entry[0].position, message, list(_FORMS)))
        elif note.bounds is not None and note.bounds[0] > note.bounds[1]:
            message = f"the bounds go from {note.bounds[0]} to {note.bounds[1]}; the lower one comes first"
            problems.append(sources.problem(entry[0].position, message))
        else:
            notes.append(note)
    if problems:
        raise RulesError(problems)
    return tuple(notes)


def _entries(clauses: Sequence[Sequence[Lexeme]]) -> Iterator[Sequence[Lexeme]]:
    for lexemes in clauses:
        for start, (bracket, head) in enumerate(pairwise(lexemes)):
            if bracket.kind == OPEN and (head.kind, head.text) == (ATOM, "parameter"):
                yield [bracket, *lexemes[start + 2 : matching(lexemes, start)]]


def _note(entry: Sequence[Lexeme]) -> ParameterNote | None:
    """The path, then a name, two bounds or the word Fixed, each of which may be left out, but not all."""
    place, rest = entry[0].position, list(entry[1:])
    if not rest or rest[0].kind != STRING:
        return None
    path = rest.pop(0).text[1:-1]
    name = rest.pop(0).text[1:-1] if rest and rest[0].kind == STRING else None
    words = [lexeme.text for lexeme in rest]
    if words == ["Fixed"]:
        return ParameterNote(path, place, name, fixed=True)
    if len(words) == 2 and all(INTEGER.fullmatch(word) and len(word) < 11 for word in words):
        return ParameterNote(path, place, name, (int(words[0]), int(words[1])))
    return ParameterNote(path, place, name) if name and not words else None
