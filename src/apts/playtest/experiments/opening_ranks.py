"""Which opening is best when each of them is forced, which one free agents choose, and whether one dominates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy

from apts.characters import signed
from apts.playtest.experiments.trial import ALPHA, Trial
from apts.statistics import Estimate, welch, wilson
from apts.statistics.checking import normal_p_value

COMMON = 0.5
"""An opening that agents choose more often than this leaves the others little room."""


@dataclass(frozen=True)
class OpeningRank:
    """An opening: the opener's score when forced to it, and how often agents that are free choose it.

    ``gain`` is how much more the opener scores than with the best of the other openings (for the best one, with the
    second), ``rival``. ``p_value`` is that of "no better than the rival", ``chosen_p_value`` that of "chosen by no more
    than half, or than moves drawn by lot would be".
    """

    name: str
    score: Estimate
    rival: str
    gain: Estimate
    p_value: float
    chosen: Estimate
    chosen_p_value: float

    @property
    def is_best(self) -> bool:
        """Whether the opening is better than every other, all questions considered."""
        return self.p_value <= ALPHA and self.gain.value > 0.0

    @property
    def is_chosen(self) -> bool:
        """Whether free agents choose it more often than all others together, all questions considered."""
        return self.chosen_p_value <= ALPHA

    @property
    def dominates(self) -> bool:
        """Whether it is better than every other opening, or crowds them out."""
        return self.is_best or self.is_chosen

    @property
    def sentence(self) -> str:
        """What was seen."""
        description = f"The opening {self.name} dominates:"
        points, low, high = (100.0 * value for value in (self.gain.value, self.gain.low, self.gain.high))
        if self.is_chosen:
            ends = f"{self.chosen.low:.0%} to {self.chosen.high:.0%}"
            description += f" agents that are free choose it in {self.chosen.value:.0%} of matches ({ends})"
            description += " and" if self.is_best else ";"
        description += f" forced to it, an opener scores {self.score.value:.0%}, {abs(points):.0f} points"
        text = "more" if points >= 0.0 else "less"
        return f"{description} {text} than forced to {self.rival} ({signed(low, '.0f')} to {signed(high, '.0f')})."

    def as_data(self) -> dict[str, Any]:
        """The rank as plain values."""
        return {
            "name": self.name,
            "score": self.score.value,
            "score_low": self.score.low,
            "score_high": self.score.high,
            "rival": self.rival,
            "gain": self.gain.value,
            "gain_low": self.gain.low,
            "gain_high": self.gain.high,
            "p_value": self.p_value,
            "chosen": self.chosen.value,
            "chosen_low": self.chosen.low,
            "chosen_high": self.chosen.high,
            "chosen_p_value": self.chosen_p_value,
            "dominates": self.dominates,
        }


def opening_ranks(trials: Sequence[Trial]) -> tuple[OpeningRank, ...]:
    """The openings that were forced, the best first. P-values are not corrected yet.

    Free opponents say little about the best opening, because they choose it themselves; so openings that are forced are
    held against each other. Only the best can be better than every other: its p-value is the largest of those against
    each (R. L. Berger, Technometrics 24, 1982), doubled because which one is best was seen first; all others have 1.
    """
    forced = [trial for trial in trials if trial.bound.mode == "always" and len(trial.opener_scores) > 1]
    if len(forced) < 2:
        return ()
    forced.sort(key=lambda trial: (-float(np.mean(trial.opener_scores)), trial.bound.thing.name))
    best, rest = forced[0], forced[1:]
    p_value = min(1.0, 2.0 * max(_p_value(best, other) for other in rest))
    return tuple(
        _rank(trial, rest[0] if trial is best else best, p_value if trial is best else 1.0, len(forced))
        for trial in forced
    )


def _p_value(trial: Trial, other: Trial) -> float:
    """To one side, with the spread of both together: a few matches that were all won have none of their own."""
    own, theirs = np.array(trial.opener_scores), np.array(other.opener_scores)
    error = float(np.concatenate([own, theirs]).std(ddof=1)) * (1.0 / len(own) + 1.0 / len(theirs)) ** 0.5
    gain = float(own.mean() - theirs.mean())
    return normal_p_value(gain / error) / 2.0 if error > 1e-12 and gain > 0.0 else 1.0


def _rank(trial: Trial, rival: Trial, p_value: float, openings: int) -> OpeningRank:
    matches = len(trial.opener_scores)
    count = round((1.0 - trial.changed) * matches)
    # Of two openings one is chosen by more than half in any case.
    default = max(COMMON, trial.by_lot)
    requested = openings > 2 and count and default < 1.0
    chosen = float(scipy.special.bdtrc(count - 1, matches, default)) if requested else 1.0
    return OpeningRank(
        trial.bound.thing.name,
        trial.score,
        rival.bound.thing.name,
        welch(np.array(rival.opener_scores), np.array(trial.opener_scores)).clipped(-1.0, 1.0),
        p_value,
        wilson(count, matches),
        chosen,
    )
