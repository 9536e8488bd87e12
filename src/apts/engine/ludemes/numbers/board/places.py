"""Sites by their place: handSite, ahead, centrePoint, coord, regionSite; rows, columns, layers, phases of sites."""

from __future__ import annotations

from collections.abc import Sequence

from apts.board.mixed_board import sites_by_coordinate
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask
from apts.engine.lowering.sites.direction_masks import LastMoveDirections
from apts.engine.lowering.sites.directions import Directions, WordDirections, directions
from apts.engine.lowering.sites.site_types import geometry_kind, written_site
from apts.language.tree import Clause, Text, Word


@ludeme(
    "(handSite who<int|role> [index<int>])",
    result="int",
    documentation="A site of the player's hand, by default the first; -1 without a hand.",
)
def hand_site(scope: Scope, clause: Clause) -> Expression:
    """A table by owner."""
    kernel = scope.kernel
    boxes = [kernel.equipment.hand(owner) for owner in range(kernel.equipment.players + 2)]
    firsts = [-1 if box is None else box.first for box in boxes]
    who, index = scope.integer(clause.get("who")), clause.get("index")
    shift = None if index is None else scope.integer(index)
    if who.fixed is not None and (shift is None or shift.fixed is not None):
        start = firsts[who.fixed] if 0 <= who.fixed < len(firsts) else -1
        site = start if start < 0 or shift is None or shift.fixed is None else start + shift.fixed
        return Expression(kernel.number(site), fixed=site, valid=start >= 0 and shift is None)
    table = kernel.table("hands", lambda: firsts)
    real = clause.get("who")
    sure = isinstance(real, Word) and real.name != "Player" and all(first >= 0 for first in firsts[1:-1])
    if not isinstance(real, Word) or real.name == "Player":  # a number that may be nobody's
        who = scope.simple(who, "who")
        first = scope.let("hand", f"D[{table} + {who}] if 0 <= {who} < D[PLAYERS] + 2 else -1")
        return first if shift is None else Expression(f"({first} + {shift} if {first} >= 0 else -1)")
    if shift is None:
        return Expression(f"D[{table} + {who}]", valid=sure)
    return Expression(f"(D[{table} + {who}] + {shift})")


@ludeme("(centrePoint [on<SiteType>])", result="int", documentation="The centre of the board, or the first of several.")
def centre_point(scope: Scope, clause: Clause) -> Expression:
    """A number of the board."""
    kind, board = geometry_kind(scope, clause), scope.kernel.board
    site = board.numbers(kind).start + min(board.sites("centre", kind))
    return Expression(scope.kernel.number(site), fixed=site, valid=True)


class _FirstDirection(WordDirections):
    """Only the first of the directions that words stand for."""

    @property
    def key(self) -> tuple[object, ...]:
        """Tables of their own."""
        return (*super().key, "first")

    def names(self, facing: str, site: int) -> list[str]:
        """At most one."""
        return super().names(facing, site)[:1]


def _first(found: Directions) -> Directions:
    if isinstance(found, LastMoveDirections):
        return found.of_move_under_way()
    if type(found) is not WordDirections:
        return found
    return _FirstDirection(found.kernel, found.words, found.relation, by_site=found.by_site)


@ludeme(
    "(ahead [on<SiteType>] site<int> [steps:<int>] [directions<direction|{direction}>])",
    result="int",
    documentation="The site that many steps away, by default one step forward; the site itself if the way is short.",
)
def ahead(scope: Scope, clause: Clause) -> Expression:
    """Along the rays of the first direction; worked out at once when the text decides it all."""
    kind = geometry_kind(scope, clause)
    way = _first(directions(scope, clause.get("directions"), "Forward"))
    site = written_site(scope, kind, clause.get("site"))
    steps = scope.integer(clause.get("steps"), Expression("1", fixed=1))
    if site.fixed is not None and steps.fixed is not None and isinstance(way, WordDirections) and not way.relative:
        target = _along(way, site.fixed, steps.fixed)
        return Expression(scope.kernel.number(target), fixed=target, valid=site.valid)

    def write(inner: Scope) -> None:
        start, count = inner.register("start"), inner.register("steps")
        found = _first(directions(inner, clause.get("directions"), "Forward"))

        def visit(ray: Expression) -> None:
            with inner.block(f"if {count} > 0 and D[{ray}] + {count} <= D[{ray} + 1]:"):
                inner.line(f"return D[D[{ray}] + {count} - 1]")

        with inner.block(f"if {start} >= 0 and {start} < D[SITES]:"):
            found.each_ray(inner, Expression(start, valid=True), visit)
        inner.line(f"return {start}")

    with scope.bound(start=site, steps=steps):
        return Expression(ask(scope, ("ahead", id(clause)), "ahead", write), valid=site.valid)


