"""Pieces that are put down and are not those that people would think.

A move that does not say which piece it adds adds the one with the mover's number, and a piece that starts in the hand of
one player is the one with the number of that hand, whatever its name: so the language has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.compiler.equipment import Equipment
from apts.engine.lints.lint import Lint, LintSource
from apts.language.tree import Clause, Text

_ADDING = frozenset({"move Add", "add", "move Claim", "claim"})


def other_pieces(margin: LintSource, rules: Clause, equipment: Equipment) -> Iterator[Lint]:
    """All doubts of this kind."""
    yield from _unnamed_pieces(margin, rules, equipment)
    yield from _pieces_in_hands(margin, rules, equipment)


def _unnamed_pieces(margin: LintSource, rules: Clause, equipment: Equipment) -> Iterator[Lint]:
    """A doubt for each move without a piece, where the piece with the mover's number is not the mover's, as with dice."""
    pieces = equipment.components
    for seat in range(1, equipment.players + 1):
        meant = pieces[seat - 1] if seat <= len(pieces) else None
        own = next((piece for piece in pieces if piece.owner == seat), None)
        if own is None or (meant is not None and meant.owner == seat):
            continue
        there = f"none for player {seat}" if meant is None else f'"{meant.name}" for player {seat}'
        what = f"without a piece this adds the piece with the number of the mover, which is {there}; say which is meant"
        for clause in rules.clauses():
            if clause.signature.result == "moves" and clause.name in _ADDING and "what" not in clause.arguments:
                yield margin.lint("other-piece", clause.position, what, [f'(piece "{own.bare}" Mover)'])
        return


def _pieces_in_hands(margin: LintSource, rules: Clause, equipment: Equipment) -> Iterator[Lint]:
    boxes = {box.name: number for number, box in enumerate(equipment.containers) if "Hand" in box.name}
    for clause in rules.clauses():
        item, container = clause.arguments.get("item"), clause.arguments.get("container")
        if clause.name != "place" or not isinstance(item, Text) or not isinstance(container, Text):
            continue
        number = boxes.get(container.value)
        placed = equipment.components[number - 1].name if number and number <= len(equipment.components) else None
        if number is None or equipment.component(item.value) is None or placed == item.value:
            continue
        what = "no piece" if placed is None else f'the piece with the number of the hand, "{placed}"'
        message = (
            f'this places {what}, not "{item.value}"; (place "{item.value}" {equipment.containers[number].first}) does'
        )
        yield margin.lint("other-piece", item.position, message)
