"""What a turned rule does to every figure: the change from the game as it is, corrected over all rules and figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from apts.playtest.comparing.changes import LEVEL, Change, typical_change
from apts.playtest.metrics import Shown, declared, shown_in
from apts.playtest.run import Run
from apts.statistics import Estimate, holm


@dataclass(frozen=True)
class Effect:
    """The change of a figure with a turned rule; ``adjusted`` is its p-value after correction over all rules and figures."""

    change: Change
    adjusted: float | None = None

    @property
    def metric(self) -> str:
        """The metric that it is the change of."""
        return self.change.name

    @property
    def difference(self) -> Estimate | None:
        """The figure with the turned rule less that of the game; None where either was not measured."""
        return self.change.difference

    @property
    def is_sure(self) -> bool:
        """Whether the rule surely moves the figure."""
        return self.adjusted is not None and self.adjusted <= LEVEL

    @property
    def size(self) -> float:
        """The change in units that can be held side by side: as it is for shares, as a part of the figure for others."""
        if self.difference is None or self.change.a.value is None:
            return 0.0
        return self.difference.value / max(1.0, abs(self.change.a.value))


def effects(base: Run, others: Sequence[Run]) -> tuple[tuple[Effect, ...], ...]:
    """For each of the runs the effect on every figure; all of them together are corrected by Holm."""
    names = [name for name in shown_in(Shown.EFFECTS) if _is_measured(name, (base, *others))]
    found = [[typical_change(name, base, other) for name in names] for other in others]
    tested = [change.p_value for row in found for change in row if change.p_value is not None]
    raised = iter(holm(tested))
    return tuple(
        tuple(
            Effect(change) if change.p_value is None else replace(Effect(change), adjusted=float(next(raised)))
            for change in row
        )
        for row in found
    )


def _is_measured(name: str, runs: Sequence[Run]) -> bool:
    """Whether a metric was measured in the game and in some variant, and is not always nothing."""
    values = [run.metrics[name].value for run in runs]
    if values[0] is None or all(value is None for value in values[1:]):
        return False
    return not declared(name).nothing_at_zero or any(values)
