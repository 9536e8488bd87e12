"""What sits at the seats of a measured match: it chooses moves and says what CPU time each took."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from apts.engine.play.game import Move, State


@dataclass(frozen=True)
class MatchStart:
    """What a contestant is told when a match begins.

    ``start`` is the position before the opening; its moves are shown to the contestant as all moves are. ``chance`` is the
    seed that the position was made with. ``seconds`` is the CPU time a move, or None where each has a budget of its own.
    """

    start: State
    chance: int
    seats: Sequence[int]
    seed: int
    seconds: float | None


@dataclass(frozen=True)
class Choice:
    """A legal move and the CPU seconds that it took.

    ``early`` tells that less time was needed than was given, the value being proven; ``replaced`` that the contestant wanted
    another move, which is not legal here.
    """

    move: Move
    seconds: float
    early: bool = False
    replaced: bool = False


class Contestant(ABC):
    """A player of any make. Belongs to one contest, whose matches it plays one after the other.

    ``timed`` says whether it keeps to the CPU time of a match; one that has a budget of its own does not.
    """

    name: str
    timed: bool
    version: str = ""

    @abstractmethod
    def begin(self, match: MatchStart) -> None:
        """Sit down to a match, with nothing known of matches before."""

    @abstractmethod
    def choose(self, state: State, turn: int) -> Choice:
        """A move in a position that was reached by the moves shown; ``turn`` counts all moves before it."""

    def observe(self, before: State, move: Move, after: State) -> str | None:
        """See a move that anybody made, the own ones too; tells why the match is over for this contestant, if it is."""
        del before, move, after
        return None

    def close(self) -> None:
        """Let go of processes, where there are any."""
        return
