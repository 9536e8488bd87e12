"""Which names fit at a place of a text: what is suggested for a misspelt one is what the grammar takes there."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise

from apts.language.lexemes import ATOM, OPEN, Atom, Collection, Form, Lexeme, Named, Node, Quoted, Surroundings
from apts.language.mistakes.problems import Problem, Sources
from apts.language.signatures.matching import Matcher
from apts.language.signatures.signature import (
    INTEGER,
    INTEGER_CONSTANTS,
    LARGEST_INTEGER,
    LUDEMES,
    Signature,
    Slot,
    SlotType,
    acceptance,
    canonical,
    known_words,
    number,
    truth,
)
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


# ----------------------------------------------------------------------------------------------------------------
# Why a clause fits no signature: a mistake in the text, or a ludeme that is not supported yet.

_MOST_EXPECTED = 8


@dataclass(slots=True)
class _Stop:
    """How far the arguments of a clause could be matched, and what could have stood there."""

    item: int = -1
    wanted: list[Slot] = field(default_factory=list)
    signature: Signature | None = None


def missing_ludeme(matcher: Matcher, form: Form, sources: Sources, here: Sequence[str]) -> Problem | None:
    """What is not supported yet, if that is why the clause fits nothing; the message is its name.

    ``here`` are the types that its place asks for: of no other type it can have been meant.
    """
    name = _missing_name(matcher, form, {part for wanted in here for part in wanted.split("|")})
    if name is not None:
        return sources.problem(form.position, name)
    stop = _furthest(matcher, form)
    if stop.item >= len(form.items) or stop.signature is None:
        return None
    for node in _culprits(matcher, form.items[stop.item], stop.wanted):
        types = {part for slot in stop.wanted for kind in slot.types for part in kind.name.split("|")}
        result = _missing_result(matcher, node, types)
        if result is not None:
            return sources.problem(node.position, f"({_name_in_language(node)}) as {_worded(result)}")
    return None


def _missing_name(matcher: Matcher, form: Form, here: AbstractSet[str]) -> str | None:
    """The head, mode, label or type that the language knows and nobody registered."""
    head = form.head or ""
    name = _name_in_language(form)
    if not matcher.registry.signatures(head):
        return f"({name or head})" if head in known_heads() else None
    if name is None:
        return None
    candidates = matcher.candidates(form)
    if not any(signature.name == name for signature, _ in candidates):
        return f"({name})" if " " in name or not candidates else None
    labels = {slot.label for signature, _ in candidates for slot in signature.slots}
    written = [item.label for item in form.items[1:] if isinstance(item, Named) and item.label not in labels]
    if written:
        return f"({name} {written[0]}:)" if written[0] in vocabulary()[name].labels else None
    result = _missing_result(matcher, form, here)
    return None if result is None or _has_unknown_word(form) else f"({name}) as {_worded(result)}"


_WORDED = {
    "float": "a number with a fraction",
    "int": "a number",
    "bool": "a condition",
    "string": "a text",
    "moves": "moves",
    "region": "a region",
    "ints": "a list of numbers",
    "array": "a list of numbers",
    "graph": "a board",
}
"""Types of results as people call them."""


def _worded(result: str) -> str:
    """The types of a result in words: ``(if) as a number with a fraction``."""
    return " or ".join(_WORDED.get(part, part) for part in result.split(" or "))


def _missing_result(matcher: Matcher, form: Form, wanted: AbstractSet[str]) -> str | None:
    """A wanted type that the language gives to this ludeme, and that nobody registered."""
    name = _name_in_language(form)
    if name is None:
        return None
    registered = {signature.result for signature in matcher.registry.signatures(form.head) if signature.name == name}
    missing = [result for result in vocabulary()[name].results if result in wanted and result not in registered]
    return " or ".join(missing) or None


def _has_unknown_word(form: Form) -> bool:
    """Whether a word of the clause itself is misspelt."""
    words = [item.text for item in form.items[1:] if isinstance(item, Atom)]
    return any(number(word) is None and truth(word) is None and canonical(word) not in known_words() for word in words)


def _culprits(matcher: Matcher, node: Node, wanted: Sequence[Slot]) -> list[Form]:
    """The clauses that keep an argument from fitting: itself, its value, or the elements that are of no wanted type."""
    if isinstance(node, Named):
        node = node.value
    if isinstance(node, Form):
        return [node]
    if not isinstance(node, Collection):
        return []
    inner = [SlotType(kind.name, kind.depth - 1) for slot in wanted for kind in slot.types if kind.depth]
    forms = [item for item in node.items if isinstance(item, Form)]
    return [form for form in forms if all(matcher.fit(form, kind) is None for kind in inner)]


def _name_in_language(form: Form) -> str | None:
    """Head and mode words of a clause as the language knows them, supported or not."""
    words = [form.head or ""]
    for item in form.items[1:3]:
        if not isinstance(item, Atom):
            break
        words.append(canonical(item.text))
    for count in range(len(words), 0, -1):
        name = " ".join(words[:count])
        if name in vocabulary():
            return name
    return None


def mistake(
    matcher: Matcher, form: Form, sources: Sources, heads: Iterable[str], defines: Sequence[str] = ()
) -> Problem:
    """The problem with a clause that fits no signature, at the argument where the best signature stops.

    ``heads`` are those of the ludemes that could stand in its place, ``defines`` the names of the text's own.
    """
    head = form.head or ""
    if not matcher.registry.signatures(head):
        return unknown_head(head, form.items[0].position, sources, heads, defines)
    stop = _furthest(matcher, form)
    if stop.signature is None:
        return _unknown_mode(matcher, form, sources)
    name = f"({stop.signature.name})"
    if stop.item >= len(form.items):
        return sources.problem(form.position, f"{name} lacks an argument", _described(stop.wanted))
    node = _odd_element(matcher, form.items[stop.item], stop.wanted)
    if isinstance(node, Quoted) and node.value in defines:
        # a name of something else, too, so that the define is not put in its place
        message = (
            f'{name} cannot take {shown(node)} here, which is the name of something; the define is ("{node.value}")'
        )
        return sources.problem(node.position, message, _described(stop.wanted), [f'("{node.value}")'])
    if isinstance(node, Quoted):
        message = f'{name} cannot take {shown(node)} here, and there is no (define "{node.value[:40]}" ..)'
        near = nearest_names(node.value, defines)
        return sources.problem(node.position, message, _described(stop.wanted), [f'"{known}"' for known in near])
    modes = _modes(matcher, form) if stop.item == 1 else []
    return _wrong_argument(matcher, node, name, stop, sources, modes)


def wrong_root(matcher: Matcher, node: Node, expected: str, sources: Sources) -> Problem:
    """The problem with a text that is something else than what was asked for."""
    results = matcher.results(node) if isinstance(node, Form) else ()
    found = article(results[0]) if results else "something else"
    return sources.problem(node.position, f"{shown(node)} is {found}, not {article(expected)}", [expected])


def article(noun: str) -> str:
    """The noun with its indefinite article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def shown(node: Node) -> str:
    """A node as it is quoted in a message, cut short."""
    if isinstance(node, Atom):
        return node.text[:40]
    if isinstance(node, Quoted):
        return f'"{node.value[:40]}"'
    if isinstance(node, Named):
        return f"{node.label}:{shown(node.value)}"
    if isinstance(node, Collection):
        return "{...}" if node.items else "{}"
    words = [item.text for item in node.items[:2] if isinstance(item, Atom)]
    return f"({' '.join(words)[:60]}{' ...' if len(node.items) > len(words) else ''})"


