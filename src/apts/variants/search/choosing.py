"""Which variant a search offers, by what fresh matches say of those that were held against the goals."""

from __future__ import annotations

from collections.abc import Sequence

from apts.variants.search.confirmation import Confirmation
from apts.variants.structure.edit_size import EditSizes
from apts.variants.variant import Variant

ABOUT = 0.01
"""Distances from the goals in fresh matches that differ by no more are about equal."""


def outside_for(checked: Confirmation) -> str | None:
    """The strongest players for which the game as it is misses a goal, sure or not, or whose figures lead out of one."""
    outside = [
        answer.agents
        for answer in checked.answers
        if answer.after.estimate is not None and answer.goal.outside(answer.after.estimate.value) > 0.0
    ]
    if outside:
        return outside[-1]
    return checked.strengths[-1].agents if any(one.surely_leads_out for one in checked.leading_out) else None


def grade_of(one: Confirmation) -> int:
    """How well fresh matches speak of a variant: 0 confirmed, 1 inside, 2 inside for who played only, 3 anything else."""
    if one.verdict == "met":
        return 0
    if one.verdict == "missed" or not one.is_inside:
        return 3
    return 2 if one.leading_out or one.contradicted else 1


def chosen_of(
    confirmations: Sequence[Confirmation], finalists: Sequence[Variant], sizes: EditSizes | None = None
) -> Variant | None:
    """The smallest of those that fresh matches speak best of, else the nearest that they do not refuse or show to be nearer.

    Of those that are about as near the one with the fewest edits is taken, then the one whose edits are smaller. Without
    fresh matches it is the best so far.
    """
    if not confirmations:
        return finalists[0] if finalists else None
    offered = [one for one in confirmations if one.verdict != "missed" or one.is_nearer]
    grades = [grade_of(one) for one in offered]
    best = min(grades, default=3)
    kept = [one for one, grade in zip(offered, grades, strict=True) if grade == best]
    if best == 3:
        distances = [one.distance.value for one in offered]
        nearest = min(distances, default=0.0) + ABOUT
        kept = [one for one, distance in zip(offered, distances, strict=True) if distance <= nearest]
    return min(
        (one.variant for one in kept), key=lambda one: (one.size, (sizes or EditSizes()).variant(one)), default=None
    )
