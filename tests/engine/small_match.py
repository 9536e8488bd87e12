"""A match of a game written in the test itself."""

from __future__ import annotations

from typing import Any

from apts.engine.compiler.compiling import compile_rules
from apts.engine.play.machine import Machine
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import COUNTER, MOVER, NEXT, OVER
from apts.language.reading import build

PLACING = "(move Add (to (sites Empty)) {then})"
"""Every turn puts a piece of the mover on an empty site; ``then`` is what follows."""


def small_game(
    play: str,
    *,
    board: str = "(board (square 5))",
    pieces: str = '(piece "Disc" Each)',
    start: str = "",
    players: int = 2,
) -> str:
    """The text of a game that never ends by itself."""
    return f"""
    (game "Small"
        (players {players})
        (equipment {{ {board} {pieces} }})
        (rules {start} (play {play}) (end (if (= 0 1) (result Mover Win))))
    )"""


class SmallMatch:
    """Plays moves by their pair of sites and lets the position be read."""

    def __init__(self, text: str, seed: int = 0):
        self.machine = Machine(compile_rules(build(text)))
        self.state = self.machine.start(seed)

    @property
    def position(self) -> Position:
        """The fields of the position."""
        return Position(self.machine.compiled, self.state)

    def legal(self) -> list[tuple[int, int]]:
        """The pairs of all legal moves."""
        records = [self.machine.record(index) for index in range(self.machine.moves(self.state))]
        return [(record[1], record[2]) for record in records]

    def play(self, *sites: int) -> None:
        """Play moves that begin and end on the same site."""
        for site in sites:
            self.move(site, site)

    def move(self, origin: int, target: int) -> None:
        """Play the first legal move with that pair."""
        place = self.legal().index((origin, target))
        self.machine.play(self.state, self.machine.record(place))

    def what(self, site: int) -> int:
        """The component on a site."""
        pieces = self.position.pieces(site)
        return pieces[-1][0] if pieces else 0

    def occupied(self) -> dict[int, int]:
        """The component on each occupied site."""
        sites = range(self.machine.compiled.equipment.all_sites)
        return {site: self.what(site) for site in sites if self.what(site)}

    def word(self, place: int) -> Any:
        """A word of the state."""
        return int(self.state[place])

    @property
    def mover(self) -> int:
        """Who moves."""
        return int(self.state[MOVER])

    @property
    def next(self) -> int:
        """Who moves after that."""
        return int(self.state[NEXT])

    @property
    def counter(self) -> int:
        """The counter of moves."""
        return int(self.state[COUNTER])

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.state[OVER])
