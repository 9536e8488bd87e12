"""How deep a game is: a search with twice the iterations against one with half of them, again and again."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from apts.agents.agent import derived_seed
from apts.archive import Archive, MatchRecord, RunManifest, opened_archive
from apts.engine.class_contract import check_briefly
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import executor_of
from apts.games.library import GameSource, load
from apts.input_checks import check_seed, whole_number
from apts.notebook import sentence, sentences, share, table
from apts.playtest.experiments.experiment_requests import BASE, STEPS
from apts.playtest.experiments.side_runs import (
    Keeping,
    check_rivals,
    complete,
    kept_questions,
    p_value_of_mean,
    relative_score,
    rounded_to_groups,
    side_manifest,
    side_matches,
)
from apts.playtest.matches.forecast import fitting_matches
from apts.playtest.matches.match import Plan
from apts.playtest.matches.playtest_request import DEFAULTS
from apts.search.least_iterations import least_iterations
from apts.statistics import Estimate, bounded_mean
from apts.statistics.estimate import unit_means

KIND = "skill"

MISSED = 0.1
"""A step ends the ladder where a gain of more than this is out of the question; otherwise it says too little."""


@dataclass(frozen=True)
class SkillStep:
    """One step of the ladder: what the stronger agent scores against seats of the weaker one.

    ``score`` counts from a half for equal agents, also where all may win or lose together: what it scores beyond the mean
    of all seats, and a half.
    """

    stronger: str
    weaker: str
    score: Estimate
    p_value: float
    matches: int
    failed: int = 0

    @property
    def gain(self) -> Estimate:
        """What doubling adds to the score of equal agents, which is a half."""
        known = self.score
        return Estimate(known.value - 0.5, known.low - 0.5, known.high - 0.5, known.n, known.confidence)

    @property
    def climbs(self) -> bool:
        """Whether the interval of the gain lies above 0."""
        return self.gain.low > 0.0

    def as_data(self) -> dict[str, Any]:
        """The step as plain values."""
        return {
            "stronger": self.stronger,
            "weaker": self.weaker,
            "score": self.score.value,
            "low": self.score.low,
            "high": self.score.high,
            "gain": self.gain.value,
            "gain_low": self.gain.low,
            "gain_high": self.gain.high,
            "p_value": self.p_value,
            "matches": self.matches,
            "groups": self.score.n,
            "failed": self.failed,
            "climbs": self.climbs,
        }


@dataclass(frozen=True)
class Ladder:
    """The steps that were played, up to the first without a gain; ``wanted`` is how many there might have been."""

    game: str
    base: int
    seed: int
    wanted: int
    steps: tuple[SkillStep, ...]
    interrupted: bool = False

    @property
    def climbed(self) -> int:
        """The number of steps before the first whose interval of the gain includes 0 (or lies below it)."""
        return next((place for place, step in enumerate(self.steps) if not step.climbs), len(self.steps))

    @property
    def depth(self) -> int | None:
        """The skill depth: the steps that were climbed, at least so many unless the ladder has ``ended``.

        None where nothing is known of it: no step was played to its end, or the first one is open.
        """
        return self.climbed or (0 if self.ended else None)

    @property
    def ended(self) -> bool:
        """Whether the end was seen; if not, the ladder is at least as long as what was climbed."""
        return self.climbed < len(self.steps) and self.steps[self.climbed].gain.high <= MISSED

    @property
    def open(self) -> bool:
        """Whether the last step had too few matches to tell a gain from none."""
        return self.climbed < len(self.steps) and not self.ended

    @property
    def matches_wanted(self) -> int | None:
        """About how many matches a step would tell, where that is open."""
        if not self.open:
            return None
        last = self.steps[self.climbed]
        return math.ceil(last.matches * max(1.0, last.score.half_width / (MISSED / 2.0)) ** 2 / 10 + 1) * 10

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the ladder says."""
        if not self.steps:
            return ("No step was played to its end; there is nothing to tell.",)
        if self.open:
            return (self._open_sentence,)
        if not self.ended:
            return (
                f"The skill depth is at least {self.climbed}: every doubling from {self.base} to "
                f"{self.base * 2**self.climbed} iterations still gains; more --steps would tell where it ends.",
            )
        last = self.steps[self.climbed]
        lines = [f"The skill depth is {self.climbed}: {_scored(last)}, which is no sure gain."]
        if last.gain.high > 0.05:
            lines.append(
                f"A gain of up to {100 * last.gain.high:.0f} points is possible there; more --matches would tell."
            )
        return tuple(lines)

    @property
    def _open_sentence(self) -> str:
        last = self.steps[self.climbed]
        known = (
            f"is at least {self.climbed}; whether it ends there" if self.climbed else "is not known: whether it is 0"
        )
        return (
            f"The skill depth {known} is open, because {_scored(last)}, which may be a gain of up to "
            f"{100 * last.gain.high:.0f} points or none; about {self.matches_wanted} matches a step would tell."
        )

    def _repr_html_(self) -> str:
        """What a notebook shows: how deep the game is, and every step."""
        rows = [
            (step.stronger, step.weaker, share(step.score.value, step.score.low, step.score.high), f"{step.matches:,}")
            for step in self.steps
        ]
        head = sentence(f"{self.game}: doubling the search, seed {self.seed}", heading=True)
        return (
            head + sentences(self.sentences) + table(("stronger", "weaker", "score (95 % interval)", "matches"), rows)
        )

    def as_data(self) -> dict[str, Any]:
        """The ladder as plain values."""
        return {
            "game": self.game,
            "base": self.base,
            "seed": self.seed,
            "skill_depth": self.depth,
            "ended": self.ended,
            "open": self.open,
            "matches_wanted": self.matches_wanted,
            "interrupted": self.interrupted,
            "sentences": list(self.sentences),
            "steps": [step.as_data() for step in self.steps],
        }


