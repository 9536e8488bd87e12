"""Numbers that were set beyond the range that is shown for them: possible, and perhaps not what was meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apts.engine.play.game import Game
from apts.variants.origins import ClassOrigin, Origin
from apts.variants.tunables import Tunable, tunables_of, turned_by_path


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
    given = ((one, path, values.get(path)) for one in shown for path in one.paths or (one.path,))
    return tuple(
        FarValue(path, value, one) for one, path, value in given if isinstance(value, int) and _is_far(one, value)
    )


def far_among(game: Game, path: str, values: Iterable[int]) -> tuple[FarValue, ...]:
    """The same of values that a parameter of a loaded game could be set to."""
    one = turned_by_path(game)[path]
    return tuple(FarValue(path, value, one) for value in values if _is_far(one, value))


def _is_far(one: Tunable, value: int) -> bool:
    if one.low is None or one.high is None or one.fixed is not None:
        return False
    return not one.low <= value <= one.high and value != one.value
