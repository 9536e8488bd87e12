"""``(is Connected ..)``: whether one group touches several regions."""

from __future__ import annotations

from collections.abc import Sequence

from apts.engine.compiler.equipment import NamedRegions
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.directions import WordDirections, directions
from apts.engine.lowering.sites.groups import Flood, WordFlood
from apts.engine.lowering.sites.owned_regions import owned_regions, static_regions
from apts.engine.lowering.sites.regions import FixedRegion, Region
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.language.tree import Clause, Word

MOST_REGIONS = 60  # the regions touched are bits of one word


@ludeme(
    "(is Connected [number<int>] [on<SiteType>] [at:<int>] [directions<direction|{direction}>] "
    "(regions<{region}> | who<role> | static<StaticRegion>))",
    result="bool",
    documentation="Whether the group of one owner around the site, by default the last move's, touches all the "
    "regions, or that many of them.",
)
def is_connected(scope: Scope, clause: Clause) -> Expression:
    """A function that floods the group and leaves as soon as enough regions are touched."""
    geometry_kind(scope, clause)
    return ask(scope, ("connected", id(clause)), "connected", lambda inner: _write(inner, clause))


def _write(scope: Scope, clause: Clause) -> None:
    storage = scope.kernel.storage
    start = scope.let("start", scope.integer(clause.get("at"), f"{scope.state}[LAST_TO]"), valid=True)
    with scope.block(f"if {start} < 0 or {start} >= D[SITES]:"):
        scope.line("return False")
    owner = scope.let("owner", storage.who(scope, start))
    role = clause.get("who")
    if role is not None:
        with scope.block(f"if {owner} != {player_number(scope, role)}:"):
            scope.line("return False")
    touches = _Touches(scope, clause, owner)
    number = clause.get("number")
    needed = scope.let("needed", touches.count if number is None else scope.integer(number))
    touched = scope.let("touched", "0")

    def enter(site: Expression) -> None:
        mask = touches.mask(site)
        with scope.block(f"if {mask} & ~{touched} != 0:"):
            scope.line(f"{touched} |= {mask}")
            with scope.block(f"if bit_count({touched}) >= {needed}:"):
                scope.line("return True")

    def test(inner: Scope, site: Expression) -> Expression:
        return Expression(f"({storage.who(inner, site)} == {owner})")

    ways = directions(scope, clause.get("directions"))
    words = ways.step_words() if isinstance(ways, WordDirections) else None
    if words is None:
        Flood(scope, ways, test).run(start, enter)
    else:
        with scope.block(f"if {owner} > 0:"):
            WordFlood(scope, words, storage.owned(scope, owner)).run(start, enter)
        with scope.block("else:"):  # empty sites belong to nobody, like neutral pieces
            Flood(scope, ways, test).run(start, enter)
    scope.line("return False")


class _Touches:
    """Which of the regions a site belongs to, as bits."""

    def __init__(self, scope: Scope, clause: Clause, owner: Expression):
        self.scope = scope
        self._dynamic: list[tuple[str, str]] = []
        kernel = scope.kernel
        if clause.get("who") is None:
            lists = [_regions(scope, clause)]
            index = "0"
        else:
            lists = [owned_regions(scope, player) for player in range(kernel.equipment.players + 2)]
            index = str(owner)
        if any(len(regions) > MOST_REGIONS for regions in lists):
            raise kernel.unsupported(clause, f"of more than {MOST_REGIONS} regions")
        key = ("touch", id(clause))
        counts = kernel.table((*key, "counts"), lambda: [len(regions) for regions in lists])
        self.count = Expression(f"D[{counts} + {index}]")
        if all(region.fixed is not None for regions in lists for region in regions):
            self.table = kernel.table(key, lambda: _masks(lists, kernel.equipment.all_sites))
            self.row = scope.let("row", f"{self.table} + {index} * D[ALL_SITES]")
        elif len(lists) == 1:
            self._dynamic = [region.stored(scope) for region in lists[0]]
        else:
            raise kernel.unsupported(clause, "of regions that change in the course of the match")

    def mask(self, site: Expression) -> Expression:
        """The bits of a site."""
        if not self._dynamic:
            return self.scope.let("mask", f"D[{self.row} + {site}]")
        mask = self.scope.let("mask", "0")
        for number, (array, base) in enumerate(self._dynamic):
            with self.scope.block(f"if has_site(D, {array}, {base}, {site}):"):
                self.scope.line(f"{mask} |= {1 << number}")
        return mask


def _regions(scope: Scope, clause: Clause) -> list[Region]:
    word, regions = clause.get("static"), clause.get("regions")
    if isinstance(word, Word):
        named = NamedRegions(word.name, 0, (word,), clause)
        return [FixedRegion(scope.kernel, sites) for sites in static_regions(scope, named, word.name)]
    assert isinstance(regions, tuple)
    return [scope.region(region) for region in regions]


def _masks(lists: Sequence[Sequence[Region]], all_sites: int) -> list[int]:
    masks: list[int] = []
    for regions in lists:
        row = [0] * all_sites
        for number, region in enumerate(regions):
            for site in region.fixed or ():
                row[site] |= 1 << number
        masks.extend(row)
    return masks
