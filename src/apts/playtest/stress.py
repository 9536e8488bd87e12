"""Restricted play and stress: what a seat loses that may not use a thing, and what it gains that always does.

Every kind of move, piece and opening is tried. The score of a bound agent is measured against free agents of equal
strength, everybody in every seat, so that 1/2 is what the bound would give if it made no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from apts.agents.agent import Agent
from apts.agents.registry import agent as agent_of
from apts.archive import MatchRecord
from apts.engine.face import Game
from apts.errors import AptsError
from apts.games.library import load
from apts.playtest.bound_players import Bound, BoundPlan, Mode, Thing
from apts.playtest.group_scores import AGENT, complete, p_value_of_mean, score_at, whole_groups
from apts.playtest.match import TURN_LIMIT
from apts.playtest.runner import Plan, played
from apts.playtest.schedule import seated
from apts.playtest.scouting import scout
from apts.playtest.statistics import Estimate, holm, student
from apts.playtest.statistics.units import unit_means

ALPHA = 0.05
MODES: tuple[Mode, ...] = ("without", "always")


@dataclass(frozen=True)
class Trial:
    """One bound and what it does to a seat.

    ``score`` is that of the bound seat; for an opening only of the matches that it opens. ``difference`` is that score
    less the one of a free agent in its place, with the group of seat-swapped matches as the unit. ``applied`` and
    ``changed`` are turns a match at which the bound left a choice, and at which the agent wanted to play otherwise.
    ``p_value`` is Holm's over all trials.
    """

    bound: Bound
    score: Estimate
    difference: Estimate
    p_value: float
    matches: int
    failed: int
    applied: float
    changed: float

    @property
    def matters(self) -> bool:
        """Whether the difference is more than chance, all trials considered."""
        return self.p_value <= ALPHA

    @property
    def sentence(self) -> str:
        """What was seen."""
        thing = self.bound.thing
        who = "An opener" if thing.sort == "opening" else "A seat"
        use = {
            ("opening", "without"): f"may not open with {thing.name}",
            ("opening", "always"): f"always opens with {thing.name}",
            ("move kind", "without"): f"may not make a move of kind {thing.name} where it has another",
            ("move kind", "always"): f"always makes a move of kind {thing.name} when it can",
            ("piece", "without"): f"may not use the piece {thing.name} where it has another move",
            ("piece", "always"): f"always uses the piece {thing.name} when it can",
        }[thing.sort, self.bound.mode]
        known = self.difference
        points, low, high = (100.0 * value for value in (known.value, known.low, known.high))
        told = f"{who} that {use} scores {self.score.value:.0%}"
        if not self.applied:
            return f"{told}: the bound never mattered in {self.matches} matches."
        if not self.matters:
            return f"{told}: no sure difference ({points:+.0f} points, {low:+.0f} to {high:+.0f})."
        verb, ends = ("gains", (low, high)) if points > 0 else ("loses", (-high, -low))
        return f"{told}: it {verb} {abs(points):.0f} points ({ends[0]:.0f} to {ends[1]:.0f}, {self.matches} matches)."

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
            "p_value": self.p_value,
            "matters": self.matters,
            "matches": self.matches,
            "groups": self.difference.n,
            "failed": self.failed,
            "applied_a_match": self.applied,
            "changed_a_match": self.changed,
            "sentence": self.sentence,
        }


@dataclass(frozen=True)
class Stress:
    """All trials of a game, and what could not be tried with the reason."""

    game: str
    agent: str
    seed: int
    trials: tuple[Trial, ...]
    untried: tuple[tuple[Thing, str], ...]
    interrupted: bool = False

    @property
    def sentences(self) -> tuple[str, ...]:
        """What matters, the largest difference first, and how much else there is."""
        found = sorted(
            (trial for trial in self.trials if trial.matters), key=lambda trial: -abs(trial.difference.value)
        )
        told = [trial.sentence for trial in found]
        rest = [trial for trial in self.trials if not trial.matters]
        if rest:
            widest = max(max(abs(trial.difference.low), abs(trial.difference.high)) for trial in rest)
            told.append(
                f"{len(rest)} of {len(self.trials)} bounds make no sure difference; "
                f"one of up to {100 * widest:.0f} points could have gone unseen."
            )
        return tuple(told) or ("There is nothing in this game that a seat could do without.",)

    def trial(self, sort: str, name: str, mode: str) -> Trial:
        """The trial of one thing."""
        for known in self.trials:
            if (known.bound.thing.sort, known.bound.thing.name, known.bound.mode) == (sort, name, mode):
                return known
        names = ", ".join(str(known.bound) for known in self.trials) or "none"
        raise AptsError(f"there is no trial {mode!r} of the {sort} {name!r}; there are: {names}")

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "game": self.game,
            "agent": self.agent,
            "seed": self.seed,
            "interrupted": self.interrupted,
            "sentences": list(self.sentences),
            "trials": [trial.as_data() for trial in self.trials],
            "untried": [{"sort": thing.sort, "name": thing.name, "reason": reason} for thing, reason in self.untried],
        }


def stress(
    game: Game | str,
    agent: str | Agent = "uct:iterations=500",
    matches: int = 100,
    seed: int = 1,
    *,
    openings: int = 12,
    limit: int = TURN_LIMIT,
    workers: int | None = None,
    watch: Callable[[str], None] | None = None,
) -> Stress:
    """Try every kind of move, piece and opening: a seat that may not use it, and one that always does.

    Each of these bounds gets ``matches`` matches, rounded up to whole groups in which the bound agent sits everywhere
    once. Results depend on the seed alone, not on the number of ``workers``. Ctrl-C keeps the trials that were finished.
    """
    loaded = load(game) if isinstance(game, str) else game
    made = agent_of(agent)
    if made.is_person:
        raise AptsError("stress is played by agents alone; a person cannot be asked")
    count = whole_groups(matches, loaded.players)
    plan = Plan(loaded, seated([made.spec], loaded.players), seed, limit)
    scouted = scout(loaded, made, seed, openings)
    bounds = [Bound(thing, mode) for thing in scouted.things for mode in MODES]
    trials: list[Trial] = []
    interrupted = False
    for number, bound in enumerate(bounds, 1):
        if watch is not None:
            watch(f"{number} of {len(bounds)}: {bound}")
        try:
            records = list(played(BoundPlan.of(plan, bound), range(1, count + 1), workers))
        except KeyboardInterrupt:
            interrupted = True
            break
        trials.append(_trial(bound, records, loaded.players))
    return Stress(loaded.name, made.spec, seed, _corrected(trials), scouted.untried, interrupted)


def _trial(bound: Bound, records: Sequence[MatchRecord], players: int) -> Trial:
    good = complete(records, players)
    if not good:
        raise AptsError(f"every match {bound} failed: {records[0].facts.get('error')}")
    scores = np.array([score_at(record) for record in good])
    values = unit_means(scores, [record.pair for record in good])
    mean = student(values, bounds=(0.0, 1.0))
    score, weight, own = mean, 1, good
    if bound.thing.sort == "opening":
        # In the other matches of a group nobody is bound; they say what a free opener scores. So all that a group is
        # away from 1/2 comes from the one match that the bound agent opened.
        own = [record for record in good if record.turns and record.seats[record.turns[0].mover - 1] == AGENT]
        weight = players
        score = student([score_at(record) for record in own], bounds=(0.0, 1.0)) if own else mean
    low, high = (min(1.0, max(-1.0, weight * (end - 0.5))) for end in (mean.low, mean.high))
    return Trial(
        bound,
        score,
        Estimate(weight * (mean.value - 0.5), low, high, mean.n),
        p_value_of_mean(values),
        len(good),
        sum(record.status == "failed" for record in records),
        _mean_fact(own, "bound_applied"),
        _mean_fact(own, "bound_changed"),
    )


def _mean_fact(records: Sequence[MatchRecord], name: str) -> float:
    return sum(int(record.facts[name]) for record in records) / len(records) if records else 0.0


def _corrected(trials: Sequence[Trial]) -> tuple[Trial, ...]:
    """Trials in which the bound never applied had nothing to show, so they count as no question."""
    asked = [trial for trial in trials if trial.applied]
    raised = dict(zip((trial.bound for trial in asked), holm([trial.p_value for trial in asked]), strict=True))
    return tuple(replace(trial, p_value=float(raised.get(trial.bound, 1.0))) for trial in trials)
