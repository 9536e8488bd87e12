"""``(place Stack ..)`` and ``(place Random ..)``: stacks and chance placements at the start."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme, structure
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.placements import Placement, container_named, known_coordinate, piece_of
from apts.engine.lowering.sites.regions import FixedRegion
from apts.engine.lowering.sites.site_types import sites_kind
from apts.language.tree import Clause, Text, Value


@ludeme(
    "(place Stack (item<string> | items:<{string}>) [container<string>] [on<SiteType>] "
    "[site<int> | sites<{int}> | region<region> | coord:<string> | coords<{string}>] "
    "[count:<int> | counts:<{int}>] [state:<int>] [rotation:<int>] [value:<int>])",
    result="startrule",
    documentation="Stacks of pieces at the start; several pieces are piled up in their order, the first at the bottom.",
    needs=["stacking"],
)
def place_stack(scope: Scope, clause: Clause) -> None:
    """One kind of piece on a site or on every site of a region, or several kinds on one site."""
    sites_kind(scope, clause)
    texts = as_tuple(clause.get("item") or clause.get("items"))
    names = [text.value for text in texts if isinstance(text, Text)]
    pieces = [scope.kernel.number(piece_of(scope, clause, name).index) for name in names]
    if clause.get("region") is not None and clause.get("item") is not None:
        scope.effects(lambda: _on_region(scope, clause, pieces[0]))
        return
    for slot in ("sites", "coords", "counts", "region"):
        if clause.get(slot) is not None:
            raise scope.kernel.unsupported(clause, f"with {slot}")
    placement = Placement(scope, clause)
    container = clause.get("container")
    if isinstance(container, Text):
        _in_container(scope, clause, placement, pieces, container.value)
        return
    count = clause.get("count")
    amount = None if count is None else scope.simple(scope.integer(count), "count")
    site = _one_site(scope, clause)
    with scope.block(f"if 0 <= {site} < D[ALL_SITES]:"):
        for piece in pieces:
            placement.put(scope, Expression(site, valid=True), piece, amount)


def _one_site(scope: Scope, clause: Clause) -> Expression:
    coordinate = clause.get("coord")
    if coordinate is None:
        return scope.let("site", scope.integer(clause.get("site"), "-1"))
    return scope.kernel.number(known_coordinate(scope, coordinate))


def _on_region(scope: Scope, clause: Clause, piece: Expression) -> None:
    region, counts = clause.get("region"), clause.get("counts")
    assert region is not None
    placement = Placement(scope, clause)
    if not isinstance(counts, tuple):
        count = clause.get("count")
        amount = None if count is None else scope.simple(scope.integer(count), "count")
        with scope.region(region).each(scope) as site:
            placement.put(scope, site, piece, amount)
        return
    heights = scope.kernel.list_table([_height(scope, value) for value in counts])
    place = scope.let("place", f"D[{heights}]")
    with scope.region(region).each(scope) as site:
        with scope.block(f"if {place} < D[{heights + 1}]:"):
            placement.put(scope, site, piece, f"D[{place}]")
        scope.line(f"{place} += 1")


def _height(scope: Scope, value: Value) -> int:
    height = scope.integer(value).fixed
    return 1 if height is None else height


def _in_container(scope: Scope, clause: Clause, placement: Placement, pieces: list[Expression], container: str) -> None:
    """With a site, one of each there; without, one of each on every site."""
    box = container_named(scope, clause, container)
    site = clause.get("site")
    if site is not None:
        place = scope.let("site", f"{scope.kernel.number(box.first)} + {scope.integer(site)}")
        for piece in pieces:
            placement.put(scope, Expression(place, valid=True), piece)
        return
    for piece in pieces:
        with FixedRegion(scope.kernel, range(box.first, box.first + box.size)).each(scope) as each:
            placement.put(scope, each, piece)


@ludeme(
    "(place Random [region<region>] items<{string}> [count:<int>] [value:<int>] [state:<int>] [on<SiteType>] "
    "[shuffled<bool>])",
    result="startrule",
    documentation="Pieces on empty sites that chance chooses.",
)
def place_random(scope: Scope, clause: Clause) -> None:
    """For each piece, as many sites as asked for, or as there are."""
    sites_kind(scope, clause)
    kernel = scope.kernel
    if scope.flag(clause, "shuffled"):
        raise kernel.unsupported(clause, "of pieces in random order")
    placement = Placement(scope, clause)
    amount = scope.simple(scope.integer(clause.get("count"), "1"), "count")
    written = clause.get("region")
    for text in as_tuple(clause.get("items")):
        assert isinstance(text, Text)
        piece = kernel.number(piece_of(scope, clause, text.value).index)
        with scope.epoch():
            region = FixedRegion(kernel, kernel.board.numbers()) if written is None else scope.region(written)
            free = region.copied(scope)
            with region.each(scope) as site, scope.block(f"if not {kernel.storage.is_empty(scope, site)}:"):
                scope.line(f"drop_site(D, W, {free}, {site})")
        left = scope.let("left", f"min({amount}, set_size(W, {free}, D[SET_WORDS]))")
        with scope.block(f"while {left} > 0:"):
            number = kernel.drawn_below(scope.state, f"set_size(W, {free}, D[SET_WORDS])")
            site = scope.let("site", f"nth_site(W, {free}, D[SET_WORDS], {number})")
            scope.line(f"drop_site(D, W, {free}, {site})")
            placement.put(scope, site, piece)
            scope.line(f"{left} -= 1")


structure("(count name<string> number<int>)", result="tally", documentation="So many pieces of a name.")


@ludeme(
    "(place Random items<{string}> [count:counts<{int}>] [value:<int>] [state:<int>] site<int> [on<SiteType>])",
    result="startrule",
    documentation="A stack of pieces in an order that chance decides.",
    needs=["stacking"],
)
@ludeme(
    "(place Random tallies<{tally}> site<int> [on<SiteType>])",
    result="startrule",
    documentation="A stack of so many pieces of each kind in an order that chance decides.",
    needs=["stacking"],
)
def place_shuffled(scope: Scope, clause: Clause) -> None:
    """Draw a piece at random among those left until all are placed."""
    sites_kind(scope, clause)
    placement = Placement(scope, clause)
    pieces = _shuffled_pieces(scope, clause)
    site = scope.let("site", scope.integer(clause.get("site")))
    left = [scope.let("left", str(amount)) for _, amount in pieces]
    with scope.block(f"if 0 <= {site} < D[ALL_SITES]:"), scope.block(f"while {' + '.join(left)} > 0:"):
        drawn = scope.let("drawn", scope.kernel.drawn_below(scope.state, " + ".join(left)))
        what = scope.let("what", "0")
        for (component, _), rest in zip(pieces, left, strict=True):
            with scope.block(f"if {what} == 0:"):
                with scope.block(f"if {drawn} < {rest}:"):
                    scope.line(f"{what} = {component}")
                    scope.line(f"{rest} -= 1")
                scope.line(f"{drawn} -= {rest}")
        placement.put(scope, Expression(site, valid=True), what)


def _shuffled_pieces(scope: Scope, clause: Clause) -> list[tuple[Expression, Expression]]:
    tallies = as_tuple(clause.get("tallies"))
    names: tuple[Value | None, ...] = as_tuple(clause.get("items"))
    amounts: tuple[Value | None, ...] = as_tuple(clause.get("counts"))
    if tallies:
        names = tuple(tally.get("name") for tally in tallies if isinstance(tally, Clause))
        amounts = tuple(tally.get("number") for tally in tallies if isinstance(tally, Clause))
    found = []
    for index, text in enumerate(names):
        assert isinstance(text, Text)
        component = scope.kernel.number(piece_of(scope, clause, text.value).index)
        amount = scope.integer(amounts[index] if index < len(amounts) else None, "1")
        found.append((component, amount))
    return found
