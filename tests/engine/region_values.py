"""Regions of a small game, worked out in its start position."""

from __future__ import annotations

from collections.abc import Mapping

from apts.engine.play.positions.position_contents import Position
from tests.engine.small_match import SmallMatch, small_game

DISCS = '(place "Disc1" {0 1}) (place "Disc2" 4)'
"""Two discs of the first player in one corner, one of the second player in the other."""


def region_values(
    regions: Mapping[str, str],
    *,
    board: str = "(board (square 5))",
    pieces: str = '(piece "Disc" Each)',
    start: str = DISCS,
    play: str = "(move Add (to (sites Empty)))",
    players: int = 2,
) -> dict[str, list[int]]:
    """The sites of each region, by its name; the start rules remember them. Names are of letters only."""
    remembered = " ".join(f'(set RememberValue "{name}" {region})' for name, region in regions.items())
    text = small_game(play, board=board, pieces=pieces, start=f"(start {{ {start} {remembered} }})", players=players)
    position = SmallMatch(text).position
    return {name: _list(position, name) for name in regions}


def _list(position: Position, name: str) -> list[int]:
    length = position.field(f"remembered {name}", 0)
    return [position.field(f"remembered {name}", 1 + index) for index in range(length)]
