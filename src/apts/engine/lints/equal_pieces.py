"""Pieces of one name and one owner: rules that name them mean the first."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.lints.lint import Lint, LintSource
from apts.language.tree import Clause, Text, Word


def equal_pieces(margin: LintSource, rules: Clause) -> Iterator[Lint]:
    """A doubt for each piece of the equipment whose name and owner another one before it has."""
    known: dict[str, set[str]] = {}
    for clause in rules.clauses():
        name = clause.arguments.get("name")
        if clause.name not in ("piece", "tile") or clause.signature.result != "item" or not isinstance(name, Text):
            continue
        role = clause.arguments.get("role")
        owner = role.name if isinstance(role, Word) else ""
        owners = known.setdefault(name.value, set())
        if owner in owners or (_is_seat(owner) and any(map(_is_seat, owners)) and "Each" in (owner, *owners)):
            message = (
                f'another piece is called "{name.value}" and has the same owner; rules that name it mean the first'
            )
            yield margin.lint("equal-piece", name.position, message)
        owners.add(owner)


def _is_seat(owner: str) -> bool:
    """Whether a piece of that owner is one of a player's."""
    return owner == "Each" or owner.startswith("P")
