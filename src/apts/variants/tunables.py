"""What can be turned in a game: numbers, truth values, options, and the arguments of classes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.library import GameSource, UnknownSetting, parameter_path
from apts.language.parameters import Parameter, literals, parameter_notes, parameters
from apts.language.signatures.signature import Slot
from apts.language.tree import Clause, Literal, Text, TextPlace, Value, Word
from apts.telling import moves as _moves  # noqa: F401 - tells what can be moved
from apts.telling.teller import Untold, describe
from apts.telling.voice import calling, grammar
from apts.variants.authored_text import ClassOrigin, Origin, TextOrigin, origin_of
from apts.variants.tree_changes import SlotPlace, phrase, phrases, slot_called, standings

# ----------------------------------------------------------------------------------------------------------------
# What a number or truth value of the rules means: its name in words, and why some of them make no sense to turn.

_QUANTITY = "quantity"


@dataclass(frozen=True, slots=True)
class Meaning:
    """A name in words, and why turning makes no sense; None where it does."""

    words: str
    fixed: str | None = None


@cache
def _tables() -> Mapping[str, Any]:
    text = files("apts.variants").joinpath("meanings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def reason_called(name: str) -> str:
    """The sentence of a reason why something is fixed."""
    return phrases()["fixed"][name]


def meaning_of(standing: SlotPlace) -> Meaning:
    """What a literal means at its place."""
    reason = _reason(standing)
    words = " ".join(part for part in (_name(standing), _where(standing)) if part)
    return Meaning(grammar().smoothed(words), None if reason is None else reason_called(reason))


def is_condition(slot: Slot) -> bool:
    """Whether a truth value in a slot is a condition that rules ask, and not a switch such as ``exact:True``."""
    return slot.label is None or slot.name != slot.label


def counts_something(clause: Clause, slot: str) -> bool:
    """Whether a number in a slot says how many or how much, and is not the name of something."""
    return _of_slot(clause, slot) in (None, _QUANTITY) and any(
        key in phrases()["names"] for key in _keys(clause, slot)[:2]
    )


def is_no_rule(clause: Clause, slot: str) -> bool:
    """Whether what stands in a slot is no rule of play, such as how much memory is kept."""
    return _of_slot(clause, slot) in ("memory", "picture", "said")


def are_alike(first: Value, second: Value) -> bool:
    """Whether two clauses give the same type, and where they give numbers numbers of the same things."""
    if not isinstance(first, Clause) or not isinstance(second, Clause):
        return False
    if first.signature.result != second.signature.result:
        return False
    return first.signature.result != "int" or _numbered_by(first) == _numbered_by(second)


def _numbered_by(clause: Clause) -> str:
    table = _tables()["neighbours"]
    return str(table.get(clause.name) or table.get(clause.signature.head) or _QUANTITY)


def _reason(standing: SlotPlace) -> str | None:
    """Why a literal cannot be turned: by its own slot, or where clauses pass numbers on by neighbours and the next slot."""
    slot = standing.slot.name
    for number in range(len(standing.around) - 1, -1, -1):
        clause = standing.around[number]
        if clause.signature.head not in _passes():
            found = _of_slot(clause, slot)
            return None if found in (None, _QUANTITY) else found
        neighbours = [_tables()["neighbours"].get(name) for name in _neighbours(clause)]
        found = next((one for one in neighbours if one is not None), None)
        if found is not None:
            return str(found)
        if clause.signature.result == "bool" or number == 0:
            return None
        slot = _slot_holding(standing.around[number - 1], clause)
    return None


def _passes() -> list[str]:
    return list(_tables()["passing"]["heads"])


def _of_slot(clause: Clause, slot: str) -> str | None:
    table = _tables()["slots"]
    return next((str(table[key]) for key in _keys(clause, slot) if key in table), None)


def _keys(clause: Clause, slot: str) -> tuple[str, ...]:
    return f"{clause.name}.{slot}", f"{clause.signature.head}.{slot}", slot


def _neighbours(clause: Clause) -> Iterator[str]:
    """The ludemes whose numbers are compared or reckoned with in a clause."""
    for value in _flat(tuple(clause.arguments.values())):
        if isinstance(value, Clause) and value.signature.result == "int":
            yield value.name
            yield value.signature.head
            if value.signature.head in _passes():
                yield from _neighbours(value)
        elif isinstance(value, Word):
            yield "player"  # a role beside a number


def _flat(value: Value) -> Iterator[Value]:
    if isinstance(value, tuple):
        for item in value:
            yield from _flat(item)
    else:
        yield value


def _slot_holding(outer: Clause, inner: Clause) -> str:
    return next(name for name, value in outer.arguments.items() if any(one is inner for one in _flat(value)))


def _name(standing: SlotPlace) -> str:
    owner, slot = standing.owner, standing.slot
    names = phrases()["names"]
    for key in _keys(owner, slot.name)[:2]:
        if key in names:
            return names[f"upright.{slot.name}"] if owner.name == "rectangle" and _is_upright(standing) else names[key]
    if owner.signature.head in _tables()["passing"]["compare"]:
        return _compared(standing)
    if owner.signature.head in _passes() and owner.signature.result == "int" and len(standing.around) > 1:
        return _part(_outside(standing))
    words = "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in slot.name)
    if _is_switch(standing):
        return phrase("condition" if is_condition(slot) else "switch", slot=words, owner=owner.name)
    return phrase("slot", slot=words, owner=owner.name)


def _part(whole: SlotPlace) -> str:
    """The name of a number that another one is reckoned from; a part of a part is a part."""
    name, (before, after) = _name(whole), phrase("part", name="|").split("|")
    return phrase("part", name=name.removeprefix(before).removesuffix(after) if before or after else name)


def _is_switch(standing: SlotPlace) -> bool:
    return isinstance(standing.value, Literal) and isinstance(standing.value.value, bool)


def _is_upright(standing: SlotPlace) -> bool:
    """Whether the board is a single row of stacks, which people know as a grid that stands upright."""
    clauses = list(standing.around[0].clauses())
    return any(clause.name == "size Stack" for clause in clauses) and any(
        clause.name == "rectangle" and isinstance(rows := clause.arguments.get("rows"), Literal) and rows.value == 1
        for clause in clauses
    )


def _outside(standing: SlotPlace) -> SlotPlace:
    """The clause that a value stands in, as a value itself."""
    outer = standing.around[-2]
    slot = slot_called(outer, _slot_holding(outer, standing.owner))
    return SlotPlace(standing.address.rpartition(".")[0], standing.owner, standing.around[:-1], slot, 0)


def _compared(standing: SlotPlace) -> str:
    """The name of a number by what it is compared with."""
    for value in standing.owner.arguments.values():
        if value is not standing.value and isinstance(value, Clause):
            if (standing.owner.name, value.name) == ("<", "size Stack") and _is_upright(standing):
                return phrases()["names"]["upright.height"]
            try:
                with calling(**phrases()["any"]):
                    return phrase("compared", what=describe(value))
            except Untold:
                return phrase("compared", what=f"({value.name})")
    return phrase("compared_alone")


def _where(standing: SlotPlace) -> str:
    """Words for where it stands: which end, which piece, at the start."""
    for clause in reversed(standing.around):
        if clause.signature.result == "endrule":
            return _ending(clause, "endings_of_switches" if _is_switch(standing) else "endings")
        if clause.signature.result == "startrule":
            item = clause.arguments.get("item")
            return phrase("item_at_start", item=item.value) if isinstance(item, Text) else phrase("at_start")
        if clause.name == "phase" and isinstance(name := clause.arguments.get("name"), Text):
            return phrase("in_phase", phase=name.value)
        if clause.name == "piece" and clause.signature.result == "item":
            name = clause.arguments.get("name")
            return phrase("of_piece", piece=name.value) if isinstance(name, Text) else ""
    return ""


def _ending(rule: Clause, table: str) -> str:
    endings = phrases()[table]
    result = rule.arguments.get("result")
    kind = result.arguments.get("kind") if isinstance(result, Clause) else None
    return endings.get(kind.name, endings["other"]) if isinstance(kind, Word) else endings["other"]


_BOUNDS = re.compile(r"(.+?)\s*=\s*(-?\d{1,9})\.\.(-?\d{1,9})")
NUMBER, TRUTH, OPTION, ARGUMENT = "number", "truth", "option", "argument"


@dataclass(frozen=True, slots=True)
class Tunable:
    """One thing that can be turned: its name in words, its path, its value and what else it could be.

    ``kind`` is ``number``, ``truth``, ``option`` or ``argument``; numbers go from ``low`` to ``high``, options have
    ``labels``. ``paths`` are all parameters that one place of the text stands for, as when a define is used twice; they
    are turned together. ``fixed`` says why turning makes no sense, None where it does. ``bounded`` tells that its range
    was given, and is not only what seems right; it may leave out the value.
    """

    name: str
    path: str
    kind: str
    value: int | bool | str
    low: int | None = None
    high: int | None = None
    labels: tuple[str, ...] = ()
    place: TextPlace | None = None
    fixed: str | None = None
    paths: tuple[str, ...] = ()
    bounded: bool = False

    @property
    def can_be(self) -> str:
        """What else it could be, in words, or why it stays as it is."""
        if self.fixed is not None:
            return f"fixed: {self.fixed}"
        if self.labels:
            return ", ".join(self.labels)
        return f"{self.low} to {self.high}" if self.low is not None else "yes, no"

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values."""
        data: dict[str, Any] = {"name": self.name, "path": self.path, "kind": self.kind, "value": self.value}
        if self.low is not None:
            data |= {"low": self.low, "high": self.high}
        if self.labels:
            data["labels"] = list(self.labels)
        if self.place is not None:
            data |= {"line": self.place.line, "column": self.place.column}
        return data | {"fixed": self.fixed}


