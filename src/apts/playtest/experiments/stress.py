"""Restricted play and stress: what a seat loses that may not use a thing, and what it gains that always does.

Every kind of move, piece, opening and part of the board is tried. The score of a bound agent is measured against free
agents of equal strength, everybody in every seat, so that 1/2 is what the bound would give if it made no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any, cast

from apts.agents.agent import Agent
from apts.agents.agent_registry import agent as agent_of
from apts.archive import Archive, MatchRecord, RunManifest, opened_archive
from apts.engine.class_contract import check_briefly
from apts.engine.play.game import Game
from apts.errors import AptsError
from apts.executors import executor_of
from apts.games.library import GameSource, load
from apts.notebook import sentence, sentences, share, table
from apts.playtest.evidence.proved_turns import Proofs
from apts.playtest.experiments.constrained_players import BoundPlan, Constraint, Mode, Region, Thing, scout
from apts.playtest.experiments.experiment_requests import OPENINGS, StressRequest
from apts.playtest.experiments.forced_choices import ChoiceTrial, kept_choices
from apts.playtest.experiments.proofs import kept_proofs
from apts.playtest.experiments.side_runs import (
    Keeping,
    PeopleMatches,
    check_rivals,
    complete,
    kept_people,
    kept_questions,
    kept_second_matches,
    rounded_to_groups,
    side_manifest,
    side_matches,
)
from apts.playtest.experiments.skill import Ladder, kept_ladder
from apts.playtest.experiments.skill_table import SkillTable, kept_skill_table
from apts.playtest.experiments.style_table import StyleTable, kept_styles
from apts.playtest.experiments.trial import OpeningRank, Trial, opening_ranks, trial_of
from apts.playtest.matches.forecast import budget, fitting, halved
from apts.playtest.matches.match import Plan, seated
from apts.playtest.matches.playtest_request import DEFAULTS
from apts.request_fields import one_request
from apts.statistics import holm

MODES: tuple[Mode, ...] = ("without", "always")
KIND = "stress"

PROBABLE = 3
"""At most so many bounds that probably matter are shown: of twenty that do not, one looks so by luck."""


@dataclass(frozen=True)
class Stress:
    """All trials of a game, the openings held against each other, and what could not be tried with the reason."""

    game: str
    agent: str
    seed: int
    trials: tuple[Trial, ...]
    untried: tuple[tuple[Thing, str], ...] = ()
    openings: tuple[OpeningRank, ...] = ()
    interrupted: bool = False

    @classmethod
    def of(cls, game: str, agent: str, seed: int, trials: Sequence[Trial]) -> Stress:
        """Trials with their p-values corrected by Holm, those of the openings against each other among them.

        Trials in which the bound never applied had nothing to show, so they count as no question.
        """
        parts = [trial for trial in trials if trial.applied]
        ranks = opening_ranks(trials)
        best, chosen = [rank.p_value for rank in ranks[:1]], [rank.chosen_p_value for rank in ranks]
        raised = [float(value) for value in holm([*(trial.p_value for trial in parts), *best, *chosen])]
        of_trials = dict(zip((trial.bound for trial in parts), raised, strict=False))
        of_best = raised[len(parts) :]
        of_chosen = of_best[len(best) :]
        return cls(
            game,
            agent,
            seed,
            tuple(replace(trial, p_value=of_trials.get(trial.bound, 1.0)) for trial in trials),
            openings=tuple(
                replace(rank, p_value=of_best[0] if place == 0 else 1.0, chosen_p_value=value)
                for place, (rank, value) in enumerate(zip(ranks, of_chosen, strict=True))
            ),
        )

    @property
    def sentences(self) -> tuple[str, ...]:
        """What matters, the largest difference first, how much else there is, and how far to believe it."""
        parts = [rank.sentence for rank in self.openings if rank.dominates or rank.is_popular]
        found = [trial for trial in self.trials if trial.matters]
        parts += [trial.sentence for trial in sorted(found, key=lambda trial: -abs(trial.difference.value))]
        perhaps = sorted((trial for trial in self.trials if trial.probable), key=lambda trial: trial.p_value)
        parts += [trial.sentence for trial in perhaps[:PROBABLE]]
        rest = [trial for trial in self.trials if not trial.matters]
        if rest:
            widest = max(max(abs(trial.difference.low), abs(trial.difference.high)) for trial in rest)
            parts.append(
                f"{len(rest)} of {len(self.trials)} bounds make no sure difference; "
                f"one of up to {100 * widest:.0f} points could have gone unseen."
            )
        if self.trials and self.agent == "random":
            parts.append("Random agents are too weak to judge what a thing is worth: they do not know how to use it.")
        return tuple(parts) or ("There is nothing in this game that a seat could do without.",)

    def trial(self, sort: str, name: str, mode: str) -> Trial:
        """The trial of one thing."""
        for known in self.trials:
            if (known.bound.thing.sort, known.bound.thing.name, known.bound.mode) == (sort, name, mode):
                return known
        names = ", ".join(str(known.bound) for known in self.trials) or "none"
        raise AptsError(f"there is no trial {mode!r} of the {sort} {name!r}; there are: {names}")

    def _repr_html_(self) -> str:
        """What a notebook shows: what matters, and what every bound does to a seat."""
        rows = [
            (
                str(trial.bound),
                share(trial.score.value, trial.score.low, trial.score.high),
                share(trial.difference.value, trial.difference.low, trial.difference.high),
                f"{trial.matches:,}",
            )
            for trial in self.trials
        ]
        head = sentence(f"{self.game} under stress: {self.agent}, seed {self.seed}", heading=True)
        shown = table(("bound", "score (95 % interval)", "difference", "matches"), rows) if rows else ""
        return head + sentences(self.sentences) + shown

    def as_data(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "game": self.game,
            "agent": self.agent,
            "seed": self.seed,
            "interrupted": self.interrupted,
            "sentences": list(self.sentences),
            "trials": [trial.as_data() for trial in self.trials],
            "openings": [rank.as_data() for rank in self.openings],
            "untried": [{"sort": thing.sort, "name": thing.name, "reason": reason} for thing, reason in self.untried],
        }


DEFAULT_BOUNDS = 24
"""Bounds that a game has as a rule, for which time must suffice."""


def stress(
    game: GameSource,
    agent: str | Agent | None = None,
    matches: int | None = DEFAULTS.matches,
    seed: int = DEFAULTS.seed,
    *,
    openings: int = OPENINGS,
    sorts: Sequence[str] = (),
    guard: bool = False,
    limit: int = DEFAULTS.limit,
    workers: int | None = None,
    cluster: str | None = None,
    archive: Archive | str | PathLike[str] | None = None,
    resume: bool = False,
    command: str = "",
    watch: Callable[[str, int, int], None] | None = None,
    request: StressRequest | None = None,
) -> Stress:
    """Try every kind of move, piece, opening and part of the board: a seat that may not use it, one that always does.

    Each of these bounds gets ``matches`` matches, rounded up to whole groups in which the bound agent sits everywhere
    once; an agent and a number of matches that are left out follow from how long the game is. ``sorts`` leaves only some
    of "move kind", "piece", "opening" and "region". ``guard`` plays all of it again at half the strength and marks the
    answers that change. Matches go into the ``archive``, from which ``resume`` goes on. Results depend on the seed alone,
    not on the number of ``workers`` or on the ``cluster``. ``watch`` is told the game, how many matches there are and how
    many are wanted in all. Ctrl-C keeps the trials that were finished. ``request`` is all of this but the archive and the
    watch as one value.

    >>> from apts import stress
    >>> found = stress("tic-tac-toe", "random", matches=40, sorts=["opening"])
    >>> found.trial("opening", "b2", "always").score.value > 0.5
    True
    """
    wanted = StressRequest(
        agent=agent,
        matches=matches,
        seed=seed,
        openings=openings,
        sorts=sorts,
        guard=guard,
        resume=resume,
        limit=limit,
        workers=workers,
        cluster=cluster,
        command=command,
    )
    return stressed(game, one_request(request, wanted), archive, watch)


def stressed(
    game: GameSource,
    request: StressRequest,
    archive: Archive | str | PathLike[str] | None = None,
    watch: Callable[[str, int, int], None] | None = None,
) -> Stress:
    """The stress test that a request asks for."""
    loaded = load(game)
    check_rivals(loaded)
    check_briefly(loaded)
    default = fitting([loaded], runs=DEFAULT_BOUNDS)
    made = agent_of(default.agents if request.agent is None else request.agent)
    if made.is_person:
        raise AptsError("stress is played by agents only; a person cannot take part")
    count = rounded_to_groups(default.matches if request.matches is None else request.matches, loaded.players)
    specs = seated([made.spec], loaded.players)
    plan = Plan(loaded, specs, request.seed, request.limit, given={made.spec: made})
    scouted = scout(loaded, made, request.seed, request.openings)
    bounds = [Constraint(thing, mode) for thing in _chosen(scouted.things, request.sorts) for mode in MODES]
    trials: list[Trial] = []
    interrupted = False
    try:
        with executor_of(request.workers, request.cluster) as executor, opened_archive(archive) as own:
            keeping = Keeping(executor, own, request.resume, request.command, strict=request.resume)
            for number, bound in enumerate(bounds):
                if watch is not None:
                    watch(loaded.name, number * count, len(bounds) * count)
                trials.append(_tried(plan, bound, count, request.guard, keeping))
    except KeyboardInterrupt:
        interrupted = True
    found = Stress.of(loaded.name, made.spec, request.seed, trials)
    return replace(found, untried=scouted.untried, interrupted=interrupted)


def _chosen(things: Iterable[Thing], sorts: Sequence[str]) -> list[Thing]:
    return [thing for thing in things if not sorts or thing.sort in sorts]


def _tried(plan: Plan, bound: Constraint, count: int, guard: bool, keeping: Keeping) -> Trial:
    """Play the matches of a bound, with ``guard`` at half the strength too."""
    found = trial_of(bound, _matches(plan, bound, count, keeping), plan.game.players)
    half = halved(plan.specs[0], plan.game) if guard else None
    if half is None:
        return found
    weak_plan = replace(plan, specs=(half,) * len(plan.specs))
    weaker = trial_of(bound, _matches(weak_plan, bound, count, keeping), plan.game.players)
    return replace(found, weaker=weaker.difference)


def _matches(plan: Plan, bound: Constraint, count: int, keeping: Keeping) -> list[MatchRecord]:
    bound_plan = BoundPlan.of(plan, bound)
    thing = bound.thing
    question = {
        "kind": KIND,
        "mode": bound.mode,
        "sort": str(thing.sort),
        "name": thing.name,
        "moves": sorted(thing.openings),
        "sites": sorted(thing.sites) if isinstance(thing, Region) else [],
        "seed": plan.seed,
    }
    return side_matches(bound_plan, side_manifest(bound_plan, plan.specs, count, question), keeping)


def kept_stress(archive: Archive, manifest: RunManifest) -> Stress | None:
    """What the archive knows of a game under stress: the agent and seed with the most trials, the latest of equals."""
    series: dict[tuple[str, int], dict[Constraint, Trial]] = {}
    for question, known, records in kept_questions(archive, manifest, KIND):
        try:
            bound, seed = Constraint(_thing(question), cast(Mode, question["mode"])), int(question["seed"])
        except (KeyError, TypeError, ValueError):  # no question that this version asks
            continue
        whole = complete(records, known.players)
        if len(whole) >= 2 * known.players:
            key = (known.agents[0], seed)
            series.setdefault(key, {})[bound] = trial_of(bound, whole, known.players)
    if not series:
        return None
    agent, seed = max(reversed(series), key=lambda key: len(series[key]))
    trials = series[agent, seed]
    weaker = next((known for name, known in series.items() if name[1] == seed and _is_half(name[0], agent)), {})
    guarded = [
        replace(trial, weaker=weaker[bound].difference if bound in weaker else None) for bound, trial in trials.items()
    ]
    return Stress.of(manifest.game, agent, seed, guarded)


def _thing(question: Mapping[str, Any]) -> Thing:
    if question["sort"] == "region":
        return Region.of(question["name"], frozenset(question["sites"]))
    return Thing(question["sort"], question["name"], frozenset(question["moves"]))


def _is_half(spec: str, other: str) -> bool:
    """Whether an agent is another one with half its iterations."""
    mine, theirs = budget(spec, None), budget(other, None)
    return mine is not None and theirs is not None and mine > 0 and mine == theirs // 2


# ----------------------------------------------------------------------------------------------------------------
# What an archive knows of a game beside its play-tests: the ladder of skill, and what bounds do to a seat.


@dataclass(frozen=True)
class SideResults:
    """The ladder, the stress and the tables of a game, each where it was asked for, and matches played again with the same
    chance.

    ``people`` are the matches of the same rules that people played on a published page. ``proofs`` are what the solver
    proved of the start and of late positions, ``choices`` what becomes of players who may not make the most suspicious ones.
    """

    ladder: Ladder | None = None
    stress: Stress | None = None
    again: tuple[MatchRecord, ...] = ()
    people: PeopleMatches | None = None
    styles: StyleTable | None = None
    skill_table: SkillTable | None = None
    proofs: Proofs | None = None
    choices: tuple[ChoiceTrial, ...] = ()


def side_results(archive: Archive | None, manifest: RunManifest, game: Game | None = None) -> SideResults:
    """All that was asked about the game of a run with the same options and parameters."""
    if archive is None:
        return SideResults()
    if game is not None and game.cooperative:  # older versions held seats against each other there too
        return SideResults(again=kept_second_matches(archive, manifest), people=kept_people(archive, manifest, game))
    return SideResults(
        kept_ladder(archive, manifest),
        kept_stress(archive, manifest),
        kept_second_matches(archive, manifest),
        kept_people(archive, manifest, game),
        kept_styles(archive, manifest),
        kept_skill_table(archive, manifest),
        kept_proofs(archive, manifest),
        kept_choices(archive, manifest),
    )
