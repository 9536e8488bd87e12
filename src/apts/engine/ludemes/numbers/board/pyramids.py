"""What lies below and above on pyramids, and the longest line: ``(count SitesPlatformBelow ..)`` and its like."""

from __future__ import annotations

from collections.abc import Callable

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.match_functions import as_tuple
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask
from apts.engine.lowering.sites.geometry_tables import ray_pairs
from apts.engine.lowering.sites.groups import cleared_set
from apts.engine.lowering.sites.regions import Filtered, Region, SetRegion
from apts.engine.lowering.sites.site_types import geometry_kind, sites_of_kind
from apts.language.tree import Clause, Word

_DOWN = ("DNW", "DNE", "DSW", "DSE")
_UP = ("UNW", "UNE", "USW", "USE")


def _wanted(scope: Scope, clause: Clause) -> Callable[[Expression], str]:
    """Whether the piece on a site is one of those that are counted."""
    storage = scope.kernel.storage
    given = as_tuple(clause.get("what") if clause.get("whats") is None else clause.get("whats"))
    whats = [scope.let("what", scope.integer(item)) for item in given]
    if whats:
        return lambda site: "(" + " or ".join(f"{storage.what(scope, site)} == {what}" for what in whats) + ")"
    owner = scope.let("owner", scope.integer(clause.get("who"), "0"))
    return lambda site: f"{storage.who(scope, site)} == {owner}"


@ludeme(
    "(count SitesPlatformBelow [on<SiteType>] [site<int>] [who:<role> | what:<int> | whats:<{int}>])",
    result="int",
    documentation="How many of the sites that a site (by default the target) rests on hold a piece of a player or kind.",
)
def count_below(scope: Scope, clause: Clause) -> Expression:
    """A list for each site."""
    geometry_kind(scope, clause)

    def write(inner: Scope) -> None:
        board = inner.kernel.board
        below = inner.kernel.lists("below", lambda: [list(sites) for sites in board.neighbours("Downward")])
        site = inner.let("site", inner.integer(clause.get("site"), inner.register("to")))
        total = inner.let("total", "0")
        wanted = _wanted(inner, clause)
        with (
            inner.block(f"if 0 <= {site} < D[SITES]:"),
            inner.loop(f"for index in range(D[{below} + {site}], D[{below} + {site} + 1]):"),
        ):
            support = inner.let("support", "D[index]", valid=True)
            with inner.block(f"if {wanted(support)}:"):
                inner.line(f"{total} += 1")
        inner.line(f"return {total}")

    return ask(scope, ("below", id(clause)), "count_below", write)


@ludeme(
    "(sites Support [on<SiteType>] [what<int>])",
    result="region",
    documentation="The sites that carry a piece, or a piece of that number, on a pyramid.",
)
def supporting(scope: Scope, clause: Clause) -> Region:
    """A look at the four sites above every site."""
    kind = geometry_kind(scope, clause)
    what = clause.get("what")
    piece = None if what is None else scope.simple(scope.integer(what), "what")
    board = scope.kernel.board

    def lists() -> list[list[int]]:
        return [[ends[0] for way in _UP if (ends := board.steps(way)[site])] for site in range(board.count())]

    above = scope.kernel.lists("corners above", lists)

    def test(inner: Scope, site: Expression) -> Expression:
        found, index = inner.let("found", "False"), inner.fresh("i")
        with inner.loop(f"for {index} in range(D[{above} + {site}], D[{above} + {site} + 1]):"):
            carried = inner.let(
                "carried", inner.kernel.storage.what(inner, inner.let("site", f"D[{index}]", valid=True))
            )
            fits = (
                f"{carried} != 0" if piece is None else f"({carried} == {piece} or ({piece} == -1 and {carried} != 0))"
            )
            with inner.block(f"if {fits}:"):
                inner.line(f"{found} = True")
        return found

    return Filtered(sites_of_kind(scope, kind), test)


