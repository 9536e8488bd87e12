"""The pieces and dice of a game for a page: names, owners and drawings, by the code that draws every picture."""

from __future__ import annotations

from typing import Any

from apts.board.picture.drawing_pieces import STACK, PieceMark, draw_piece, letters
from apts.board.picture.drawing_style import SEATS
from apts.board.picture.drawing_table import DIE_SIDE, DieMark, draw_die
from apts.engine.compiler.equipment import Component
from apts.engine.lowering.dice import NOTED_DICE
from apts.engine.rules_game import RulesGame

UNIT = 100.0
"""The radius of a site in the drawings of pieces, whose middle is at 0, 0."""


def described_pieces(game: RulesGame) -> dict[str, Any]:
    """The kinds of pieces in the order of their numbers, and how stacks of them are drawn."""
    marks = letters(_mark(game, piece) for piece in game.compiled.equipment.components if not piece.faces)
    kinds = [_described(game, piece, marks) for piece in game.compiled.equipment.components]
    return {"unit": UNIT, "stack": STACK, "colours": len(SEATS), "kinds": kinds}


def _described(game: RulesGame, piece: Component, marks: dict[str, str]) -> dict[str, Any]:
    """A kind of piece; ``drawings`` are by the number of the colour, of which pieces of nobody have several."""
    mark = _mark(game, piece)
    changing = mark.owner == 0 and "state" in game.compiled.fields and not piece.faces
    colours = range(len(SEATS)) if changing else (mark.seat,)
    drawings = {colour: "".join(draw_piece(_mark(game, piece, colour), 0, 0, UNIT, marks)) for colour in colours}
    return {
        "name": piece.called_in_full,
        "called": piece.called,
        "owner": mark.owner,
        "player": piece.owner,
        "letter": marks.get(mark.kind, ""),
        "drawings": {} if piece.faces else drawings,
    }


def _mark(game: RulesGame, piece: Component, colour: int = 0) -> PieceMark:
    owner = piece.owner if piece.owner <= game.players else 0
    state = colour if owner == 0 else 0
    return PieceMark(0, owner, piece.called_in_full, state=state, called=piece.called)


def described_dice(game: RulesGame) -> dict[str, Any] | None:
    """The dice: their sites, the values of their faces, where a throw is noted, and drawings; None without dice.

    ``drawings`` are those of a value and of a used one (``4`` and ``4 used``), and one without value for a die that was
    not thrown yet.
    """
    compiled = game.compiled
    box = compiled.equipment.dice
    if box is None:
        return None
    faces = [list(compiled.equipment.components[number].faces) for number in range(box.size)]
    drawings = {"": draw_die(DieMark(0, thrown=False))}
    for value in sorted({0, *(value for die in faces for value in die)}):
        drawings[f"{value}"] = draw_die(DieMark(value))
        drawings[f"{value} used"] = draw_die(DieMark(value, used=True))
    return {
        "first": box.first,
        "size": box.size,
        "faces": faces,
        "thrown": compiled.thrown,
        "noted": min(box.size, NOTED_DICE),
        "side": DIE_SIDE,
        "drawings": drawings,
    }
