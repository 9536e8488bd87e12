"""A position drawn with letters, for the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.owned_regions import player_regions
from apts.engine.play.game import Die
from apts.engine.play.positions.position_contents import Position
from apts.engine.text.board_layout import Cast, board_lines
from apts.engine.text.position_text import top_piece
from apts.engine.text.symbols import PieceSymbols
from apts.locales.catalogue import Texts

_SIDES = {
    "N": "top", "NE": "upper right", "E": "right", "SE": "lower right",
    "S": "bottom", "SW": "lower left", "W": "left", "NW": "upper left",
}  # fmt: skip

ENGLISH: Mapping[str, str] = Texts("drawn_board", "en")
"""The words below a board that is drawn with letters."""


def draw_text(
    compiled: Compiled,
    state: Any,
    names: Sequence[str],
    signs: PieceSymbols,
    *,
    pits: bool = False,
    columns: int = 0,
    words: Mapping[str, str] = ENGLISH,
) -> str:
    """The board as lines of text with labels, each site a letter or a dot, and below it hands, sides and pieces.

    On a board of ``pits`` a site is the number of its seeds. A single row of stacks stands upright, ``columns`` high.
    """
    equipment = compiled.equipment
    if columns:
        lines = _columns(compiled, state, names, signs, columns)
    else:
        drawn = [_sign(compiled, state, site, signs, pits=pits) for site in range(equipment.sites)]
        shown = equipment.board.near(site for site, sign in enumerate(drawn) if sign != signs.plain[0])
        lines = board_lines(Cast(equipment.board, shown, names, drawn))
    lines.extend(_beside(compiled, state, names, signs))
    lines.extend(_owned_sides(compiled, signs, words))
    thrown = equipment.thrown_sites
    present = {top_piece(compiled, state, site) for site in range(equipment.all_sites) if site not in thrown} - {0}
    legend = [
        f"{signs.plain[piece.index]} {piece.called_in_full}" for piece in equipment.components if piece.index in present
    ]
    if len(legend) > 1 and not signs.sides:
        lines.append(", ".join(legend))
    return "\n".join(lines)


def _beside(compiled: Compiled, state: Any, names: Sequence[str], signs: PieceSymbols) -> Iterator[str]:
    """What is in hands; where a hand has several places, each with its name, which is what one types."""
    equipment = compiled.equipment
    for box in equipment.containers[1:]:
        sites = range(box.first, box.first + box.size)
        held = [_sign(compiled, state, site, signs) for site in sites]
        if box.first not in equipment.thrown_sites:
            named = [f"{names[site]} {sign}" for site, sign in zip(sites, held, strict=True)]
            yield ", ".join(named) if box.size > 1 else f"{names[box.first]}: {held[0]}"


def _owned_sides(compiled: Compiled, signs: PieceSymbols, words: Mapping[str, str]) -> Iterator[str]:
    """Whose the sides of the board are, where every seat has several to join, or the pieces are nobody's."""
    equipment = compiled.equipment
    board, seats = equipment.board, range(1, equipment.players + 1)
    known = {frozenset(board.sites(name)): name for name in ("top", "bottom", "left", "right")}
    known |= {frozenset(sites): _SIDES[name] for name, sites in board.sides().items()}
    owned = {seat: [known[sites] for sites in player_regions(equipment, seat) if sites in known] for seat in seats}
    pieces = {piece.owner: signs.plain[piece.index] for piece in reversed(equipment.components)}
    shared = all(owned.values()) and not any(seat in pieces for seat in seats)
    if shared or all(len(sides) > 1 for sides in owned.values()):
        named = {seat: pieces.get(seat, words["seat"].format(seat=seat)) for seat in seats}
        sentences = (
            f"{named[seat]} {words['and'].join(words[side] for side in sides)}" for seat, sides in owned.items()
        )
        yield words["sides"].format(sides=", ".join(sentences))


def dice_line(dice: Sequence[Die], words: Mapping[str, str] = ENGLISH) -> str:
    """The throw in words."""
    if not all(die.thrown for die in dice):
        return words["no throw"]
    used = "" if not any(die.used for die in dice) else words["used"]
    return f"{words['dice'].format(dice=' '.join(map(str, dice)))}{used}"


def score_line(scores: Sequence[int], *, provisional: bool, words: Mapping[str, str] = ENGLISH) -> str:
    """The scores of the seats in words."""
    return words["score now" if provisional else "score"].format(scores=" : ".join(map(str, scores)))


def _sign(compiled: Compiled, state: Any, site: int, signs: PieceSymbols, *, pits: bool = False) -> str:
    position = Position(compiled, state)
    pieces, count = position.pieces(site), position.count(site)
    if pits:
        return str(count)
    sign = signs.of(*pieces[-1][:2]) if pieces else signs.plain[0]
    return f"{sign}{count}" if count > 1 else sign


def _columns(compiled: Compiled, state: Any, names: Sequence[str], signs: PieceSymbols, height: int) -> list[str]:
    """A single row of stacks seen from the side, as in a game where pieces are dropped into columns."""
    position = Position(compiled, state)
    sites = range(compiled.equipment.sites)
    stacks = [[signs.of(*piece[:2]) for piece in position.pieces(site)] for site in sites]
    width = max(len(names[site]) for site in sites)
    rows = [
        " ".join(f"{stack[level] if level < len(stack) else signs.plain[0]:{width}}" for stack in stacks)
        for level in reversed(range(height))
    ]
    return [f"    {line}".rstrip() for line in [*rows, " ".join(f"{names[site]:{width}}" for site in sites)]]
