"""Shapes of pieces: ``(is Pattern ..)``, ``(sites Pattern ..)`` and, on pyramids, ``(is Flat ..)``."""

from __future__ import annotations

from collections.abc import Callable

from apts.board.relations import clockwise, counter_clockwise
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ImpossibleRule, ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask
from apts.engine.lowering.sites.regions import Region, Walked
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.engine.lowering.sites.walks import Walk, turning_directions
from apts.language.tree import Clause, Word


def _paths(scope: Scope, walk: Walk) -> list[list[list[int]]]:
    """For every site, the sites on the walk in each direction in which it stays on the board."""
    board = scope.kernel.board
    ways = turning_directions(board)
    found: list[list[list[int]]] = []
    for start in range(board.count()):
        paths = []
        for way in ways:
            site, direction, path = start, way, [start]
            for step in walk:
                if step == "F":
                    following = board.steps(direction)[site]
                    if not following:
                        break
                    site = following[-1]
                    path.append(site)
                else:
                    direction = clockwise(direction, ways) if step == "R" else counter_clockwise(direction, ways)
            else:
                paths.append(path)
        found.append(paths)
    return found


@ludeme(
    "(is Pattern walk<{walk}> [on<SiteType>] [from:<int>] [what:<int> | whats:<{int}>])",
    result="bool",
    documentation="Whether pieces stand on all sites of a walk from the site (by default the last move's): all alike, "
    "or the pieces given, over and over again.",
)
def is_pattern(scope: Scope, clause: Clause) -> Expression:
    """A function that tries the walk in every direction."""
    geometry_kind(scope, clause)

    def write(inner: Scope) -> None:
        start = _start(inner, clause)
        with inner.block(f"if {start} < 0 or {start} >= D[SITES]:"):
            inner.line("return False")
        _each_fit(inner, clause, start, lambda path: inner.line("return True"))  # noqa: ARG005
        inner.line("return False")

    return ask(scope, ("pattern", id(clause)), "pattern", write)


@ludeme(
    "(sites Pattern walk<{walk}> [on<SiteType>] [from:<int>] [what:<int> | whats:<{int}>])",
    result="region",
    documentation="The sites of every walk from the site (by default the last move's), in any direction, on which pieces "
    "stand: all alike, or the pieces given, over and over again.",
)
def sites_pattern(scope: Scope, clause: Clause) -> Region:
    """The sites of all walks that fit."""
    geometry_kind(scope, clause)

    def walk(inner: Scope, visit: Callable[[Expression], None]) -> None:
        def add(path: str) -> None:
            index = inner.fresh("index")
            with inner.block(f"for {index} in range(D[{path}], D[{path} + 1]):"):
                visit(inner.let("site", f"D[{index}]", valid=True))

        start = _start(inner, clause)
        with inner.block(f"if 0 <= {start} < D[SITES]:"):
            _each_fit(inner, clause, start, add)

    return Walked(walk)


def _start(scope: Scope, clause: Clause) -> Expression:
    """Where the walks begin, if it is a site of the board."""
    return scope.let("start", scope.integer(clause.get("from"), f"{scope.state}[LAST_TO]"), valid=True)


def _each_fit(scope: Scope, clause: Clause, start: Expression, visit: Callable[[str], None]) -> None:
    """Visit every walk from a site on whose sites the pieces stand."""
    storage = scope.kernel.storage
    walk, what, whats = clause.get("walk"), clause.get("what"), clause.get("whats")
    assert isinstance(walk, tuple)
    steps = tuple(step.name for step in walk if isinstance(step, Word))
    if whats == ():
        raise ImpossibleRule(f"({clause.name}) of no pieces", clause.position)
    if isinstance(whats, tuple):
        wanted = [scope.let("wanted", scope.integer(item)) for item in whats]
    else:
        wanted = [scope.let("wanted", scope.integer(what) if what is not None else storage.what(scope, start))]
    paths = scope.kernel.lists_of_lists(("paths", steps), lambda: _paths(scope, steps))
    path, index, fits = scope.fresh("path"), scope.fresh("index"), scope.fresh("fits")
    with scope.loop(f"for {path} in range(D[{paths} + {start}], D[{paths} + {start} + 1]):"):
        scope.line(f"{fits} = 1")
        with scope.loop(f"for {index} in range(D[{path}], D[{path} + 1]):"):
            found = storage.what(scope, scope.let("site", f"D[{index}]", valid=True))
            expected = wanted[0]
            if len(wanted) > 1:
                expected = scope.let("expected", wanted[0])
                for number, component in enumerate(wanted[1:], 1):
                    with scope.block(f"if ({index} - D[{path}]) % {len(wanted)} == {number}:"):
                        scope.line(f"{expected} = {component}")
            with scope.block(f"if {found} != {expected}:"):
                scope.line(f"{fits} = 0")
                scope.line("break")
        with scope.block(f"if {fits} == 1:"):
            visit(path)


@ludeme(
    "(is Flat [site<int>])",
    result="bool",
    documentation="Whether the site (by default the target) is on the ground or rests on occupied sites only.",
)
def is_flat(scope: Scope, clause: Clause) -> Expression:
    """A function that looks at the sites below."""

    def write(inner: Scope) -> None:
        board = inner.kernel.board
        site = inner.let("site", inner.integer(clause.get("site"), inner.register("to")), valid=True)
        with inner.block(f"if {site} < 0 or {site} >= D[SITES]:"):
            inner.line("return False")
        below = inner.kernel.lists("below", lambda: [list(sites) for sites in board.neighbours("Downward")])
        with inner.loop(f"for index in range(D[{below} + {site}], D[{below} + {site} + 1]):"):
            support = inner.let("support", "D[index]", valid=True)
            with inner.block(f"if {inner.kernel.storage.is_empty(inner, support)}:"):
                inner.line("return False")
        inner.line("return True")

    return ask(scope, ("flat", id(clause)), "flat", write)


@ludeme(
    "(is Freedom [on<SiteType>] region<region> [place<int>])",
    result="bool",
    documentation="Whether a site of a region has an empty neighbour on the ground to its north, south, west or east, "
    "another one than the place where a piece is to come.",
)
def is_freedom(scope: Scope, clause: Clause) -> Expression:
    """A function that looks at the neighbours of each site."""
    geometry_kind(scope, clause)
    region = clause.get("region")
    assert region is not None

    def beside(inner: Scope) -> list[list[int]]:
        board = inner.kernel.board
        layers = board.layer_of()
        ways = [board.steps(way) for way in ("N", "S", "W", "E") if way in board.directions("All")]
        return [
            [near for way in ways for near in way[site] if near < len(layers) and layers[near] == 0]
            for site in range(board.count())
        ]

    def write(inner: Scope) -> None:
        assert region is not None
        place = inner.let("place", inner.integer(clause.get("place"), "-1"))
        near = inner.kernel.lists("beside on the ground", lambda: beside(inner))
        sites = inner.region(region)
        with sites.each(inner) as site, inner.block(f"if {site} < D[SITES]:"):
            index = inner.fresh("index")
            with inner.loop(f"for {index} in range(D[{near} + {site}], D[{near} + {site} + 1]):"):
                free = inner.let("free", f"D[{index}]", valid=True)
                with inner.block(f"if {free} != {place} and {inner.kernel.storage.is_empty(inner, free)}:"):
                    inner.line("return True")
        inner.line("return False")

    return ask(scope, ("freedom", id(clause)), "freedom", write)
