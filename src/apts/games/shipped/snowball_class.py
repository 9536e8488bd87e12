"""Snowball as a Python class: the same game as the rules text beside it, move for move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_lowercase

from apts.engine.play.game import PositionError
from apts.engine.play.outcome import Outcome
from apts.engine.python_game import PythonGame

_SIGNS = ".XO"
_TEXT = re.compile(r"(\S+) ([12]) score=(\d+),(\d+)")


@dataclass(frozen=True, slots=True)
class Snow:
    """What stands on each cell (0, or the seat that owns the piece), who moves, and the points of both seats."""

    cells: bytes
    mover: int
    points: tuple[int, int]


class Snowball(PythonGame[Snow]):
    """Snowball written as a class: lines of five and squares earn points.

    Two players take turns to put a piece on any empty cell of a board of 9 by 9. The new piece earns its owner one point
    for each line of five (row, column or diagonal) and for each 2x2 or 3x3 square that it completes. Counted is every set
    of five cells next to each other in a line, and every such square, that holds the new piece and is now all the mover's:
    a line of six that is closed at its end is one more line of five, and closing it in the middle completes two. The match
    ends when somebody has 15 points or when 45 pieces are on the board; most points wins.
    """

    name = "Snowball"
    players = 2
    genre = "placement"

    def __init__(self, size: int = 9, line: int = 5, goal: int = 15, pieces: int = 45):
        self.size, self.line, self.goal, self.pieces = size, line, goal, min(pieces, size * size)
        self._labels = [f"{ascii_lowercase[site % size]}{site // size + 1}" for site in range(size * size)]
        self._site = {label: site for site, label in enumerate(self._labels)}
        shapes = list(self._shapes())
        self._around = [tuple(shape for shape in shapes if site in shape) for site in range(size * size)]

    def _shapes(self) -> Iterator[tuple[int, ...]]:
        """Every set of cells that is worth a point."""
        for row in range(self.size):
            for column in range(self.size):
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    yield from self._shape(column, row, [(right * k, up * k) for k in range(self.line)])
                for side in (2, 3):
                    yield from self._shape(column, row, [(x, y) for y in range(side) for x in range(side)])

    def _shape(self, column: int, row: int, steps: list[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
        """The cells that lie so from a cell, if all are on the board."""
        places = [(column + x, row + y) for x, y in steps]
        if all(0 <= x < self.size and 0 <= y < self.size for x, y in places):
            yield tuple(y * self.size + x for x, y in places)

    def start(self) -> Snow:
        """An empty board, the first seat to move."""
        return Snow(bytes(self.size * self.size), 1, (0, 0))

    def mover(self, position: Snow) -> int:
        """The seat to move."""
        return position.mover

    def moves(self, position: Snow) -> Iterator[str]:
        """Every empty cell."""
        return (self._labels[site] for site, owner in enumerate(position.cells) if owner == 0)

    def play(self, position: Snow, move: str) -> Snow:
        """Put the piece and count the shapes that it completes."""
        site, mover = self._site[move], position.mover
        cells = bytearray(position.cells)
        cells[site] = mover
        earned = sum(all(cells[other] == mover for other in shape) for shape in self._around[site])
        first, second = position.points
        points = (first + earned, second) if mover == 1 else (first, second + earned)
        ends = max(points) >= self.goal or self._placed(cells) >= self.pieces
        return Snow(bytes(cells), mover if ends else 3 - mover, points)

    @staticmethod
    def _placed(cells: bytes | bytearray) -> int:
        return len(cells) - cells.count(0)

    def outcome(self, position: Snow) -> Outcome | None:
        """Most points wins once somebody has enough or enough pieces are placed."""
        if max(position.points) >= self.goal:
            reason = f"somebody has {self.goal} points"
        elif self._placed(position.cells) >= self.pieces:
            reason = f"{self.pieces} pieces are on the board"
        else:
            return None
        first, second = position.points
        if first == second:
            return Outcome.drawn(2, reason)
        return Outcome.won_by(1 if first > second else 2, 2, reason)

    def write(self, position: Snow) -> str:
        """Rows from the top, the seat to move, the points."""
        rows = [position.cells[row * self.size : (row + 1) * self.size] for row in reversed(range(self.size))]
        text = "/".join("".join(_SIGNS[owner] for owner in row) for row in rows)
        packed = re.sub(r"\.+", lambda empties: str(len(empties[0])), text)
        return f"{packed} {position.mover} score={position.points[0]},{position.points[1]}"

    def read(self, text: str) -> Snow:
        """The position of such a text."""
        match = _TEXT.fullmatch(text)
        if match is None:
            raise PositionError(f"{text!r} is not a position: rows, the seat to move and score=a,b are expected")
        board = re.sub(r"\d+", lambda number: "." * min(int(number[0]), self.size + 1), match[1])
        rows = board.split("/")
        if len(rows) != self.size or any(len(row) != self.size or row.strip(_SIGNS) for row in rows):
            raise PositionError(f"{match[1]!r} is not a board: {self.size} rows of {self.size} cells are expected")
        cells = bytes(_SIGNS.index(sign) for row in reversed(rows) for sign in row)
        return Snow(cells, int(match[2]), (int(match[3]), int(match[4])))

    def draw(self, position: Snow) -> str:
        """The board with its coordinates, and the points."""
        lines = []
        for row in reversed(range(self.size)):
            cells = position.cells[row * self.size : (row + 1) * self.size]
            lines.append(f"{row + 1:3} " + " ".join(_SIGNS[owner] for owner in cells))
        lines.append("    " + " ".join(ascii_lowercase[: self.size]))
        lines.append(f"score {position.points[0]} : {position.points[1]}")
        return "\n".join(lines)

    def encoding(self, position: Snow, seat: int) -> list[list[float]]:
        """For each cell: own, enemy."""
        return [[float(owner == seat), float(owner == 3 - seat)] for owner in position.cells]

    def kind(self, move: str) -> str:
        """All moves are placements."""
        del move
        return "add"

    def site_names(self) -> list[str]:
        """The cells, row by row from below."""
        return self._labels

    def piece_names(self) -> tuple[str]:
        """Everybody has the same kind of piece."""
        return ("Snowball",)

    def standing(self, position: Snow) -> dict[str, str]:
        """The pieces with the numbers of their owners."""
        return {self._labels[site]: f"Snowball{owner}" for site, owner in enumerate(position.cells) if owner}

    def move_sites(self, move: str) -> tuple[None, str]:
        """A move comes from nowhere and goes to a cell."""
        return None, move

    def symmetries(self) -> Iterator[dict[str, str]]:
        """The eight turns and reflections of a square."""
        last = self.size - 1
        for turns in range(4):
            for flip in (False, True):
                yield {label: self._turned(site, turns, last, flip) for label, site in self._site.items()}

    def _turned(self, site: int, turns: int, last: int, flip: bool) -> str:
        column, row = site % self.size, site // self.size
        column = last - column if flip else column
        for _ in range(turns):
            column, row = last - row, column
        return self._labels[row * self.size + column]
