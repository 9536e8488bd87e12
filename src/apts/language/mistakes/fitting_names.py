"""Which names fit at a place of a text: what is suggested for a misspelt one is what the grammar takes there."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from apts.language.lexemes import ATOM, OPEN, Lexeme
from apts.language.mistakes.problems import Problem, Sources
from apts.language.signatures.matching import Matcher
from apts.language.signatures.signature import INTEGER_CONSTANTS, LUDEMES, Slot, acceptance
from apts.language.syntax import LEAVES, Collection, Form, Named, Node
from apts.language.tree import TextPlace
from apts.similar_names import nearest_names

# ----------------------------------------------------------------------------------------------------------------
# The names of the whole language, also of what is not supported yet.
#
# They tell a ludeme that is still missing here from a name that is simply misspelt.


@dataclass(frozen=True, slots=True)
class VocabularyEntry:
    """What the language offers under a name: the labels of its named arguments, and its types if there are several."""

    labels: frozenset[str]
    results: tuple[str, ...]


@cache
def vocabulary() -> dict[str, VocabularyEntry]:
    """The whole language by the names of its ludemes (head, or head and mode words)."""
    text = files("apts.language.mistakes").joinpath("vocabulary.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return {
        row["name"]: VocabularyEntry(frozenset(row["labels"].split()), tuple(row["results"].split())) for row in rows
    }


@cache
def known_heads() -> frozenset[str]:
    """Every head of the language."""
    return frozenset(name.split()[0] for name in vocabulary())


_OF_NO_LUDEME = frozenset({"define", "option", "item", "rulesets", "ruleset", "metadata"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a clause stands: in an argument (of a name) of the clause around it, or as the whole text."""

    around: Form | None
    label: str | None = None


def clauses_in(nodes: Sequence[Node]) -> dict[int, tuple[Form, Surroundings]]:
    """All clauses with where they stand, by their identity: outermost first, in the order of the text."""
    found: dict[int, tuple[Form, Surroundings]] = {}
    waiting = [(node, Surroundings(None)) for node in reversed(nodes)]
    while waiting:
        node, place = waiting.pop()
        if isinstance(node, Named):
            place, node = Surroundings(place.around, node.label), node.value
        if isinstance(node, Form):
            found[id(node)] = node, place
            place = Surroundings(node)
        elif not isinstance(node, Collection):
            continue
        waiting.extend([(item, place) for item in reversed(node.items) if not isinstance(item, LEAVES)])
    return found


def fitting_heads(matcher: Matcher, place: Surroundings, expected: str) -> set[str]:
    """The heads of the ludemes that may stand at a place; all of them where nothing is known about it."""
    types = fitting_types(matcher, place, expected)
    return heads_giving(matcher, types) or {*matcher.registry.heads(), *known_heads()}


def fitting_types(matcher: Matcher, place: Surroundings, expected: str) -> list[str]:
    """The names of the types that a place asks for; none where nothing is known about it."""
    if place.around is None:
        return [expected]
    slots = [slot for signature, _ in matcher.candidates(place.around) for slot in signature.slots]
    return [wanted.name for slot in slots if slot.label == place.label for wanted in slot.types]


def heads_giving(matcher: Matcher, types: Iterable[str]) -> set[str]:
    """The heads of the ludemes that give one of the types."""
    results = {result for name in types for result in acceptance(name).results}
    return {signature.head for signature in matcher.registry.signatures() if signature.result in results}


def near_values(matcher: Matcher, text: str, slots: Iterable[Slot], modes: Iterable[str] = ()) -> tuple[str, ...]:
    """The names nearest to a word that could stand for it: words, named numbers, and clauses in their brackets."""
    types = [wanted.name for slot in slots for wanted in slot.types]
    accepted = [acceptance(name) for name in types]
    words = {word for accepts in accepted for word in accepts.words} | set(modes)
    if any(accepts.integers for accepts in accepted):
        words |= set(INTEGER_CONSTANTS)
    if any(accepts.truths for accepts in accepted):
        words |= {"True", "False"}
    shown = {word: word for word in sorted(words)} | {head: f"({head} ..)" for head in heads_giving(matcher, types)}
    return _as_shown(nearest_names(text, shown), shown)


def unknown_head(
    text: str, position: TextPlace, sources: Sources, heads: Iterable[str], defines: Iterable[str] = ()
) -> Problem:
    """The problem with a clause whose first word is neither a ludeme nor a define."""
    known = set(defines)
    if text in known:
        message = f'(define "{text}" ..) is used with quotation marks around its name: ("{text}" ..)'
        return sources.problem(position, message)
    shown = {**{head: head for head in heads}, **{name: f'"{name}"' for name in known}}
    message = f'({text[:40]} ..) is not a ludeme, and there is no (define "{text[:40]}" ..)'
    return sources.problem(position, message, nearest=_as_shown(nearest_names(text, shown), shown))


def misspelt_heads(lexemes: Sequence[Lexeme], sources: Sources) -> list[Problem]:
    """Heads that are nearly those of ludemes, in a text whose brackets or quotation marks say nothing of its parts."""
    heads = known_heads() | _OF_NO_LUDEME | set(LUDEMES.heads())
    found = [after for before, after in pairwise(lexemes) if before.kind == OPEN]
    unknown = [head for head in found if head.kind == ATOM and head.text[:1].isalpha() and head.text not in heads]
    problems = [unknown_head(head.text, head.position, sources, heads) for head in unknown]
    return [problem for problem in problems if problem.nearest]


def _as_shown(names: Iterable[str], shown: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(shown[name] for name in names)
