"""Parts of the board that belong to a player, as far as the equipment says so in words of the board."""

from __future__ import annotations

from dataclasses import dataclass

from apts.board.board import Board
from apts.engine.compiler.equipment import Equipment
from apts.language.tree import Clause, Value, Word

_SETS = ("top", "bottom", "left", "right", "corners", "centre")


@dataclass(frozen=True)
class OwnedRegion:
    """Sites that belong to a player, under the name that the rules give them, which may be empty."""

    owner: int
    name: str
    sites: frozenset[int]


def player_regions(equipment: Equipment, player: int) -> list[frozenset[int]]:
    """The regions of the equipment that belong to a player, as far as they are sides or named sets of the board."""
    found = [
        _fixed_sites(equipment.board, value)
        for item in equipment.regions
        if item.owner == player
        for value in item.values
    ]
    return [sites for sites in found if sites]


def _fixed_sites(board: Board, value: Value) -> frozenset[int]:
    if not isinstance(value, Clause) or value.signature.head != "sites":
        return frozenset()
    words_given = [argument.name for argument in value.arguments.values() if isinstance(argument, Word)]
    if value.name == "sites Side" and words_given:
        return frozenset(board.sides().get(words_given[0], ()))
    kind = value.name.partition(" ")[2].lower()
    return frozenset(board.sites(kind)) if kind in _SETS else frozenset()
