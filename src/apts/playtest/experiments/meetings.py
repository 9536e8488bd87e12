"""Tables of who beats whom: everybody meets everybody in groups of matches in which each sits everywhere once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from apts.agents.agent import derived_seed
from apts.archive import MatchRecord
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.playtest.experiments.side_runs import (
    Keeping,
    complete,
    p_value_of_mean,
    relative_score,
    side_manifest,
    side_matches,
)
from apts.playtest.matches.match import Plan
from apts.statistics import Estimate, bounded_mean, holm
from apts.statistics.estimate import unit_means

ALPHA = 0.05


@dataclass(frozen=True)
class Meeting:
    """What one of two scored against the other: ``values`` by unit, 1/2 being what equals score.

    With two seats a unit is a pair of matches with swapped seats. With more it is two groups: one alone among seats of the
    other, everywhere once, and the other way round; the value is by how much the first does better, halved, and a half.
    """

    first: str
    second: str
    values: tuple[float, ...]
    matches: int
    failed: int = 0

    @property
    def score(self) -> Estimate:
        """What the first scores, with a 95 % interval."""
        return bounded_mean(np.array(self.values))

    @property
    def p_value(self) -> float:
        """How likely a score this far from a half is by chance."""
        return p_value_of_mean(self.values)

    def as_data(self) -> dict[str, Any]:
        """The meeting as plain values."""
        found = self.score
        return {
            "first": self.first,
            "second": self.second,
            "score": found.value,
            "low": found.low,
            "high": found.high,
            "n": found.n,
            "p_value": self.p_value,
            "matches": self.matches,
            "failed": self.failed,
        }


@dataclass(frozen=True)
class MeetingPlan:
    """What is played between two: the game, the number of matches of a group run, the seed and the limit of turns."""

    game: Game
    count: int
    seed: int
    limit: int
    keeping: Keeping

    def met(self, names: tuple[str, str], specs: tuple[str, str], question: Mapping[str, Any]) -> Meeting:
        """Play or read what two have played; the question is kept with who met whom, in which order."""
        found = [self._records(names, specs, question)]
        if self.game.players > 2:
            found.append(self._records(names[::-1], specs[::-1], question))
        return meeting_of(names, found, self.game.players)

    def _records(
        self, names: tuple[str, str], specs: tuple[str, str], question: Mapping[str, Any]
    ) -> Sequence[MatchRecord]:
        agents = (specs[0],) + (specs[1],) * (self.game.players - 1)
        plan = Plan(self.game, agents, derived_seed(self.seed, str(question["kind"]), *names), self.limit)
        asked = {**question, "first": names[0], "second": names[1], "seed": self.seed}
        return side_matches(plan, side_manifest(plan, agents, self.count, asked), self.keeping)


def runs_of_meeting(game: Game) -> int:
    """How many runs a meeting has."""
    return 1 if game.players == 2 else 2


def unit_scores(records: Sequence[MatchRecord], players: int) -> tuple[float, ...]:
    """What the first agent of a run scored in each whole group."""
    good = complete(records, players)
    if not good:
        return ()
    relative = np.array([relative_score(record) for record in good])
    return tuple(float(one) for one in np.clip(unit_means(relative, [record.pair for record in good]), 0.0, 1.0))


def meeting_of(names: tuple[str, str], runs: Sequence[Sequence[MatchRecord]], players: int) -> Meeting:
    """What the matches of two say, from one run or from one each way."""
    scores = [unit_scores(records, players) for records in runs]
    if not all(scores):
        lost = next(records for records, values in zip(runs, scores, strict=True) if not values)
        error = next((record.facts.get("error") for record in lost if record.status == "failed"), "none was finished")
        raise AptsError(f"every match of {names[0]} against {names[1]} failed: {error}")
    values = scores[0] if len(scores) == 1 else tuple(0.5 + (a - b) / 2 for a, b in zip(*scores, strict=False))
    everyone = [record for records in runs for record in records]
    failed = sum(record.status == "failed" for record in everyone)
    return Meeting(*names, values, len(everyone) - failed, failed)


@dataclass(frozen=True)
class MeetingTable:
    """Everybody against everybody, as far as it was played; scores can be asked for both ways."""

    names: tuple[str, ...]
    meetings: tuple[Meeting, ...]

    def meeting(self, first: str, second: str) -> Meeting | None:
        """What one scored against the other."""
        for known in self.meetings:
            if (known.first, known.second) == (first, second):
                return known
            if (known.first, known.second) == (second, first):
                turned = tuple(1.0 - value for value in known.values)
                return Meeting(first, second, turned, known.matches, known.failed)
        return None

    def surely(self) -> dict[str, frozenset[str]]:
        """Whom each surely beats: Holm's correction over all meetings holds the chance of any error to one in twenty."""
        raised = holm([known.p_value for known in self.meetings]) if self.meetings else ()
        beaten: dict[str, set[str]] = {name: set() for name in self.names}
        for known, p_value in zip(self.meetings, raised, strict=True):
            if p_value <= ALPHA:
                ahead = known.score.value > 0.5
                beaten[known.first if ahead else known.second].add(known.second if ahead else known.first)
        return {name: frozenset(others) for name, others in beaten.items()}

    @property
    def is_whole(self) -> bool:
        """Whether everybody met everybody."""
        return len(self.meetings) == len(self.names) * (len(self.names) - 1) // 2

    def overall(self, name: str) -> Estimate | None:
        """What one scores against all the others on average, unit by unit; None where it met nobody."""
        met = [known for other in self.names if other != name and (known := self.meeting(name, other)) is not None]
        if not met:
            return None
        units = min(len(known.values) for known in met)
        return bounded_mean(np.mean([known.values[:units] for known in met], axis=0))
