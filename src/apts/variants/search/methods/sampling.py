"""``tpe`` and ``nsga2``: Optuna's samplers choose the values, with every goal and the number of edits as objectives.

T. Akiba and others, "Optuna: a next-generation hyperparameter optimization framework", KDD 2019. A trial is up to a few
edits, each of which says what is turned and to what. Trials are asked for in groups of a fixed size and told together, so
that what is sampled does not depend on the number of workers.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from apts.agents.agent import derived_seed
from apts.errors import AptsError
from apts.variants.search.finals import by_size, play_finalists
from apts.variants.search.goal_scorer import message
from apts.variants.search.match_runner import OutOfTime
from apts.variants.search.methods.race import Ranked
from apts.variants.search.search_state import SearchState
from apts.variants.tunables import Tunable
from apts.variants.variant import Edit, Variant, other_values, turned

if TYPE_CHECKING:
    from optuna import Study, Trial
    from optuna.samplers import BaseSampler

GROUP = 8
"""Trials that are played together."""

EACH = 24
"""Matches of a trial."""

MOST_EDITS = 3
"""Edits of a trial."""

SHARE = 0.7
"""The part of the budget that sampling may spend; the rest is for the best that it found."""

ATTEMPTS = 4
"""Trials that are asked for to have a new one, before chance is asked."""

CHANCES = 25
"""Trials that chance is asked for to have a new one, before sampling ends."""

_NOTHING = -1


def need_optuna() -> None:
    """Refuses with a sentence unless Optuna can be imported."""
    if find_spec("optuna") is None:
        raise AptsError(
            "the methods tpe and nsga2 need the package optuna, which this installation lacks: install the extra with "
            '`pip install "apts[improve]"`, or use --method race'
        )


def sampling_by_tpe(bench: SearchState) -> None:
    """Search with the tree-structured Parzen estimator."""
    need_optuna()
    from optuna.exceptions import ExperimentalWarning
    from optuna.samplers import TPESampler

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ExperimentalWarning)  # of constant_liar, which trials of a group need
        sampler = TPESampler(n_startup_trials=4 * GROUP, constant_liar=True, seed=_sampler_seed(bench))
    sample(bench, sampler)


def sampling_by_nsga2(bench: SearchState) -> None:
    """Search with the genetic algorithm NSGA-II."""
    need_optuna()
    from optuna.samplers import NSGAIISampler

    sample(bench, NSGAIISampler(population_size=2 * GROUP, seed=_sampler_seed(bench)))


def _sampler_seed(bench: SearchState) -> int:
    return derived_seed(bench.seed, "sampler") % 2**31


def sample(bench: SearchState, sampler: BaseSampler) -> None:
    """Ask, play and tell until the budget is spent or nothing new comes up, then let the best have more matches."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    able = turnable(bench)
    directions = ["minimize"] * (len(bench.track.goals) + 1)
    samplers = (sampler, optuna.samplers.RandomSampler(seed=derived_seed(bench.seed, "by chance") % 2**31))
    asking = Asking(bench, able, optuna.create_study(directions=directions, sampler=sampler), samplers)
    budget = bench.budget.part(SHARE)
    while not budget.is_over and (count := int(min(GROUP, budget.capacity // (EACH * bench.track.each)))):
        group = asking.new_trials(count)
        if not group:
            break
        requested = iter([variant for _, variant in group])
        new = bench.admitted(requested, budget)
        bench.leave_out(requested)
        try:
            bench.track.play(new, EACH, budget)
        except OutOfTime:
            break
        bench.note([Ranked(one, EACH, bench.track.standing(one)) for one in new])
        for trial, variant in group:
            asking.tell(trial, variant)
        if new:
            bench.report(message("improve/sampled", count=len(bench.tried) - 1))
    play_finalists(bench, by_size(bench), EACH)


def turnable(bench: SearchState) -> list[Tunable]:
    """What can be turned; refuses a game in which that is nothing."""
    able = [one for one in bench.parent.tunables(bench.limits) if one.fixed is None and one.kind in bench.kinds]
    able = [one for one in able if other_values(one)]
    if not able:
        other = "; --method evolve edits clauses too" if bench.has_rules else ""
        raise AptsError(f"the game has no number, truth value or option that may be turned{other}")
    return able


class Asking:
    """Asks an Optuna study for trials that are new.

    Where the sampler comes back to what was tried, it is told again what came of it, and after some attempts chance is
    asked instead; a search over few values ends only when chance finds nothing new either.
    """

    def __init__(
        self, bench: SearchState, able: list[Tunable], study: Study, samplers: tuple[BaseSampler, BaseSampler]
    ):
        self._bench, self._able, self._study = bench, able, study
        self._sampler, self._chance = samplers
        self._known: dict[str, list[float]] = {}

    def new_trials(self, count: int) -> list[tuple[Trial, Variant]]:
        """Up to so many trials whose variants were not asked for before, nor by one another."""
        found: dict[str, tuple[Trial, Variant]] = {}
        for sampler, attempts in ((self._sampler, ATTEMPTS), (self._chance, CHANCES)):
            self._study.sampler = sampler
            for _ in range(attempts * count):
                if len(found) == count:
                    break
                trial = self._study.ask()
                variant = trial_variant(self._bench.parent, self._able, trial)
                if not self._bench.is_new(variant) or variant.key in found:
                    self.tell(trial, variant)
                else:
                    found[variant.key] = trial, variant
        return list(found.values())

    def tell(self, trial: Trial, variant: Variant) -> None:
        """Tell the study the shortfall of each goal and the number of edits; what was refused is as far as can be."""
        from optuna.trial import TrialState

        track = self._bench.track
        if variant.fits and variant.key in self._bench.tried:
            if variant.key not in self._known:
                self._known[variant.key] = track.shortfalls(variant)
            self._study.tell(trial, [*self._known[variant.key], float(variant.size)])
        elif self._bench.is_new(variant):  # it stands in this very group, or there was no time for it
            self._study.tell(trial, state=TrialState.FAIL)
        else:
            self._study.tell(trial, [*(1.0 for _ in track.goals), float(variant.size)])


def trial_variant(parent: Variant, able: list[Tunable], trial: Trial) -> Variant:
    """The variant that a trial stands for; two edits of one thing are one, the last of them."""
    edits: dict[str, Edit] = {}
    for place in range(MOST_EDITS):
        which = trial.suggest_categorical(f"what {place}", [_NOTHING, *range(len(able))])
        if which != _NOTHING:
            one = able[which]
            edits[one.path] = turned(one, _suggested(trial, f"value {place} of {one.path}", one))
    return parent.edited(*edits.values())


def _suggested(trial: Trial, name: str, one: Tunable) -> int | bool | str:
    values = other_values(one)
    if one.low is None or isinstance(one.value, bool):
        return values[trial.suggest_categorical(name, list(range(len(values))))]
    return values[trial.suggest_int(name, 0, len(values) - 1)]


SAMPLING: dict[str, Callable[[SearchState], None]] = {"tpe": sampling_by_tpe, "nsga2": sampling_by_nsga2}
