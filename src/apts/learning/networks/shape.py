"""What a network looks like before it has weights: :class:`NetworkShape`, and the names of what goes in and out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from apts.errors import AptsError
from apts.learning.training_defaults import DEPTH, WIDTH

SQUARE_POSITIONS = (0, 1, 2, 3, 5, 6, 7, 8)
"""The places of a 3x3 kernel around its centre, in reading order."""
DIRECTIONS = {"square": 8, "hex": 6, "graph": 8}
CENTRE = 4
METADATA_KEY = "apts"
"""Where a model file keeps what it says about itself."""


class ShapeProblem(AptsError):  # noqa: N818 - named after what is wrong, like the other errors
    """A network cannot have this shape."""


@dataclass(frozen=True)
class Names:
    """The names of a network's planes, globals and kinds of move; weights find their places again by them."""

    planes: tuple[str, ...]
    globals: tuple[str, ...]
    kinds: tuple[str, ...]

    @classmethod
    def of(cls, encoding: Any) -> Names:
        """The names that an encoding gives."""
        return cls(tuple(encoding.plane_names), tuple(encoding.global_names), tuple(encoding.kind_names))

    @classmethod
    def read(cls, facts: Mapping[str, Any]) -> Names:
        """The names in the facts of an encoding, as a model file carries them."""
        return cls(tuple(facts["planes"]), tuple(facts["globals"]), tuple(facts["kinds"]))


WIDEST, DEEPEST = 4096, 512
"""Channels and blocks beyond which no network of a board game is trained."""


@dataclass(frozen=True)
class NetworkShape:
    """The sizes of a network and the board that it mixes over.

    ``mask`` says which of the rows x columns cells are real, ``neighbours`` which cell lies in which direction of
    each (-1 for none), ``pairs`` whether moves have an origin of their own beside the target.
    """

    planes: int
    globals: int
    kinds: int
    seats: int
    pairs: bool
    form: str
    rows: int
    columns: int
    mask: tuple[bool, ...]
    neighbours: tuple[tuple[int, ...], ...]
    width: int = WIDTH
    depth: int = DEPTH
    pair_width: int = 8

    def __post_init__(self) -> None:
        """Turns arrays into plain values and refuses what does not fit together."""
        object.__setattr__(self, "pairs", bool(self.pairs))
        object.__setattr__(self, "mask", tuple(bool(real) for real in self.mask))
        around = tuple(tuple(int(cell) for cell in row) for row in self.neighbours)
        object.__setattr__(self, "neighbours", around)
        if self.form not in DIRECTIONS:
            raise ShapeProblem(f"A board has the form square, hex or graph, not {self.form!r}.")
        for name in ("planes", "globals", "kinds", "seats", "rows", "columns", "width", "depth", "pair_width"):
            if int(getattr(self, name)) < 1:
                raise ShapeProblem(f"A network needs at least 1 as its {name}, not {getattr(self, name)}.")
            object.__setattr__(self, name, int(getattr(self, name)))
        if len(self.mask) != self.cells or len(around) != self.cells or not any(self.mask):
            raise ShapeProblem(
                f"{self.rows} x {self.columns} cells need a mask and neighbours for each of {self.cells}; "
                f"these have {len(self.mask)} ({sum(self.mask)} real) and {len(around)}."
            )
        ways = DIRECTIONS[self.form]
        if any(len(row) != ways for row in around):
            raise ShapeProblem(f"Cells of the form {self.form} have {ways} directions each.")
        if any(not -1 <= cell < self.cells for row in around for cell in row):
            raise ShapeProblem(f"The neighbours of a cell are among the {self.cells} cells, or -1.")

    @classmethod
    def of(cls, encoding: Any, width: int = width, depth: int = depth, pair_width: int = pair_width) -> NetworkShape:
        """The shape that serves an encoding."""
        for name, value, most in (("width", width, WIDEST), ("depth", depth, DEEPEST)):
            if not 1 <= value <= most:
                raise AptsError(f"a network takes 1 to {most:,} for its {name}, not {value}")
        layout = encoding.layout
        return cls(
            planes=encoding.planes,
            globals=encoding.globals,
            kinds=encoding.kinds,
            seats=encoding.seats,
            pairs=encoding.pairs,
            form=layout.form,
            rows=layout.rows,
            columns=layout.columns,
            mask=tuple(layout.mask),
            neighbours=tuple(map(tuple, layout.neighbours)),
            width=width,
            depth=depth,
            pair_width=pair_width,
        )

    @classmethod
    def read(cls, facts: Mapping[str, Any]) -> NetworkShape:
        """The shape that :meth:`facts` described."""
        return cls(**facts)

    def facts(self) -> dict[str, Any]:
        """The shape as plain values that JSON can carry."""
        facts = asdict(self)
        facts["mask"] = [int(real) for real in self.mask]
        facts["neighbours"] = [list(row) for row in self.neighbours]
        return facts

    @property
    def cells(self) -> int:
        """How many cells a plane has, real or not."""
        return self.rows * self.columns

    @property
    def masked(self) -> bool:
        """Whether some cells are no real ones."""
        return not all(self.mask)

    @property
    def mean_scale(self) -> float:
        """What turns a mean over all cells into one over the real cells, as the others hold zeros."""
        return self.cells / sum(self.mask)

    @property
    def site_outputs(self) -> int:
        """How many numbers the policy gives for a cell."""
        return 2 * self.kinds + 2 * self.pair_width if self.pairs else self.kinds

    @property
    def slots(self) -> int:
        """How many places a mix looks at: the directions and the cell itself."""
        return DIRECTIONS[self.form] + 1

    @cached_property
    def kernel_positions(self) -> tuple[int, ...]:
        """Which places of a 3x3 kernel the neighbours of square and hex boards take, in the order of directions."""
        if self.form != "hex":
            return SQUARE_POSITIONS
        found: list[int | None] = [None] * 6
        for cell, row in enumerate(self.neighbours):
            for way, other in enumerate(row):
                if other < 0:
                    continue
                down, right = other // self.columns - cell // self.columns, other % self.columns - cell % self.columns
                place = 3 * (down + 1) + right + 1
                if max(abs(down), abs(right)) > 1 or place == CENTRE or found[way] not in (None, place):
                    raise ShapeProblem("The neighbours of a hex board do not lie as axial coordinates have them.")
                found[way] = place
        rising = (1, 2, 3, 5, 6, 7)
        falling = (0, 1, 3, 5, 7, 8)
        for order in (rising, falling):
            if all(place is None or place == order[way] for way, place in enumerate(found)):
                return order
        raise ShapeProblem("The six neighbours of a hex cell must come in the reading order of a 3x3 kernel.")

    @cached_property
    def kernel_mask(self) -> NDArray[np.float32]:
        """1 where a 3x3 kernel of this form may have weights: everywhere, or without two corners on hex boards."""
        mask = np.zeros(9, np.float32)
        mask[[CENTRE, *self.kernel_positions]] = 1
        return mask.reshape(3, 3)

    @cached_property
    def gathered(self) -> NDArray[np.int64]:
        """For graphs, the cells [cells, slots] that each cell looks at, itself first; ``cells`` stands for none."""
        table = np.array([[cell, *row] for cell, row in enumerate(self.neighbours)], np.int64)
        return np.where(table < 0, self.cells, table)