def _along(way: WordDirections, site: int, steps: int) -> int:
    board = way.kernel.board
    if not 0 <= site < board.count():
        return site
    for name in way.names("N", site):
        for ray in board.rays(name)[site]:
            if 0 < steps <= len(ray):
                return int(ray[steps - 1])
    return site


@ludeme("(coord coordinate<string>)", result="int", documentation="The site with that coordinate; -1 if there is none.")
def coordinate(scope: Scope, clause: Clause) -> Expression:
    """Looked up among the labels."""
    text = clause.get("coordinate")
    assert isinstance(text, Text)
    return scope.kernel.number(sites_by_coordinate(scope.kernel.board).get(text.value.lower(), -1))


@ludeme(
    "(coord [on<SiteType>] row:<int> column:<int>)",
    result="int",
    documentation="The site in that row and column; -1 if there is none.",
)
def row_and_column(scope: Scope, clause: Clause) -> Expression:
    """Looked up in a table of rows and columns."""
    kind, board = geometry_kind(scope, clause), scope.kernel.board
    rows, columns = board.row_of(kind), board.column_of(kind)
    row, column = scope.integer(clause.get("row")), scope.integer(clause.get("column"))
    numbers = reversed(list(zip(board.numbers(kind), zip(rows, columns, strict=True), strict=True)))
    places = {place: site for site, place in numbers}
    if row.fixed is not None and column.fixed is not None:
        return scope.kernel.number(places.get((row.fixed, column.fixed), -1))
    height, width = max(rows) + 1, max(columns) + 1
    table = scope.kernel.table(
        ("rows and columns", kind), lambda: [places.get((y, x), -1) for y in range(height) for x in range(width)]
    )
    row, column = scope.simple(row, "row"), scope.simple(column, "column")
    size = scope.kernel.number(width)
    inside = f"0 <= {row} < {scope.kernel.number(height)} and 0 <= {column} < {size}"
    return Expression(f"(D[{table} + {row} * {size} + {column}] if {inside} else -1)")


@ludeme("(row [on<SiteType>] of:<int>)", result="int", documentation="The row of a site, from 0 at the bottom.")
@ludeme("(column [on<SiteType>] of:<int>)", result="int", documentation="The column of a site, from 0 at the left.")
@ludeme("(layer [on<SiteType>] of:<int>)", result="int", documentation="The layer of a site, from 0 at the bottom.")
@ludeme("(phase [on<SiteType>] of:<int>)", result="int", documentation="The colour class of a site.")
def place_of(scope: Scope, clause: Clause) -> Expression:
    """A table by site; -1 for what is not on the board."""
    geometry_kind(scope, clause)
    board = scope.kernel.board
    head = clause.signature.head
    tables = {"row": board.row_of, "column": board.column_of, "layer": board.layer_of, "phase": board.phase_of}
    values: Sequence[int] = tables[head]()
    site = scope.integer(clause.get("of"))
    if site.fixed is not None:
        return scope.kernel.number(values[site.fixed] if 0 <= site.fixed < len(values) else -1)
    beside = scope.kernel.equipment.all_sites - len(values)
    table = scope.kernel.table((head, "of"), lambda: [*values, *([-1] * beside)])
    site = scope.simple(site, "site")
    guard = "" if site.valid else f" if 0 <= {site} < D[ALL_SITES] else -1"
    return Expression(f"(D[{table} + {site}]{guard})")


@ludeme(
    "(regionSite region<region> index:<int>)",
    result="int",
    documentation="The site of a region with that index in ascending order, from 0; -1 outside.",
)
def region_site(scope: Scope, clause: Clause) -> Expression:
    """Search the bits."""
    region = clause.get("region")
    assert region is not None
    place = scope.region(region)
    index = scope.integer(clause.get("index"))
    if place.fixed is not None and index.fixed is not None:
        members = sorted(place.fixed)
        return scope.kernel.number(members[index.fixed] if 0 <= index.fixed < len(members) else -1)
    array, base = place.stored(scope)
    return Expression(f"member_number({array}, {base}, D[SET_WORDS], {index})")
