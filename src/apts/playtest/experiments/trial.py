"""One bound and what it does to a seat: the matches in, a difference with its interval out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np
import scipy

from apts.archive import MatchRecord
from apts.errors import AptsError
from apts.input_checks import signed
from apts.playtest.experiments.constrained_players import Constraint
from apts.playtest.experiments.side_runs import AGENT, complete, p_value_of_mean, relative_score, score_at
from apts.statistics import Estimate, bounded_mean, welch, wilson
from apts.statistics.estimate import normal_p_value, unit_means
from apts.statistics.planning import settling

ALPHA = 0.05

_USES = {
    ("opening", "without"): "may not open with {name}",
    ("opening", "always"): "always opens with {name}",
    ("move kind", "without"): "may not make a move of kind {name} where it has another",
    ("move kind", "always"): "always makes a move of kind {name} when it can",
    ("piece", "without"): "may not use the piece {name} where it has another move",
    ("piece", "always"): "always uses the piece {name} when it can",
    ("region", "without"): "may not move to the {name} where it has another move",
    ("region", "always"): "always moves to the {name} when it can",
}


@dataclass(frozen=True)
class Trial:
    """One bound and what it does to a seat.

    ``score`` is that of the bound seat; for an opening only of the matches that it opens. ``difference`` is that score
    less the one of a free agent in its place, with the group of seat-swapped matches as the unit. ``applied`` and
    ``changed`` are turns a match at which the bound left a choice, and at which the agent wanted to play otherwise.
    ``p_value`` is Holm's over all trials. ``weaker`` is the difference at half the strength where that was asked for.
    ``opener_scores`` are those of the matches that a bound opener opened; ``by_lot`` is the share of first moves, up to
    symmetry, that are this opening: how often it would be chosen by lot.
    """

    bound: Constraint
    score: Estimate
    difference: Estimate
    p_value: float
    matches: int
    failed: int
    applied: float
    changed: float
    weaker: Estimate | None = None
    opener_scores: tuple[float, ...] = ()
    by_lot: float = 0.0

    @property
    def matters(self) -> bool:
        """Whether the difference is more than chance, all trials considered."""
        return self.p_value <= ALPHA

    @property
    def probable(self) -> bool:
        """Whether the interval of the difference excludes 0, though not all trials considered."""
        return bool(self.applied) and not self.matters and self.difference.excludes(0.0)

    @property
    def wanted(self) -> int | None:
        """How many matches of this bound would settle a probable difference, four times in five."""
        known = self.difference
        if not self.probable:
            return None
        plain = known.p_value(0.0)
        return settling(self.matches, plain / 2.0, max(plain, self.p_value) / 2.0)

    @property
    def weak(self) -> bool:
        """Whether half the strength gives another answer: the agents may be too weak to judge."""
        return self.weaker is not None and not self.difference.overlaps(self.weaker)

    @property
    def sentence(self) -> str:
        """What was seen."""
        thing = self.bound.thing
        who = "An opener" if thing.sort == "opening" else "A seat"
        use = _USES[str(thing.sort), self.bound.mode].format(name=thing.name)
        known = self.difference
        points, low, high = (100.0 * value for value in (known.value, known.low, known.high))
        interval = f"{signed(low, '.0f')} to {signed(high, '.0f')}"
        text = f"{who} that {use} scores {self.score.value:.0%}"
        if not self.applied:
            return f"{text}: the bound never mattered in {self.matches} matches."
        if self.probable:
            verb = "gains" if points > 0 else "loses"
            return (
                f"{text}: it probably {verb} {abs(points):.0f} points ({interval}), "
                f"which is not sure with so many questions; about {self.wanted} matches would settle it "
                f"if the effect is as large as it was seen here, four times as many if it is half as large."
            )
        if not self.matters:
            return f"{text}: no sure difference ({signed(points, '.0f')} points, {interval})."
        verb, ends = ("gains", (low, high)) if points > 0 else ("loses", (-high, -low))
        description = (
            f"{text}: it {verb} {abs(points):.0f} points ({ends[0]:.0f} to {ends[1]:.0f}, {self.matches} matches)."
        )
        if not self.weak or self.weaker is None:
            return description
        weaker = signed(100 * self.weaker.value, ".0f")
        return f"{description} At half the strength it is {weaker}: the agents may be too weak to judge."

    def as_data(self) -> dict[str, Any]:
        """The trial as plain values."""
        thing = self.bound.thing
        return {
            "sort": thing.sort,
            "name": thing.name,
            "moves": sorted(thing.openings),
            "mode": self.bound.mode,
            "score": self.score.value,
            "score_low": self.score.low,
            "score_high": self.score.high,
            "difference": self.difference.value,
            "difference_low": self.difference.low,
            "difference_high": self.difference.high,
            "difference_at_half_strength": None if self.weaker is None else self.weaker.value,
            "weak": self.weak,
            "p_value": self.p_value,
            "matters": self.matters,
            "probable": self.probable,
            "wanted": self.wanted,
            "matches": self.matches,
            "groups": self.difference.n,
            "failed": self.failed,
            "applied_a_match": self.applied,
            "changed_a_match": self.changed,
            "sentence": self.sentence,
        }


def trial_of(bound: Constraint, records: Sequence[MatchRecord], players: int) -> Trial:
    """What the matches of a bound say; the p-value is not corrected yet."""
    good = complete(records, players)
    if not good:
        raise AptsError(f"every match {bound} failed: {records[0].facts.get('error')}")
    scores = np.array([score_at(record) for record in good])
    units = [record.pair for record in good]
    values = np.clip(unit_means(np.array([relative_score(record) for record in good]), units), 0.0, 1.0)
    mean = bounded_mean(values)
    score, weight, own = bounded_mean(unit_means(scores, units)), 1, good
    opened: list[float] = []
    by_lot = 0.0
    if bound.thing.sort == "opening":
        # In the other matches of a group nobody is bound; they say what a free opener scores. So all that a group is
        # away from 1/2 comes from the one match that the bound agent opened.
        own = [record for record in good if record.turns and record.seats[record.turns[0].mover - 1] == AGENT]
        weight = players
        opened = [score_at(record) for record in own]
        score = bounded_mean(opened) if own else score
        by_lot = fmean(len(bound.thing.openings) / record.turns[0].legal_moves for record in own) if own else 0.0
    low, high = (min(1.0, max(-1.0, weight * (end - 0.5))) for end in (mean.low, mean.high))
    return Trial(
        bound,
        score,
        Estimate(min(max(weight * (mean.value - 0.5), low), high), low, high, mean.n),
        p_value_of_mean(values),
        len(good),
        sum(record.status == "failed" for record in records),
        _mean_fact(own, "bound_applied"),
        _mean_fact(own, "bound_changed"),
        opener_scores=tuple(opened),
        by_lot=by_lot,
    )


def _mean_fact(records: Sequence[MatchRecord], name: str) -> float:
    return sum(int(record.facts[name]) for record in records) / len(records) if records else 0.0


# ----------------------------------------------------------------------------------------------------------------
# Which opening is best when each of them is forced, and so dominates; and which one is popular among free agents.

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
    def dominates(self) -> bool:
        """Whether the opening is better than every other, all questions considered; being popular does not show it."""
        return self.p_value <= ALPHA and self.gain.value > 0.0

    @property
    def is_popular(self) -> bool:
        """Whether free agents choose it more often than all others together, all questions considered."""
        return self.chosen_p_value <= ALPHA

    @property
    def sentence(self) -> str:
        """What was seen."""
        description = f"The opening {self.name} {'dominates' if self.dominates else 'is popular'}:"
        points, low, high = (100.0 * value for value in (self.gain.value, self.gain.low, self.gain.high))
        if self.is_popular:
            ends = f"{self.chosen.low:.0%} to {self.chosen.high:.0%}"
            description += f" agents that are free choose it in {self.chosen.value:.0%} of matches ({ends})"
            description += " and" if self.dominates else ";"
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
            "popular": self.is_popular,
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
