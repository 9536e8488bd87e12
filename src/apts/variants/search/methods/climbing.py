"""``climb``: the hill climbing of a published study, step for step, for comparison.

At every step one random number becomes another one from 0.2 to 1.8 times its value, or one truth value is turned over.
The variant is judged by the aggregate of a few self-played matches, and kept when that is higher than what the kept one
had. Matches are so few that much of what is gained is luck; fresh matches show how much of it remains.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from os import PathLike
from random import Random
from typing import Any

from apts.agents.agent import derived_seed
from apts.archive import Archive, opened_archive
from apts.errors import AptsError
from apts.executors import executor_of
from apts.playtest.matches.playtest_request import DEFAULTS, PlaytestRequest
from apts.playtest.run import Run
from apts.statistics import Estimate
from apts.variants.admission import refusal_of
from apts.variants.search.goal_scorer import aggregate_interval
from apts.variants.search.improve_request import AGGREGATES, FRESH, STEPS
from apts.variants.search.match_runner import Budget, MatchRunner, OutOfTime, Series
from apts.variants.search.match_runner import Watch as MatchWatch
from apts.variants.search.strength_ladder import spelled_agents
from apts.variants.tunables import NO_LIMITS, NUMBER, TRUTH, Limits, Tunable
from apts.variants.variant import Edit, Variant, other_values, study_range, turned

STUDY_AGENTS = "uct:iterations=1000"
"""Who played in the study."""

ATTEMPTS = 200
"""Edits that are drawn for one step until one can be played."""


@dataclass(frozen=True)
class ClimbSettings:
    """How far is climbed: steps, matches of each, fresh matches at the end, and the sum that is to rise.

    ``turns_each`` draws matches after so many turns a seat, for the players too; None leaves them as they are.
    """

    steps: int = STEPS
    matches: int = 15
    fresh: int = FRESH
    aggregate: str = AGGREGATES[0]
    minutes: float | None = None
    limits: Limits = NO_LIMITS
    turns_each: int | None = None


@dataclass(frozen=True)
class ClimbStep:
    """A step: the variant that was tried, its aggregate, whether it was kept, and edits that could not be played."""

    number: int
    variant: Variant
    value: float
    kept: bool
    refused: tuple[str, ...] = ()


Watch = Callable[[ClimbStep], None]


@dataclass(frozen=True)
class Climb:
    """What climbing came to. Step 0 is the game as it is; ``before`` and ``after`` are from fresh matches."""

    parent: Variant
    settings: ClimbSettings
    agents: str
    seed: int
    steps: tuple[ClimbStep, ...]
    before: Estimate | None = None
    after: Estimate | None = None
    interrupted: bool = False

    @property
    def chosen(self) -> ClimbStep:
        """The last step that was kept."""
        return [step for step in self.steps if step.kept][-1]

    @property
    def gain(self) -> float:
        """What the search believes to have gained."""
        return self.chosen.value - self.steps[0].value

    @property
    def remaining(self) -> float | None:
        """What fresh matches show of it; None where none were played."""
        return None if self.before is None or self.after is None else self.after.value - self.before.value

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "aggregate": self.settings.aggregate,
            "agents": self.agents,
            "seed": self.seed,
            "matches": self.settings.matches,
            "turns_each": self.settings.turns_each,
            "interrupted": self.interrupted,
            "gain": self.gain,
            "remaining": self.remaining,
            "before": None if self.before is None else asdict(self.before),
            "after": None if self.after is None else asdict(self.after),
            "edits": [edit.words for edit in self.chosen.variant.edits],
            "steps": [
                {
                    "step": step.number,
                    "edit": step.variant.edits[-1].words if step.variant.edits else None,
                    "value": step.value,
                    "kept": step.kept,
                    "refused": list(step.refused),
                }
                for step in self.steps
            ],
        }


def climbed(
    parent: Variant,
    play: PlaytestRequest = DEFAULTS,
    settings: ClimbSettings | None = None,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Watch | None = None,
    match_watch: MatchWatch | None = None,
) -> Climb:
    """Climb from a game; Ctrl-C, and the end of the time, keep the steps that there are."""
    climb_settings = settings or ClimbSettings()
    if climb_settings.aggregate not in AGGREGATES:
        raise AptsError(f"there is no aggregate {climb_settings.aggregate!r} (there are: {', '.join(AGGREGATES)})")
    parent.tunables(climb_settings.limits)  # a wrong name is told before a match is played
    with executor_of(play.workers, play.cluster) as executor, opened_archive(archive) as own:
        match_runner = MatchRunner(play, executor, own, match_watch, turns_each=climb_settings.turns_each)
        climber = _Climber(parent, play, climb_settings, match_runner)
        return climber.climb(watch or (lambda step: None))


class _Climber:
    """A climb under way."""

    def __init__(
        self, parent: Variant, play: PlaytestRequest, climb_settings: ClimbSettings, match_runner: MatchRunner
    ):
        self.parent, self.climb_settings, self.match_runner = parent, climb_settings, match_runner
        self.agents, self.seed = spelled_agents(play) or STUDY_AGENTS, play.seed
        self.budget = Budget.of(climb_settings.minutes)
        self.steps: list[ClimbStep] = []

    def climb(self, watch: Watch) -> Climb:
        before = after = None
        interrupted = False
        try:
            self._walk(watch)
            before, after = (self._fresh(one) for one in (self.parent, self._kept().variant))
        except KeyboardInterrupt:
            interrupted = True
            if not self.steps:
                raise
        return Climb(
            self.parent, self.climb_settings, self.agents, self.seed, tuple(self.steps), before, after, interrupted
        )

    def _walk(self, watch: Watch) -> None:
        for number in range(self.climb_settings.steps + 1):
            refused: list[str] = []
            tried = self.parent if number == 0 else self._neighbour(number, refused)
            try:
                value = self._value(tried, number)
            except OutOfTime:
                if not self.steps:
                    raise AptsError("the time was over before the first step; give more minutes") from None
                return
            kept = not self.steps or value > self._kept().value
            self.steps.append(ClimbStep(number, tried, value, kept, tuple(refused)))
            watch(self.steps[-1])

    def _kept(self) -> ClimbStep:
        return [step for step in self.steps if step.kept][-1]

    def _value(self, variant: Variant, number: int) -> float:
        """The aggregate of a variant in matches of its own."""
        series = Series(variant, self.agents, derived_seed(self.seed, "step", number))
        self.match_runner.play([(series, self.climb_settings.matches)], self.budget)
        run = self.match_runner.run(series)
        self.match_runner.forget(series)
        return self._measured(run)

    def _measured(self, run: Run) -> float:
        value = run.metrics[self.climb_settings.aggregate].value
        return 0.0 if value is None else value

    def _neighbour(self, number: int, refused: list[str]) -> Variant:
        """The kept variant with one random edit that can be played."""
        rng = Random(derived_seed(self.seed, "edit", number))
        kept = self._kept().variant
        able = [one for one in kept.tunables(self.climb_settings.limits) if one.fixed is None and study_values(one)]
        if not able:
            raise AptsError(
                "the game has no number and no truth value that can be turned, so there is nothing to climb"
            )
        for _ in range(ATTEMPTS):
            variant = kept.edited(random_turn(rng.choice(able), rng))
            refusal = refusal_of(variant, limit=self.match_runner.limit)
            if refusal is None:
                return variant
            refused.append(f"{variant.edits[-1].words}: {refusal.reason}")
        raise AptsError(f"none of {ATTEMPTS} edits gives a game that can be played; the last one: {refused[-1]}")

    def _fresh(self, variant: Variant) -> Estimate:
        series = Series(variant, self.agents, derived_seed(self.seed, "fresh"))
        self.match_runner.play([(series, self.climb_settings.fresh)], Budget.of())
        return aggregate_interval(self.match_runner.run(series), self.climb_settings.aggregate)


def study_values(one: Tunable) -> list[int | bool]:
    """What the study may turn a thing to: numbers from 0.2 to 1.8 times the value, truth values to the other.

    Bounds that were given count instead.
    """
    if isinstance(one.value, bool):
        return [not one.value] if one.kind == TRUTH else []
    if one.kind != NUMBER or not isinstance(one.value, int):
        return []
    if one.bounded:
        return [value for value in other_values(one) if isinstance(value, int)]
    low, high = study_range(one.value)
    return [value for value in range(low, high + 1) if value != one.value]


def random_turn(one: Tunable, rng: Random) -> Edit:
    """A random edit of one thing."""
    return turned(one, rng.choice(study_values(one)))
