"""Which edits a search may make, by the names that people type."""

from __future__ import annotations

from apts.errors import AptsError
from apts.similar_names import did_you_mean
from apts.variants.edits import STRUCTURAL_KINDS, VALUE_KINDS
from apts.variants.structure.random_edits import ALL_KINDS

GROUPS: dict[str, tuple[str, ...]] = {"values": VALUE_KINDS, "clauses": STRUCTURAL_KINDS, "all": ALL_KINDS}
"""Kinds that have a name together."""


def read_kinds(text: str) -> tuple[str, ...]:
    """The kinds of edits that a text names, as ``values`` or ``number,option``; a wrong name lists the valid ones."""
    if not isinstance(text, str):
        raise AptsError(f"edits are named in a text, such as 'values' or 'number,option', not {text!r}")
    known = {**GROUPS, **{kind: (kind,) for kind in ALL_KINDS}}
    found: dict[str, None] = {}
    for name in (part.strip() for part in text.split(",")):
        if name not in known:
            raise AptsError(
                f"there is no kind of edit {name!r}{did_you_mean(name, known)} (there are: {', '.join(known)})"
            )
        found |= dict.fromkeys(known[name])
    return tuple(found)
