"""Signatures of ludemes as data: what may be written where.

A signature is one line in a small notation, for example::

    (is Line [on<SiteType>] length<int> [direction<direction>] [through:<int> | throughAny:<region>] [exact:<bool>])

* ``length<int>``      an unnamed argument; ``length`` is only how the compiler calls it
* ``exact:<bool>``     a named argument, written ``exact:True``; a name for the compiler may follow the colon
                       (``if:condition<bool>``)
* ``[...]``            may be left out; ``[a | b]`` at most one of these; ``(a | b)`` exactly one of these
* ``<int|role>``       either type; ``<{int}>`` a collection of that type; ``<{{walk}}>`` a collection of collections;
                       ``<{int|role}>`` a collection in which both may stand
* the words after the head are mode words, written as such in the text

Arguments are written in the order of the signature; optional ones may be skipped but never reordered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any


@dataclass(frozen=True, slots=True)
class SlotType:
    """A type name (or several, ``int|role``, inside braces) and how many collection braces are around it."""

    name: str
    depth: int = 0

    def __str__(self) -> str:
        return "{" * self.depth + self.name + "}" * self.depth


@dataclass(frozen=True, slots=True)
class Slot:
    """One argument of a ludeme.

    ``group`` numbers the alternatives ``a | b``; of one group at most one slot may be filled, and exactly one when
    ``optional`` is False for its members.
    """

    name: str
    types: tuple[SlotType, ...]
    label: str | None = None
    optional: bool = False
    group: int | None = None


Unit = tuple[tuple[Slot, ...], bool]
"""A slot, or the alternatives of a group; and whether it may be left out."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What may be written: head, mode words, slots in order, and the type of the whole.

    ``units`` are the slots with the alternatives of each group put together, ``fewest`` is how many of them no clause
    can do without, ``labels`` are the names of arguments. They follow from the slots and are asked for at every clause
    of a text, as is the hash by whoever looks up what belongs to a signature.
    """

    head: str
    mode: str | None
    slots: tuple[Slot, ...]
    result: str
    documentation: str = ""
    source: str = ""
    units: tuple[Unit, ...] = field(init=False, repr=False, compare=False)
    fewest: int = field(init=False, repr=False, compare=False)
    labels: frozenset[str | None] = field(init=False, repr=False, compare=False)
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        units = units_of(self.slots)
        for name, value in (
            ("units", units),
            ("fewest", sum(not optional for _, optional in units)),
            ("labels", frozenset(slot.label for slot in self.slots)),
            ("_hash", hash((self.head, self.mode, self.slots, self.result, self.source))),
        ):
            object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:  # the hash of a text differs from process to process
        return Signature, (self.head, self.mode, self.slots, self.result, self.documentation, self.source)

    @property
    def name(self) -> str:
        """Head and mode word together, for example ``is Line``."""
        return self.head if self.mode is None else f"{self.head} {self.mode}"


def units_of(slots: Iterable[Slot]) -> tuple[Unit, ...]:
    """The slots of a signature with the alternatives of each group put together."""
    units: list[tuple[list[Slot], bool]] = []
    group: int | None = None
    for slot in slots:
        if slot.group is not None and slot.group == group:
            units[-1][0].append(slot)
        else:
            units.append(([slot], slot.optional))
        group = slot.group
    return tuple((tuple(slots), optional) for slots, optional in units)


_TOKEN = re.compile(
    r"\s*(?:(?P<mark>[\[\]()|])|(?P<slot>(?:[A-Za-z]\w*:)?(?:[A-Za-z]\w*)?<[^\s>]+>)|(?P<word>[^\s\[\]()|<]+|[<>]=?))"
)
_SLOT = re.compile(r"(?:(?P<label>[A-Za-z]\w*):)?(?P<name>[A-Za-z]\w*)?<(?P<types>[^>]+)>")


def parse_signature(source: str, result: str, documentation: str = "") -> Signature:
    """Read the one-line notation described at the top of this module."""
    tokens = _tokens(source)
    if tokens[0] != ("mark", "(") or tokens[-1] != ("mark", ")") or tokens[1][0] != "word":
        raise ValueError(f"a signature looks like (head Mode slot<type> ...): {source}")
    head = tokens[1][1]
    position = 2
    mode_words: list[str] = []
    while tokens[position][0] == "word":
        mode_words.append(tokens[position][1])
        position += 1
    mode = " ".join(mode_words) or None
    slots: list[Slot] = []
    group = 0
    while position < len(tokens) - 1:
        kind, text = tokens[position]
        if kind == "slot":
            slots.append(_slot(text, optional=False, group=None))
            position += 1
            continue
        if text not in "[(":
            raise ValueError(f"unexpected {text!r} in signature {source}")
        closing = "]" if text == "[" else ")"
        end = tokens.index(("mark", closing), position)
        members = [member for kind, member in tokens[position + 1 : end] if kind == "slot"]
        bars = [member for kind, member in tokens[position + 1 : end] if kind != "slot"]
        if bars != ["|"] * (len(members) - 1):
            raise ValueError(f"brackets hold one slot or alternatives a | b in signature {source}")
        position = end + 1
        group += len(members) > 1
        number = group if len(members) > 1 else None
        slots.extend(_slot(member, optional=closing == "]", group=number) for member in members)
    _check_names(slots, source)
    return Signature(head, mode, tuple(slots), result, documentation, source)


def _check_names(slots: list[Slot], source: str) -> None:
    """Arguments are kept by the names of their slots, so only alternatives with the same label may share a name."""
    seen: dict[str, Slot] = {}
    for slot in slots:
        other = seen.setdefault(slot.name, slot)
        if other is not slot and (slot.group is None or (slot.group, slot.label) != (other.group, other.label)):
            raise ValueError(f"two arguments are called {slot.name!r} in signature {source}")


def _tokens(source: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    position = 0
    text = source.strip()
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or match.lastgroup is None:
            raise ValueError(f"cannot read {text[position:]!r} in signature {source}")
        tokens.append((match.lastgroup, match.group(match.lastgroup)))
        position = match.end()
    return tokens


def _slot(text: str, *, optional: bool, group: int | None) -> Slot:
    match = _SLOT.fullmatch(text)
    assert match is not None
    label = match["label"]
    types = _slot_types(match["types"])
    return Slot(match["name"] or label or types[0].name, types, label, optional, group)


@cache
def _slot_types(types: str) -> tuple[SlotType, ...]:
    """The types of a slot; a handful of them are most of those there are."""
    return tuple(SlotType(part.strip("{}"), part.count("{")) for part in _alternatives(types))


def _alternatives(types: str) -> list[str]:
    """Split at the bars outside braces."""
    parts = [""]
    depth = 0
    for character in types:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if character == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts
