"""Pieces whose moves ask for their own moves: in the same position that would never come to an end."""

from __future__ import annotations

from collections.abc import Iterator

from apts.engine.compiler.equipment import Component, Equipment
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.language.tree import Clause, Text, Value

_AFTERWARDS = frozenset({"then", "ifAfterwards"})
"""What is looked at when a move has been made; then it is another position."""


def refuse_piece_cycles(equipment: Equipment) -> None:
    """Raise an error for a piece whose moves are, directly or by way of others, those of all pieces or its own."""
    asking = {piece.bare: list(_asked(piece.moves)) for piece in equipment.components if piece.moves is not None}
    for start, clauses in asking.items():
        for clause in clauses:
            waiting, seen = _named(clause, equipment), set[str]()
            while waiting:
                name = waiting.pop()
                if name == start:
                    what = f'(forEach Piece) in the moves of "{start}", which would need themselves to be worked out'
                    raise UnsupportedRule(what, clause.position)
                if name not in seen:
                    seen.add(name)
                    waiting.extend(other for inner in asking.get(name, ()) for other in _named(inner, equipment))


def _asked(value: Value | None) -> Iterator[Clause]:
    """The clauses in which moves of pieces are asked for before any move is made."""
    if isinstance(value, tuple):
        for part in value:
            yield from _asked(part)
    elif isinstance(value, Clause):
        if value.name == "forEach Piece" and "moves" not in value.arguments:
            yield value
        for slot, part in value.arguments.items():
            if slot not in _AFTERWARDS:
                yield from _asked(part)


def _named(clause: Clause, equipment: Equipment) -> list[str]:
    """The kinds of pieces that a clause asks for."""
    given = clause.arguments.get("name") or clause.arguments.get("names")
    texts = given if isinstance(given, tuple) else (given,)
    names = {text.value for text in texts if isinstance(text, Text)}
    return [piece.bare for piece in _with_moves(equipment) if not names or piece.bare in names]


def _with_moves(equipment: Equipment) -> list[Component]:
    return [piece for piece in equipment.components if piece.moves is not None]
