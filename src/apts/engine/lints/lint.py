"""A doubt: something in a game that is accepted and can hardly be meant, with its place where there is a text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from apts.language.mistakes.problems import Problem, Sources
from apts.language.tree import NOWHERE, Clause, TextPlace


@dataclass(frozen=True, slots=True)
class Lint:
    """``kind`` names the sort of doubt, ``problem`` says it and where.

    A ``grave`` doubt is a warning; others are notes, which may well be as they are meant. ``refused`` is what cannot be
    played at all, so that the rules are no game until it is put right.
    """

    kind: str
    problem: Problem
    grave: bool = True
    refused: bool = False

    @property
    def with_severity(self) -> Problem:
        """The problem, in words that say how grave it is."""
        return replace(self.problem, message=f"{'warning' if self.grave else 'note'}: {self.problem.message}")

    def __str__(self) -> str:
        return self.with_severity.message if self.problem.position == NOWHERE else str(self.with_severity)


class LintSource:
    """The margin of a rules text, on which doubts are written; that of a game without text has no lines."""

    def __init__(self, text: str = "", file: str = NOWHERE.file):
        self._sources = Sources({file: text})

    def lint(
        self,
        kind: str,
        place: TextPlace,
        message: str,
        expected: Iterable[str] = (),
        nearest: Iterable[str] = (),
        *,
        grave: bool = True,
        refused: bool = False,
    ) -> Lint:
        """A doubt about a place of the text."""
        return Lint(kind, self._sources.problem(place, message, expected, nearest), grave, refused)


def in_order(lints: Iterable[Lint]) -> tuple[Lint, ...]:
    """Doubts in the order of the text, each once."""
    unique = dict.fromkeys(lints)
    return tuple(sorted(unique, key=lambda lint: (lint.problem.position.line, lint.problem.position.column)))


def place_of(rules: Clause | None, ludeme: str) -> TextPlace:
    """Where the first clause of a ludeme is; nowhere in a game without a text, or without such a clause."""
    found = () if rules is None else (clause.position for clause in rules.clauses() if clause.name == ludeme)
    return next(iter(found), NOWHERE)
