"""A doubt: something in a game that is accepted and can hardly be meant, with its place where there is a text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from apts.language.mistakes.problems import Problem, Sources
from apts.language.tree import NOWHERE, Clause, TextPlace


@dataclass(frozen=True, slots=True)
class Doubt:
    """``kind`` names the sort of doubt, ``problem`` says it and where.

    A ``grave`` doubt is a warning; others are notes, which may well be as they are meant. ``refused`` is what cannot be
    played at all, so that the rules are no game until it is put right.
    """

    kind: str
    problem: Problem
    grave: bool = True
    refused: bool = False

    @property
    def told(self) -> Problem:
        """The problem, in words that say how grave it is."""
        return replace(self.problem, message=f"{'warning' if self.grave else 'note'}: {self.problem.message}")

    def __str__(self) -> str:
        return self.told.message if self.problem.position == NOWHERE else str(self.told)


class Margin:
    """The margin of a rules text, on which doubts are written; that of a game without text has no lines."""

    def __init__(self, text: str = "", file: str = NOWHERE.file):
        self._sources = Sources({file: text})

    def doubt(
        self,
        kind: str,
        place: TextPlace,
        message: str,
        expected: Iterable[str] = (),
        nearest: Iterable[str] = (),
        *,
        grave: bool = True,
        refused: bool = False,
    ) -> Doubt:
        """A doubt about a place of the text."""
        return Doubt(kind, self._sources.problem(place, message, expected, nearest), grave, refused)


def in_order(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Doubts in the order of the text, each once."""
    unique = dict.fromkeys(doubts)
    return tuple(sorted(unique, key=lambda doubt: (doubt.problem.position.line, doubt.problem.position.column)))


def place_of(rules: Clause | None, ludeme: str) -> TextPlace:
    """Where the first clause of a ludeme is; nowhere in a game without a text, or without such a clause."""
    found = () if rules is None else (clause.position for clause in rules.clauses() if clause.name == ludeme)
    return next(iter(found), NOWHERE)
