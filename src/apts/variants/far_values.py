"""Numbers that were set beyond the range that is shown for them: possible, and perhaps not what was meant."""

from __future__ import annotations

from dataclasses import dataclass

from apts.variants.origins import ClassOrigin, Origin
from apts.variants.tunables import Tunable, tunables_of


@dataclass(frozen=True, slots=True)
class FarValue:
    """A number that was set, and what it was set in place of."""

    path: str
    value: int
    usual: Tunable

    def __str__(self) -> str:
        words = self.usual.name
        named = f"{self.path} ({words})" if words not in (self.path, self.path.rpartition(".")[2]) else self.path
        return f"{named} is set to {self.value}, outside of the range that is shown for it, {self.usual.can_be}"


def far_values(origin: Origin) -> tuple[FarValue, ...]:
    """The numbers that were set outside of what can be, as it is shown of the game before anything is set in it.

    Numbers that are shown as fixed have no range.
    """
    if isinstance(origin, ClassOrigin):
        shown, values = tunables_of(ClassOrigin(origin.made_of)), origin.arguments
    else:
        shown, values = tunables_of(origin, origin.written), origin.values
    found = []
    for one in shown:
        if one.low is None or one.high is None or one.fixed is not None:
            continue
        for path in one.paths or (one.path,):
            value = values.get(path, one.low)
            if isinstance(value, int) and not one.low <= value <= one.high and value != one.value:
                found.append(FarValue(path, value, one))
    return tuple(found)