def _modes(matcher: Matcher, form: Form) -> list[str]:
    """The words that may follow a head to say which form is meant."""
    return sorted({signature.mode for signature in matcher.registry.signatures(form.head) if signature.mode})


def _unknown_mode(matcher: Matcher, form: Form, sources: Sources) -> Problem:
    modes = _modes(matcher, form)
    if len(form.items) > 1 and isinstance(form.items[1], Atom):
        word = form.items[1]
        message = f"({form.head} ...) has no form {word.text}"
        return sources.problem(word.position, message, _short(modes), nearest_names(word.text, modes))
    message = f"({form.head} ...) starts with a word that says which form is meant"
    return sources.problem(form.position, message, _short(modes))


def _furthest(matcher: Matcher, form: Form) -> _Stop:
    """Where the best of the signatures with the most mode words stops; no signature when none has these words."""
    candidates = matcher.candidates(form)
    stop = _Stop()
    for signature, start in candidates:
        if start == candidates[0][1]:
            _follow(matcher, signature, form.items, start, stop)
    return stop


def _follow(matcher: Matcher, signature: Signature, items: Sequence[Node], start: int, stop: _Stop) -> None:
    """Follow every way of distributing the arguments and remember where the furthest one ends."""
    units = signature.units
    seen: set[tuple[int, int]] = set()
    waiting = [(start, 0)]
    while waiting:
        item, unit = waiting.pop()
        if (item, unit) in seen:
            continue
        seen.add((item, unit))
        if item > stop.item:
            stop.item, stop.wanted, stop.signature = item, [], signature
        if unit == len(units):
            continue
        slots, optional = units[unit]
        fitting = [slot for slot in slots if item < len(items) and matcher.fit_slot(items[item], slot) is not None]
        if fitting:
            waiting.append((item + 1, unit + 1))
        elif item == stop.item and (item < len(items) or not optional):
            stop.wanted.extend(slot for slot in slots if slot not in stop.wanted)
        if optional:
            waiting.append((item, unit + 1))


