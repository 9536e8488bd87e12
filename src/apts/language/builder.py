"""From text to typed rules: each clause is matched against the registered signatures by the types its place expects."""

from __future__ import annotations

from collections.abc import Sequence

from apts.language.mistakes.fitting_names import clauses_in, fitting_heads, fitting_types
from apts.language.mistakes.problems import Problem, RulesError, Sources, UnsupportedLudeme
from apts.language.options import Choice
from apts.language.reading import Reading, read_with_problems
from apts.language.signatures.matching import Matcher
from apts.language.signatures.signature import LUDEMES, Registry, SlotType
from apts.language.syntax import Node, form_problems
from apts.language.tree import Clause, TextPlace

__all__ = ["RulesError", "UnsupportedLudeme", "build", "build_tree"]


def build(
    text_or_tree: str | Node,
    registry: Registry = LUDEMES,
    expected: str = "game",
    *,
    file: str = "<rules>",
    options: Choice = (),
    ruleset: str | None = None,
) -> Clause:
    """Read a rules text (or take its syntax tree) and give back the typed rules.

    ``options`` chooses among the options of the text: a mapping of heading to label, or texts ``Heading/Label``.
    Mistakes raise a :class:`RulesError` that lists them all; a text without mistakes that uses ludemes nobody
    registered raises :class:`UnsupportedLudeme`.
    """
    if not isinstance(text_or_tree, str):
        sources = Sources()
        problems = form_problems((text_or_tree,), sources)
        return build_tree(Reading((text_or_tree,), sources, problems=tuple(problems)), registry, expected)
    reading = read_with_problems(text_or_tree, file=file, options=options, ruleset=ruleset)
    return build_tree(reading, registry, expected, file=file)


def build_tree(reading: Reading, registry: Registry, expected: str, *, file: str = "<rules>") -> Clause:
    """Match the syntax tree of a text that holds one clause of the expected type."""
    nodes, sources = reading.nodes, reading.sources
    found = _Found(reading.problems)
    if not nodes:
        where = TextPlace(file, 1, 1)
        found.add(sources.problem(where, "the text holds no rules", [f"({expected} ...)"]))
        raise RulesError(found.problems())
    matcher = Matcher(registry)
    for form, place in reversed(clauses_in(nodes).values()):
        if form.head is None:
            matcher.unknown.add(id(form))
        elif not matcher.match(form):
            matcher.unknown.add(id(form))
            from apts.language.mistakes.diagnosis import missing_ludeme, mistake  # most texts are right

            missing = missing_ludeme(matcher, form, sources, fitting_types(matcher, place, expected))
            if missing is None:
                heads = fitting_heads(matcher, place, expected)
                found.add(mistake(matcher, form, sources, heads, reading.defines))
            else:
                found.unsupported.append(missing)
    for extra in nodes[1:]:
        found.add(sources.problem(extra.position, f"only one {expected} may stand in a text; this is one more"))
    root = matcher.fit(nodes[0], SlotType(expected))
    if root is None:
        from apts.language.mistakes.diagnosis import wrong_root

        found.add(wrong_root(matcher, nodes[0], expected, sources))
    if problems := found.problems():
        raise RulesError(problems, found.unsupported[::-1])
    if found.unsupported:
        raise UnsupportedLudeme(found.unsupported[::-1])
    if not isinstance(root, Clause):
        from apts.language.mistakes.diagnosis import wrong_root

        raise RulesError([wrong_root(matcher, nodes[0], expected, sources)])
    return root


class _Found:
    """What is wrong so far: of one place of the text, the first thing alone."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self._by_place: dict[TextPlace, Problem] = {}
        self.unsupported: list[Problem] = []
        for problem in problems:
            self.add(problem)

    def add(self, problem: Problem) -> None:
        """Take note of a problem."""
        self._by_place.setdefault(problem.position, problem)

    def problems(self) -> list[Problem]:
        """All problems in the order of the text."""
        return sorted(self._by_place.values(), key=lambda problem: (problem.position.line, problem.position.column))
