"""A board with nothing on it: what lies under pieces, what is written over them, and where its sites are."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from apts.board.board import Board
from apts.board.picture.drawing_regions import RegionMark, draw_regions
from apts.board.picture.drawing_sides import SIDE_MARGIN, draw_sides
from apts.board.picture.drawing_sites import (
    Frame,
    draw_cells,
    draw_coordinates,
    draw_ground,
    draw_lines,
    draw_names,
    frame_for,
    has_coordinates,
)
from apts.board.picture.drawing_ways import Way, draw_ways


@dataclass(frozen=True)
class EmptyBoard:
    """The layers of a drawing that no position changes. ``ground`` lies under the pieces, ``writing`` over them."""

    frame: Frame
    ground: str
    writing: str


def empty_board(
    board: Board,
    shown: Sequence[int],
    size: float,
    *,
    pits: bool = False,
    coordinates: bool = True,
    upright: bool = False,
    names: Sequence[str] = (),
    owned: Mapping[int, Sequence[Collection[int]]],
    ways: Sequence[Way] = (),
    regions: Sequence[RegionMark] = (),
) -> EmptyBoard:
    """The layers of a board of which some sites are shown; the longer side of the drawing is ``size`` pixels long.

    ``owned`` are sides of the board by owner, ``ways`` its tracks, ``regions`` what belongs to seats; the columns of an
    ``upright`` board have their letters below, however high they are. See
    :func:`apts.board.picture.drawing.board_svg` for the rest.
    """
    labelled = coordinates and (upright or (not pits and has_coordinates(board)))
    frame = frame_for(board, shown, size, labelled, names, SIDE_MARGIN if owned else 0.0)
    ground = [*draw_sides(frame, owned)]
    if board.site_type == "Cell":
        ground += draw_cells(frame)
    else:
        ground += [*draw_ground(frame), *draw_lines(frame, pits)]
    ground += [*draw_regions(frame, regions), *draw_ways(frame, ways)]
    written = draw_coordinates(frame) if labelled else None
    if coordinates and written is None:
        written = list(draw_names(frame, pits))
    return EmptyBoard(frame, "".join(ground), "".join(written or ()))
