"""Fresh matches: what was chosen is played again from seeds that chose nothing, beside the game it came from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apts.agents.agent import derived_seed
from apts.agents.agent_registry import resolve_agents
from apts.engine.play.game import Game
from apts.playtest.comparing.changes import difference_of
from apts.playtest.findings import Finding, declared_finding
from apts.playtest.goals import Goal, GoalJudgement, judged, shortfall
from apts.playtest.matches.forecast import doubled, positions_a_match
from apts.playtest.matches.playtest_request import PlaytestRequest
from apts.playtest.run import Run
from apts.search.least_iterations import least_iterations
from apts.statistics import Estimate
from apts.variants.search.goal_scorer import goals_by_agents, left_message, message, summed
from apts.variants.search.match_runner import Budget, MatchRunner, OutOfTime, Series
from apts.variants.search.methods.race import LEVEL, Ranked, ranked_by, rounds_to
from apts.variants.search.methods.racing import taking_turns
from apts.variants.search.search_state import SearchState
from apts.variants.variant import Variant

PORTION = 50
"""Matches of each run that are played before the clock is looked at again."""

_LINE = re.compile(r" on line \d+")

TRIES = 3
"""Variants that share most of the error evenly; for each one beyond them half as much is left."""


@dataclass(frozen=True)
class GoalAnswer:
    """A goal at one strength: how the game stood to it before and how it does after."""

    goal: Goal
    agents: str
    before: GoalJudgement
    after: GoalJudgement

    def as_data(self) -> dict[str, Any]:
        """The answer as plain values."""
        return {
            "goal": str(self.goal),
            "agents": self.agents,
            "before": self.before.as_data(),
            "after": self.after.as_data(),
        }


@dataclass(frozen=True)
class StrengthRuns:
    """The runs of both games by the same agents, and the goals that are about these."""

    agents: str
    goals: tuple[Goal, ...]
    before: Run
    after: Run


@dataclass(frozen=True)
class Confirmation:
    """A variant held against the goals in fresh matches, at every strength that was asked for.

    ``share`` is the part of all error that this one may make: where several variants are held against the goals, each has
    to be surer.
    """

    variant: Variant
    strengths: tuple[StrengthRuns, ...]
    share: float = 1.0

    @property
    def matches(self) -> int:
        """Fresh matches of each run."""
        return min((len(one.after.matches) for one in self.strengths), default=0)

    @property
    def answers(self) -> tuple[GoalAnswer, ...]:
        """Every goal at every strength; wrong about any of them, in any of the tries, at most one time in twenty."""
        confidence = 1.0 - 0.05 * self.share / max(1, sum(len(one.goals) for one in self.strengths))
        return tuple(
            GoalAnswer(goal, one.agents, judged(goal, one.before, confidence), judged(goal, one.after, confidence))
            for one in self.strengths
            for goal in one.goals
        )

    @property
    def verdict(self) -> str:
        """``met`` where all goals surely hold, ``missed`` where one surely does not, ``open`` otherwise."""
        words = {answer.after.verdict for answer in self.answers}
        return "missed" if "missed" in words else "open" if "open" in words else "met"

    @property
    def is_inside(self) -> bool:
        """Whether the figures of all goals lie inside them, sure or not."""
        figures = [(answer.goal, answer.after.estimate) for answer in self.answers]
        return all(found is not None and goal.distance(found.value) == 0.0 for goal, found in figures)

    @property
    def distance(self) -> Estimate:
        """How far the variant is from the goals, all strengths together."""
        return summed([shortfall(one.goals, one.after) for one in self.strengths])

    @property
    def is_nearer(self) -> bool:
        """Whether the variant is surely nearer to the goals than the game before, all strengths together."""
        before = summed([shortfall(one.goals, one.before) for one in self.strengths])
        return difference_of(before, self.distance).high < 0.0

    @property
    def new_problems(self) -> tuple[str, ...]:
        """What is surely wrong after the edits and was not before, or not so much, whether a goal asks for it or not."""
        # A line would be one of a text without the comment that a written file has at its head.
        return tuple(f"{_LINE.sub('', one.sentence)} (Played by {agents}.)" for one, agents in self.new_findings)

    @property
    def new_findings(self) -> tuple[tuple[Finding, str], ...]:
        """The same as findings, each with the agents whose matches show it."""
        data: dict[tuple[str, str], tuple[Finding, str]] = {}
        for one in self.strengths:
            known = {(found.kind, found.subject): found for found in one.before.findings}
            for found in one.after.findings:
                key = (found.kind, found.subject)
                if not declared_finding(found.kind).is_caveat and (key not in known or surely_worse(known[key], found)):
                    data.setdefault(key, (found, one.agents))
        return tuple(data.values())

    def as_data(self) -> dict[str, Any]:
        """The confirmation as plain values."""
        return {
            "new_troubles": list(self.new_problems),
            "matches": self.matches,
            "verdict": self.verdict,
            "goals": [answer.as_data() for answer in self.answers],
        }


def surely_worse(before: Finding, after: Finding) -> bool:
    """Whether the same fault has grown: its effect lies further out, and no value is in both intervals."""
    if before.low is None or before.high is None or after.low is None or after.high is None:
        return False
    apart = after.low > before.high or after.high < before.low
    return apart and abs(after.effect) > abs(before.effect)


def share_of(place: int, wanted: int = 1) -> float:
    """The part of all error that the variant at a place, from 0 on, may make, where so many variants are wanted.

    Each that is wanted has an error of its own, so that the places go round. The shares of one sum up to 1, however many
    variants are tried.
    """
    turn = place // wanted
    return 0.5 ** max(0, turn + 1 - TRIES) / (TRIES + 1)


class Confirming:
    """Plays fresh matches of variants, and those of the game they came from once for all of them."""

    def __init__(
        self,
        match_runner: MatchRunner,
        parent: Variant,
        goals: Sequence[Goal],
        agents: Sequence[str],
        seed: int,
    ):
        self._match_runner, self._parent = match_runner, parent
        self._seed = derived_seed(seed, "fresh")
        # Goals that name their agents are about these; the others hold at each of the strengths.
        self._wanted: dict[str, tuple[Goal, ...]] = {}
        for spec in agents:
            self._wanted |= goals_by_agents(goals, spec)

    def confirmed(self, variant: Variant, matches: int, budget: Budget, share: float = 1.0) -> Confirmation | None:
        """Up to so many fresh matches of both games, as many as the time allows; None where it allows none."""
        series = [Series(one, spec, self._seed) for spec in self._wanted for one in (self._parent, variant)]
        done = 0
        while done < matches and not (done and budget.is_late):
            wanted = min(done + PORTION, matches)
            try:
                self._match_runner.play([(one, wanted) for one in series], budget)
            except OutOfTime:
                break
            done = wanted
        return self._of(variant, done, share) if done else None

    def _of(self, variant: Variant, matches: int, share: float) -> Confirmation:
        def run(one: Variant, spec: str) -> Run:
            return self._match_runner.run(Series(one, spec, self._seed), matches)

        return Confirmation(
            variant,
            tuple(
                StrengthRuns(spec, goals, run(self._parent, spec), run(variant, spec))
                for spec, goals in self._wanted.items()
            ),
            share,
        )


# ----------------------------------------------------------------------------------------------------------------
# Who plays while variants are searched: as strong as the budget allows, and a second strength that must agree.

ITERATIONS = (400, 200, 100, 50)
"""Budgets of a turn that are thought of, the best first; with fewer iterations play is hardly better than by lot."""

POSITIONS_A_MINUTE = 6e7
"""Positions of searches that two cores visit in a minute, rather too few than too many."""

MATCHES = 4000
"""Matches of the first strength that a search should be able to play, those of its confirmation among them."""

ENOUGH = 800
"""Matches that a search by the clock should have room for; where the machine is slower, weaker agents search."""

LEAST_POSITIONS = 3e4
"""A match is never cut to fewer positions than this for want of time."""

WEAK = (50, 25, 10)
"""Iterations of the second strength where the first is no tree search, the best first."""

WEAK_POSITIONS = 5e5
"""Positions that a match of it may visit: about a second on one core."""


def search_agents(game: Game, minutes: float) -> str:
    """The strongest agents that can play enough matches in so many minutes on a machine that does nothing else."""
    most = max(LEAST_POSITIONS, minutes * POSITIONS_A_MINUTE / MATCHES)
    an_iteration = positions_a_match(game, 1)
    fitting = next((count for count in ITERATIONS if count * an_iteration <= most), ITERATIONS[-1])
    return f"uct:iterations={max(fitting, least_iterations(game))}"


def weaker_agents(agents: str, capacity: float, least: int = 1) -> str | None:
    """Agents that can play enough matches where these have room for so many; None where they do, or none are weaker.

    None have fewer than ``least`` iterations.
    """
    spelled = f"uct:iterations={(iterations := agents.rpartition('=')[2])}"
    if capacity >= ENOUGH or agents != spelled or not iterations.isdecimal():
        return None
    fewest = max(least, ITERATIONS[-1])
    weaker = [count for count in dict.fromkeys((*ITERATIONS, fewest)) if fewest <= count < int(iterations)]
    fitting = (count for count in weaker if capacity * int(iterations) / count >= ENOUGH)
    return f"uct:iterations={next(fitting, weaker[-1])}" if weaker else None


def second_agents(agents: str, game: Game) -> str:
    """The same agents with twice the budget; others have a weak tree search beside them."""
    found = [doubled(one.spec, game) or _weak_search(game) for one in resolve_agents(agents)]
    return ",".join(found)


def _weak_search(game: Game) -> str:
    an_iteration = positions_a_match(game, 1)
    fitting = next((count for count in WEAK if count * an_iteration <= WEAK_POSITIONS), WEAK[-1])
    return f"uct:iterations={max(fitting, least_iterations(game))}"


def spelled_agents(play: PlaytestRequest) -> str | None:
    """The agents that were asked for, as they are spelled; None where nothing was said."""
    return None if play.agents is None else ",".join(one.spec for one in resolve_agents(play.agents))


# ----------------------------------------------------------------------------------------------------------------
# After a search that gave every variant few matches: the best get many, until those that are wanted are known.

FINALISTS = 12
"""Variants that enter for each one that is wanted."""

SPARE = 0.5
"""More than are wanted stay to the end by this part, as fresh matches may refute some of them."""

ROUND_SHARE = 0.5
"""The part of the budget that a round may spend, so that those who are left after it have matches left too."""


def play_finalists(bench: SearchState, entrants: Sequence[Variant], had: int) -> None:
    """Play the entrants, the most promising first, each of which had so many matches.

    As in a race matches double, and variants drop out; but only those of no more edits can beat one, so that a front by
    the number of edits is left, and as many have to as the search wants variants. Variants that did not enter had too few
    matches to be held against those that did.
    """
    rounds = [matches for matches in rounds_to(bench.most, 2 * had) if matches > had]
    left = [one for one in entrants if one.key != bench.parent.key][: FINALISTS * bench.games]
    confidence = 1.0 - LEVEL / max(1, len(rounds) * len(left))
    for matches in rounds:
        entered = _fitting(bench, left, (matches - had) * bench.track.each)
        try:
            bench.track.play(entered, matches, bench.budget)
        except OutOfTime:
            break
        if not entered:
            break
        had = matches
        ranked = ranked_by(bench.track, [Ranked(one, had, bench.track.standing(one, confidence)) for one in entered])
        left = [one.candidate for one in ranked if not _is_beaten(bench, one, ranked)]
        bench.note(Ranked(one.candidate, had, bench.track.standing(one.candidate)) for one in ranked)
        _drop_others(bench, left)
        bench.report(left_message(message("improve/finals"), len(left), len(entered), had))
        if len(left) <= _enough(bench):
            break


def by_size(bench: SearchState) -> list[Variant]:
    """The variants that were played, sizes by turns, of each size the nearest to the goals first."""
    sizes: dict[int, list[Variant]] = {}
    for one in ranked_by(bench.track, list(bench.tried.values())):
        sizes.setdefault(one.candidate.size, []).append(one.candidate)
    return list(taking_turns([sizes[size] for size in sorted(sizes)]))


def _enough(bench: SearchState) -> int:
    return bench.games + int(SPARE * bench.games)


def _drop_others(bench: SearchState, left: Sequence[Variant]) -> None:
    kept = {bench.parent.key, *(one.key for one in left)}
    others = [one for one in bench.tried.values() if one.candidate.key not in kept and not one.dropped]
    bench.note(Ranked(one.candidate, one.matches, one.standing, dropped=True) for one in others)


def _fitting(bench: SearchState, left: Sequence[Variant], each: int) -> list[Variant]:
    """As many as a round may hold, and no fewer than enough if the budget holds these."""
    if bench.budget.is_over:
        return []
    capacity = bench.budget.capacity
    if len(left) * each <= ROUND_SHARE * capacity:
        return list(left)
    return list(left[: min(int(capacity // each), max(_enough(bench), int(ROUND_SHARE * capacity // each)))])


def _is_beaten(bench: SearchState, one: Ranked[Variant], ranked: Sequence[Ranked[Variant]]) -> bool:
    """Whether enough others of no more edits are surely nearer to the goals, or surely inside them and preferred."""

    def beats(other: Ranked[Variant]) -> bool:
        inside = other.standing.high <= 0.0
        preferred = bench.track.preference(other.candidate) < bench.track.preference(one.candidate)
        return difference_of(other.standing, one.standing).low > 0.0 or (inside and preferred)

    smaller = [other for other in ranked if other is not one and other.candidate.size <= one.candidate.size]
    return sum(map(beats, smaller)) >= _enough(bench)
