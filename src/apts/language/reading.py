"""From text to typed rules: each clause is matched against the registered signatures by the types its place expects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from apts.language.defines import expand_defines, expand_ranges, take_defines
from apts.language.lexemes import (
    LARGEST_FILE,
    Lexeme,
    Node,
    bracket_problems,
    character_problems,
    clauses_in,
    cut_clauses,
    form_problems,
    lexemes_of,
    parse_lexemes,
    quote_problems,
    settled,
)
from apts.language.mistakes.problems import Problem, RulesError, Sources, UnsupportedLudeme
from apts.language.options import (
    Choice,
    Option,
    Ruleset,
    chosen_items,
    replace_tags,
    take_options,
    take_rulesets,
)
from apts.language.signatures.matching import Matcher
from apts.language.signatures.signature import LUDEMES, Registry, SlotType
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
            from apts.language.mistakes.diagnosis import (  # most texts are right
                fitting_heads,
                fitting_types,
                missing_ludeme,
                mistake,
            )

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


# ----------------------------------------------------------------------------------------------------------------
# The way from a rules text to its syntax tree: lexemes, options, defines, ranges, then the grammar.

BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True, slots=True)
class Reading:
    """The syntax tree of a text, with the texts its positions point into, the options it offers and its defines.

    ``problems`` are mistakes that were found on the way and did not keep the rest from being read.
    """

    nodes: tuple[Node, ...]
    sources: Sources
    options: tuple[Option, ...] = ()
    defines: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


def read(text: str, *, file: str = "<rules>", options: Choice = (), ruleset: str | None = None) -> Reading:
    """Read a text up to its syntax tree; what cannot be read is a RulesError with every problem found."""
    reading = read_with_problems(text, file=file, options=options, ruleset=ruleset)
    if reading.problems:
        raise RulesError(reading.problems)
    return reading


def read_with_problems(
    text: str, *, file: str = "<rules>", options: Choice = (), ruleset: str | None = None
) -> Reading:
    """The same in spite of mistakes, as far as a tree can be made of the text; only where none can, a RulesError."""
    sources = Sources({file: text})
    problems: list[Problem] = []
    lexemes = balanced_lexemes(text, file, sources)
    lexemes, offered = take_options(lexemes, sources)
    lexemes, rulesets = take_rulesets(lexemes)
    chosen = chosen_items(offered, options, rulesets, ruleset)
    lexemes = replace_tags(lexemes, offered, chosen, sources, problems)
    has_all_tags = not problems
    lexemes, defines = take_defines(lexemes, sources, problems)
    lexemes = expand_defines(lexemes, defines, sources, problems)
    lexemes = settled(lexemes, sources, problems)
    lexemes = expand_ranges(lexemes, sources, problems)
    unbalanced = bracket_problems(lexemes, sources)
    if unbalanced or not has_all_tags:
        raise RulesError([*problems, *unbalanced])
    nodes = parse_lexemes(lexemes)
    problems.extend(form_problems(nodes, sources, defines))
    return Reading(nodes, sources, offered, tuple(defines), tuple(problems))


def options_of(text: str, *, file: str = "<rules>") -> tuple[Option, ...]:
    """The options that a text offers, in its order."""
    sources = Sources({file: text})
    return take_options(balanced_lexemes(text, file, sources), sources)[1]


def rulesets_of(text: str, *, file: str = "<rules>") -> tuple[Ruleset, ...]:
    """The rulesets that a text offers, in its order."""
    return take_rulesets(balanced_lexemes(text, file, Sources({file: text})))[1]


def metadata_of(text: str, file: str) -> list[Sequence[Lexeme]]:
    """The metadata of a text, clause by clause, which says how a game is shown and what it is, and nothing about play."""
    return cut_clauses(lexemes_of(text.removeprefix(BYTE_ORDER_MARK), file), "metadata")[1]


def _before_metadata(lexemes: Sequence[Lexeme]) -> Sequence[Lexeme]:
    """The rules alone, of a text whose metadata cannot be cut out because brackets are missing."""
    ends = [index for index, lexeme in enumerate(lexemes) if lexeme.text == "metadata"]
    return lexemes[: ends[0]] if ends else lexemes


def balanced_lexemes(text: str, file: str, sources: Sources) -> list[Lexeme]:
    """The lexemes of a text whose quotation marks and brackets are in order, without its metadata."""
    if len(text) > LARGEST_FILE:
        message = f"the text has {len(text)} characters; at most {LARGEST_FILE} are read"
        raise RulesError([sources.problem(TextPlace(file, 1, 1), message)])
    lexemes = lexemes_of(text.removeprefix(BYTE_ORDER_MARK), file)
    problems = quote_problems(lexemes, sources) or bracket_problems(lexemes, sources)
    if problems:
        from apts.language.mistakes.diagnosis import misspelt_heads

        raise RulesError([*problems, *misspelt_heads(_before_metadata(lexemes), sources)])
    kept = cut_clauses(lexemes, "metadata")[0]
    problems = character_problems(kept, sources)
    if problems:
        raise RulesError(problems)
    return kept
