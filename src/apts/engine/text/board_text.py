"""A position drawn with letters, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.play.game import Die
from apts.engine.play.positions import Position
from apts.engine.text.position_text import top_piece
from apts.engine.text.symbols import PieceSigns

_WIDEST = 120
_CLOSE = 0.05


def draw_text(compiled: Compiled, state: Any, names: Sequence[str], signs: PieceSigns) -> str:
    """The board as lines of text, each site a letter or a dot, and below it hands and pieces."""
    equipment = compiled.equipment
    if compiled.stacking and len(equipment.board.rows()) == 1:
        lines = _columns(compiled, state, names, signs)
    else:
        drawn = [_sign(compiled, state, site, signs) for site in range(equipment.sites)]
        lines = _grid(equipment.board.xy(), drawn, names)
    thrown = range(equipment.dice.first, equipment.dice.first + equipment.dice.size) if equipment.dice else range(0)
    for box in equipment.containers[1:]:
        if box.first in thrown:
            continue
        sites = range(box.first, box.first + box.size)
        held = " ".join(_sign(compiled, state, site, signs) for site in sites)
        lines.append(f"{box.name}: {held}")
    present = {top_piece(compiled, state, site) for site in range(equipment.all_sites) if site not in thrown} - {0}
    legend = [f"{signs.plain[piece.index]} {piece.name}" for piece in equipment.components if piece.index in present]
    if len(legend) > 1 and not signs.sides:
        lines.append(", ".join(legend))
    return "\n".join(lines)


def dice_line(dice: Sequence[Die]) -> str:
    """The throw in words."""
    if not all(die.thrown for die in dice):
        return "dice: not thrown yet"
    used = "" if not any(die.used for die in dice) else " (in brackets: used)"
    return f"dice: {' '.join(map(str, dice))}{used}"


def score_line(scores: Sequence[int], *, provisional: bool) -> str:
    """The scores of the seats in words."""
    return f"score{' if it ended now' if provisional else ''} {' : '.join(map(str, scores))}"


def _sign(compiled: Compiled, state: Any, site: int, signs: PieceSigns) -> str:
    position = Position(compiled, state)
    pieces, count = position.pieces(site), position.count(site)
    sign = signs.of(*pieces[-1][:2]) if pieces else signs.plain[0]
    return f"{sign}{count}" if count > 1 else sign


def _columns(compiled: Compiled, state: Any, names: Sequence[str], signs: PieceSigns) -> list[str]:
    """A single row of stacks seen from the side, as in a game where pieces are dropped into columns."""
    position = Position(compiled, state)
    sites = range(compiled.equipment.sites)
    stacks = [[signs.of(*piece[:2]) for piece in position.pieces(site)] for site in sites]
    width = max(len(names[site]) for site in sites)
    rows = [
        " ".join(f"{stack[level] if level < len(stack) else signs.plain[0]:{width}}" for stack in stacks)
        for level in reversed(range(max(1, *map(len, stacks))))
    ]
    return [f"    {line}".rstrip() for line in [*rows, " ".join(f"{names[site]:{width}}" for site in sites)]]


def _grid(places: Sequence[tuple[float, float]], signs: Sequence[str], names: Sequence[str]) -> list[str]:
    """The signs where the sites are; sites that would fall on each other are listed by name instead."""
    if not places:
        return []
    width = max(len(sign) for sign in signs)
    steps = [_numbered([place[axis] for place in places]) for axis in (0, 1)]
    unit = _unit([place[0] for place in places])
    left = min(place[0] for place in places)
    columns = [round((place[0] - left) / unit * (width + 1)) for place in places]
    if unit <= 0 or max(columns) > _WIDEST or len({*zip(columns, steps[1], strict=True)}) < len(places):
        return [" ".join(f"{names[site]}={sign}" for site, sign in enumerate(signs) if sign != ".") or "empty board"]
    rows: dict[int, dict[int, int]] = {}
    for site, (column, row) in enumerate(zip(columns, steps[1], strict=True)):
        rows.setdefault(row, {})[column] = site
    squared = len(set(steps[0])) * len(set(steps[1])) == len(places) and len(rows) > 1
    lines = []
    for row in sorted(rows, reverse=True):
        line = ""
        for column, site in sorted(rows[row].items()):
            line += " " * (column - len(line)) + signs[site]
        label = "".join(sign for sign in names[min(rows[row].values())] if sign.isdigit()) if squared else ""
        lines.append(f"{label:>3} {line}" if squared else f"    {line}")
    lowest = rows[min(rows)]
    if squared or len(rows) == 1:
        line = ""
        for column, site in sorted(lowest.items()):
            line += " " * (column - len(line)) + names[site].rstrip("0123456789")
        lines.append(f"    {line}")
    return lines


def _numbered(values: Sequence[float]) -> list[int]:
    """The rank of each value among the different ones, values very close together being the same."""
    ranks: dict[float, int] = {}
    last: float | None = None
    for value in sorted(values):
        if last is None or value - last > _CLOSE:
            ranks[value] = len({*ranks.values()})
        else:
            ranks[value] = ranks[last]
        last = value
    return [ranks[value] for value in values]


def _unit(values: Sequence[float]) -> float:
    """The smallest distance between different values."""
    ordered = sorted(set(values))
    gaps = [after - before for before, after in pairwise(ordered) if after - before > _CLOSE]
    return min(gaps, default=1.0)
