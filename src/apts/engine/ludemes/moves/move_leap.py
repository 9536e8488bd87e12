"""Leaps to the end of a walk: ``(move Leap ..)`` and the effect ``(leap ..)``."""

from __future__ import annotations

from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.random_selection.sinks import GeneratedMove, Sink, with_then
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.move_blocks import Destination, Origin
from apts.engine.lowering.moving import carry
from apts.engine.lowering.sites.geometry_tables import padded
from apts.engine.lowering.sites.site_types import geometry_kind
from apts.engine.lowering.sites.walks import read_walks, walk_ends
from apts.language.tree import Clause

_COLUMNS = {"NE": 1, "E": 1, "SE": 1, "SW": -1, "W": -1, "NW": -1}
_ROWS = {"N": 1, "NE": 1, "NW": 1, "S": -1, "SE": -1, "SW": -1}


@ludeme(
    "(move Leap [start<from>] walks<{{walk}}> [forward:<bool>] [rotations:<bool>] to<to> [then<then>])",
    result="moves",
    documentation="Move a piece to the end of a walk, whatever lies between.",
)
@ludeme(
    "(leap [start<from>] walks<{{walk}}> [forward:<bool>] [rotations:<bool>] to<to> [then<then>])",
    result="moves",
    documentation="Leap as an effect.",
)
def leap(scope: Scope, clause: Clause, sink: Sink) -> None:
    """One move for each end of a walk that meets the condition."""
    start, target = clause.get("start"), Destination(clause.get("to"))
    if isinstance(start, Clause):
        geometry_kind(scope, start)
    sink = with_then(sink, clause.get("then"))

    def act(inner: Scope) -> None:
        target.apply(inner)
        carry(inner, clause)

    Origin(start).refuse_region(scope)
    with Origin(start).each(scope) as origin:
        table, index = _ends(scope, clause, origin)
        counter = scope.fresh("i")
        with scope.loop(f"for {counter} in range(D[{table} + {index}], D[{table} + {index} + 1]):"):
            site = scope.let("site", f"D[{counter}]", valid=True)
            with scope.bound(to=site), target.allowed(scope, sink):
                sink.emit(scope, GeneratedMove(clause, "leap", origin, site, act))


def _ends(scope: Scope, clause: Clause, origin: Expression) -> tuple[str, Expression]:
    """The table of the ends and the code of the place in it; with ``forward:`` one part for each facing."""
    kernel = scope.kernel
    walks = read_walks(clause.get("walks"))
    rotations = scope.flag(clause, "rotations", default=True)

    def ends() -> list[list[int]]:
        return [list(found) for found in padded(kernel, walk_ends(kernel.board, walks, rotations=rotations))]

    if not scope.flag(clause, "forward"):
        return kernel.lists(("leaps", walks, rotations), ends), origin
    facings = list(dict.fromkeys(piece.facing for piece in kernel.equipment.components))

    def ahead() -> list[list[int]]:
        places = list(zip(kernel.board.row_of(), kernel.board.column_of(), strict=True))
        return [
            [end for end in found if _in_front(facing, places[site], places[end])]
            for facing in facings
            for site, found in enumerate(ends())
        ]

    table = kernel.lists(("leaps ahead", walks, rotations), ahead)
    looks = kernel.table(
        "facings", lambda: [0, *(facings.index(piece.facing) for piece in kernel.equipment.components)]
    )
    what = kernel.storage.what(scope, origin)
    return table, scope.let("place", f"D[{looks} + {what}] * D[ALL_SITES] + {origin}")


def _in_front(facing: str, start: tuple[int, int], end: tuple[int, int]) -> bool:
    """Whether the end lies in front of a piece that faces so; places are (row, column)."""
    row, column = _ROWS.get(facing, 0), _COLUMNS.get(facing, 0)
    if row == 0 and column == 0:
        return False
    return (row == 0 or (end[0] - start[0]) * row > 0) and (column == 0 or (end[1] - start[1]) * column > 0)
