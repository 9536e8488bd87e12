"""What styles of play like in games from rules text, as terms of the evaluation that searches use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from apts.engine.compiler.compiling import Compiled
from apts.engine.compiler.owned_regions import player_regions
from apts.engine.native.jit import address
from apts.engine.rules_game import RulesGame
from apts.search.evaluation.evaluation import position_value
from apts.search.evaluation.given import LINE_BASE, LINE_MOST
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.evaluation.piece_values import piece_kinds
from apts.search.evaluation.rules_read import end_clauses, line_length
from apts.search.evaluation.zones import zone_numbers


def _players(compiled: Compiled) -> range:
    return range(1, compiled.equipment.players + 1)


def _line_points(compiled: Compiled) -> tuple[float, ...]:
    """Points of a line that one player alone has pieces on, by their number; none where lines end no match."""
    length = line_length(compiled)
    if length is None:
        return ()
    base = min(LINE_BASE, LINE_MOST ** (1 / length))
    return (0.0, *(base**pieces for pieces in range(1, length + 1)))


def _connects(compiled: Compiled) -> bool:
    regions = all(len(player_regions(compiled.equipment, player)) >= 2 for player in _players(compiled))
    return regions and any(end_clauses(compiled, "is Connected"))


def _takes(compiled: Compiled) -> Iterator[Term]:
    """Few pieces of the others on the board."""
    if "what" in compiled.fields:
        yield Term("pieces", 0.0, -1.0, zone="board")


def _blocks(compiled: Compiled) -> Iterator[Term]:
    """Little of what the others need: open lines, a short way between their sides, else legal moves."""
    points = _line_points(compiled)
    if points:
        yield Term("lines", other=tuple(-value for value in points))
    elif _connects(compiled):
        yield Term("connection", 0.0, -1.0)
    else:
        yield Term("mobility", 0.0, -1.0)


def _spreads(compiled: Compiled) -> Iterator[Term]:
    """Many empty sites beside the own pieces; where pieces stand on each other many legal moves."""
    if compiled.stacking or "what" not in compiled.fields:
        yield Term("mobility", 1.0, 0.0)
    else:
        yield Term("groups", 1.0, 0.0, counted="liberties")


def _rushes(compiled: Compiled) -> Iterator[Term]:
    """A short way to the own end: lines, sides to join, goals, the end of a track."""
    points = _line_points(compiled)
    if points:
        yield Term("lines", own=points)
    if _connects(compiled):
        yield Term("connection", 1.0, 0.0)
    if not piece_kinds(compiled):
        return
    places = [max(zone_numbers(compiled, "track", player), default=0) for player in _players(compiled)]
    if all(places):
        yield Term("pieces", 1.0, 0.0, zone="track")
        yield Term("material", -1.0 - max(places), 0.0)  # a piece that has left the board is farthest
    elif all(any(zone_numbers(compiled, "advance", player)) for player in _players(compiled)):
        farthest = max(max(zone_numbers(compiled, "advance", player)) for player in _players(compiled))
        for row in range(1, farthest + 1):  # squares: one piece far ahead, where every step goes ahead
            yield Term("pieces", float(row * row), 0.0, zone=f"row {row}")


def _safe(compiled: Compiled) -> Iterator[Term]:
    """Few own pieces that moves of the others lead to."""
    if "what" in compiled.fields:
        yield Term("attacks", 0.0, -1.0)


TERMS: dict[str, Callable[[Compiled], Iterator[Term]]] = {
    "takes": _takes,
    "blocks": _blocks,
    "spreads": _spreads,
    "rushes": _rushes,
    "safe": _safe,
}
"""The terms of each style that is a matter of the board."""


PositionFigure = Callable[[Any, int], float]
"""A figure of a flat position for a player of the rules; it may have memory of its own, and belongs to one thread."""


def style_figure(game: RulesGame, style: str) -> PositionFigure | None:
    """What a style likes in positions of a game; None where the rules have nothing of the kind."""
    terms = tuple(TERMS[style](game.compiled))
    if not terms:
        return None
    block, scratch = Heuristic(terms).compiled_for(game.compiled)

    def figure(position: Any, player: int) -> float:
        machine = game.machine
        copy = machine.copy(position)
        places = [address(array) for array in (machine.data, copy, machine.work, machine.records, block, scratch)]
        with machine.working():
            return float(position_value(*places, player, machine.kernel.moves))

    return figure