@dataclass(frozen=True)
class Limits:
    """What a designer says about parameters: those that stay as they are, and from where to where others may go."""

    pins: frozenset[str] = frozenset()
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=dict)


NO_LIMITS = Limits()


def check_limits(limits: Any) -> None:
    """Refuse what are no limits of parameters."""
    if not isinstance(limits, Limits):
        raise AptsError(
            "limits say what stays and what has bounds, as read_limits(['players.count'], ['length=3..6']) of "
            f"apts.variants.tunables gives them, not {limits!r}"
        )


def read_limits(pins: Iterable[str] = (), bounds: Iterable[str] = ()) -> Limits:
    """Limits as they are typed: paths, and texts such as ``is Line.length=3..6``."""
    found: dict[str, tuple[int, int]] = {}
    for text in bounds:
        match = _BOUNDS.fullmatch(text)
        if match is None:
            raise AptsError(f"the bounds {text!r} cannot be read: PATH=LOW..HIGH is expected, such as 'length=3..6'")
        found[match[1]] = int(match[2]), int(match[3])
    return Limits(frozenset(pins), found)


def tunable(
    source: GameSource, settings: Mapping[str, Any] | None = None, limits: Limits = NO_LIMITS
) -> tuple[Tunable, ...]:
    """Everything that can be turned in a game, and what cannot be with the reason, in the order of the text."""
    return tunables_of(origin_of(source, settings), limits=limits)


