"""A position as a picture: the marks of a board drawing, read off a flat position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from apts.board.board import Board
from apts.board.generators.squares import rectangle_graph
from apts.board.picture.drawing import DieMark, EmptyBoard, PieceMark, board_svg, empty_board
from apts.board.picture.drawing_pieces import Way
from apts.board.picture.drawing_sites import RegionMark
from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.equipment import Equipment
from apts.engine.compiler.owned_regions import player_regions
from apts.engine.lowering.tracks.tracks import read_track
from apts.engine.play.game import Die, Move
from apts.engine.play.positions.deciding_sites import decided_by
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import LAST_FROM, LAST_TO, MOVES


def draw_svg(
    compiled: Compiled,
    state: Any,
    *,
    last: Move | None = None,
    pits: bool = False,
    names: Sequence[str] = (),
    columns: int = 0,
    dice: Sequence[Die] = (),
    scores: Sequence[int] = (),
) -> str:
    """The drawing of a position, with the sites of the last move (or of the one given) and what decided it marked.

    A single row of stacks is drawn upright, as a grid ``columns`` high into which pieces are dropped; its cells are
    numbered row by row from the bottom.
    """
    equipment = compiled.equipment
    sites = range(equipment.sites)
    pieces = [mark for site in sites for mark in piece_marks(compiled, state, site)]
    ends: tuple[int | None, int | None] = (None, None)
    if last is not None:
        ends = last.origin, last.target
    elif state[MOVES]:  # the set-up of a game leaves a last site too, but nobody has moved there
        ends = int(state[LAST_FROM]), int(state[LAST_TO])
    marked = {site for site in ends if site is not None and 0 <= site < equipment.sites}
    decided = {spot for found in decided_by(compiled, state) for spot in found.spots}
    hands: dict[int, list[PieceMark]] = {}
    for box in equipment.containers[1:]:
        if box == equipment.dice:
            continue
        held = [mark for site in range(box.first, box.first + box.size) for mark in piece_marks(compiled, state, site)]
        hands.setdefault(box.owner, []).extend(held)
    board = equipment.board
    if columns:
        board, pieces, marked = _upright(compiled, state, pieces, marked, columns)
        decided = {(level * equipment.sites + site, 0) for site, level in decided}
    thrown = [DieMark(die.value, die.used, die.thrown) for die in dice]
    return board_svg(
        board,
        pieces=pieces,
        hands=hands or None,
        highlights=_highlights(marked, {site for site, _ in decided}),
        pits=pits,
        names=_names(names, columns),
        owned=_sides_to_join(equipment),
        ways=() if pits or columns else _ways(equipment),
        regions=() if columns else marked_regions(compiled),
        dice=thrown,
        scores=scores,
    )


@dataclass(frozen=True)
class BareBoard:
    """A board by itself: what it needs to be drawn without a position.

    ``owned`` are sides by the seats they belong to, ``ways`` the tracks, ``regions`` what else belongs to seats.
    """

    board: Board
    pits: bool
    names: tuple[str, ...]
    owned: Mapping[int, Sequence[frozenset[int]]]
    upright: bool = False
    ways: tuple[Way, ...] = ()
    regions: tuple[RegionMark, ...] = ()

    def svg(self, size: int) -> str:
        """The drawing of the board, its longer side ``size`` pixels long."""
        return board_svg(self.board, size=size, pits=self.pits, names=self.names, owned=self.owned, ways=self.ways)

    def layers(self, size: float, shown: Sequence[int] | None = None) -> EmptyBoard:
        """The layers of that drawing, and where the sites are in it; by default those of an empty board are shown."""
        sites = self.board.near(()) if shown is None else shown
        look: dict[str, Any] = {"pits": self.pits, "upright": self.upright, "names": self.names, "ways": self.ways}
        return empty_board(self.board, sites, size, owned=self.owned, regions=self.regions, **look)


def bare_board(compiled: Compiled, *, pits: bool, names: Sequence[str], columns: int) -> BareBoard:
    """The board of a game; a single row of stacks stands upright, ``columns`` high."""
    equipment = compiled.equipment
    board = _grid(equipment.sites, columns) if columns else equipment.board
    ways = () if pits or columns else _ways(equipment)
    regions = () if columns else marked_regions(compiled)
    return BareBoard(board, pits, _names(names, columns), _sides_to_join(equipment), columns > 0, ways, regions)


def marked_regions(compiled: Compiled) -> tuple[RegionMark, ...]:
    """The regions of players that a drawing marks: those that take less than half of the board and are no sides to join.

    Regions of one player and one name are one; a name that the rules do not give is empty.
    """
    sides = {(seat, sites) for seat, found in _sides_to_join(compiled.equipment).items() for sites in found}
    united: dict[tuple[int, str], frozenset[int]] = {}
    written = [(item.owner, item.name) for item in compiled.equipment.regions]
    for region in sorted(compiled.owned, key=lambda region: written.index((region.owner, region.name))):
        if (region.owner, region.sites) not in sides:
            name = "" if region.name == f"RegionP{region.owner}" else region.name
            united[region.owner, name] = united.get((region.owner, name), frozenset()) | region.sites
    shapes = list(dict.fromkeys(name for _, name in united))
    board = compiled.equipment.sites
    marks = [RegionMark(owner, sites, name, shapes.index(name)) for (owner, name), sites in united.items()]
    return tuple(mark for mark in marks if 2 * len(mark.sites) < board)


def _names(names: Sequence[str], columns: int) -> tuple[str, ...]:
    """The names of sites; the cells of columns are called after them."""
    return tuple([*names] * max(columns, 1))


def _highlights(last: set[int], decided: set[int]) -> dict[int, str]:
    """The marks of sites: those of the last move, of what decided the match, or both."""
    return {
        site: " ".join(kind for kind, sites in (("last", last), ("win", decided)) if site in sites)
        for site in last | decided
    }


def _ways(equipment: Equipment) -> tuple[Way, ...]:
    """The tracks of a board, without what lies beside it; one that goes round comes back to its first site."""
    found = []
    for track in (read_track(equipment, clause) for clause in equipment.tracks):
        sites = tuple(site for site in track.sites if 0 <= site < equipment.sites)
        found.append(sites + sites[:1] if track.loop else sites)
    return tuple(found)


def _grid(columns: int, rows: int) -> Board:
    return Board(rectangle_graph(rows + 1, columns + 1, "Implied"), "Cell")


def _sides_to_join(equipment: Equipment) -> dict[int, list[frozenset[int]]]:
    """The sides of each seat, where every seat has several."""
    seats = range(1, equipment.players + 1)
    known = {frozenset(sites) for sites in equipment.board.sides().values()}
    owned = {seat: [sites for sites in player_regions(equipment, seat) if sites in known] for seat in seats}
    return owned if all(len(sides) > 1 for sides in owned.values()) else {}


def piece_marks(compiled: Compiled, state: Any, site: int) -> Iterator[PieceMark]:
    """The pieces on a site, bottom first."""
    position = Position(compiled, state)
    count = 1 if compiled.stacking else position.count(site)
    for level, (what, local, _value, _rotation) in enumerate(position.pieces(site)):
        piece = compiled.equipment.components[what - 1]
        owner = piece.owner if piece.owner <= compiled.equipment.players else 0
        yield PieceMark(site, owner, piece.called_in_full, count, level, local, piece.called)


def _upright(
    compiled: Compiled, state: Any, pieces: list[PieceMark], marked: set[int], rows: int
) -> tuple[Board, list[PieceMark], set[int]]:
    """The row of stacks as a grid."""
    columns = compiled.equipment.sites
    position = Position(compiled, state)
    heights = [position.count(site) for site in range(columns)]
    lifted = [replace(piece, site=piece.level * columns + piece.site, count=1, level=0) for piece in pieces]
    tops = {(heights[site] - 1) * columns + site for site in marked if heights[site]}
    return _grid(columns, rows), lifted, tops
