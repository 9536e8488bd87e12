"""What can be seen of pieces on a pyramid from above, for groups of pieces that must be visible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from apts.engine.compiler.expression import Expression

if TYPE_CHECKING:
    from apts.engine.compiler.scope import Scope

_COVERING = 2  # so many pieces that lie on two neighbours hide that they touch


def is_covered(scope: Scope, site: Expression) -> Expression:
    """Whether a piece lies straight above the site."""
    kernel = scope.kernel
    places = kernel.board.xy()

    def lists() -> list[list[int]]:
        rows = []
        for here, place in enumerate(places):
            rows.append([other for other in range(here + 1, len(places)) if places[other] == place])
        return rows

    above = kernel.lists("straight above", lists)
    found, index = scope.let("covered", "False"), scope.fresh("i")
    with scope.loop(f"for {index} in range(D[{above} + {site}], D[{above} + {site} + 1]):"):
        empty = kernel.storage.is_empty(scope, scope.let("site", f"D[{index}]", valid=True))
        with scope.block(f"if not {empty}:"):
            scope.line(f"{found} = True")
    return found


def is_joined_visibly(scope: Scope, site: Expression, neighbour: Expression) -> Expression:
    """Whether fewer than two pieces lie on both of two neighbours."""
    kernel = scope.kernel
    above = kernel.lists("above", lambda: [list(sites) for sites in kernel.board.neighbours("Upward")])
    count, one, other = scope.let("count", "0"), scope.fresh("i"), scope.fresh("i")
    with (
        scope.loop(f"for {one} in range(D[{above} + {site}], D[{above} + {site} + 1]):"),
        scope.loop(f"for {other} in range(D[{above} + {neighbour}], D[{above} + {neighbour} + 1]):"),
        scope.block(f"if D[{one}] == D[{other}]:"),
    ):
        empty = kernel.storage.is_empty(scope, scope.let("site", f"D[{one}]", valid=True))
        with scope.block(f"if not {empty}:"):
            scope.line(f"{count} += 1")
    return Expression(f"({count} < {_COVERING})")