def tunables_of(
    origin: Origin, rules: Clause | None = None, limits: Limits = NO_LIMITS, *, edited: bool = False
) -> tuple[Tunable, ...]:
    """The same of an origin; ``rules`` are its typed rules, in which what limits are about may be gone after edits."""
    check_limits(limits)
    if isinstance(origin, ClassOrigin):
        return _limited(_arguments(origin), limits, strict=not edited)
    found = _noted(_literals(rules or origin.rules), origin, strict=rules is None)
    return _limited([*_options(origin), *found], limits, strict=not edited)


def turned_by_path(game: Game) -> dict[str, Tunable]:
    """What can be turned in a game as it was loaded, by each of the paths that it has."""
    origin = origin_of(game)
    found = tunables_of(origin, origin.rules if isinstance(origin, TextOrigin) else None)
    return {path: one for one in found if one.kind != OPTION for path in (one.paths or (one.path,))}


def keeps_limits(before: Iterable[Tunable], after: Iterable[Tunable], limits: Limits) -> bool:
    """Whether what was pinned in a game is as it was after edits, and what has bounds is as it was or inside them.

    Bounds say where a value may go. One that lies outside them to begin with may stay there.
    """
    known = list(before)
    paths = [path for one in known for path in (one.paths or (one.path,))]
    words = {one.name.lower(): one.path for one in known}
    values = {path: one.value for one in known for path in (one.paths or (one.path,))}
    left = {path: one.value for one in after for path in (one.paths or (one.path,))}
    for path in _paths_named(limits.pins, paths, words, strict=True).values():
        if path not in left or left[path] != values[path]:
            return False
    for name, path in _paths_named(limits.bounds, paths, words, strict=True).items():
        low, high = limits.bounds[name]
        value = left.get(path)
        if not isinstance(value, int) or (value != values[path] and not low <= value <= high):
            return False
    return True


def _options(origin: TextOrigin) -> list[Tunable]:
    return [
        Tunable(
            option.heading,
            option.heading,
            OPTION,
            option.default.label,
            labels=tuple(item.label for item in option.items),
            fixed="it has one item only" if len(option.items) == 1 else None,
        )
        for option in origin.options
    ]