def _odd_element(matcher: Matcher, node: Node, wanted: Sequence[Slot]) -> Node:
    """The one element that keeps a collection from fitting where collections are wanted; else the argument itself."""
    inner = [SlotType(kind.name, kind.depth - 1) for slot in wanted for kind in slot.types if kind.depth]
    if not isinstance(node, Collection) or not inner:
        return node
    fitting = [[item for item in node.items if matcher.fit(item, kind) is None] for kind in inner]
    odd = min(fitting, key=len)
    return odd[0] if len(odd) == 1 else node


def _wrong_argument(
    matcher: Matcher, node: Node, name: str, stop: _Stop, sources: Sources, modes: Sequence[str]
) -> Problem:
    assert stop.signature is not None
    expected = _described(stop.wanted) or ("nothing more",)
    if isinstance(node, Named):
        return _wrong_named(matcher, node, name, stop, sources, expected)
    if isinstance(node, Atom):
        near = near_values(matcher, node.text, [slot for slot in stop.wanted if slot.label is None], modes)
        return _wrong_atom(matcher, node, name, sources, expected, near)
    message = f"{name} cannot take {shown(node)} here"
    unlabelled = [wanted for slot in stop.wanted if slot.label is None for wanted in slot.types]
    collections = [wanted for wanted in unlabelled if wanted.depth]
    if any(matcher.fit(node, SlotType(wanted.name, wanted.depth - 1)) is not None for wanted in collections):
        message += "; it must be put in braces"
    elif isinstance(node, Collection) and collections:
        message += f"; not every element is {article(collections[0].name)}"
    elif any(matcher.fit_slot(node, slot) is not None for slot in stop.signature.slots):
        message += f"; the order is {stop.signature.source or name}"
    return sources.problem(node.position, message, expected)


def _wrong_named(
    matcher: Matcher, node: Named, name: str, stop: _Stop, sources: Sources, expected: Sequence[str]
) -> Problem:
    assert stop.signature is not None
    same = [slot for slot in stop.wanted if slot.label == node.label]
    if same:
        message = f"{node.label}: of {name} cannot be {shown(node.value)}"
        near = near_values(matcher, node.value.text, same) if isinstance(node.value, Atom) else ()
        return sources.problem(node.value.position, message, _described(same), near)
    labels = {slot.label for slot in stop.signature.slots if slot.label}
    if node.label in labels:
        message = f"{node.label}: stands in the wrong place; the order is {stop.signature.source or name}"
        return sources.problem(node.position, message, expected)
    message = f"{name} has no argument {node.label}: here"
    return sources.problem(node.position, message, expected, nearest_names(node.label, labels))


def _wrong_atom(
    matcher: Matcher, node: Atom, name: str, sources: Sources, expected: Sequence[str], near: Sequence[str]
) -> Problem:
    text = node.text
    if text[:1].islower() and (text in set(matcher.registry.heads()) or text in known_heads()):
        message = f"{name} cannot take the bare word {text} here; perhaps brackets are missing: ({text} ...)"
        return sources.problem(node.position, message, expected)
    if INTEGER.fullmatch(text) and number(text) is None:
        return sources.problem(node.position, f"the number {text[:40]} is too large", [f"at most {LARGEST_INTEGER}"])
    if number(text) is not None or truth(text) is not None or canonical(text) in known_words():
        return sources.problem(node.position, f"{name} cannot take {text} here", expected, near)
    return sources.problem(node.position, f"the word {text[:40]} is not known", expected, near)


def _described(slots: Iterable[Slot]) -> tuple[str, ...]:
    described = []
    for slot in slots:
        types = "|".join(str(wanted) for wanted in slot.types)
        described.append(f"{slot.label}:<{types}>" if slot.label else f"{slot.name}<{types}>")
    return _short(list(dict.fromkeys(described)))


def _short(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names[:_MOST_EXPECTED]) + (("...",) if len(names) > _MOST_EXPECTED else ())
