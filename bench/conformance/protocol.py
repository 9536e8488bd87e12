"""What the replay needs of an engine, in the terms of the records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias

Site: TypeAlias = int | str
"""A site of the default type or of a hand is a number; others are written ``v12``, ``e3`` or ``c7``."""

Entry: TypeAlias = list[Any]
"""A site and what lies on it: ``[site, what, count, state]``, or ``[site, [[what, state], ...]]`` where pieces stack;
with value and rotation after the state where the game uses them."""

Pair: TypeAlias = tuple[int, int]
"""Origin and destination of a move; ``(-1, -1)`` for a pass or a swap."""


class Session(Protocol):
    """One match of one game, as low-level as the records are.

    A session belongs to one thread. Nothing in it is random: dice and random set-ups are forced from outside.
    """

    @property
    def board(self) -> Any:
        """The board (``apts.board``), read only for its geometry."""

    @property
    def containers(self) -> Sequence[tuple[str, int, int, int]]:
        """Name, owner, first site and size of each container; the board comes first."""

    @property
    def components(self) -> Sequence[tuple[int, str, int]]:
        """Index, name and owner of each kind of piece."""

    @property
    def mover(self) -> int:
        """The seat to move."""

    @property
    def next(self) -> int:
        """The seat that follows the mover if nothing else is said."""

    @property
    def over(self) -> bool:
        """Whether the match has ended."""

    @property
    def winner(self) -> int:
        """The seat that won, 0 for none."""

    @property
    def ranking(self) -> Sequence[float]:
        """The rank of each seat, 1.0 for the first; shared ranks are averaged."""

    @property
    def scores(self) -> Sequence[int]:
        """The score of each seat."""

    @property
    def phases(self) -> Sequence[int]:
        """The index of the phase that each seat is in."""

    @property
    def pending(self) -> Sequence[int]:
        """The pending values, sorted."""

    @property
    def forced(self) -> bool:
        """Whether the list of legal moves holds a pass because nothing else was possible."""

    @property
    def swaps(self) -> int:
        """The number of swap moves in the list of legal moves."""

    def start(self, trial_start: list[Entry] | None = None) -> None:
        """Set up the start position; entries given are the outcome of a random set-up."""

    def site(self, site: Site) -> Entry:
        """The entry of one site, empty or not."""

    def sites(self) -> list[Entry]:
        """The entries of all sites that are not empty."""

    def force_roll(self, roll: list[list[int]]) -> None:
        """Decide the dice of the next roll: site, index of the face and value of the face for each die."""

    def legal(self) -> list[Pair]:
        """The legal moves as generated, duplicates included."""

    def draw_anew(self, number: int) -> None:
        """Let chance go another way from here: one way for each number."""

    def remembered(self) -> Mapping[str, Sequence[int]]:
        """The lists of numbers that the rules keep, sorted, by their names."""

    def play(self, index: int) -> None:
        """Apply a move by its place in the list of legal moves, with everything that follows from it."""

    def save(self) -> Any:
        """A token that :meth:`restore` takes back to this very position."""

    def restore(self, token: Any) -> None:
        """Go back to a saved position."""


OpenSession: TypeAlias = Callable[[Path], Session]
"""Makes a session of a description; raises :class:`apts.errors.AptsError` for a game that cannot be played."""


def open_engine_session(description: Path) -> Session:
    """A session of the engine of this package."""
    # Imported here: the records can be read, and this package tested, without compiling anything.
    from apts.engine.play.playouts.record import open_session

    session: Session = open_session(description)
    return session
