"""How much may be played: a number of matches, or minutes. It is asked between rounds, which are played whole."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from apts.integers import whole_number
from apts.variants.time_budget import check_minutes

Clock = Callable[[], float]


class OutOfTime(Exception):  # noqa: N818 - no error: it ends a search as it was asked to
    """The time is over in the middle of a round; what was played of the round is left aside."""


@dataclass
class Meter:
    """What was spent so far: matches that count, and of them those that were really played, with the time they took."""

    clock: Clock = time.monotonic
    matches: int = 0
    played: int = 0
    seconds: float = 0.0

    @property
    def pace(self) -> float | None:
        """Matches a second; None as long as none was played."""
        return self.played / self.seconds if self.played and self.seconds > 0.0 else None

    def forget_pace(self) -> None:
        """Measure the pace anew: other agents play from now on."""
        self.played, self.seconds = 0, 0.0


@dataclass(frozen=True)
class Budget:
    """The most matches, or the time at which to end; parts of it share one meter.

    A budget in matches gives the same search on any machine. One in minutes ends after whole rounds, so that how many of
    them there are is all that the clock decides.
    """

    matches: int | None = None
    ends: float | None = None
    meter: Meter = field(default_factory=Meter)

    @classmethod
    def of(cls, minutes: float | None = None, matches: int | None = None, clock: Clock = time.monotonic) -> Budget:
        """A budget that begins now."""
        if matches is not None:
            whole_number("the number of matches of a search", matches, 1)
        ends = None if minutes is None else clock() + 60.0 * check_minutes(minutes)
        return cls(matches, ends, Meter(clock))

    def part(self, share: float) -> Budget:
        """So much of what is left."""
        matches = None if self.matches is None else self.meter.matches + int(share * self._matches_left())
        ends = None if self.ends is None else self.meter.clock() + share * self._seconds_left()
        return replace(self, matches=matches, ends=ends)

    def holding(self, matches: int) -> Budget:
        """What is left of it, but no more than so many matches."""
        ends = self.meter.matches + matches
        return replace(self, matches=ends if self.matches is None else min(self.matches, ends))

    @property
    def capacity(self) -> float:
        """How many more matches fit, as far as that is known."""
        in_time = math.inf
        if self.ends is not None and self.meter.pace is not None:
            in_time = self._seconds_left() * self.meter.pace
        return in_time if self.matches is None else min(in_time, float(self._matches_left()))

    @property
    def is_over(self) -> bool:
        """Whether the time is over, or all matches are spent."""
        over = self.ends is not None and self._seconds_left() <= 0.0
        return over or (self.matches is not None and self._matches_left() <= 0)

    @property
    def is_late(self) -> bool:
        """Whether the time is over; asked in the middle of a round."""
        return self.ends is not None and self._seconds_left() <= 0.0

    def _matches_left(self) -> int:
        return 0 if self.matches is None else max(0, self.matches - self.meter.matches)

    def _seconds_left(self) -> float:
        return 0.0 if self.ends is None else max(0.0, self.ends - self.meter.clock())
