"""Regions that the shape of the board decides: edges, corners, rows, columns, sides, colour classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from apts.board.board import Board
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.regions import FixedRegion, Region, SetRegion
from apts.engine.lowering.sites.site_types import refuse_other_geometry
from apts.language.tree import Clause, Word

_NAMED = {
    "Bottom": ("bottom", "The lowest sites of the board."),
    "Top": ("top", "The highest sites of the board."),
    "Left": ("left", "The leftmost sites of the board."),
    "Right": ("right", "The rightmost sites of the board."),
    "Centre": ("centre", "The sites in the middle of the board."),
    "Corners": ("corners", "The corners of the board."),
    "ConvexCorners": ("convex corners", "The corners that point outward."),
    "ConcaveCorners": ("concave corners", "The corners that point inward."),
    "Outer": ("outer", "The sites on the outline of the board."),
    "Perimeter": ("perimeter", "The sites on the outline of the board."),
    "Inner": ("inner", "The sites that are not on the outline of the board."),
}


def _named(mode: str, name: str, documentation: str) -> None:
    @ludeme(f"(sites {mode} [on<SiteType>])", result="region", documentation=documentation)
    def sites(scope: Scope, clause: Clause) -> Region:
        refuse_other_geometry(scope, clause)
        return FixedRegion(scope.kernel, scope.kernel.board.sites(name))


for _mode, (_name, _documentation) in _NAMED.items():
    _named(_mode, _name, _documentation)


def indexed(scope: Scope, sets: Sequence[Sequence[int]], index: Expression) -> Region:
    """The set with that number; none when there is no such set."""
    if index.fixed is not None:
        return FixedRegion(scope.kernel, sets[index.fixed] if 0 <= index.fixed < len(sets) else ())
    number = scope.simple(index, "index")
    count = scope.kernel.number(len(sets))
    start = scope.kernel.set_table([*sets, ()])
    chosen = scope.let("chosen", f"{number} if 0 <= {number} < {count} else {count}")
    return SetRegion("D", f"D[{start}] + {chosen} * D[SET_WORDS]")


_NUMBERED: dict[str, tuple[Callable[[Board], Sequence[Sequence[int]]], str]] = {
    "Row": (lambda board: board.rows(), "The sites of a row, counted from the bottom."),
    "Column": (lambda board: board.columns(), "The sites of a column, counted from the left."),
    "Layer": (lambda board: board.layers(), "The sites of a layer, counted from below."),
    "Phase": (lambda board: board.phases(), "The sites of a colour class of the board."),
}


def _numbered(mode: str, sets: Callable[[Board], Sequence[Sequence[int]]], documentation: str) -> None:
    @ludeme(f"(sites {mode} [on<SiteType>] index<int>)", result="region", documentation=documentation)
    def sites(scope: Scope, clause: Clause) -> Region:
        refuse_other_geometry(scope, clause)
        return indexed(scope, sets(scope.kernel.board), scope.integer(clause.get("index")))


for _mode, (_sets, _documentation) in _NUMBERED.items():
    _numbered(_mode, _sets, _documentation)


@ludeme(
    "(sites Side [on<SiteType>] [who<role|seat> | direction<CompassDirection>])",
    result="region",
    documentation="The sites on one side of the board: the side of a compass direction, or the one a player faces.",
)
def side(scope: Scope, clause: Clause) -> Region:
    """The sites of a side; a player without a direction has none."""
    refuse_other_geometry(scope, clause)
    board, equipment = scope.kernel.board, scope.kernel.equipment
    direction, who = clause.get("direction"), clause.get("who")
    if isinstance(direction, Word):
        return FixedRegion(scope.kernel, board.sides().get(direction.name, ()))
    if who is None:
        return FixedRegion(scope.kernel, ())
    if isinstance(who, Word) and who.name == "Shared":
        return FixedRegion(scope.kernel, board.sites("outer"))
    faced = [board.sides().get(facing or "", ()) for facing in equipment.facings]
    return indexed(scope, faced, player_number(scope, who))
