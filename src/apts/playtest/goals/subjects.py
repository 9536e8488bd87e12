"""From what a goal names to the figures of a run: the metric, a part of it by its name, or every part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.errors import AptsError
from apts.playtest.metrics import declared
from apts.playtest.metrics.parts import Figures, Named
from apts.similar_names import did_you_mean
from apts.statistics import Estimate

if TYPE_CHECKING:
    from apts.playtest.goals.goal import Goal
    from apts.playtest.run import Run

_MOST_LISTED = 12


def subject_figures(goal: Goal, run: Run) -> tuple[Named, ...]:
    """The figures that a goal is about; none where the matches say nothing about it."""
    metric = run.metrics[goal.metric]
    whole = declared(goal.metric).as_estimate(metric)
    if not goal.part and not goal.each:
        return () if whole is None else ((goal.metric, whole),)
    if whole is None and not metric.details.get("rows"):
        return ()
    inside = parts_of(goal.metric, run)
    if goal.each:
        return tuple(declared(goal.metric).parts.each(goal.part, inside, run.evidence))
    return tuple((f"{goal.metric}[{label}]", inside[label]) for label in labels_of(goal.metric, goal.part, inside, run))


def parts_of(name: str, run: Run) -> Figures:
    """All figures inside a metric by name; things that the game has and no match showed are there with a share of 0."""
    return declared(name).parts.all_figures(run.metrics[name], run.evidence)


def family_size(goal: Goal, run: Run, figures: int) -> int:
    """How many figures a goal about each part may come to have, of which some are seen only later."""
    if not goal.each:
        return figures
    return declared(goal.metric).parts.most_of_each(figures, run.metrics[goal.metric], run.evidence)


def labels_of(name: str, part: str, inside: dict[str, Estimate], run: Run) -> list[str]:
    """The figures that a part names; one that names nothing is told with what there is."""
    parts = declared(name).parts
    found = parts.labels(" ".join(part.split()), inside, run.metrics[name], run.evidence)
    if found:
        return found
    known = parts.known(inside, run.evidence)
    hint = did_you_mean(part, known, 3, 0.4, quoted=True)
    shown = known[:_MOST_LISTED]
    more = f" and {len(known) - len(shown)} more" if len(known) > len(shown) else ""
    raise AptsError(
        f"{run.manifest.game} has no {name}[{part}]{hint}{'' if hint.endswith('?') else ';'} "
        f"there are: {', '.join(shown) or 'none'}{more}"
    )
