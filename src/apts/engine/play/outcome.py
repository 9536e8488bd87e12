"""How a match ended: who won, in which order, what it is worth to each seat, and why it ended."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apts.errors import AptsError
from apts.whole_numbers import whole_number

_CLOSE = 1e-9
ALL_PASSED = "all players passed"
"""The reason of a match that ended because everybody passed in turn."""


def seat_called(seat: int, names: Sequence[str], word: str = "seat") -> str:
    """A seat as people are told of it: ``Raiders (seat 2)``; ``seat 2`` where it has no name."""
    called = SeatCalled(seat, names)
    return str(called) if called.name else f"{word} {seat}"


class SeatCalled(str):
    """A seat in a sentence, whose pattern has what a seat is called there: ``{seat:The seat} wins``.

    That becomes ``The seat 2 wins``, and ``Raiders (seat 2) wins`` where the seat has a name.
    """

    __slots__ = ("name", "seat")
    seat: int
    name: str

    def __new__(cls, seat: int, names: Sequence[str]) -> SeatCalled:
        """The seat with its name among those of all seats, which may be empty or missing."""
        name = names[seat - 1] if 0 < seat <= len(names) else ""
        called = super().__new__(cls, f"{name} (seat {seat})" if name else f"seat {seat}")
        called.seat, called.name = seat, name
        return called

    def __format__(self, phrase: str) -> str:
        """The seat with the words before its number where it has no name; their last one where it has."""
        words = phrase or "seat"
        return f"{self.name} ({words.split()[-1].lower()} {self.seat})" if self.name else f"{words} {self.seat}"

    def __reduce__(self) -> tuple[type[SeatCalled], tuple[int, tuple[str, ...]]]:
        return SeatCalled, (self.seat, ("",) * (self.seat - 1) + (self.name,))


@dataclass(frozen=True, slots=True)
class Closing:
    """What ended a match whose first place had been decided before by another rule."""

    reason: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished match.

    ``winner`` is the only seat with rank 1, or None. ``ranks`` and ``utilities`` have one number a seat, seat 1 first;
    ranks count from 1.0 and players who tie share the mean (a draw of two is 1.5 each). ``reason`` is a phrase that
    names the rule that ended the match; ``line`` is its line in the rules text, where there is one. Where others played
    on after somebody had won, these are of the rule by which the first place was won, and ``closing`` tells what ended
    the match.
    """

    winner: int | None
    ranks: tuple[float, ...]
    utilities: tuple[float, ...]
    reason: str
    line: int | None = None
    closing: Closing | None = None

    @property
    def lines(self) -> set[int]:
        """The lines of the rules that decided: who is first, and that the match is over."""
        ends = (self.line, None if self.closing is None else self.closing.line)
        return {line for line in ends if line is not None}

    @property
    def firsts(self) -> tuple[int, ...]:
        """The seats on the first place; nobody in a draw of all, or alone and lost."""
        if self.draw or max(self.ranks, default=0.0) < 1:
            return ()
        return tuple(seat for seat, rank in enumerate(self.ranks, 1) if rank == min(self.ranks))

    @property
    def ended_by(self) -> str:
        """What ended the match, whoever had won before."""
        return self.reason if self.closing is None else self.closing.reason

    @property
    def draw(self) -> bool:
        """Whether all seats share one rank in a game for several."""
        return len(self.ranks) > 1 and len(set(self.ranks)) == 1

    def __str__(self) -> str:
        return self.told(())

    def told(self, names: Sequence[str]) -> str:
        """The outcome in words; ``names`` are those of the seats, empty where they have none."""
        end = "" if self.closing is None else f"; the others played on until: {self.closing.reason}"
        return f"{self._first(names)}: {self.reason}{end}"

    def _first(self, names: Sequence[str]) -> str:
        if self.winner is not None:
            return f"{seat_called(self.winner, names, 'player')} wins"
        if len(self.firsts) < 2:
            return "no winner"
        if any(names):
            firsts, word = [seat_called(seat, names) for seat in self.firsts], ""
        else:
            firsts, word = [str(seat) for seat in self.firsts], "players "
        return f"{word}{', '.join(firsts[:-1])} and {firsts[-1]} share the first place"

    @classmethod
    def ranked(
        cls, ranks: Sequence[float], reason: str, line: int | None = None, closing: Closing | None = None
    ) -> Outcome:
        """The outcome with these ranks; winner and utilities follow from them. Ranks that cannot be are refused."""
        mistake = rank_mistake(ranks)
        if mistake is not None:
            raise AptsError(f"an outcome cannot have the ranks {_listed(ranks)}: {mistake}")
        return cls.of_the_rules(ranks, reason, line, closing)

    @classmethod
    def of_the_rules(
        cls, ranks: Sequence[float], reason: str, line: int | None = None, closing: Closing | None = None
    ) -> Outcome:
        """The same for ranks that the rules of a game gave, whatever they are."""
        first = [seat for seat, rank in enumerate(ranks, 1) if rank == 1.0]
        winner = first[0] if len(first) == 1 else None
        return cls(winner, tuple(float(rank) for rank in ranks), utilities(ranks), reason, line, closing)

    @classmethod
    def won_by(cls, seat: int, players: int, reason: str, line: int | None = None) -> Outcome:
        """One seat is first, all others share the remaining ranks."""
        players = whole_number("the number of seats", players, 1)
        seat = whole_number("the seat that won", seat, 1, players)
        if players == 1:
            return cls.ranked([1.0], reason, line)
        others = (players + 2) / 2
        return cls.ranked([1.0 if other == seat else others for other in range(1, players + 1)], reason, line)

    @classmethod
    def drawn(cls, players: int, reason: str, line: int | None = None) -> Outcome:
        """All seats share the mean rank; a game for one is lost."""
        players = whole_number("the number of seats", players, 1)
        return cls.ranked([0.0] if players == 1 else [(players + 1) / 2] * players, reason, line)


def rank_mistake(ranks: Sequence[Any]) -> str | None:
    """What is wrong with ranks, one for each seat, as the end of a sentence; None where nothing is.

    Seats that share the first places have at most the mean of them: 1 alone, 1.5 when they are two.
    """
    if not ranks:
        return "every seat has one"
    if not all(_is_finite(rank) for rank in ranks):
        return "finite numbers are expected"
    players, best = len(ranks), min(ranks)
    lowest, highest = (0.0, 1.0) if players == 1 else (1.0, float(players))
    if best < lowest - _CLOSE or max(ranks) > highest + _CLOSE:
        return "alone a seat has 1 or 0" if players == 1 else f"the first has 1, and nobody more than {players}"
    firsts = sum(rank <= best + _CLOSE for rank in ranks)
    if players > 1 and best > (firsts + 1) / 2 + _CLOSE:
        return f"nobody is first; the first has 1, and in a draw of all everybody has {(players + 1) / 2:g}"
    return None


def _is_finite(rank: Any) -> bool:
    try:
        return not isinstance(rank, bool) and math.isfinite(rank)
    except TypeError:
        return False


def _listed(ranks: Sequence[Any]) -> str:
    return ", ".join(str(rank) for rank in ranks) or "()"


def utilities(ranks: Sequence[float]) -> tuple[float, ...]:
    """What ranks are worth: from 1 for the first down to -1 for the last; alone, rank 1 is worth 1 and rank 0 is -1."""
    players = len(ranks)
    if players == 1:
        return (2.0 * ranks[0] - 1.0,)
    return tuple(1.0 - 2.0 * (rank - 1.0) / (players - 1) for rank in ranks)
