"""When to stop a run before all its matches are played: as soon as the seats are known well enough.

Looking at a result after every match and stopping when it pleases would find an advantage in every game, sooner or
later. The intervals used here hold at all times together, so that one may look as often as one likes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apts.archive import MatchRecord
from apts.errors import AptsError
from apts.playtest.matches.until import Until
from apts.statistics import Estimate, SequentialMean

__all__ = ["SeatWatch", "StoppingState", "Until", "seat_scores"]

FAIR = 0.5
"""The mean score of a seat in a fair game, on the scale from the last place at 0 to the first at 1."""

LEVEL = 0.05
"""The chance that the interval of any seat ever misses, over the whole run."""

FEWEST = 20
"""Units before the first look: a run that ends sooner says too little about everything else."""

LOOKS = 30
"""After so many units one looks no longer at every one, but each time that they have grown by a part in so many."""


@dataclass(frozen=True)
class StoppingState:
    """What is known of the seats when one may look at any time: an interval for each, and whether to stop.

    All intervals hold together, whenever one looks, with a chance of 95 %.
    """

    seats: tuple[Estimate, ...]
    matches: int
    stopped: bool
    reason: str = ""

    def above(self, seat: int, threshold: float = FAIR) -> bool:
        """Whether a seat, counted from 1, is known to score more than a threshold."""
        return self.seats[seat - 1].low > threshold

    def as_data(self) -> dict[str, Any]:
        """The standing as plain values."""
        seats = [{"score": seat.value, "low": seat.low, "high": seat.high} for seat in self.seats]
        return {"seats": seats, "matches": self.matches, "stopped": self.stopped, "reason": self.reason}


class SeatWatch:
    """Watches the matches of a run, **in the order of their numbers**, until enough is known.

    Matches of a group count as one, when the group is complete; those that failed do not count.
    """

    def __init__(self, until: Until, players: int, group: int = 1):
        if players < 2:
            raise AptsError("a game for one has no balance between seats; it cannot be played until that is known")
        self.until, self.players, self.group = until, players, group
        # In a game for two the score of one seat is that of the other upside down.
        watched = 1 if players == 2 else players
        self._means = [SequentialMean(confidence=1.0 - LEVEL / watched) for _ in range(watched)]
        self._waiting: list[MatchRecord | None] = []
        self._units, self._next_look = 0, max(FEWEST, -(-until.fewest // group))
        self.standing = StoppingState(self._estimates(), 0, stopped=False)

    def add(self, record: MatchRecord) -> bool:
        """Take the next match; tells whether to stop after it."""
        return self._take(record)

    def leave_out(self, matches: int) -> None:
        """Pass over so many matches, which nobody can read any more: what is left of their groups counts."""
        for _ in range(min(matches, self.group + matches % self.group)):  # whole groups that are gone leave no trace
            self._take(None)

    def _take(self, record: MatchRecord | None) -> bool:
        self._waiting.append(record)
        matches = self.standing.matches + (record is not None)
        stopped, reason, seats = False, "", self.standing.seats
        if len(self._waiting) == self.group:
            if self._count() and self._units >= self._next_look:
                self._next_look = self._units + max(1, self._units // LOOKS)
                seats = self._estimates()
                stopped, reason = self._judged(seats)
            self._waiting = []
        self.standing = StoppingState(seats, matches, stopped, reason)
        return stopped

    def finish(self) -> None:
        """No more matches come: bring the intervals up to date."""
        self.standing = StoppingState(
            self._estimates(), self.standing.matches, self.standing.stopped, self.standing.reason
        )

    def _count(self) -> bool:
        scores = [seat_scores(record, self.players) for record in self._waiting if record and record.status != "failed"]
        if not scores:
            return False
        for seat, mean in enumerate(self._means):
            mean.add(sum(score[seat] for score in scores) / len(scores))
        self._units += 1
        return True

    def _estimates(self) -> tuple[Estimate, ...]:
        known = tuple(mean.estimate for mean in self._means)
        if self.players > 2:
            return known
        first = known[0]
        return first, Estimate(1.0 - first.value, 1.0 - first.high, 1.0 - first.low, first.n, first.confidence)

    def _judged(self, seats: Sequence[Estimate]) -> tuple[bool, str]:
        apart = [seat for seat, known in enumerate(seats, 1) if known.excludes(FAIR)]
        if self.until.settled and apart:
            side = "more" if seats[apart[0] - 1].low > FAIR else "less"
            return True, f"one seat surely scores {side} than a half"
        limit = self.until.precision
        if limit is not None and max(known.half_width for known in seats) <= limit:
            return True, f"the scores of the seats are known to within {100 * limit:g} %"
        return False, ""


def seat_scores(record: MatchRecord, players: int) -> tuple[float, ...]:
    """The scores of the seats in a match; one that was stopped counts as equal for all."""
    if record.status != "finished" or record.outcome is None:
        return (FAIR,) * players
    return tuple((utility + 1.0) / 2.0 for utility in record.outcome.utilities)
