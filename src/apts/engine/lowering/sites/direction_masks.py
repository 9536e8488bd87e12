"""Directions that are worked out while playing: of the last move, between two sites, and differences.

The absolute directions of the board are numbered as it lists them; a set of them is a word with a bit for each.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression
from apts.engine.lowering.sites.directions import Directions, JoinedDirections, Visit, WordDirections

if TYPE_CHECKING:
    from apts.engine.compiler.kernel import Kernel
    from apts.engine.compiler.scope import Scope

LAST_MOVE = ("SameDirection", "OppositeDirection")

_BETWEEN = """
@compiled
def directions_between(D, rays, count, origin, target):
    found = 0
    if origin < 0 or origin >= D[SITES] or target < 0:
        return found
    for number in range(count):
        place = rays + number * D[ALL_SITES] + origin
        for ray in range(D[place], D[place + 1]):
            for index in range(D[ray], D[ray + 1]):
                if D[index] == target:
                    found |= 1 << number
    return found
"""


def direction_names(kernel: Kernel) -> tuple[str, ...]:
    """The absolute directions of the board; their places are their numbers."""
    return kernel.board.directions("All")


def direction_rays(kernel: Kernel) -> str:
    """Where the rays by direction start (code): those of direction d at a site are list ``d * D[ALL_SITES] + site``."""

    def rays() -> list[Sequence[Sequence[int]]]:
        return [part for name in direction_names(kernel) for part in _padded(kernel, kernel.board.rays(name))]

    return kernel.lists_of_lists("rays by direction", rays)


def _padded(kernel: Kernel, lists: Sequence[Sequence[Sequence[int]]]) -> list[Sequence[Sequence[int]]]:
    return [*lists, *([()] * (kernel.equipment.all_sites - len(lists)))]


def _steps(kernel: Kernel) -> str:
    def steps() -> list[Sequence[int]]:
        beside = kernel.equipment.all_sites - kernel.equipment.sites
        return [part for name in direction_names(kernel) for part in [*kernel.board.steps(name), *([()] * beside)]]

    return kernel.lists("steps by direction", steps)


def directions_between(scope: Scope, origin: Expression, target: Expression) -> Expression:
    """The directions in which a ray of the origin meets the target, as bits."""
    kernel = scope.kernel
    kernel.prelude.setdefault("directions_between", _BETWEEN)
    count = kernel.number(len(direction_names(kernel)))
    return Expression(f"directions_between(D, {direction_rays(kernel)}, {count}, {origin}, {target})")


class MaskDirections(Directions):
    """Directions known as bits when they are needed."""

    @abstractmethod
    def mask(self, scope: Scope, site: Expression) -> Expression:
        """The bits of the directions meant at a site."""

    def each_step(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """The steps of each direction."""
        counter = scope.fresh("i")
        table = _steps(scope.kernel)
        mask = scope.let("mask", self.mask(scope, site))
        with scope.loop(f"while {mask} != 0:"):
            place = scope.let("place", f"{table} + lowest_bit({mask}) * D[ALL_SITES] + {site}")
            scope.line(f"{mask} &= {mask} - 1")
            with scope.loop(f"for {counter} in range(D[{place}], D[{place} + 1]):"):
                visit(scope.let("site", f"D[{counter}]", valid=True))

    def each_ray(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """The rays of each direction."""
        ray = scope.fresh("ray")
        table = direction_rays(scope.kernel)
        mask = scope.let("mask", self.mask(scope, site))
        with scope.loop(f"while {mask} != 0:"):
            place = scope.let("place", f"{table} + lowest_bit({mask}) * D[ALL_SITES] + {site}")
            scope.line(f"{mask} &= {mask} - 1")
            with scope.loop(f"for {ray} in range(D[{place}], D[{place} + 1]):"):
                visit(Expression(ray))


class LastMoveDirections(MaskDirections):
    """The direction of the last move, or the way back."""

    def __init__(self, kernel: Kernel, word: str, relation: str, *, by_site: bool):
        self.kernel, self.word = kernel, word
        self.supported = WordDirections(kernel, (relation,))
        self.by_site = by_site

    def mask(self, scope: Scope, site: Expression) -> Expression:
        """The first direction of the relation in which the one end is seen from the other."""
        ends = [Expression(f"{scope.state}[LAST_FROM]"), Expression(f"{scope.state}[LAST_TO]")]
        if self.word == "OppositeDirection":
            ends.reverse()
        allowed = word_mask(self.supported, scope, site) if self.by_site else self._all_supported()
        found = scope.let("found", f"{directions_between(scope, *ends)} & {allowed}")
        return Expression(f"({found} & -{found})")

    def _all_supported(self) -> Expression:
        names = direction_names(self.kernel)
        relation = self.kernel.board.directions(self.supported.words[0])
        return self.kernel.number(sum(1 << number for number, name in enumerate(names) if name in relation))

    def of_move_under_way(self) -> MoveDirections:
        """The direction of the move that the registers describe, or else of the last move."""
        return MoveDirections(self.word)


class MoveDirections(MaskDirections):
    """The direction from the ``from`` to the ``to`` register, or the way back; unset registers mean the last move."""

    def __init__(self, word: str):
        self.word = word

    def mask(self, scope: Scope, site: Expression) -> Expression:  # noqa: ARG002
        """Of several directions the last one counts."""
        ends = []
        for register, place in (("from", "LAST_FROM"), ("to", "LAST_TO")):
            value, last = scope.register(register), f"{scope.state}[{place}]"
            ends.append(Expression(last if value.fixed == -1 else f"({value} if {value} != -1 else {last})"))
        if self.word == "OppositeDirection":
            ends.reverse()
        found = scope.let("found", directions_between(scope, *ends))
        with scope.block(f"while {found} & ({found} - 1) != 0:"):
            scope.line(f"{found} &= {found} - 1")
        return found


class BetweenDirections(MaskDirections):
    """Every direction in which one site is seen from another."""

    def __init__(self, origin: Expression, target: Expression):
        self.origin, self.target = origin, target

    def mask(self, scope: Scope, site: Expression) -> Expression:  # noqa: ARG002
        """The same bits at every site."""
        return directions_between(scope, self.origin, self.target)


class RemainingDirections(MaskDirections):
    """The directions of one kind without those of another."""

    def __init__(self, all_of: Directions, without: Directions):
        self.all_of, self.without = all_of, without

    def mask(self, scope: Scope, site: Expression) -> Expression:
        """Groups count as the directions that the site has in them."""
        kept = scope.let("kept", mask_of(self.all_of, scope, site))
        return Expression(f"{kept} & ~{scope.let('dropped', mask_of(self.without, scope, site))}")


def mask_of(ways: Directions, scope: Scope, site: Expression) -> Expression:
    """The bits of any directions at a site."""
    if isinstance(ways, MaskDirections):
        return ways.mask(scope, site)
    if isinstance(ways, JoinedDirections):
        masks = [f"({mask_of(part, scope, site)})" for part in ways.parts]
        return Expression("(" + " | ".join(masks or ["0"]) + ")")
    if isinstance(ways, ChosenDirections):
        return ways.mask(scope, site)
    assert isinstance(ways, WordDirections)
    return word_mask(ways, scope, site)


def word_mask(ways: WordDirections, scope: Scope, site: Expression) -> Expression:
    """The bits of directions given by words."""
    table = scope.kernel.table(("direction bits", *ways.key), ways.bits)
    return Expression(f"D[{table} + {ways.place(scope, site)}]")


class ChosenDirections(Directions):
    """One kind of directions or another, as a condition decides; the condition is a variable."""

    def __init__(self, met: Expression, first: Directions, second: Directions):
        self.met, self.first, self.second = met, first, second

    def mask(self, scope: Scope, site: Expression) -> Expression:
        """The bits of the kind chosen."""
        found = scope.let("chosen", "0")
        with scope.block(f"if {self.met}:"):
            scope.line(f"{found} = {mask_of(self.first, scope, site)}")
        with scope.block("else:"):
            scope.line(f"{found} = {mask_of(self.second, scope, site)}")
        return found

    def each_step(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """The steps of the kind chosen."""
        with scope.block(f"if {self.met}:"):
            self.first.each_step(scope, site, visit)
        with scope.block("else:"):
            self.second.each_step(scope, site, visit)

    def each_ray(self, scope: Scope, site: Expression, visit: Visit) -> None:
        """The rays of the kind chosen."""
        with scope.block(f"if {self.met}:"):
            self.first.each_ray(scope, site, visit)
        with scope.block("else:"):
            self.second.each_ray(scope, site, visit)