@ludeme(
    "(is PyramidCorners [on<SiteType>] [from:<int> | froms:<region>])",
    result="bool",
    documentation="Whether a site (by default the last move's) and the four corners of a pyramid below or above it hold "
    "the same piece.",
)
def is_pyramid_corners(scope: Scope, clause: Clause) -> Expression:
    """The corners at each distance at which all four of them exist, as lists of four."""
    geometry_kind(scope, clause)

    def write(inner: Scope) -> None:
        storage = inner.kernel.storage
        corners = inner.kernel.lists("pyramid corners", lambda: _corners(inner))
        several, one = clause.get("froms"), clause.get("from")
        pivots = None if several is None else inner.region(several)
        if pivots is None:
            place = inner.let("pivot", inner.integer(one, f"{inner.state}[LAST_TO]"))
            inner.line(f"clear_set(W, {(work_set := inner.temporary_set())}, D[SET_WORDS])")
            inner.line(f"put_site(D, W, {work_set}, {place})")
            pivots = SetRegion("W", work_set)
        with pivots.each(inner) as pivot:
            with inner.block(f"if {pivot} >= D[SITES]:"):
                inner.line("return False")
            what = inner.let("what", storage.what(inner, pivot))
            inner.line("alike = 0")
            with inner.loop(f"for index in range(D[{corners} + {pivot}], D[{corners} + {pivot} + 1]):"):
                with inner.block(f"if (index - D[{corners} + {pivot}]) % 4 == 0:"):
                    inner.line("alike = 0")
                with inner.block(f"if {storage.what(inner, inner.let('corner', 'D[index]', valid=True))} == {what}:"):
                    inner.line("alike += 1")
                with inner.block("if alike == 4:"):
                    inner.line("return True")
        inner.line("return False")

    return ask(scope, ("pyramid corners", id(clause)), "pyramid_corners", write)


def _corners(scope: Scope) -> list[list[int]]:
    board = scope.kernel.board
    rows: list[list[int]] = []
    for start in range(board.count()):
        row: list[int] = []
        for ways in (_DOWN, _UP):
            sites = [start] * 4
            while True:
                following = [board.steps(way)[site] for way, site in zip(ways, sites, strict=True)]
                if any(len(ends) != 1 for ends in following):
                    break
                sites = [ends[0] for ends in following]
                row.extend(sites)
        rows.append(row)
    return rows


@ludeme(
    "(count SizeBiggestLine [on<SiteType>] [direction<AbsoluteDirection>] [if:condition<bool>])",
    result="int",
    documentation="The length of the longest line of pieces, or of sites that meet the condition.",
)
def longest_line(scope: Scope, clause: Clause) -> Expression:
    """From every site along both ways of every line."""
    kind = geometry_kind(scope, clause)
    word = clause.get("direction")

    def write(inner: Scope) -> None:
        members = cleared_set(inner)
        with sites_of_kind(inner, kind).each(inner) as site, inner.bound(to=site):
            condition = clause.get("condition")
            empty = inner.kernel.storage.is_empty(inner, site)
            fits = f"not {empty}" if condition is None else str(inner.boolean(condition))
            with inner.block(f"if {fits}:"):
                inner.line(f"put_site(D, W, {members}, {site})")
        pairs = ray_pairs(inner.kernel, word.name if isinstance(word, Word) else "Adjacent")
        longest = inner.let("longest", "0")
        with SetRegion("W", members).each(inner) as pivot:
            ray = inner.let("ray", f"D[{pairs} + {pivot}]")
            with inner.block(f"while {ray} < D[{pairs} + {pivot} + 1]:"):
                inner.line("count = 1")
                for way in (0, 1):
                    with inner.block(f"for index in range(D[{ray} + {way}], D[{ray} + {way + 1}]):"):
                        with inner.block(f"if not has_site(D, W, {members}, D[index]):"):
                            inner.line("break")
                        inner.line("count += 1")
                inner.line(f"{longest} = max({longest}, count)")
                inner.line(f"{ray} += 2")
        inner.line(f"return {longest}")

    return ask(scope, ("longest line", id(clause)), "longest_line", write)
