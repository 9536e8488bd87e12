"""Games written as Python classes, behind the same face as games from rules text.

Subclass :class:`PythonGame`, say how a match starts, which moves there are, what they do and when it ends. Positions
may be any immutable, hashable values. What else is useful (drawing, chance, hidden information, an encoding for
learning) can be added by overriding more methods.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from html import escape
from typing import Generic, TypeVar

from apts.engine.opened_files import watch_classes
from apts.engine.play.outcome import Outcome
from apts.input_checks import shown

Position = TypeVar("Position", bound=Hashable)


class PythonGame(ABC, Generic[Position]):
    """The base class of games written in Python.

    A position is an immutable, hashable value with everything that matters for play. The methods must be pure: the same
    arguments give the same results, nothing is remembered in the object. ``name`` and ``players`` are attributes of the
    class (or of the object, where the constructor takes settings), and so is ``seat_names``: what the seats are called, one
    name a seat, as in ``("Defenders", "Raiders")``. A game for teams says in ``teams`` which seat plays in which, as in
    ``(1, 2, 1, 2)``, and a game in which all seats win or lose together sets ``cooperative = True``: players and reports
    go by them.
    """

    name: str
    players: int = 2
    genre: str = ""
    """What lists of games call it: race, capture, placement ..."""
    seat_names: Sequence[str] = ()
    teams: Sequence[int] = ()
    cooperative: bool = False

    @abstractmethod
    def start(self) -> Position:
        """The start position. A game with chance at the set-up leaves it to :meth:`chance`."""

    @abstractmethod
    def mover(self, position: Position) -> int:
        """The seat to move, from 1."""

    @abstractmethod
    def moves(self, position: Position) -> Iterable[str]:
        """The legal moves as texts, all different; asked only while the match runs, and then at least one."""

    @abstractmethod
    def play(self, position: Position, move: str) -> Position:
        """The position after one of :meth:`moves`."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """How the match ended, or None while it runs.

        One seat wins: ``Outcome.won_by(seat, players, reason)``. Nobody does: ``Outcome.drawn(players, reason)``. All win or
        lose together: ``Outcome.all_win`` and ``Outcome.all_lose``. A team wins: ``Outcome.team_won(team, self.teams,
        reason)``, and several teams by their places: ``Outcome.by_teams``. Any other order: ``Outcome.ranked``. Points and
        payoffs are added to any of them: ``Outcome.ranked([1, 2], reason).paying(points=(12, 7))``.
        """

    @abstractmethod
    def write(self, position: Position) -> str:
        """The position as one line of text."""

    @abstractmethod
    def read(self, text: str) -> Position:
        """The position that a text describes; a text that is none raises :class:`PositionError`."""

    # --- what may be added ---------------------------------------------------------------------------------------

    def chance(self, position: Position, dice: random.Random) -> Position:
        """Settle what chance decides in the start position or after a move; by default nothing.

        ``dice`` depends on the seed of the match and the number of moves made, and on nothing else.
        """
        del dice
        return position

    def observation(self, position: Position, seat: int) -> Hashable:
        """What a seat knows of the position; by default everything."""
        del seat
        return position

    def encoding(self, position: Position, seat: int) -> list[list[float]] | None:
        """Numbers for a network, one row a site, seen from a seat; None where the game offers none."""
        del position, seat
        return None

    def draw(self, position: Position) -> str:
        """The position for a terminal; by default its text."""
        return self.write(position)

    def draw_svg(self, position: Position) -> str:
        """The position as a picture; by default the drawing for the terminal, letter by letter."""
        return _text_as_svg(self.draw(position))

    def kind(self, move: str) -> str:
        """A word for the kind of a move, for statistics."""
        return "pass" if move == "pass" else "move"

    def site_names(self) -> Iterable[str]:
        """The sites of the board, all different; by default none, and then nothing is counted by site."""
        return ()

    def piece_names(self) -> Iterable[str]:
        """The pieces that players move; by default none."""
        return ()

    def standing(self, position: Position) -> Mapping[str, str]:
        """What stands where: for each of :meth:`site_names` that is not empty the piece on it."""
        del position
        return {}

    def move_sites(self, move: str) -> tuple[str | None, str | None]:
        """The site that a move comes from and the one that it goes to; None where it has no such."""
        del move
        return None, None

    def symmetries(self) -> Iterable[Mapping[str, str]]:
        """Turns and reflections of the board that keep the start position: for each site the one it comes to."""
        return ()

    def scores(self, position: Position) -> Sequence[float] | None:
        """The points of each seat in a position, seat 1 first; by default the game counts none.

        At the end of a match they are the points of its outcome, unless the outcome brings others.
        """
        del position
        return None

    def estimate(self, position: Position, seat: int) -> float | None:
        """What the position looks like for a seat, from -1 to 1; searches ask where they look no further."""
        del position, seat
        return None


def _text_as_svg(text: str) -> str:
    lines = shown(text, lines=True).splitlines() or [""]
    width, height = 10 * max(len(line) for line in lines) + 20, 20 * len(lines) + 20
    rows = "".join(
        f'<text x="10" y="{20 * number + 25}" xml:space="preserve">{escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="monospace" font-size="16">{rows}</svg>'
    )


watch_classes(PythonGame)
