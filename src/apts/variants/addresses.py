"""Where a value stands in typed rules: the slots from the outside in, such as ``rules.end.rules[2].condition``.

Members of a collection count from 1. Unlike the paths of parameters, addresses reach every value, words and whole
collections too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from apts.errors import AptsError
from apts.language.signatures.signature import Slot
from apts.language.tree import Clause, Value

_STEP = re.compile(r"(\w+)((?:\[\d+\])*)")
Step = tuple[str, tuple[int, ...]]


class NoSuchPlace(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """An address that leads nowhere in the rules."""


@dataclass(frozen=True, slots=True)
class SlotPlace:
    """A value of typed rules with its address, the clauses around it from the outside in, and the slot it fills."""

    address: str
    value: Value
    around: tuple[Clause, ...]
    slot: Slot
    depth: int
    """How many braces of the slot are around the value."""

    @property
    def owner(self) -> Clause:
        """The clause whose argument it is, or is a member of."""
        return self.around[-1]


def standings(rules: Clause, above: tuple[Clause, ...] = (), path: str = "") -> Iterator[SlotPlace]:
    """Every value below a clause, outermost first, in the order of the text."""
    around = (*above, rules)
    for name, argument in rules.arguments.items():
        slot = slot_called(rules, name)
        address = f"{path}.{name}" if path else name
        yield from _below(argument, around, slot, address, 0)


def _below(value: Value, around: tuple[Clause, ...], slot: Slot, address: str, depth: int) -> Iterator[SlotPlace]:
    yield SlotPlace(address, value, around, slot, depth)
    if isinstance(value, tuple):
        for number, item in enumerate(value, 1):
            yield from _below(item, around, slot, f"{address}[{number}]", depth + 1)
    elif isinstance(value, Clause):
        yield from standings(value, around, address)


def slot_called(clause: Clause, name: str) -> Slot:
    """The slot of a clause with that name."""
    return next(slot for slot in clause.signature.slots if slot.name == name)


def steps_of(address: str) -> list[Step]:
    """An address step by step."""
    steps: list[Step] = []
    for part in address.split("."):
        match = _STEP.fullmatch(part)
        if match is None:
            raise NoSuchPlace(f"{address!r} is no address of a rule: it looks like rules.end.rules[2].condition")
        steps.append((match[1], tuple(int(number) - 1 for number in re.findall(r"\d+", match[2]))))
    return steps


def value_at(rules: Clause, address: str) -> Value:
    """The value that stands there."""
    value: Value = rules
    for name, indices in steps_of(address):
        if not isinstance(value, Clause) or name not in value.arguments:
            raise NoSuchPlace(f"the rules have nothing at {address!r}")
        value = value.arguments[name]
        for index in indices:
            if not isinstance(value, tuple) or not 0 <= index < len(value):
                raise NoSuchPlace(f"the rules have nothing at {address!r}")
            value = value[index]
    return value


def with_value(rules: Clause, address: str, new: Value | None) -> Clause:
    """The rules with another value there, or without it; what was not there is added in the order of the slots."""
    return _exchanged(rules, steps_of(address), new, address, insert=False)


def with_inserted(rules: Clause, address: str, new: Value) -> Clause:
    """The rules with one more member of a collection, which then has this address."""
    return _exchanged(rules, steps_of(address), new, address, insert=True)


def _exchanged(clause: Clause, steps: list[Step], new: Value | None, address: str, *, insert: bool) -> Clause:
    (name, indices), rest = steps[0], steps[1:]
    old = clause.arguments.get(name)

    def inner(value: Value | None) -> Value | None:
        if not rest:
            return new
        if not isinstance(value, Clause):
            raise NoSuchPlace(f"the rules have nothing at {address!r}")
        return _exchanged(value, rest, new, address, insert=insert)

    arguments = dict(clause.arguments)
    changed: Value | None
    if not indices:
        changed = inner(old)
    else:
        if not isinstance(old, tuple):
            raise NoSuchPlace(f"the rules have no collection at {address!r}")
        member = new if insert and not rest else inner(_member(old, indices, address))
        changed = _with_member(old, indices, member, insert=insert and not rest)
    if changed is None:
        arguments.pop(name, None)
    else:
        arguments[name] = changed
    order = list(dict.fromkeys(slot.name for slot in clause.signature.slots))
    return replace(clause, arguments={slot: arguments[slot] for slot in order if slot in arguments})


def _member(values: Value, indices: tuple[int, ...], address: str) -> Value:
    for index in indices:
        if not isinstance(values, tuple) or not 0 <= index < len(values):
            raise NoSuchPlace(f"the rules have nothing at {address!r}")
        values = values[index]
    return values


def _with_member(values: tuple[Value, ...], indices: tuple[int, ...], new: Value | None, *, insert: bool) -> Value:
    index, deeper = indices[0], indices[1:]
    if deeper:
        below = values[index]
        assert isinstance(below, tuple)
        new = _with_member(below, deeper, new, insert=insert)
        return (*values[:index], new, *values[index + 1 :])
    added = () if new is None else (new,)
    return (*values[:index], *added, *values[index if insert else index + 1 :])
