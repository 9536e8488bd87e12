"""Edits of clauses within one game: remove, add from the grammar, exchange."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from apts.language.signatures.signature import ENUMERATIONS, Slot, acceptance
from apts.language.tree import Clause, Literal, Value, Word
from apts.variants.tree_changes import SlotPlace, in_words, noun_for, quoted, standings, written
from apts.variants.tunables import are_alike, counts_something, is_condition, is_no_rule
from apts.variants.variant import ADD, REMOVE, SWAP, Edit, typed_value

# ----------------------------------------------------------------------------------------------------------------
# Clauses made from the grammar: by type and scope, from a list of patterns with holes.

_HOLE = re.compile(r"\{(\w+(?:\.\w+)?)\}")
_TRIES = 6
_EFFECTS = {"then", "apply"}


@cache
def _patterns() -> Mapping[str, Any]:
    text = files("apts.variants.structure").joinpath("fragments.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def scope_of(wanted: str, around: Sequence[Clause]) -> str:
    """Which list of a type fits inside these clauses, the outermost first."""
    results = [clause.signature.result for clause in around]
    if wanted == "moves":
        if _EFFECTS & set(results):
            return "effect"
        return (
            "decision" if "item" in results or any(clause.name == "forEach Piece" for clause in around) else "placement"
        )
    if wanted != "bool":
        return "any"
    nearest = next((name for name in reversed(results) if name in ("endrule", "to", "from", "between", "then")), "")
    return {"endrule": "end", "to": "to", "from": "from", "between": "between"}.get(nearest, "play")


def fragment(slot: Slot, depth: int, around: Sequence[Clause], rng: Random) -> Value | None:
    """A value for a slot, or for a member of its collection; None where the lists have none of its types."""
    for _ in range(_TRIES):
        wanted = rng.choice(slot.types)
        if wanted.depth != depth:
            continue
        text = _text_for(wanted.name, slot, around, rng)
        value = None if text is None else typed_value(text, slot, depth)
        if value is not None:
            return value
    return None


def all_fragments(slot: Slot, depth: int) -> list[str]:
    """The fragments for a slot that have no holes and stand in a list without scope."""
    names = [name for wanted in slot.types if wanted.depth == depth for name in wanted.name.split("|")]
    texts = [text for name in names if name in _patterns() for text in _patterns()[name].get("any", ())]
    return [text for text in texts if _HOLE.search(text) is None]


def _text_for(name: str, slot: Slot, around: Sequence[Clause], rng: Random) -> str | None:
    """The text of a fragment for one of the types of a slot."""
    names = name.split("|")
    listed = [known for known in names if known in _patterns() and known != "holes"]
    if "bool" in names and not is_condition(slot):
        return "True"
    if listed:
        kind = rng.choice(listed)
        patterns = _patterns()[kind]
        scope = scope_of(kind, around)
        return filled(rng.choice(patterns[scope]), rng) if scope in patterns else None
    if acceptance(name).integers and counts_something(around[-1], slot.name):
        return str(rng.randint(1, 3))
    return None


def filled(pattern: str, rng: Random) -> str:
    """A pattern with all its holes filled by chance."""

    def choice(match: re.Match[str]) -> str:
        table, _, scope = match[1].partition(".")
        found = _patterns()[table][scope] if scope else _patterns()["holes"][table]
        return filled(rng.choice(found), rng)

    return _HOLE.sub(choice, pattern)


_SWAPPED_WORDS = ("Result", "Role", "AbsoluteDirection", "RelativeDirection", "CompassDirection", "Relation")
_NEVER = ("Crash", "Abandon")
_BOARDS = ("board", "mancalaBoard", "surakartaBoard", "boardless")
_ROLES = ("Mover", "Next", "P1", "P2", "Each", "All", "Neutral", "Shared")


@dataclass(frozen=True, slots=True)
class Gap:
    """A place where something can be added: an empty slot, or the end of a collection."""

    address: str
    slot: Slot
    depth: int
    around: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Removal:
    """Something that can go, or of which a part alone can stay."""

    one: SlotPlace
    kept: Clause | None = None

    def edit(self) -> Edit:
        """The edit that takes it out."""
        value = self.one.value
        if self.kept is not None:
            words = f"of {quoted(value)} keeps only {quoted(self.kept)}"
            return Edit(REMOVE, self.one.address, written(value), written(self.kept), words)
        words = f"removes {noun_for(value, self.one.owner, self.one.slot.name)}: {in_words(value)}"
        return Edit(REMOVE, self.one.address, written(value), None, words)


def in_play(standing: SlotPlace) -> bool:
    """Whether a value is part of how the game is played: the rules, and how pieces move, not boards and regions."""
    if standing.address.startswith("rules"):
        return True
    return any(clause.name in ("piece", "tile") for clause in standing.around) and ".moves" in standing.address


def removals(rules: Clause) -> list[Removal]:
    """Everything that can be taken out so that the rest still reads as rules, and clauses that become a part of them."""
    found: list[Removal] = []
    for one in standings(rules):
        if not (in_play(one) or _is_item(one)) or is_no_rule(one.owner, one.slot.name):
            continue
        if _may_go(one):
            found.append(Removal(one))
        found.extend(Removal(one, inner) for inner in _parts_alike(one))
    return found


def _is_item(one: SlotPlace) -> bool:
    """Whether it is a piece, a hand or the like of the equipment; without its board a game is none."""
    is_board = isinstance(one.value, Clause) and one.value.signature.head in _BOARDS
    return one.owner.name == "equipment" and one.depth == 1 and not is_board


def _may_go(one: SlotPlace) -> bool:
    if one.depth:
        owner_value = one.owner.arguments[one.slot.name]
        return one.depth == 1 and isinstance(owner_value, tuple) and len(owner_value) > 1 and not _is_number(one.value)
    return one.slot.optional and isinstance(one.value, Clause | Word | tuple)


def _is_number(value: Value) -> bool:
    return isinstance(value, Literal)


def _parts_alike(one: SlotPlace) -> Iterator[Clause]:
    """The clauses of the same type inside a clause: one side of an ``and``, what an ``if`` allows."""
    if isinstance(one.value, Clause):
        for inner in _members(tuple(one.value.arguments.values())):
            if isinstance(inner, Clause) and are_alike(inner, one.value):
                yield inner


def _members(value: Value) -> Iterator[Value]:
    if isinstance(value, tuple):
        for item in value:
            yield from _members(item)
    else:
        yield value


def gaps(rules: Clause) -> list[Gap]:
    """All places at which something can be added."""
    found: list[Gap] = []
    for one in standings(rules):
        if not in_play(one) and one.address != "rules":
            continue
        if isinstance(one.value, tuple) and not one.depth:
            found.append(Gap(f"{one.address}[{len(one.value) + 1}]", one.slot, 1, one.around))
        elif isinstance(one.value, Clause):
            found.extend(_empty_slots(one.value, one.address, one.around))
    return found


def _empty_slots(clause: Clause, address: str, around: tuple[Clause, ...]) -> Iterator[Gap]:
    filled = {slot.group for slot in clause.signature.slots if slot.group is not None and slot.name in clause.arguments}
    for slot in clause.signature.slots:
        open_slot = slot.optional and slot.name not in clause.arguments and slot.group not in filled
        if open_slot and not is_no_rule(clause, slot.name):
            yield Gap(f"{address}.{slot.name}", slot, 0, (*around, clause))


def random_addition(rules: Clause, rng: Random) -> Edit | None:
    """Something from the grammar put into a gap, beside a lone rule, or around a condition."""
    ways: list[Callable[[Clause, Random], Edit | None]] = [_filled_gap, _second_rule, _wrapped, _rule_for_the_match]
    return rng.choice(ways)(rules, rng)


def _filled_gap(rules: Clause, rng: Random) -> Edit | None:
    gap = rng.choice(gaps(rules))
    value = fragment(gap.slot, gap.depth, gap.around, rng)
    if value is None:
        return None
    owner = gap.around[-1]
    name = noun_for(value, owner, gap.slot.name)
    return Edit(ADD, gap.address, None, written(value), f"adds {name}: {in_words(value)}")


def rules_for_the_match(rules: Clause) -> list[Edit]:
    """Every rule for the whole match, such as the swap rule, that the game does not have; for lack of a place none."""
    found = []
    for gap in gaps(rules):
        for text in all_fragments(gap.slot, gap.depth) if gap.around[-1].name in ("rules", "meta") else ():
            value = typed_value(text, gap.slot, gap.depth)
            if value is not None and text.strip("()") not in written(gap.around[-1]):
                found.append(Edit(ADD, gap.address, None, text, f"adds {noun_for(value)}: {in_words(value)}"))
    return found


def _rule_for_the_match(rules: Clause, rng: Random) -> Edit | None:
    found = rules_for_the_match(rules)
    return rng.choice(found) if found else None


def _second_rule(rules: Clause, rng: Random) -> Edit | None:
    """``(end (if ..))`` becomes ``(end { (if ..) (if ..) })``: where one rule stands, several may."""
    lone = [
        (one, several)
        for one in standings(rules)
        if in_play(one) and not one.depth and isinstance(one.value, Clause)
        for several in one.owner.signature.slots
        if several.group is not None and several.group == one.slot.group and several is not one.slot
        if any(wanted.depth == 1 and wanted.name == one.value.signature.result for wanted in several.types)
    ]
    if not lone:
        return None
    one, several = rng.choice(lone)
    value = fragment(several, 1, one.around, rng)
    address = one.address.rpartition(".")[0]
    if value is None or not address:
        return None
    first = rng.random() < 0.5
    parts = [written(value), written(one.value)] if first else [written(one.value), written(value)]
    head = one.owner.name
    words = f"adds {noun_for(value)}: {in_words(value)}"
    return Edit(ADD, address, written(one.owner), f"({head} {{ {' '.join(parts)} }})", words)


def _wrapped(rules: Clause, rng: Random) -> Edit | None:
    """A condition with a second one, or denied; moves with others to choose from, or under a condition."""
    able = [
        one
        for one in standings(rules)
        if in_play(one) and isinstance(one.value, Clause) and one.value.signature.result in ("bool", "moves")
    ]
    if not able:
        return None
    one = rng.choice(able)
    old = written(one.value)
    if isinstance(one.value, Clause) and one.value.signature.result == "moves":
        return _wrapped_moves(one, old, rng)
    word = rng.choice(("and", "or", "not"))
    if word == "not":
        return Edit(ADD, one.address, old, f"(not {old})", f"turns the condition over: {in_words(one.value)}")
    other = fragment(one.slot, one.depth, one.around, rng)
    if other is None or not is_condition(one.slot):
        return None
    words = f"adds the condition ({word}): {in_words(other)}"
    return Edit(ADD, one.address, old, f"({word} {old} {written(other)})", words)


def _wrapped_moves(one: SlotPlace, old: str, rng: Random) -> Edit | None:
    other = fragment(one.slot, one.depth, one.around, rng)
    if other is None:
        return None
    word = rng.choice(("or", "priority"))
    words = f"adds moves: {in_words(other)}"
    return Edit(ADD, one.address, old, f"({word} {old} {written(other)})", words)


def random_swap(rules: Clause, rng: Random) -> Edit | None:
    """A word exchanged for another one, or a clause for another of its type, from the grammar or from the same game."""
    able = [one for one in standings(rules) if in_play(one) and isinstance(one.value, Clause | Word)]
    if not able:
        return None
    one = rng.choice(able)
    new = _other_word(one, rng) if isinstance(one.value, Word) else _other_clause(one, rules, rng)
    if new is None or written(new) == written(one.value):
        return None
    words = f"replaces {noun_for(one.value, one.owner, one.slot.name)} {quoted(one.value)} by {quoted(new)}"
    return Edit(SWAP, one.address, written(one.value), written(new), words)


def _other_word(one: SlotPlace, rng: Random) -> Value | None:
    assert isinstance(one.value, Word)
    lists = [ENUMERATIONS[name] for name in _SWAPPED_WORDS if one.value.name in ENUMERATIONS.get(name, ())]
    if not lists:
        return None
    words = [word for word in rng.choice(lists) if word not in _NEVER and (word in _ROLES or not _is_role(word))]
    return typed_value(rng.choice(words), one.slot, one.depth) if words else None


def _is_role(word: str) -> bool:
    return word in ENUMERATIONS["Role"]


def _other_clause(one: SlotPlace, rules: Clause, rng: Random) -> Value | None:
    assert isinstance(one.value, Clause)
    if rng.random() < 0.5:
        return fragment(one.slot, one.depth, one.around, rng)
    others = [clause for clause in rules.clauses() if are_alike(clause, one.value) and clause is not one.value]
    return typed_value(written(rng.choice(others)), one.slot, one.depth) if others else None
