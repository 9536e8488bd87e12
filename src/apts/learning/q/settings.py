"""How Q-learning goes: the numbers that decide what is learnt."""

from __future__ import annotations

from dataclasses import dataclass

from apts.errors import AptsError

METHODS = ("table", "tuples")


@dataclass(frozen=True)
class QSettings:
    """The numbers of a training. With the same ones and the same episodes the same values are learnt.

    ``rate`` is how far a value moves towards what was seen, ``explore`` how often any move is played instead of the
    best one, ``trace`` how far results reach back within an episode (lambda), ``walks`` how many winding tuples there
    are besides the straight ones. A table has no traces and no walks.
    """

    seed: int = 1
    rate: float = 2.0
    explore: float = 0.1
    trace: float = 0.9
    walks: int = 16

    def __post_init__(self) -> None:
        for name, low, high in (("rate", 0.0, 100.0), ("explore", 0.0, 1.0), ("trace", 0.0, 1.0), ("walks", 0, 1000)):
            value = getattr(self, name)
            if not low <= value <= high:
                raise AptsError(f"--{name} is a number from {low:g} to {high:g}, not {value:g}")
