"""``(place ..)``: pieces on the board or in hands at the start."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.placements import Placement, container_named, known_coordinate, piece_of, put_at
from apts.engine.lowering.sites.site_types import sites_kind, written_region, written_site
from apts.language.tree import Clause, Text


def _counts(clause: Clause) -> list[str]:
    return ["count"] if clause.get("count") is not None or clause.get("counts") is not None else []


@ludeme(
    "(place item<string> [container<string>] [on<SiteType>] [site<int>] [coord:<string>] [count:<int>] [state:<int>] "
    "[rotation:<int>] [value:<int>])",
    result="startrule",
    documentation="Pieces on one site at the start; in the container Hand, the piece of each player in its hand.",
    needs=_counts,
)
def place(scope: Scope, clause: Clause) -> None:
    """One site, or the hands of the players."""
    kind = sites_kind(scope, clause)
    item, container = clause.get("item"), clause.get("container")
    assert isinstance(item, Text)
    placement = Placement(scope, clause)
    count = clause.get("count")
    amount = None if count is None else scope.simple(scope.integer(count), "count")
    if isinstance(container, Text):
        _in_container(scope, clause, placement, item.value, container.value, amount)
        return
    component = piece_of(scope, clause, item.value)
    number = scope.kernel.number(component.index)
    coordinate, site = clause.get("coord"), clause.get("site")
    if coordinate is not None:
        found = known_coordinate(scope, coordinate, kind)
        placement.put(scope, Expression(scope.kernel.number(found), valid=True), number, amount)
    elif site is not None:
        put_at(scope, placement, written_site(scope, kind, site), number, amount)


def _in_container(
    scope: Scope, clause: Clause, placement: Placement, item: str, container: str, amount: Expression | None
) -> None:
    kernel, equipment = scope.kernel, scope.kernel.equipment
    shared = equipment.component(item)
    numbered = any(letter.isdigit() for letter in item)
    if container == "Hand" and not numbered and (shared is None or shared.owner != equipment.players + 1):
        for player in range(1, equipment.players + 1):
            component = piece_of(scope, clause, f"{item}{player}")
            first = kernel.number(container_named(scope, clause, f"Hand{player}").first)
            site = scope.let("site", first)
            with scope.epoch():
                with scope.block(f"while not {kernel.storage.is_empty(scope, Expression(site, valid=True))}:"):
                    scope.line(f"{site} += 1")
                placement.put(scope, Expression(site, valid=True), kernel.number(component.index), amount)
        return
    first = kernel.number(container_named(scope, clause, container).first)
    if "Hand" in container:
        # The reference places the piece whose number is that of the hand, whatever piece is named.
        index = next(number for number, box in enumerate(equipment.containers) if box.name == container)
        piece = kernel.number(index)
        placement.put(scope, Expression(first, valid=True), piece, amount)
        return
    component = piece_of(scope, clause, item)
    place = scope.let("site", f"{first} + {scope.integer(clause.get('site'), '0')}")
    placement.put(scope, Expression(place, valid=True), kernel.number(component.index), amount)


@ludeme(
    "(place item<string> [on<SiteType>] [sites<{int}>] [region<region>] [coords<{string}>] [counts:<{int}>] "
    "[state:<int>] [rotation:<int>] [value:<int>])",
    result="startrule",
    documentation="A piece on every one of several sites at the start.",
    needs=_counts,
)
def place_many(scope: Scope, clause: Clause) -> None:
    """All sites of a region, or those written down in their order; the first of the counts holds for every site."""
    kind = sites_kind(scope, clause)
    item = clause.get("item")
    assert isinstance(item, Text)
    component = scope.kernel.number(piece_of(scope, clause, item.value).index)
    counts = clause.get("counts")
    sites, region, coords = clause.get("sites"), clause.get("region"), clause.get("coords")

    def write() -> None:
        placement = Placement(scope, clause)
        amount = scope.simple(scope.integer(counts[0]), "count") if isinstance(counts, tuple) and counts else None
        if isinstance(coords, tuple):
            table = scope.kernel.list_table([known_coordinate(scope, text, kind) for text in coords])
            index = scope.fresh("i")
            with scope.loop(f"for {index} in range(D[{table}], D[{table + 1}]):"):
                placement.put(scope, scope.let("site", f"D[{index}]", valid=True), component, amount)
        elif region is not None:
            with written_region(scope, kind, region).each(scope) as site:
                placement.put(scope, site, component, amount)
        elif isinstance(sites, tuple):
            for value in sites:
                put_at(scope, placement, written_site(scope, kind, value), component, amount)

    scope.effects(write)
