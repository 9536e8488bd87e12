"""A map of games by two metrics: which cell a game stands in, and what stands there."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from apts.errors import AptsError
from apts.playtest.metrics import metric_names, scale_of
from apts.similar_names import did_you_mean
from apts.variants.search.methods.race import Ranked
from apts.variants.variant import Variant

OTHER_AXES = ("length", "branching")
"""The same in games that have no draws."""

CELLS = 8
"""Cells along an axis that has two ends; an axis without them has a cell for each half octave."""


@dataclass(frozen=True)
class Cell:
    """A kind of game: its place on the two axes, the figures of the variant that stands there, and the variant."""

    place: tuple[int, int]
    figures: tuple[float, float]
    elite: Ranked[Variant]

    def as_data(self) -> dict[str, Any]:
        """The cell as plain values."""
        return {
            "place": list(self.place),
            "figures": list(self.figures),
            "edits": [edit.words for edit in self.elite.candidate.edits],
            "shortfall": self.elite.standing.value,
        }


def check_axes(axes: Sequence[str]) -> tuple[str, str]:
    """Two metrics; wrong names list the valid ones."""
    if len(axes) != 2 or axes[0] == axes[1]:
        raise AptsError(f"a map has two different axes, such as length,drawishness; read {','.join(axes) or 'none'}")
    for name in axes:
        if name not in metric_names():
            hint = did_you_mean(name, metric_names(), 3, 0.4)
            raise AptsError(f"there is no metric {name!r}{hint} (there are: {', '.join(metric_names())})")
    return axes[0], axes[1]


def cell_of(metric: str, value: float) -> int:
    """The cell of a figure along the axis of its metric."""
    scale = scale_of(metric)
    if math.isfinite(scale.low) and math.isfinite(scale.high):
        share = (value - scale.low) / (scale.high - scale.low)
        return min(CELLS - 1, max(0, int(CELLS * share)))
    return round(2.0 * math.log2(max(1.0, value)))


def cell_range(metric: str, cell: int) -> tuple[float, float]:
    """From which figure to which a cell reaches."""
    scale = scale_of(metric)
    if math.isfinite(scale.low) and math.isfinite(scale.high):
        width = (scale.high - scale.low) / CELLS
        return scale.low + cell * width, scale.low + (cell + 1) * width
    return 2.0 ** ((cell - 0.5) / 2.0), 2.0 ** ((cell + 0.5) / 2.0)
