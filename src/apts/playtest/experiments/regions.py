"""Parts of the board that a seat may be kept out of, or drawn to: corners, the rim, the centre."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from apts.engine.play.game import Game, Move, State
from apts.playtest.experiments.constrained_players import Sort, Thing

NAMES = {"corners": "corners", "rim": "outer", "centre": "centre"}
"""What people call a part of the board, and what the board does."""


@dataclass(frozen=True)
class Region(Thing):
    """A set of sites; a move uses it that ends there."""

    sites: frozenset[int] = frozenset()

    @classmethod
    def of(cls, name: str, sites: frozenset[int]) -> Region:
        """The region with a name."""
        return cls(cast(Sort, "region"), name, sites=sites)

    def used_by(self, state: State, move: Move, turn: int) -> bool:
        """Whether a move ends in the region."""
        del state, turn
        return move.target in self.sites


def regions(game: Game) -> list[Region]:
    """The parts of a board that are some of its sites and not all, each set of sites once."""
    if (board := game.board) is None:
        return []
    count = len(game.site_names)
    found: dict[frozenset[int], Region] = {}
    for name, word in NAMES.items():
        sites = frozenset(site for site in board.sites(word) if site < count)
        if 0 < len(sites) < count:
            found.setdefault(sites, Region.of(name, sites))
    return list(found.values())
