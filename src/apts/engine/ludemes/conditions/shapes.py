"""Shapes of pieces: ``(is Pattern ..)`` and, on pyramids, ``(is Flat ..)``."""

from __future__ import annotations

from apts.board.directions import clockwise, counter_clockwise
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.answer_functions import ask
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
    walk = clause.get("walk")
    assert isinstance(walk, tuple)
    steps = tuple(step.name for step in walk if isinstance(step, Word))

    def write(inner: Scope) -> None:
        storage = inner.kernel.storage
        start = inner.let("start", inner.integer(clause.get("from"), f"{inner.state}[LAST_TO]"), valid=True)
        with inner.block(f"if {start} < 0 or {start} >= D[SITES]:"):
            inner.line("return False")
        what, whats = clause.get("what"), clause.get("whats")
        if isinstance(whats, tuple):
            wanted = [inner.let("wanted", inner.integer(item)) for item in whats]
        else:
            wanted = [inner.let("wanted", inner.integer(what) if what is not None else storage.what(inner, start))]
        paths = inner.kernel.lists_of_lists(("paths", steps), lambda: _paths(inner, steps))
        with inner.loop(f"for path in range(D[{paths} + {start}], D[{paths} + {start} + 1]):"):
            inner.line("fits = 1")
            with inner.loop("for index in range(D[path], D[path + 1]):"):
                found = storage.what(inner, inner.let("site", "D[index]", valid=True))
                expected = wanted[0]
                if len(wanted) > 1:
                    expected = inner.let("expected", wanted[0])
                    for number, component in enumerate(wanted[1:], 1):
                        with inner.block(f"if (index - D[path]) % {len(wanted)} == {number}:"):
                            inner.line(f"{expected} = {component}")
                with inner.block(f"if {found} != {expected}:"):
                    inner.line("fits = 0")
                    inner.line("break")
            with inner.block("if fits == 1:"):
                inner.line("return True")
        inner.line("return False")

    return ask(scope, ("pattern", id(clause)), "pattern", write)


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
