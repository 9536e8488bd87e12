"""Whether a choice dominates: the most suspicious ones of a run are forced and forbidden, between players of equal strength.

That an opening is popular, or goes together with winning, does not show that it is better. So the one or two choices that
stand out most are tried: an opening in pairs of matches, in one of which the opener is forced to it and in the other
forbidden to play it; a kind of move, a piece or a site in groups of matches in which every seat once does without it. How
many matches that takes follows from how many were played, never from a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast, get_args

import numpy as np

from apts.agents.agent import derived_seed
from apts.archive import Archive, MatchRecord, RunManifest
from apts.engine.play.game import Game, Move, State
from apts.executors import Stopping
from apts.playtest.evidence.choices import MOSTLY_LATE, ThingChoice, second_look
from apts.playtest.evidence.evidence import Evidence
from apts.playtest.experiments.constrained_players import (
    BoundAgent,
    BoundPlan,
    Constraint,
    Mode,
    Region,
    Tally,
    Thing,
)
from apts.playtest.experiments.side_runs import (
    Keeping,
    complete,
    kept_questions,
    relative_score,
    score_at,
    side_manifest,
    side_matches,
)
from apts.playtest.matches.match import Appointment, Plan, recorded_match
from apts.playtest.metrics.openings import chance_opens, opening_list, share_by_lot, symmetry_classes
from apts.playtest.metrics.usage import uses
from apts.statistics import Estimate, bounded_mean, bounded_p_above
from apts.statistics.estimate import unit_means

KIND = "choice"

ChoiceSort = Literal["opening", "move kind", "piece", "site"]

WORK = 0.2
"""How much of the work of a play-test goes into trials of choices."""

FEWEST_UNITS, ENOUGH_UNITS, MOST_UNITS = 10, 25, 100
"""Pairs or groups of matches: without so many there is no trial; with so many for each of two choices both are tried."""

SUSPICIOUS = 2.0
"""Standard errors by which a choice must stand out to be tried."""

TELLING = 0.2
"""A thing that is chosen in a smaller share of the matches looked at again is no choice that matters to a designer."""

COMMON = 0.5
"""An opening that more matches than this begin with leaves the others little room."""


@dataclass(frozen=True)
class Choice:
    """What may dominate: an opening with its moves, a kind of move, a piece, or a site by its number."""

    sort: ChoiceSort
    name: str
    moves: frozenset[str] = frozenset()
    sites: frozenset[int] = frozenset()

    @property
    def thing(self) -> Thing:
        """The same as players are bound by it."""
        if self.sort == "site":
            return Region.of(self.name, self.sites)
        return Thing(self.sort, self.name, self.moves)


@dataclass(frozen=True)
class ChoiceTrial:
    """What becomes of players who may not choose something.

    ``without`` is the score of an opener, or of a seat, that may not; ``forced`` that of an opener that must. ``loss`` is
    how much less the first is: than forced to it, in pairs of matches, or than an equal seat that may choose it. The
    p-value is that of "nothing is lost", for this trial alone. ``n`` counts pairs or groups, ``matches`` their matches.
    """

    choice: Choice
    without: Estimate
    forced: Estimate | None
    loss: Estimate
    p_value: float
    matches: int

    @property
    def n(self) -> int:
        """Pairs, or groups, of matches."""
        return self.loss.n

    def as_data(self) -> dict[str, Any]:
        """The trial as plain values."""
        forced = self.forced
        return {
            "sort": self.choice.sort,
            "name": self.choice.name,
            "without": self.without.value,
            "without_low": self.without.low,
            "without_high": self.without.high,
            "forced": None if forced is None else forced.value,
            "forced_low": None if forced is None else forced.low,
            "forced_high": None if forced is None else forced.high,
            "loss": self.loss.value,
            "low": self.loss.low,
            "high": self.loss.high,
            "p_value": self.p_value,
            "n": self.n,
            "matches": self.matches,
        }


# ----------------------------------------------------------------------------------------------------------------
# Which choices stand out: how much more often they are made than by lot, or how much those who make them gain.


@dataclass(frozen=True)
class Suspicion:
    """A choice, and how much it stands out, from 0 to 1."""

    choice: Choice
    strength: float


def suspects(evidence: Evidence) -> list[Choice]:
    """The choices of a run that stand out, the most suspicious first; none where a seat is alone."""
    if evidence.game is None or evidence.players == 1 or not evidence.n:
        return []
    found = list(_openings(evidence, evidence.game))
    if not evidence.cooperative:
        found += _uses(evidence, evidence.game)
    found = [one for one in found if one.strength > 0.0]
    sorts = get_args(ChoiceSort)
    found.sort(key=lambda one: (-round(one.strength, 6), sorts.index(one.choice.sort), one.choice.name))
    return [one.choice for one in found]


def _openings(evidence: Evidence, game: Game) -> Iterator[Suspicion]:
    if chance_opens(game):
        return
    first = [move.text for move in game.start().moves()]
    classes = symmetry_classes(game)
    names = {classes.get(text, text) for text in first}
    for opening in opening_list(evidence) if len(names) > 1 else ():
        by_lot, n = share_by_lot(opening, evidence), opening.possible
        moves = frozenset(text for text in first if classes.get(text, text) == opening.name)
        if not moves or by_lot >= 1.0:
            continue
        usual = max(COMMON, by_lot)
        crowds = len(names) > 2 and opening.count - n * usual > SUSPICIOUS * (n * usual * (1.0 - usual)) ** 0.5
        popular = (opening.share.value - by_lot) / (1.0 - by_lot) if crowds else 0.0
        gained = 0.0 if opening.others is None else _gained(opening.others.difference)
        yield Suspicion(Choice("opening", opening.name, moves), max(popular, gained))


def _uses(evidence: Evidence, game: Game) -> Iterator[Suspicion]:
    look = second_look(evidence)
    columns: tuple[tuple[str, ChoiceSort], ...] = (("kinds", "move kind"), ("pieces", "piece"), ("targets", "site"))
    for column, sort in columns if look is not None else ():
        assert look is not None
        used = uses(evidence, column)
        for thing, choices in look.choices.of(column).items():
            chosen = [choice for choice in choices if choice.chosen]
            late = sum(choice.late for choice in chosen) > MOSTLY_LATE * len(chosen)
            if late or len(chosen) < TELLING * look.replayed:
                continue
            effect = used[thing].effect if thing in used else None
            strength = max(_popular(choices), 0.0 if effect is None else _gained(effect.difference))
            if sort != "site":
                yield Suspicion(Choice(sort, str(thing)), strength)
            elif int(str(thing)) < len(game.place_names):
                site = int(str(thing))
                yield Suspicion(Choice(sort, game.place_names[site], sites=frozenset({site})), strength)


def _popular(choices: Sequence[ThingChoice]) -> float:
    """How much more often a thing is chosen than by lot, of all that it could be more; 0 for what is chosen seldom."""
    expected, count = sum(choice.share for choice in choices), len(choices)
    excess = sum(choice.chosen for choice in choices) - expected
    error = sum(choice.share * (1.0 - choice.share) for choice in choices) ** 0.5
    strength = excess / (count - expected) if excess > SUSPICIOUS * error else 0.0
    return strength if strength > COMMON else 0.0


def _gained(gain: Estimate) -> float:
    """What those who choose a thing gain, doubled; 0 where that may be nothing."""
    return min(1.0, 2.0 * gain.value) if _errors(gain) > SUSPICIOUS else 0.0


def _errors(gain: Estimate) -> float:
    """How many standard errors a gain is above 0, as its interval has them."""
    return 1.96 * gain.value / max(gain.value - gain.low, 1e-9) if gain.value > 0.0 else 0.0


def _one_each(found: Sequence[Choice], evidence: Evidence) -> list[Choice]:
    """The first of the choices and the first of those that are another one: an opening and its site are the same."""
    game = evidence.game
    assert game is not None
    chosen: list[Choice] = []
    taken: set[int] = set()
    for choice in found:
        if not (choice.sites and choice.sites <= taken):
            chosen.append(choice)
            taken |= choice.sites
        if choice.sort == "opening" and len(choice.moves) == 1:
            taken |= {
                move.target for move in game.start().moves() if move.text in choice.moves and move.target is not None
            }
    return chosen[:2]


# ----------------------------------------------------------------------------------------------------------------
# The players: an opener that is forced or forbidden, a seat that does without something.


@dataclass(frozen=True)
class DoingWithout(Constraint):
    """A seat that may not use a thing, unless it wins at once by it: that is how matches end, not why."""

    def allowed(self, state: State, turn: int) -> list[Move] | None:
        """The moves that are left; None where the bound leaves no choice or takes nothing away."""
        left = super().allowed(state, turn)
        if left is None:
            return None
        seat, kept = state.mover, set(left)
        for move in state.moves():
            after = None if move in kept else state.after(move).outcome
            if after is not None and after.utilities[seat - 1] > 0.0:
                return None
        return left


@dataclass(frozen=True)
class OpeningPlan(Plan):
    """Pairs of matches between equal players with the same seed: with an opening and without it."""

    opening: Thing = field(kw_only=True)

    @classmethod
    def of(cls, plan: Plan, opening: Thing) -> OpeningPlan:
        """The same agents in both matches of all pairs."""
        seed = derived_seed(plan.seed, "pairs", str(opening))
        return cls(plan.game, plan.specs, seed, plan.limit, given=plan.given, opening=opening)

    def prepared(self) -> Callable[[int, Stopping], MatchRecord]:
        """A function that plays the match with a given number: the odd ones with the opening, the even ones without."""
        inner = self.agent(self.specs[0])

        def play(number: int, stopping: Stopping) -> MatchRecord:
            pair = (number - 1) // 2
            modes: tuple[Mode, Mode] = ("without", "always")
            tally = Tally()
            bound = BoundAgent(inner, Constraint(self.opening, modes[number % 2]), tally)
            meeting = Appointment(number, derived_seed(self.seed, "pair", pair), tuple(range(self.game.players)), pair)
            record = recorded_match(
                self.game, [bound] * self.game.players, meeting, limit=self.limit, stopping=stopping
            )
            return replace(record, facts={**record.facts, "bound_applied": tally.applied})

        return play


def _plan_for(plan: Plan, choice: Choice) -> Plan:
    if choice.sort == "opening":
        return OpeningPlan.of(plan, choice.thing)
    return BoundPlan.of(plan, DoingWithout(choice.thing, "without"))


# ----------------------------------------------------------------------------------------------------------------
# What the matches of a trial say.


def trial_of(choice: Choice, records: Sequence[MatchRecord], players: int) -> ChoiceTrial | None:
    """A trial of its matches; None where hardly any pair or group was played to its end."""
    if choice.sort == "opening":
        return _of_pairs(choice, complete(records, 2))
    good = complete(records, players)
    units = [record.pair for record in good]
    if len(set(units)) < 2:
        return None
    values = np.clip(unit_means(np.array([relative_score(record) for record in good]), units), 0.0, 1.0)
    scores = unit_means(np.array([score_at(record) for record in good]), units)
    return ChoiceTrial(
        choice,
        bounded_mean(scores),
        None,
        _loss(bounded_mean(values), 1.0),
        bounded_p_above(1.0 - values, 0.5),
        len(good),
    )


def _of_pairs(choice: Choice, good: Sequence[MatchRecord]) -> ChoiceTrial | None:
    scores = np.array([_of_opener(record) for record in good])
    forced, without = scores[0::2], scores[1::2]
    if len(without) < 2 or any(not record.turns for record in good):
        return None
    apart = (forced - without + 1.0) / 2.0
    return ChoiceTrial(
        choice,
        bounded_mean(without),
        bounded_mean(forced),
        _loss(bounded_mean(1.0 - apart), 2.0),
        bounded_p_above(apart, 0.5),
        len(good),
    )


def _of_opener(record: MatchRecord) -> float:
    """What the seat that opened a match scored; a match that was stopped counts as equal for all."""
    if record.status != "finished" or record.outcome is None or not record.turns:
        return 0.5
    return (record.outcome.utilities[record.turns[0].mover - 1] + 1.0) / 2.0


def _loss(score: Estimate, weight: float) -> Estimate:
    """How far a score is below a half."""
    low, value, high = (weight * (0.5 - end) for end in (score.high, score.value, score.low))
    return Estimate(value, low, high, score.n).clipped(-1.0, 1.0)


# ----------------------------------------------------------------------------------------------------------------
# Playing the trials of a run, and finding them again.


def units_for(choice: Choice, matches: float, players: int) -> int:
    """How many pairs or groups fit into the work of so many matches; where a bound applies a turn is thought of twice."""
    each = 2.0 if choice.sort == "opening" else 2.0 * players
    return min(MOST_UNITS, int(matches / each))


def choices_beside(plan: Plan, evidence: Evidence, keeping: Keeping) -> tuple[ChoiceTrial, ...]:
    """Try the most suspicious choices of a run that was just played."""
    if len(set(plan.specs)) > 1:
        return ()
    chosen = _one_each(suspects(evidence), evidence)
    matches, players = WORK * evidence.n, plan.game.players
    if len(chosen) == 2 and any(units_for(choice, matches / 2, players) < ENOUGH_UNITS for choice in chosen):
        chosen = chosen[:1]
    found = []
    for choice in chosen:
        units = units_for(choice, matches / len(chosen), players)
        if units >= FEWEST_UNITS:
            trial = _tried(plan, choice, units, keeping)
            found += [] if trial is None else [trial]
    return tuple(found) if keeping.archive is None else kept_choices(keeping.archive, evidence.manifest)


def _tried(plan: Plan, choice: Choice, units: int, keeping: Keeping) -> ChoiceTrial | None:
    bound = _plan_for(plan, choice)
    count = units * (2 if choice.sort == "opening" else plan.game.players)
    question = {
        "kind": KIND,
        "sort": choice.sort,
        "name": choice.name,
        "moves": sorted(choice.moves),
        "sites": sorted(choice.sites),
        "seed": plan.seed,
    }
    records = side_matches(bound, side_manifest(bound, plan.specs, count, question), keeping)
    return trial_of(choice, records, plan.game.players)


def kept_choices(archive: Archive, manifest: RunManifest) -> tuple[ChoiceTrial, ...]:
    """The trials that an archive has of the choices of a run."""
    found: dict[Choice, ChoiceTrial] = {}
    for question, known, records in kept_questions(archive, manifest, KIND):
        choice = _choice_of(question)
        if choice is None or known.agents != manifest.agents or question.get("seed") != manifest.seed:
            continue
        try:
            trial = trial_of(choice, records, known.players)
        except (ValueError, IndexError):  # matches of other seats than those of such a trial
            continue
        if trial is not None:
            found[choice] = trial
    return tuple(found.values())


def _choice_of(question: Mapping[str, Any]) -> Choice | None:
    """The choice that a question is about; None for what this version does not ask."""
    sort, name, moves, sites = (question.get(word) for word in ("sort", "name", "moves", "sites"))
    if sort not in get_args(ChoiceSort) or not isinstance(name, str):
        return None
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        return None
    if not isinstance(sites, list) or not all(isinstance(site, int) for site in sites):
        return None
    return Choice(cast(ChoiceSort, sort), name, frozenset(moves), frozenset(sites))
