"""What a number or truth value of the rules means: its name in words, and why some of them make no sense to turn."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from apts.language.signatures.signature import Slot
from apts.language.tree import Clause, Literal, Text, Value, Word
from apts.telling import moves as _moves  # noqa: F401 - tells what can be moved
from apts.telling.languages import grammar
from apts.telling.teller import Untold, describe
from apts.telling.voice import calling
from apts.variants.addresses import SlotPlace, slot_called
from apts.variants.phrases import phrase, phrases

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