def _literals(rules: Clause) -> list[Tunable]:
    """Numbers and truth values; those that one place of the text stands for are one."""
    around = {id(standing.value): standing for standing in standings(rules)}
    objects = dict(literals(rules))
    by_place: dict[TextPlace, set[int | bool]] = {}
    known = parameters(rules)
    for one in known:
        by_place.setdefault(one.position, set()).add(one.value)
    found: dict[object, Tunable] = {}
    for one in known:
        key: object = (one.position, one.value) if one.position.line else one.path
        if key in found:
            found[key] = replace(found[key], paths=(*found[key].paths, one.path))
        else:
            in_range = one.position.line > 0 and len(by_place[one.position]) > 1
            found[key] = _literal(one, around[id(objects[one.path])], in_range=in_range)
    return list(found.values())


def _literal(one: Parameter, standing: SlotPlace, *, in_range: bool) -> Tunable:
    meaning = meaning_of(standing)
    fixed = reason_called("range") if in_range else meaning.fixed
    place = one.position if one.position.line else None
    if isinstance(one.value, bool):
        return Tunable(meaning.words, one.path, TRUTH, one.value, place=place, fixed=fixed, paths=(one.path,))
    return Tunable(
        meaning.words, one.path, NUMBER, one.value, one.low, one.high, place=place, fixed=fixed, paths=(one.path,)
    )


def _noted(found: Sequence[Tunable], origin: TextOrigin, *, strict: bool) -> list[Tunable]:
    """With the names, bounds and pins that the text itself gives; a note may be about what another option has."""
    result = list(found)
    paths = [path for one in found for path in one.paths]
    for note in parameter_notes(origin.text, origin.file):
        try:
            path = parameter_path(note.path, paths)
        except UnknownSetting as error:
            if strict and not origin.options:
                raise AptsError(f"{note.place}: {error}") from None
            continue
        index = next(number for number, one in enumerate(result) if path in one.paths)
        one = replace(result[index], name=note.name or result[index].name)
        if note.bounds is not None:
            one = _bounded(one, *note.bounds)
        result[index] = replace(one, fixed="the rules text says so") if note.fixed else one
    return result


def _arguments(origin: ClassOrigin) -> list[Tunable]:
    """The arguments of a constructor that are numbers or truth values; others are listed as fixed."""
    found = []
    for name, value in origin.defaults.items():
        words = name.replace("_", " ")
        if isinstance(value, bool):
            found.append(Tunable(words, name, ARGUMENT, value))
        elif isinstance(value, int):
            spread = max(2, abs(value) // 2)
            low = max(value - spread, min(value, 1))
            found.append(Tunable(words, name, ARGUMENT, value, low, value + max(spread, value)))
        else:
            fixed = "only whole numbers and truth values are turned"
            found.append(Tunable(words, name, ARGUMENT, repr(value), fixed=fixed))
    return found


def _limited(found: Iterable[Tunable], limits: Limits, *, strict: bool) -> tuple[Tunable, ...]:
    known = list(found)
    paths = [path for one in known for path in (one.paths or (one.path,))]
    words = {one.name.lower(): one.path for one in known}
    pins = set(_paths_named(limits.pins, paths, words, strict=strict).values())
    named = _paths_named(limits.bounds, paths, words, strict=strict)
    bounds = {path: limits.bounds[name] for name, path in named.items()}
    result = []
    for one in known:
        own = set(one.paths or (one.path,))
        if own & pins and own & set(bounds):
            raise AptsError(f"{one.path!r} is pinned and has bounds; say one of both")
        if own & pins:
            one = replace(one, fixed="you pinned it")
        for path in sorted(own & set(bounds)):
            one = _bounded(one, *bounds[path])
        result.append(one)
    return tuple(result)


def _paths_named(
    names: Iterable[str], paths: Sequence[str], words: Mapping[str, str], *, strict: bool
) -> dict[str, str]:
    """The path of each name, in words or as a path; names of nothing are left out unless that is a mistake."""
    found = {}
    for name in names:
        try:
            found[name] = words.get(name.strip().lower()) or parameter_path(name, paths)
        except UnknownSetting:
            if strict:
                raise
    return found


def _bounded(one: Tunable, low: int, high: int) -> Tunable:
    if one.low is None or isinstance(one.value, str | bool):
        raise AptsError(f"{one.path!r} is not a number, so it cannot have bounds")
    if low > high:
        raise AptsError(f"the bounds of {one.path!r} go from {low} to {high}; the lower one comes first")
    fixed = "its bounds leave nothing but what it is" if low == high == one.value else None
    return replace(one, low=low, high=high, fixed=fixed, bounded=True)
