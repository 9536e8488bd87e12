"""How many pieces of each seat stand on the board, for many positions at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from apts.engine.compiler.compiling import Compiled


def seat_pieces(compiled: Compiled, positions: Sequence[Any], swapped: Sequence[bool]) -> list[tuple[int, ...]]:
    """For each flat position the pieces of each seat, then those of nobody; ``swapped`` has where sides were exchanged."""
    if not positions:
        return []
    players, sites = compiled.equipment.players, compiled.equipment.containers[0].size
    memory = np.asarray(positions)
    levels = compiled.equipment.levels if compiled.stacking else 1
    start = compiled.fields["what"][0]
    pieces = memory[:, start : start + sites * levels].reshape(len(memory), sites, levels)
    numbers = np.ones_like(pieces)
    if compiled.stacking:
        height = compiled.fields["height"][0]
        numbers = (np.arange(levels) < memory[:, height : height + sites, None]).astype(np.int64)
    elif "count" in compiled.fields:
        count = compiled.fields["count"][0]
        numbers = memory[:, count : count + sites, None]
    owners = np.array([0, *(_owner(piece.owner, players) for piece in compiled.equipment.components)])[pieces]
    found = [np.where((owners == owner) & (pieces != 0), numbers, 0).sum(axis=(1, 2)) for owner in range(players + 1)]
    columns = np.stack([*found[1:], found[0]], axis=1)
    if players > 1:
        columns[np.asarray(swapped), :2] = columns[np.asarray(swapped), 1::-1]
    return [tuple(row) for row in columns.tolist()]


def _owner(owner: int, players: int) -> int:
    """The player that pieces belong to; 0 for neutral and shared ones."""
    return owner if 1 <= owner <= players else 0