def _scored(step: SkillStep) -> str:
    return (
        f"{step.stronger} scores {step.score.value:.1%} against {step.weaker} "
        f"({step.score.low:.1%} to {step.score.high:.1%}, {step.matches} matches)"
    )


LIKELY = 4
"""Steps that a ladder has as a rule, for which time must suffice."""


def skill(
    game: GameSource,
    matches: int | None = DEFAULTS.matches,
    seed: int = DEFAULTS.seed,
    *,
    base: int | None = None,
    steps: int = STEPS,
    limit: int = DEFAULTS.limit,
    workers: int | None = None,
    cluster: str | None = None,
    archive: Archive | str | PathLike[str] | None = None,
    resume: bool = False,
    command: str = "",
    watch: Callable[[str], None] | None = None,
) -> Ladder:
    """Climb the doubling ladder: ``uct:iterations=base * 2^k`` against half as many, until doubling gains nothing.

    The base is 50 iterations unless given, and more where a game has so many legal moves that this is too little to try
    each of them a few times. Each step has ``matches`` matches, by default what fits the length of the game, rounded up to
    whole groups in which the stronger agent sits everywhere once. The ladder ends at the first step whose 95 % interval of
    the gain includes 0. Matches go into the ``archive``, from which ``resume`` goes on. Results depend on the seed alone,
    not on the number of ``workers`` or on the ``cluster``. Ctrl-C keeps the steps that were finished.

    >>> from apts import skill
    >>> ladder = skill("tic-tac-toe", matches=20, base=2, steps=1)
    >>> [(step.stronger, step.weaker, step.matches) for step in ladder.steps]
    [('uct:iterations=4', 'uct:iterations=2', 20)]
    """
    loaded = load(game)
    check_rivals(loaded)
    check_briefly(loaded)
    seed = check_seed(seed)
    base = max(BASE, least_iterations(loaded)) if base is None else whole_number("the base of a ladder", base, 1)
    steps = whole_number("the number of its steps", steps, 1)
    wanted = fitting_matches(loaded, base * 2 ** min(steps, LIKELY)) if matches is None else matches
    count = rounded_to_groups(wanted, loaded.players)
    climbed: list[SkillStep] = []
    interrupted = False
    try:
        with executor_of(workers, cluster) as executor, opened_archive(archive) as own:
            keeping = Keeping(executor, own, resume, command, strict=resume)
            for number in range(1, steps + 1):
                if watch is not None:
                    budgets = f"{base * 2**number} against {base * 2 ** (number - 1)} iterations"
                    watch(f"step {number} of at most {steps}: {budgets}")
                climbed.append(_step(loaded, number, base, count, seed, limit, keeping))
                if not climbed[-1].climbs:
                    break
    except KeyboardInterrupt:
        interrupted = True
    return Ladder(loaded.name, base, seed, steps, tuple(climbed), interrupted)


def _step(game: Game, number: int, base: int, count: int, seed: int, limit: int, keeping: Keeping) -> SkillStep:
    stronger, weaker = (f"uct:iterations={base * 2**power}" for power in (number, number - 1))
    specs = (stronger,) + (weaker,) * (game.players - 1)
    plan = Plan(game, specs, derived_seed(seed, "skill", number), limit)
    question = {"kind": KIND, "base": base, "step": number, "seed": seed}
    records = side_matches(plan, side_manifest(plan, specs, count, question), keeping)
    return step_of(stronger, weaker, records, game.players)


def step_of(stronger: str, weaker: str, records: Sequence[MatchRecord], players: int) -> SkillStep:
    """What the matches of a step say."""
    good = complete(records, players)
    if not good:
        raise AptsError(f"every match of {stronger} against {weaker} failed: {records[0].facts.get('error')}")
    relative = np.array([relative_score(record) for record in good])
    values = np.clip(unit_means(relative, [record.pair for record in good]), 0.0, 1.0)
    failed = sum(record.status == "failed" for record in records)
    score = bounded_mean(values)
    return SkillStep(stronger, weaker, score, p_value_of_mean(values), len(good), failed)


def kept_ladder(archive: Archive, manifest: RunManifest) -> Ladder | None:
    """The ladder of a game that the archive has: the longest, the latest of equals; None where there is none."""
    series: dict[tuple[int, int], dict[int, SkillStep]] = {}
    for question, known, records in kept_questions(archive, manifest, KIND):
        try:
            base, asked_with, number = (int(question[name]) for name in ("base", "seed", "step"))
        except (KeyError, TypeError, ValueError):  # no question that this version asks
            continue
        whole = complete(records, known.players)
        if len(whole) >= 2 * known.players:
            step = step_of(known.agents[0], known.agents[-1], whole, known.players)
            series.setdefault((base, asked_with), {})[number] = step
    ladders = []
    for (base, seed), steps in series.items():
        climbed = [steps[number] for number in range(1, len(steps) + 1) if number in steps]
        if climbed:
            ladders.append(Ladder(manifest.game, base, seed, len(climbed), tuple(climbed)))
    return max(reversed(ladders), key=lambda ladder: len(ladder.steps), default=None)
