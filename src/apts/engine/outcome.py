"""How a match ended: who won, in which order, what it is worth to each seat, and why it ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ALL_PASSED = "all players passed"
"""The reason of a match that ended because everybody passed in turn."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished match.

    ``winner`` is the only seat with rank 1, or None. ``ranks`` and ``utilities`` have one number a seat, seat 1 first;
    ranks count from 1.0 and players who tie share the mean (a draw of two is 1.5 each). ``reason`` is a phrase that
    names the rule that ended the match; ``line`` is its line in the rules text, where there is one.
    """

    winner: int | None
    ranks: tuple[float, ...]
    utilities: tuple[float, ...]
    reason: str
    line: int | None = None

    @property
    def draw(self) -> bool:
        """Whether all seats share one rank in a game for several."""
        return len(self.ranks) > 1 and len(set(self.ranks)) == 1

    def __str__(self) -> str:
        return f"{'no winner' if self.winner is None else f'player {self.winner} wins'}: {self.reason}"

    @classmethod
    def ranked(cls, ranks: Sequence[float], reason: str, line: int | None = None) -> Outcome:
        """The outcome with these ranks; winner and utilities follow from them."""
        first = [seat for seat, rank in enumerate(ranks, 1) if rank == 1.0]
        winner = first[0] if len(first) == 1 else None
        return cls(winner, tuple(float(rank) for rank in ranks), utilities(ranks), reason, line)

    @classmethod
    def won_by(cls, seat: int, players: int, reason: str, line: int | None = None) -> Outcome:
        """One seat is first, all others share the remaining ranks."""
        if players == 1:
            return cls.ranked([1.0], reason, line)
        others = (players + 2) / 2
        return cls.ranked([1.0 if other == seat else others for other in range(1, players + 1)], reason, line)

    @classmethod
    def drawn(cls, players: int, reason: str, line: int | None = None) -> Outcome:
        """All seats share the mean rank; a game for one is lost."""
        return cls.ranked([0.0] if players == 1 else [(players + 1) / 2] * players, reason, line)


def utilities(ranks: Sequence[float]) -> tuple[float, ...]:
    """What ranks are worth: from 1 for the first down to -1 for the last; alone, rank 1 is worth 1 and rank 0 is -1."""
    players = len(ranks)
    if players == 1:
        return (2.0 * ranks[0] - 1.0,)
    return tuple(1.0 - 2.0 * (rank - 1.0) / (players - 1) for rank in ranks)
