"""Regions that the shape of the board decides: edges, corners, rows, columns, sides, colour classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from apts.board.board import Board
from apts.engine.compiler.expression import Expression
from apts.engine.compiler.ludeme import ludeme
from apts.engine.compiler.scope import Scope
from apts.engine.lowering.player_roles import player_number
from apts.engine.lowering.sites.regions import FixedRegion, Region, SetRegion
from apts.engine.lowering.sites.site_types import geometry_kind
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
        return FixedRegion(scope.kernel, _of_kind(scope, clause, lambda board, kind: [board.sites(name, kind)])[0])


def _of_kind(
    scope: Scope, clause: Clause, sets: Callable[[Board, str], Iterable[Sequence[int]]]
) -> list[Sequence[int]]:
    """Sets of elements of the kind that the clause names, by their numbers on the board."""
    board, kind = scope.kernel.board, geometry_kind(scope, clause)
    first = board.numbers(kind).start
    return [[first + site for site in sites] for sites in sets(board, kind)]


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


_NUMBERED: dict[str, tuple[Callable[[Board, str], Sequence[Sequence[int]]], str]] = {
    "Row": (lambda board, kind: board.rows(kind), "The sites of a row, counted from the bottom."),
    "Column": (lambda board, kind: board.columns(kind), "The sites of a column, counted from the left."),
    "Layer": (lambda board, kind: board.layers(kind), "The sites of a layer, counted from below."),
    "Phase": (lambda board, kind: board.phases(kind), "The sites of a colour class of the board."),
}


def _numbered(mode: str, sets: Callable[[Board, str], Sequence[Sequence[int]]], documentation: str) -> None:
    @ludeme(f"(sites {mode} [on<SiteType>] index<int>)", result="region", documentation=documentation)
    def sites(scope: Scope, clause: Clause) -> Region:
        return indexed(scope, _of_kind(scope, clause, sets), scope.integer(clause.get("index")))


for _mode, (_sets, _documentation) in _NUMBERED.items():
    _numbered(_mode, _sets, _documentation)


@ludeme(
    "(sites Side [on<SiteType>] [who<role|seat> | direction<CompassDirection>])",
    result="region",
    documentation="The sites on one side of the board: the side of a compass direction, or the one a player faces.",
)
def side(scope: Scope, clause: Clause) -> Region:
    """The sites of a side; a player without a direction has none."""
    facings = scope.kernel.equipment.facings
    direction, who = clause.get("direction"), clause.get("who")
    if isinstance(direction, Word):
        name = direction.name
        sites = _of_kind(scope, clause, lambda board, kind: [board.sides(kind).get(name, ())])
        return FixedRegion(scope.kernel, sites[0])
    if who is None:
        return FixedRegion(scope.kernel, ())
    if isinstance(who, Word) and who.name == "Shared":
        return FixedRegion(scope.kernel, _of_kind(scope, clause, lambda board, kind: [board.sites("outer", kind)])[0])
    faced = _of_kind(scope, clause, lambda board, kind: [board.sides(kind).get(facing or "", ()) for facing in facings])
    return indexed(scope, faced, player_number(scope, who))
