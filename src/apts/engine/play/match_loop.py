"""The one loop that plays matches, several side by side: those who move are given positions and give moves.

Whoever chooses moves (agents of any kind, networks that learn) stands behind :class:`Seated`. What is fast, such as a
network that judges many positions at once or a search that plays a match ahead in compiled code, is an implementation of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import thread_time
from typing import Generic, NamedTuple, Protocol, TypeVar

from apts.engine.play.game import Move, State
from apts.engine.play.playouts.slices import give_way


class MoveAnswer(Protocol):
    """What is answered to a position: a legal move, and perhaps the position after it, which need not be found again."""

    @property
    def move(self) -> Move:
        """One of the legal moves."""

    @property
    def after(self) -> State | None:
        """The position after the move, or None."""


Chosen = TypeVar("Chosen", bound=MoveAnswer)
Given = TypeVar("Given", bound=MoveAnswer, covariant=True)


class MoveRequest(NamedTuple):
    """A position in which a move is wanted: of which match, at which turn (counted from 0)."""

    match: int
    turn: int
    state: State

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.state.mover


class Seated(Protocol[Given]):
    """Who moves at some seats of some matches: positions in, moves out.

    It belongs to the thread that plays the matches, may remember what it was asked, and is asked about the positions of
    each match in their order, whenever one of its seats is to move. The same seeds and the same course of the matches give
    the same answers.
    """

    def decide(self, requests: Sequence[MoveRequest]) -> Sequence[Given]:
        """An answer to each of the positions, which belong to different matches."""


@dataclass(frozen=True)
class Turn(Generic[Chosen]):
    """One move of a match: the position before it, what was decided there, the position after it, and the processor time.

    The time is that of the thread that played, shared among the positions that were asked about together; it is None
    where nobody measured it.
    """

    before: State
    decision: Chosen
    after: State
    seconds: float | None = None

    @property
    def seat(self) -> int:
        """The seat that moved."""
        return self.before.mover


@dataclass
class OpenMatch:
    """A match that is being played: its position, the number of turns played, and who sits where.

    ``seats`` has for each seat the place of who moves there in the list that the loop is given.
    """

    state: State
    seats: Sequence[int]
    turn: int = 0


def played(
    matches: Sequence[OpenMatch], seated: Sequence[Seated[Chosen]], limit: int, *, timed: bool = True
) -> Iterator[tuple[int, Turn[Chosen]]]:
    """The turns of the matches as they are played, each with the number of its match.

    In every round each of those who move is asked once, about all positions in which it is to move then. A match ends with
    its outcome or after ``limit`` turns. Work that is no longer wanted
    (:func:`~apts.engine.play.playouts.slices.interruptible`) is given up. A position is good until the next turn but one
    of its match.
    """
    going = [number for number, match in enumerate(matches) if _goes_on(match, limit)]
    while going:
        for place, who in enumerate(seated):
            here = going if len(seated) == 1 else [number for number in going if _moves(matches[number]) == place]
            if not here:
                continue
            give_way()
            began = thread_time() if timed else 0.0
            choices = who.decide([MoveRequest(number, matches[number].turn, matches[number].state) for number in here])
            seconds = (thread_time() - began) / len(here) if timed else None
            ended = False
            for number, chosen in zip(here, choices, strict=True):
                match = matches[number]
                before, known = match.state, chosen.after
                match.state = before.after(chosen.move) if known is None else known
                match.turn += 1
                yield number, Turn(before, chosen, match.state, seconds)
                ended = ended or not _goes_on(match, limit)
            if ended:
                going = [number for number in going if _goes_on(matches[number], limit)]


def _moves(match: OpenMatch) -> int:
    """The place of who moves now."""
    return match.seats[match.state.mover - 1]


def _goes_on(match: OpenMatch, limit: int) -> bool:
    return match.turn < limit and match.state.outcome is None
