"""``tpe`` and ``nsga2``: Optuna's samplers choose the values, with every goal and the number of edits as objectives.

T. Akiba and others, "Optuna: a next-generation hyperparameter optimization framework", KDD 2019. A trial is up to a few
edits, each of which says what is turned and to what. Trials are asked for in groups of a fixed size and told together, so
that what is sampled does not depend on the number of workers.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import TYPE_CHECKING

from apts.agents.seeds import derived_seed
from apts.errors import AptsError
from apts.variants.edits import Edit
from apts.variants.search.budget import OutOfTime
from apts.variants.search.finals import finals
from apts.variants.search.race import Ranked
from apts.variants.search.workbench import Workbench
from apts.variants.tunables import Tunable
from apts.variants.value_edits import other_values, turned
from apts.variants.variant import Variant

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

IDLE = 20
"""Groups in a row without anything new to play, after which sampling ends."""

_NOTHING = -1


def need_optuna() -> None:
    """Refuses with a sentence unless Optuna can be imported."""
    if find_spec("optuna") is None:
        raise AptsError(
            "the methods tpe and nsga2 need the package optuna, which this installation lacks: install the extra with "
            '`pip install "apts[improve]"`, or use --method race'
        )


def sampling_by_tpe(bench: Workbench) -> None:
    """Search with the tree-structured Parzen estimator."""
    need_optuna()
    from optuna.samplers import TPESampler

    sample(bench, TPESampler(n_startup_trials=4 * GROUP, constant_liar=True, seed=_sampler_seed(bench)))


def sampling_by_nsga2(bench: Workbench) -> None:
    """Search with the genetic algorithm NSGA-II."""
    need_optuna()
    from optuna.samplers import NSGAIISampler

    sample(bench, NSGAIISampler(population_size=2 * GROUP, seed=_sampler_seed(bench)))


def _sampler_seed(bench: Workbench) -> int:
    return derived_seed(bench.seed, "sampler") % 2**31


def sample(bench: Workbench, sampler: BaseSampler) -> None:
    """Ask, play and tell until the budget is spent, then race the best."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    able = [one for one in bench.parent.tunables(bench.limits) if one.fixed is None and other_values(one)]
    able = [one for one in able if one.kind in bench.kinds]
    if not able:
        raise AptsError("the rules have nothing that these methods can turn; --method evolve edits clauses too")
    directions = ["minimize"] * (len(bench.track.goals) + 1)
    study = optuna.create_study(directions=directions, sampler=sampler)
    budget = bench.budget.part(SHARE)
    idle = 0
    while idle < IDLE and not budget.is_over and budget.room >= GROUP * EACH * bench.track.each:
        group = [(trial, trial_variant(bench.parent, able, trial)) for trial in _asked(study)]
        new = bench.admitted([variant for _, variant in group if variant.size], budget)
        idle = 0 if new else idle + 1
        try:
            bench.track.play(new, EACH, budget)
        except OutOfTime:
            break
        bench.note([Ranked(one, EACH, bench.track.standing(one)) for one in new])
        _tell(study, bench, group)
        if new:
            bench.tell(f"{len(bench.tried) - 1} variants sampled")
    finals(bench)


def _asked(study: Study) -> list[Trial]:
    return [study.ask() for _ in range(GROUP)]


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


def _tell(study: Study, bench: Workbench, group: list[tuple[Trial, Variant]]) -> None:
    """Tell the study the shortfall of each goal and the number of edits; what was refused has failed."""
    from optuna.trial import TrialState

    for trial, variant in group:
        if variant.key in bench.tried:
            study.tell(trial, [*bench.track.shortfalls(variant), float(variant.size)])
        else:
            study.tell(trial, state=TrialState.FAIL)


SAMPLING: dict[str, Callable[[Workbench], None]] = {"tpe": sampling_by_tpe, "nsga2": sampling_by_nsga2}
