"""Which opening is best when each of them is played out by free agents, and whether one dominates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from apts.playtest.statistics import Estimate, welch
from apts.playtest.statistics.checking import normal_p_value
from apts.playtest.trial import ALPHA, Trial


@dataclass(frozen=True)
class OpeningRank:
    """An opening that was forced: the opener's score, and how much more that is than after the other openings.

    ``p_value`` is that of "no better than the others".
    """

    name: str
    score: Estimate
    gain: Estimate
    p_value: float

    @property
    def dominates(self) -> bool:
        """Whether the opening is better than the others together, all openings considered."""
        return self.p_value <= ALPHA and self.gain.value > 0.0

    @property
    def sentence(self) -> str:
        """What was seen."""
        points, low, high = (100.0 * value for value in (self.gain.value, self.gain.low, self.gain.high))
        return (
            f"The opening {self.name} dominates: forced to it, an opener scores {self.score.value:.0%}, {points:.0f} points "
            f"({low:.0f} to {high:.0f}) more than forced to one of the others."
        )

    def as_data(self) -> dict[str, Any]:
        """The rank as plain values."""
        return {
            "name": self.name,
            "score": self.score.value,
            "score_low": self.score.low,
            "score_high": self.score.high,
            "gain": self.gain.value,
            "gain_low": self.gain.low,
            "gain_high": self.gain.high,
            "p_value": self.p_value,
            "dominates": self.dominates,
        }


def opening_ranks(trials: Sequence[Trial]) -> tuple[OpeningRank, ...]:
    """The openings that were forced, the best first; each is held against all the others together.

    What a free opener would have chosen plays no part: strong agents choose the best opening by themselves, and then
    being forced to it gains nothing. P-values are not corrected yet.
    """
    forced = [trial for trial in trials if trial.bound.mode == "always" and len(trial.opener_scores) > 1]
    if len(forced) < 2:
        return ()
    found: list[tuple[Trial, Estimate, float]] = []
    for trial in forced:
        own = np.array(trial.opener_scores)
        others = np.concatenate([np.array(other.opener_scores) for other in forced if other is not trial])
        every = np.concatenate([own, others])
        error = float(every.std(ddof=1)) * (1.0 / len(own) + 1.0 / len(others)) ** 0.5
        gain = welch(others, own).clipped(-1.0, 1.0)
        # To one side, with the spread of all matches: a few that were all won have none of their own.
        p_value = normal_p_value(gain.value / error) / 2.0 if error > 1e-12 and gain.value > 0.0 else 1.0
        found.append((trial, gain, p_value))
    ranks = [OpeningRank(trial.bound.thing.name, trial.score, gain, p_value) for trial, gain, p_value in found]
    return tuple(sorted(ranks, key=lambda rank: (-rank.gain.value, rank.name)))
