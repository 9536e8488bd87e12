"""When a run may end before all its matches are played, as a value and as a text."""

from __future__ import annotations

from dataclasses import dataclass

from apts.errors import AptsError


@dataclass(frozen=True)
class Until:
    """What has to be known before a run may end early; where both are given the first one ends it.

    ``settled``: it is known that the score of a seat lies above or below a half. ``precision``: the interval of every
    seat's score reaches at most so far to each side. ``fewest`` matches are played in any case, for everything else that
    a run should tell.
    """

    settled: bool = False
    precision: float | None = None
    fewest: int = 0

    def __post_init__(self) -> None:
        if self.precision is not None and not 0.0 < self.precision < 0.5:
            raise AptsError(f"a precision lies between 0 and 0.5 (50 %), such as 0.03 (3 %); read {self.precision}")
        if self.fewest < 0:
            raise AptsError(f"the fewest matches of a run are 0 or more; read {self.fewest}")
        if not self.settled and self.precision is None:
            raise AptsError("nothing was said about when to stop: 'settled', 'precision=0.03' or both are expected")

    @classmethod
    def read(cls, text: str) -> Until:
        """From a text such as ``settled``, ``precision=0.03`` or ``settled,precision=0.03,fewest=400``."""
        settled, precision, fewest = False, None, 0
        for part in text.split(","):
            name, _, value = part.strip().partition("=")
            if name == "settled" and not value:
                settled = True
            elif name == "precision":
                try:
                    precision = float(value)
                except ValueError:
                    raise AptsError(
                        f"the precision {value!r} cannot be read: a number such as 0.03 is wanted"
                    ) from None
            elif name == "fewest" and value.isdecimal():
                fewest = int(value)
            else:
                raise AptsError(
                    f"a run stops when 'settled' or at a 'precision=0.03', after a 'fewest=400' if you like, "
                    f"not when {part.strip()!r}"
                )
        return cls(settled, precision, fewest)

    def __str__(self) -> str:
        parts = ["settled"] if self.settled else []
        parts += [f"precision={self.precision:g}"] if self.precision is not None else []
        return ",".join([*parts, f"fewest={self.fewest}"] if self.fewest else parts)
