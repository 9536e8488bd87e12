"""The board of a game for a page: the layers of its drawing that never change, and the places of its sites in it."""

from __future__ import annotations

from typing import Any

from apts.board.picture.drawing_regions import region_swatch
from apts.board.picture.drawing_sites import Frame, outline_path
from apts.engine.rules_game import RulesGame
from apts.engine.text.drawing import bare_board
from apts.engine.text.upright import is_row_of_stacks

_SIZE = 480.0
_CLOSE_UP = 48.0
"""How far apart the sites of an endless board are, of which a page shows a part."""


def described_board(game: RulesGame) -> dict[str, Any]:
    """``board``, ``sites`` and ``hands`` of a description.

    Sites that are not on the board have no place. A page shows a part of boards that are ``endless`` and of columns
    that have no height of their own (``columns.told`` is false).
    """
    equipment = game.compiled.equipment
    rows = _rows(game)
    bare = bare_board(game.compiled, pits=game.has_pits, names=game.site_names, columns=rows)
    everywhere = range(bare.board.count())
    drawn = bare.layers(_SIZE, everywhere)
    if game.board.boardless:
        drawn = bare.layers(_SIZE * _CLOSE_UP / drawn.frame.spacing, everywhere)
    frame = drawn.frame
    names = game.place_names
    sites = [
        {"name": name, **(_place(frame, site) if site < equipment.sites else {})} for site, name in enumerate(names)
    ]
    board = {
        "width": _short(frame.width),
        "height": _short(frame.height),
        "spacing": _short(frame.spacing),
        "ground": drawn.ground,
        "writing": drawn.writing,
        "kind": bare.board.site_type.lower(),
        "pits": game.has_pits,
        "endless": game.board.boardless,
        "columns": _columns(game, frame, rows),
        "regions": [
            {"owner": mark.owner, "name": mark.name, "sites": sorted(mark.sites), "swatch": region_swatch(mark)}
            for mark in bare.regions
        ],
    }
    hands = [
        {"name": names[box.first].partition(".")[0], "owner": box.owner, "first": box.first, "size": box.size}
        for box in equipment.containers[1:]
        if box != equipment.dice
    ]
    return {"board": board, "sites": sites, "hands": hands}


def _rows(game: RulesGame) -> int:
    """How high the columns of an upright board are drawn, 0 for others."""
    if not is_row_of_stacks(game.compiled):
        return 0
    return game.column_height(game.start().position) if game.declared_height else game.compiled.equipment.levels


def _columns(game: RulesGame, frame: Frame, rows: int) -> dict[str, Any] | None:
    """How many cells stand upon each other, and how far apart; None for boards that lie flat."""
    if not rows:
        return None
    across = game.compiled.equipment.sites
    step = frame.site(0)[1] - frame.site(across)[1] if rows > 1 else frame.spacing
    return {"rows": rows, "step": _short(step), "told": game.declared_height is not None}


def _place(frame: Frame, site: int) -> dict[str, Any]:
    """Where a site is, how large pieces are there, and for an edge the line that it is; cells are in the ground."""
    x, y = frame.site(site)
    place: dict[str, Any] = {"x": _short(x), "y": _short(y), "radius": _short(frame.radius(site))}
    if frame.board.kind_of(site) == "Edge":
        place["path"] = outline_path(frame, frame.board.ends_of(site), closed=False)
    return place


def _short(value: float) -> float:
    return round(value, 2)
