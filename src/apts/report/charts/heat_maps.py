"""Where the seats play, as warm colours on the drawn board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from apts.board.board import Board
from apts.board.generators.square import rectangle_graph
from apts.board.picture.drawing import board_svg
from apts.engine.play.game import Game
from apts.playtest.evidence.evidence import Evidence
from apts.report.subject import ReportedRun, detail

SIZE = 300


@dataclass(frozen=True)
class Heat:
    """A board, what people call its sites, and for each seat how often it moved to each site."""

    board: Board
    names: tuple[str, ...]
    seats: tuple[dict[int, int], ...]

    def total(self, seat: int) -> int:
        """All moves of a seat to sites of the board."""
        return sum(self.seats[seat - 1].values())

    def most_used(self, seat: int) -> tuple[str, int]:
        """The label of the site that a seat moved to most often, and how often."""
        counts = self.seats[seat - 1]
        site = min(counts, key=lambda site: (-counts[site], site))
        return self.names[site], counts[site]


def site_heat(run: ReportedRun) -> Heat | None:
    """The uses of the sites by seat; None for games without a board, or matches without notes on sites.

    A row of columns that pieces are dropped into is shown upright, as the board itself is drawn.
    """
    board = None if run.game is None else run.game.board
    if run.game is None or board is None:
        return None
    if _is_row_of_stacks(run.game) and board.count() > 1:
        return _upright(run.evidence, board.count())
    counts = detail(run, "board-use", "seats")
    seats = tuple({site: count for site, count in enumerate(row) if count} for row in counts)
    return Heat(board, tuple(run.game.site_names[: board.count()]), seats) if any(seats) else None


def _is_row_of_stacks(game: Game) -> bool:
    return game.has_stacks and game.board is not None and len(game.board.rows()) == 1


def _upright(evidence: Evidence, columns: int) -> Heat | None:
    """The level a piece comes to is the number of moves to its column before; that holds while nothing is taken away."""
    seats: tuple[dict[int, int], ...] = tuple({} for _ in range(evidence.players))
    tallest = columns - 1
    for match in evidence.matches:
        heights = [0] * columns
        for turn, column in zip(match.turns, match.facts.get("targets", ()), strict=False):
            if column is not None and column < columns and 1 <= turn.mover <= evidence.players:
                site = heights[column] * columns + column
                heights[column] += 1
                seats[turn.mover - 1][site] = seats[turn.mover - 1].get(site, 0) + 1
        tallest = max(tallest, *heights)
    if not any(seats) or tallest > 3 * columns:
        return None
    board = Board(rectangle_graph(tallest + 1, columns + 1, "Implied"), "Cell")
    return Heat(board, tuple(label.lower() for label in board.labels()), seats)


def site_effects(run: ReportedRun) -> dict[int, float]:
    """For each site what moving there does to the score of a seat, where the interval of that leaves out 0."""
    if run.game is None or _is_row_of_stacks(run.game):
        return {}
    numbers = {name: site for site, name in enumerate(detail(run, "board-use", "names"))}
    return {
        numbers[row["name"]]: float(row["effect"])
        for row in detail(run, "board-use", "rows")
        if row["effect"] is not None and row["effect_low"] * row["effect_high"] > 0 and row["name"] in numbers
    }


def draw_effects(heat: Heat, effects: dict[int, float]) -> str:
    """The board with warm colours where moving goes together with a better score, cool ones with a worse."""
    return board_svg(heat.board, heat=effects, size=SIZE, names=heat.names)


def draw_heat(heat: Heat) -> Iterable[str]:
    """One board for each seat, each as the text of an SVG element; the darkest site is the most used one."""
    for seat in heat.seats:
        drawn = {site: float(count) for site, count in seat.items()}
        yield board_svg(heat.board, heat=drawn, size=SIZE, names=heat.names)
