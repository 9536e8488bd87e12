"""How learning goes where nobody says so, as values that help can show without NumPy."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from apts.errors import AptsError
from apts.similar_names import did_you_mean

WIDTH, DEPTH = 48, 4
"""Channels and residual blocks of a network."""

POSITIONS = 8192
"""Positions of self-play in a cycle."""

MEASURED_EVERY, MEASURED_MATCHES, MEASURED_ITERATIONS = 10, 40, 200
"""After how many cycles strength is measured, in how many matches, and with how many iterations of tree search."""

TRAINING_SIZES: Mapping[str, Mapping[str, int]] = {
    "glance": {"width": 8, "depth": 1, "positions": 256, "simulations": 8, "slots": 16},
    "small": {"width": 24, "depth": 2, "positions": 2048, "simulations": 16, "slots": 64},
    "medium": {"width": 48, "depth": 4, "positions": 4096, "simulations": 32, "slots": 128},
    "large": {"width": 64, "depth": 6, "positions": 8192, "simulations": 48, "slots": 128},
}
"""Trainings by their size: the network, and what is played in a cycle."""

FITTING_CELLS: Mapping[str, float] = {"small": 30.0, "medium": 70.0, "large": inf}
"""Up to how many cells of a board a size is taken where none is named."""

SIZE_MINUTES: Mapping[str, float] = {"glance": 2.0, "small": 15.0, "medium": 45.0, "large": 180.0}
"""How long a training of a size goes where nobody says so and it is to end by the clock."""


def training_size(name: str) -> dict[str, int]:
    """The settings of a training that has a size; a wrong name lists the sizes."""
    if name not in TRAINING_SIZES:
        hint = did_you_mean(name, TRAINING_SIZES)
        raise AptsError(f"there is no size {name!r} of a training{hint} (there are: {', '.join(TRAINING_SIZES)})")
    return dict(TRAINING_SIZES[name])
