"""What can be turned in a game: numbers, truth values, options, and the arguments of classes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.games.keywords import UnknownSetting, parameter_path
from apts.games.library import GameSource
from apts.language.parameter_notes import parameter_notes
from apts.language.parameters import Parameter, literals, parameters
from apts.language.tree import Clause, TextPlace
from apts.variants.addresses import SlotPlace, standings
from apts.variants.meanings import meaning_of, reason_called
from apts.variants.origins import ClassOrigin, Origin, TextOrigin, origin_of

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
    """The arguments of a constructor that are numbers or truth values; others are told and fixed."""
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
        raise AptsError(f"{one.path!r} is no number, so it cannot have bounds")
    if low > high:
        raise AptsError(f"the bounds of {one.path!r} go from {low} to {high}; the lower one comes first")
    fixed = "its bounds leave nothing but what it is" if low == high == one.value else None
    return replace(one, low=low, high=high, fixed=fixed, bounded=True)
