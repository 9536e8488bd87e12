"""From text to typed rules: each clause is matched against the registered signatures by the types its place expects."""

from __future__ import annotations

from collections.abc import Sequence

from apts.language.diagnosis import missing_ludeme, mistake, wrong_root
from apts.language.ludeme_register import LUDEMES, Registry
from apts.language.matching import Matcher
from apts.language.options import Choice
from apts.language.problems import Problem, RulesError, Sources, UnsupportedLudeme
from apts.language.reading import read
from apts.language.signature import SlotType
from apts.language.syntax import Collection, Form, Named, Node, form_problems
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
        return build_tree((text_or_tree,), Sources(), registry, expected)
    reading = read(text_or_tree, file=file, options=options, ruleset=ruleset)
    return build_tree(reading.nodes, reading.sources, registry, expected, file=file)


def build_tree(
    nodes: Sequence[Node], sources: Sources, registry: Registry, expected: str, *, file: str = "<rules>"
) -> Clause:
    """Match the syntax tree of a text that holds one clause of the expected type."""
    if not nodes:
        where = TextPlace(file, 1, 1)
        raise RulesError([sources.problem(where, "the text holds no rules", [f"({expected} ...)"])])
    problems = form_problems(nodes, sources)
    if problems:
        raise RulesError(problems)
    matcher = Matcher(registry)
    unsupported: list[Problem] = []
    for form in reversed(_forms(nodes)):
        if not matcher.match(form):
            matcher.unknown.add(id(form))
            missing = missing_ludeme(matcher, form, sources)
            if missing is None:
                problems.append(mistake(matcher, form, sources))
            else:
                unsupported.append(missing)
    problems.reverse()
    unsupported.reverse()
    for extra in nodes[1:]:
        problems.append(sources.problem(extra.position, f"only one {expected} may stand in a text; this is one more"))
    root = matcher.fit(nodes[0], SlotType(expected))
    if root is None:
        problems.append(wrong_root(matcher, nodes[0], expected, sources))
    if problems:
        raise RulesError(problems, unsupported)
    if unsupported:
        raise UnsupportedLudeme(unsupported)
    if not isinstance(root, Clause):
        raise RulesError([wrong_root(matcher, nodes[0], expected, sources)])
    return root


def _forms(nodes: Sequence[Node]) -> list[Form]:
    """All clauses, outermost first, in the order of the text."""
    forms: list[Form] = []
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if isinstance(node, Form):
            forms.append(node)
        if isinstance(node, Form | Collection):
            waiting.extend(reversed(node.items))
        elif isinstance(node, Named):
            waiting.append(node.value)
    return forms
