"""The way from a rules text to its syntax tree: lexemes, options, defines, ranges, then the grammar."""

from __future__ import annotations

from dataclasses import dataclass

from apts.language.lexemes import bracket_problems, lexemes_of, settled
from apts.language.problems import Problem, RulesError, Sources
from apts.language.syntax import Node, form_problems, parse_lexemes


@dataclass(frozen=True, slots=True)
class Reading:
    """The syntax tree of a text, with the texts its positions point into."""

    nodes: tuple[Node, ...]
    sources: Sources


def read(text: str, *, file: str = "<rules>") -> Reading:
    """Read a text up to its syntax tree; what cannot be read is a RulesError with every problem found."""
    sources = Sources({file: text})
    problems: list[Problem] = []
    lexemes = settled(lexemes_of(text, file), sources, problems)
    problems.extend(bracket_problems(lexemes, sources))
    if problems:
        raise RulesError(problems)
    nodes = parse_lexemes(lexemes, sources)
    problems.extend(form_problems(nodes, sources))
    if problems:
        raise RulesError(problems)
    return Reading(nodes, sources)
