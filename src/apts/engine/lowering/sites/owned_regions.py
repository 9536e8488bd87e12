"""The regions of the equipment: by name, by owner, and the lists that their static words stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from apts.engine.compiler.constants import constant
from apts.engine.compiler.equipment import NamedRegions
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import UnsupportedRule
from apts.engine.compiler.owned_regions import OwnedRegion
from apts.engine.lowering.sites.regions import FixedRegion, Region, SetRegion, Walked, combine
from apts.language.tree import Literal, Value, Word

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope


def owned_regions(scope: Scope, owner: int | None) -> list[Region]:
    """The regions that belong to an owner (None: to anybody), each on its own; words such as Sides give several."""
    found: list[Region] = []
    for item in scope.kernel.equipment.regions:
        if owner is None or item.owner == owner:
            found.extend(_regions(scope, item))
    return found


def regions_named(scope: Scope, name: str) -> list[Region]:
    """The regions of exactly that name."""
    return [region for item in scope.kernel.equipment.regions if item.name == name for region in _regions(scope, item)]


def regions_of(scope: Scope, player: Expression, name: str | None) -> Region:
    """The union of all regions of a player whose name contains the text."""
    kernel = scope.kernel
    items = [item for item in kernel.equipment.regions if name is None or name in item.name]

    def united(owner: int) -> Region:
        parts = [region for item in items if item.owner == owner for region in _regions(scope, item)]
        return combine(kernel, "unite_set", parts) if parts else FixedRegion(kernel, ())

    if player.fixed is not None:
        return united(player.fixed)
    every = [united(owner) for owner in range(kernel.equipment.players + 2)]
    number = scope.simple(player, "player")
    if all(region.fixed is not None for region in every):
        start = kernel.set_table([*(region.fixed or () for region in every), ()])
        last = kernel.number(len(every))
        chosen = scope.let("owner", f"{number} if 0 <= {number} < {last} else {last}")
        return SetRegion("D", f"D[{start}] + {chosen} * D[SET_WORDS]")
    return Walked(_chosen(number, every))


class _chosen:
    """Walks through the region with the number that the position decides."""

    def __init__(self, number: Expression, regions: Sequence[Region]):
        self.number, self.regions = number, regions

    def __call__(self, scope: Scope, visit: object) -> None:
        for index, region in enumerate(self.regions):
            if region.fixed == frozenset():
                continue
            with scope.block(f"if {self.number} == {index}:"), region.each(scope) as site:
                visit(site)  # type: ignore[operator]


def _regions(scope: Scope, item: NamedRegions) -> list[Region]:
    found = _worked_out(scope, item)
    for region in found:
        if 0 < item.owner <= scope.kernel.equipment.players and region.fixed:
            scope.kernel.note_owned(OwnedRegion(item.owner, item.name, region.fixed))
    return found


def _worked_out(scope: Scope, item: NamedRegions) -> list[Region]:
    if all(isinstance(value, (Literal, tuple)) for value in item.values):
        return [FixedRegion(scope.kernel, _numbers(scope, item, value)) for value in item.values]
    found: list[Region] = []
    for value in item.values:
        if isinstance(value, Word):
            found.extend(FixedRegion(scope.kernel, sites) for sites in static_regions(scope, item, value.name))
        elif isinstance(value, tuple):
            found.append(FixedRegion(scope.kernel, _numbers(scope, item, value)))
        else:
            found.append(scope.region(value))
    return found


def _numbers(scope: Scope, item: NamedRegions, value: Value) -> list[int]:
    """The sites of a list, each written as a number or worked out from the board; those below 0 are no sites."""
    found: list[int] = []
    for listed in value if isinstance(value, tuple) else (value,):
        site = int(listed.value) if isinstance(listed, Literal) else _fixed_site(scope, listed)
        if site is None:
            raise scope.kernel.unsupported(item.position, "of a site that only a position can tell")
        found.append(site)
    return [site for site in found if site >= 0]


def _fixed_site(scope: Scope, value: Value) -> int | None:
    try:
        return constant(value)
    except UnsupportedRule:
        with scope.captured() as lines:
            site = scope.integer(value)
        return None if lines else site.fixed


def static_regions(scope: Scope, item: NamedRegions, word: str) -> list[Sequence[int]]:
    """The regions that a word such as Corners or Rows stands for."""
    board = scope.kernel.board
    if word == "AllSites":
        return [range(board.count())]
    if word == "Corners":
        return [(site,) for site in board.sites("corners")]
    if word == "Sides":
        return list(board.sides().values())
    if word == "SidesNoCorners":
        corners = set(board.sites("corners"))
        return [[site for site in side if site not in corners] for side in board.sides().values()]
    if word in ("Rows", "Columns", "Layers"):
        return list({"Rows": board.rows, "Columns": board.columns, "Layers": board.layers}[word]())
    raise scope.kernel.unsupported(item.position, f"with the word {word}")
