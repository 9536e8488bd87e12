"""Edits by chance: of any kind, each tried until it reads as rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from random import Random

from apts.errors import AptsError
from apts.games.catalogue import library_files
from apts.games.library import typed_rules
from apts.games.rules_file import rules_text
from apts.language.tree import Clause, Text, Value, Word
from apts.variants.authored_text import ClassOrigin
from apts.variants.structure.clause_edits import Gap, gaps, in_play, random_addition, random_swap, removals, scope_of
from apts.variants.tree_changes import SlotPlace, in_words, noun_for, quoted, same_rules, standings, written
from apts.variants.tunables import NO_LIMITS, Limits, are_alike, is_condition
from apts.variants.variant import (
    ADD,
    CROSS,
    REMOVE,
    STRUCTURAL_KINDS,
    SWAP,
    VALUE_KINDS,
    Edit,
    Variant,
    edited,
    random_value_edit,
    typed_value,
)

# ----------------------------------------------------------------------------------------------------------------
# Clauses taken from a second game, with the names of pieces, regions and tracks fitted to the host.

_NAMED = {
    "piece": "pieces",
    "tile": "pieces",
    "regions": "regions",
    "track": "tracks",
    "map": "maps",
    "phase": "phases",
}
_SEAT = re.compile(r"P(\d+)")
_NUMBERED = re.compile(r"(.*?)(\d*)")
_TRIES = 12
_TOO_LARGE = {"rules", "play", "end", "start", "game", "equipment", "item", "players", "graph"}


def random_crossover(rules: Clause, donor: Clause, rng: Random) -> Edit | None:
    """A clause of the donor put in place of one of the host, or into a gap of it, where its type fits."""
    offered = [one for one in standings(donor) if in_play(one) and _is_offered(one)]
    places: list[SlotPlace | Gap] = [
        *(one for one in standings(rules) if in_play(one) and isinstance(one.value, Clause)),
        *gaps(rules),
    ]
    if not offered or not places:
        return None
    for _ in range(_TRIES):
        taken = rng.choice(offered)
        place = rng.choice(places)
        edit = _put(taken, place, rules, donor, rng)
        if edit is not None:
            return edit
    return None


def _is_offered(one: SlotPlace) -> bool:
    return isinstance(one.value, Clause) and one.value.signature.result not in _TOO_LARGE


def _put(taken: SlotPlace, place: SlotPlace | Gap, rules: Clause, donor: Clause, rng: Random) -> Edit | None:
    assert isinstance(taken.value, Clause)
    result = taken.value.signature.result
    if result not in {name for wanted in place.slot.types for name in wanted.name.split("|")}:
        return None
    if result == "bool" and not is_condition(place.slot):
        return None
    if result == "int" and not (isinstance(place, SlotPlace) and are_alike(taken.value, place.value)):
        return None
    if result in ("moves", "bool") and scope_of(result, taken.around) != scope_of(result, place.around):
        return None
    fitted = with_names_of(taken.value, rules, donor, rng)
    value = typed_value(written(fitted), place.slot, place.depth)
    if value is None:
        return None
    name = donor.arguments.get("name")
    source = name.value if isinstance(name, Text) else "another game"
    if isinstance(place, Gap):
        words = f"takes {noun_for(value)} from {source}: {in_words(value)}"
        return Edit(CROSS, place.address, None, written(value), words)
    if written(value) == written(place.value):
        return None
    words = f"replaces {noun_for(place.value)} {quoted(place.value)} by that of {source}: {in_words(value)}"
    return Edit(CROSS, place.address, written(place.value), written(value), words)


def names_in(rules: Clause) -> dict[str, list[str]]:
    """The names that rules give: of pieces, regions, tracks, maps and phases."""
    found: dict[str, list[str]] = {kind: [] for kind in _NAMED.values()}
    for clause in rules.clauses():
        name = clause.arguments.get("name")
        if clause.name in _NAMED and clause.signature.result in ("item", "track", "phase") and isinstance(name, Text):
            found[_NAMED[clause.name]].append(name.value)
    return found


def with_names_of(value: Value, host: Clause, donor: Clause, rng: Random) -> Value:
    """A value of the donor with the names that the host has, each name always by the same one, and no seats it lacks."""
    own, other = names_in(donor), names_in(host)
    chosen: dict[str, str] = {}
    for kind, names in own.items():
        for name in names:
            chosen[name] = rng.choice(other[kind]) if other[kind] else name
    return _renamed(value, chosen, _seats(host))


def _seats(rules: Clause) -> int:
    players = rules.arguments.get("players")
    count = players.arguments.get("count") if isinstance(players, Clause) else None
    listed = next(iter(players.arguments.values()), ()) if isinstance(players, Clause) else ()
    if isinstance(listed, tuple) and listed:
        return len(listed)
    return int(getattr(count, "value", 2))


def _renamed(value: Value, names: dict[str, str], seats: int) -> Value:
    if isinstance(value, tuple):
        return tuple(_renamed(item, names, seats) for item in value)
    if isinstance(value, Clause):
        inner = {slot: _renamed(argument, names, seats) for slot, argument in value.arguments.items()}
        return replace(value, arguments=inner)
    if isinstance(value, Word) and (seat := _SEAT.fullmatch(value.name)):
        return Word(f"P{(int(seat[1]) - 1) % max(1, seats) + 1}")
    if isinstance(value, Text):
        return Text(_new_name(value.value, names))
    return value


def _new_name(text: str, names: dict[str, str]) -> str:
    """A name, with the number of its owner behind it or without."""
    if text in names:
        return names[text]
    match = _NUMBERED.fullmatch(text)
    if match is not None and match[1] in names and match[2]:
        new = names[match[1]]
        return new if new[-1:].isdigit() else new + match[2]
    return text


def choose_donor(donors: Sequence[Clause], rng: Random) -> Clause | None:
    """One of the donors."""
    return rng.choice(donors) if donors else None


_EDIT_TRIES = 40
ALL_KINDS = (*VALUE_KINDS, *STRUCTURAL_KINDS)


@cache
def library_donors() -> tuple[Clause, ...]:
    """The typed rules of the library, from which clauses can be taken."""
    texts = {path.name: rules_text(path) for path in library_files().values() if path.suffix == ".lud"}
    return tuple(typed_rules(text, file, {}) for file, text in texts.items())


def structural_edits(
    variant: Variant,
    rng: Random,
    donors: Sequence[Clause] | None = None,
    count: int = 20,
    kinds: Iterable[str] = STRUCTURAL_KINDS,
) -> tuple[Edit, ...]:
    """Up to ``count`` different structural edits that keep the types right; the same chance gives the same ones."""
    found: dict[tuple[str, object], Edit] = {}
    wanted = [kind for kind in kinds if kind in STRUCTURAL_KINDS]
    for _ in range(2 * count):
        edit = random_structural_edit(variant, rng, wanted, donors)
        if edit is not None:
            found.setdefault((edit.path, edit.after), edit)
        if len(found) == count:
            break
    return tuple(found.values())


def random_edit(
    variant: Variant,
    rng: Random,
    kinds: Iterable[str] = ALL_KINDS,
    donors: Sequence[Clause] | None = None,
    limits: Limits = NO_LIMITS,
) -> Variant | None:
    """The variant with one more edit, the kind drawn first; None where none of the kinds is possible."""
    waiting = list(dict.fromkeys(kinds))
    while waiting:
        kind = waiting.pop(rng.randrange(len(waiting)))
        if kind in VALUE_KINDS:
            edit = random_value_edit(variant, rng, frozenset({kind}), limits)
        else:
            edit = random_structural_edit(variant, rng, [kind], donors)
        if edit is not None and (changed := variant.edited(edit)).fits:
            return changed.lean()
    return None


def random_structural_edit(
    variant: Variant, rng: Random, kinds: Sequence[str] = STRUCTURAL_KINDS, donors: Sequence[Clause] | None = None
) -> Edit | None:
    """One structural edit after which the rules read as rules, and as other rules; None for games from classes."""
    if isinstance(variant.origin, ClassOrigin) or not kinds:
        return None
    rules = variant.rules
    for _ in range(_EDIT_TRIES):
        edit = _drawn(rng.choice(list(kinds)), rules, rng, library_donors() if donors is None else donors)
        if edit is not None and _reads(rules, edit):
            return edit
    return None


def _drawn(kind: str, rules: Clause, rng: Random, donors: Sequence[Clause]) -> Edit | None:
    if kind == REMOVE:
        found = removals(rules)
        return rng.choice(found).edit() if found else None
    if kind == ADD:
        return random_addition(rules, rng)
    if kind == SWAP:
        return random_swap(rules, rng)
    donor = choose_donor(donors, rng)
    return None if kind != CROSS or donor is None else random_crossover(rules, donor, rng)


def _reads(rules: Clause, edit: Edit) -> bool:
    try:
        return not same_rules(edited(rules, edit), rules)
    except AptsError:
        return False
