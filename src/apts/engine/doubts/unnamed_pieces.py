"""Moves that put down a piece without saying which, where the piece that is meant then is not the mover's."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.compiler.equipment import Equipment
from apts.engine.doubts.doubt import Doubt, Margin
from apts.language.tree import Clause

_ADDING = frozenset({"move Add", "add", "move Claim", "claim"})


def unnamed_pieces(margin: Margin, rules: Clause, equipment: Equipment) -> Iterator[Doubt]:
    """A doubt for each such move: without a piece it is the one with the mover's number, and dice have the first numbers."""
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
                yield margin.doubt("other-piece", clause.position, what, [f'(piece "{own.bare}" Mover)'])
        return
