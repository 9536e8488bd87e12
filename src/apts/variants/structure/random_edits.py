"""Edits by chance: of any kind, each tried until it reads as rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random

from apts.errors import AptsError
from apts.games.library import typed_rules
from apts.games.library_files import library_files
from apts.games.rules_file import rules_text
from apts.language.tree import Clause
from apts.variants.edits import ADD, CROSS, REMOVE, STRUCTURAL_KINDS, SWAP, VALUE_KINDS, Edit
from apts.variants.origins import ClassOrigin
from apts.variants.structure.clause_edits import random_addition, random_swap, removals
from apts.variants.structure.crossover import choose_donor, random_crossover
from apts.variants.tree_changes import same_rules
from apts.variants.tunables import NO_LIMITS, Limits
from apts.variants.value_edits import random_value_edit
from apts.variants.variant import Variant, edited

_TRIES = 40
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
    for _ in range(_TRIES):
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
