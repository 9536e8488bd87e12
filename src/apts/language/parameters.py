"""The numbers and truth values of a game as parameters that a designer, or a search for variants, can turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from apts.errors import AptsError
from apts.language.lexemes import ATOM, OPEN, STRING, Lexeme, matching
from apts.language.mistakes.problems import Problem, RulesError, Sources
from apts.language.reading import metadata_of
from apts.language.signatures.signature import INTEGER
from apts.language.tree import Clause, Literal, TextPlace, Value
from apts.similar_names import did_you_mean

_SITE_LISTS = {"sites", "place", "regions", "track", "graph", "poly"}

# The least and the most that make sense, by head of the clause and name of the slot; * stands for any.
_BOUNDS: dict[tuple[str, str], tuple[int, int]] = {
    ("players", "*"): (1, 16),
    ("dice", "d"): (2, 100),
    ("dice", "num"): (1, 12),
    ("rotate", "*"): (0, 359),
    ("is", "length"): (2, 20),
    ("hand", "size"): (1, 200),
    ("mancalaBoard", "rows"): (1, 6),
    ("mancalaBoard", "columns"): (2, 24),
    ("*", "count"): (1, 1000),
    ("*", "distance"): (1, 50),
    ("*", "rings"): (1, 12),
    ("*", "steps"): (1, 50),
}
_GRAPH_BOUNDS = (1, 60)


class UnknownParameter(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A parameter was set that the rules do not have, or to a value of the wrong kind."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or truth value of the rules: its name, its place, and from where to where it may sensibly go.

    ``path`` names the clauses from the outside in and then the argument, for example ``rules.end.if.is Line.length``;
    clauses of one name beside each other are numbered from 1.
    """

    path: str
    position: TextPlace
    value: int | bool
    low: int | bool
    high: int | bool


def parameters(rules: Clause) -> tuple[Parameter, ...]:
    """Every integer and truth value written in the rules, in the order of the text."""
    return tuple(_parameter(path, literal, clause, slot) for path, literal, clause, slot in _literals(rules, ""))


def literals(rules: Clause) -> Iterator[tuple[str, Literal]]:
    """The numbers and truth values themselves, by path."""
    for path, literal, _, _ in _literals(rules, ""):
        yield path, literal


def with_parameters(rules: Clause, values: Mapping[str, int | bool]) -> Clause:
    """The rules with other values for the parameters of those paths."""
    known = {path: literal for path, literal, _, _ in _literals(rules, "")}
    for path, value in values.items():
        if path not in known:
            hint = did_you_mean(path, known, 3)
            raise UnknownParameter(f"the rules have no parameter {path!r}{hint} (there are: {', '.join(known)})")
        if isinstance(value, bool) is not isinstance(known[path].value, bool) or not isinstance(value, int):
            kind = "True or False" if isinstance(known[path].value, bool) else "an integer"
            raise UnknownParameter(f"the parameter {path!r} is {kind}, so it cannot be {value!r}")
    return _rebuilt(rules, "", values)


def _literals(clause: Clause, path: str) -> Iterator[tuple[str, Literal, Clause, str]]:
    """The literals below a clause with path, the clause they stand in, and the slot."""
    for part, value in _parts(clause):
        inner = f"{path}.{part}" if path else part
        if isinstance(value, Clause):
            yield from _literals(value, inner)
        elif isinstance(value, Literal):
            yield inner, value, clause, part.partition("[")[0]


def _parts(clause: Clause) -> list[tuple[str, Value]]:
    """The clauses and parameters directly below a clause, each with a name that is its own among them."""
    found = [
        (value.name if isinstance(value, Clause) else slot, value)
        for slot, argument in clause.arguments.items()
        for value in _flattened(argument)
        if isinstance(value, Clause) or _is_parameter(value)
    ]
    totals = Counter(name for name, _ in found)
    seen: Counter[str] = Counter()
    parts: list[tuple[str, Value]] = []
    for name, value in found:
        seen[name] += 1
        parts.append((f"{name}[{seen[name]}]" if totals[name] > 1 else name, value))
    return parts


def _flattened(value: Value) -> Iterator[Value]:
    if isinstance(value, tuple):
        for item in value:
            yield from _flattened(item)
    else:
        yield value


def _is_parameter(value: Value) -> bool:
    """Integers and truth values count; decimals are geometry, and named numbers such as Off are no quantities."""
    return isinstance(value, Literal) and not isinstance(value.value, float) and value.written is None


def _rebuilt(clause: Clause, path: str, values: Mapping[str, int | bool]) -> Clause:
    """The clause with new values; parts that hold none of the paths are kept as they are."""
    changed: dict[int, Value] = {}
    for part, value in _parts(clause):
        inner = f"{path}.{part}" if path else part
        if isinstance(value, Literal):
            if inner in values:
                changed[id(value)] = replace(value, value=values[inner])
        elif isinstance(value, Clause) and any(other.startswith(f"{inner}.") for other in values):
            changed[id(value)] = _rebuilt(value, inner, values)
    if not changed:
        return clause
    return replace(clause, arguments={slot: _exchanged(value, changed) for slot, value in clause.arguments.items()})


def _exchanged(value: Value, changed: Mapping[int, Value]) -> Value:
    if isinstance(value, tuple):
        return tuple(_exchanged(item, changed) for item in value)
    return changed.get(id(value), value)


_LEAST_SPREAD = 8


def _parameter(path: str, literal: Literal, clause: Clause, slot: str) -> Parameter:
    value = literal.value
    if isinstance(value, bool):
        return Parameter(path, literal.position, value, False, True)
    assert isinstance(value, int)
    low, high = _range(value, clause, slot)
    return Parameter(path, literal.position, value, low, high)


def _range(value: int, clause: Clause, slot: str) -> tuple[int, int]:
    """About half as much to twice as much, within what makes sense for the clause; the value itself is always in it.

    A number that may be anything goes further, from a fifth on: a score that wins may be 2 or 10, a limit 60 or 300.
    """
    head = clause.signature.head
    bounds = next((_BOUNDS[key] for key in ((head, slot), (head, "*"), ("*", slot)) if key in _BOUNDS), None)
    if bounds is None and clause.signature.result == "graph" and head not in _SITE_LISTS:
        bounds = _GRAPH_BOUNDS
    if bounds is None:
        low, high = value - max(_LEAST_SPREAD, 4 * abs(value) // 5), value + max(_LEAST_SPREAD, abs(value))
    else:
        spread = max(2, abs(value) // 2)
        low, high = value - spread, value + max(spread, value)
    if value >= 0:
        low = max(low, 0)
    if bounds is not None:
        low, high = max(low, bounds[0]), min(high, bounds[1])
    return min(low, value), max(high, value)


# ----------------------------------------------------------------------------------------------------------------
# What a text says about its own parameters: names, bounds, and which are to stay as they are.
#
# These are lines of its ``(metadata ..)``: ``(parameter "is Line.length" "Line to win" 3 6)`` gives a name and
# bounds, and ``(parameter "square.dim" Fixed)`` says that a number is not to be turned. They change nothing about
# play.

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
