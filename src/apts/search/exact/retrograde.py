"""Exact values of small games in which positions come back: every reachable position, and then from the ends backwards.

A depth-first search cannot prove that nobody gets anywhere in a circle; backward induction can (Ströhlein, 1970; Thompson,
1986). A position in which nobody can force a decision is a draw. Distances are exact: the winner hurries, the loser
resists.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from time import thread_time
from typing import Generic, Protocol, TypeVar

Position = TypeVar("Position")
Move = TypeVar("Move")

MOST_POSITIONS = 200_000
_LOOK = 256
"""Positions between two looks at the clock."""

Watch = Callable[[int, int | None], None]
"""Told now and then how many positions were looked at, and how many moves deep; None where there is no such depth."""


class Positions(Protocol[Position, Move]):
    """A game without chance for one or two seats, as the enumeration sees it."""

    def key(self, position: Position) -> Hashable:
        """Equal for two positions exactly when the rules cannot tell them apart."""

    def seat(self, position: Position) -> int:
        """The seat to move, 1 or 2."""

    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves."""

    def after(self, position: Position, move: Move) -> Position:
        """The position after a move."""

    def result(self, position: Position) -> int | None:
        """1 when the match is over and seat 1 has won, 0 when it is drawn, -1 when it is lost, None while it runs."""


@dataclass(frozen=True)
class Decided(Generic[Move]):
    """The value of a position for its mover, the number of moves to the end, and a line of play.

    ``repeats`` tells that the line is cut where a position of it comes back for the first time.
    """

    value: int
    moves: int | None
    line: tuple[Move, ...]
    positions: int
    repeats: bool = False


@dataclass
class _Graph:
    """Positions by number: the seat to move, the children that go on, and the results of those that end."""

    numbers: dict[Hashable, int] = field(default_factory=dict)
    seats: list[int] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    results: list[list[int]] = field(default_factory=list)
    values: list[int] = field(default_factory=list)
    distances: list[int] = field(default_factory=list)

    def seats_sign(self, number: int) -> int:
        """1 where seat 1 is to move, -1 where seat 2 is: results are those of seat 1."""
        return 1 if self.seats[number] == 1 else -1


class TooLarge(Exception):  # noqa: N818 - not an error: another method may do
    """There are more positions, or there is less time, than the enumeration may take; the message says which."""


class Retrograde(Generic[Position, Move]):
    """All positions that can be reached from one, with their exact values."""

    def __init__(
        self,
        game: Positions[Position, Move],
        root: Position,
        most: int = MOST_POSITIONS,
        deadline: float | None = None,
        watch: Callable[[int], None] | None = None,
    ):
        """``watch`` is told now and then how many positions were found so far."""
        self._game, self._root = game, root
        self._graph, self._watch = _Graph(), watch
        self._enumerate(most, deadline)
        self._induce()

    @property
    def positions(self) -> int:
        """How many positions there are in which the match is not over."""
        return len(self._graph.seats)

    def decided(self) -> Decided[Move]:
        """The value of the root for its mover, with a line of play."""
        graph = self._graph
        value = graph.values[0] * graph.seats_sign(0)
        line, repeats = self._line()
        distance = graph.distances[0] if graph.values[0] else None
        return Decided(value, distance, line, self.positions, repeats)

    # --- all positions -------------------------------------------------------------------------------------------

    def _enumerate(self, most: int, deadline: float | None) -> None:
        game, graph = self._game, self._graph
        graph.numbers[game.key(self._root)] = 0
        waiting: deque[Position] = deque([self._root])
        while waiting:
            position = waiting.popleft()
            graph.seats.append(game.seat(position))
            children, results = [], []
            for move in game.moves(position):
                after = game.after(position, move)
                result = game.result(after)
                if result is not None:
                    results.append(result)
                    continue
                key = game.key(after)
                number = graph.numbers.setdefault(key, len(graph.numbers))
                if number == len(graph.seats) + len(waiting):
                    waiting.append(after)
                children.append(number)
            graph.children.append(children)
            graph.results.append(results)
            if len(graph.numbers) > most:
                raise TooLarge(f"more than {most:,} positions can be reached")
            if len(graph.seats) % _LOOK:
                continue
            if self._watch is not None:
                self._watch(len(graph.seats))
            if deadline is not None and thread_time() > deadline:
                raise TooLarge(f"time ran out after {len(graph.seats):,} positions")

    # --- backwards -----------------------------------------------------------------------------------------------

    def _induce(self) -> None:
        """Decide positions in the order of their distance; what stays undecided is drawn."""
        graph = self._graph
        count = len(graph.seats)
        graph.values, graph.distances = [0] * count, [0] * count
        parents: list[list[int]] = [[] for _ in range(count)]
        left = [len(graph.children[number]) + len(graph.results[number]) for number in range(count)]
        for number, children in enumerate(graph.children):
            for child in children:
                parents[child].append(number)
        waiting: deque[int] = deque()
        for number in range(count):
            own = graph.seats_sign(number)
            lost = sum(result == -own for result in graph.results[number])
            left[number] -= lost
            if own in graph.results[number]:
                self._decide(number, own, 1, waiting)
            elif lost and left[number] == 0:
                self._decide(number, -own, 1, waiting)
        while waiting:
            child = waiting.popleft()
            for number in parents[child]:
                if graph.values[number]:
                    continue
                own = graph.seats_sign(number)
                left[number] -= graph.values[child] != own
                if graph.values[child] == own or left[number] == 0:
                    self._decide(number, graph.values[child], graph.distances[child] + 1, waiting)

    def _decide(self, number: int, value: int, distance: int, waiting: deque[int]) -> None:
        self._graph.values[number], self._graph.distances[number] = value, distance
        waiting.append(number)

    # --- a line of play ------------------------------------------------------------------------------------------

    def _line(self) -> tuple[tuple[Move, ...], bool]:
        """Best play from the root: a decided match to its end, a draw to its end or to the first repetition."""
        graph, position, number = self._graph, self._root, 0
        ends = self._steps_to_drawn_ends() if not graph.values[0] else {}
        line: list[Move] = []
        seen = {0}
        while True:
            move, position, child = self._best(position, number, ends, seen)
            line.append(move)
            if child is None:
                return tuple(line), False
            if child in seen:
                return tuple(line), True
            seen.add(child)
            number = child

    def _best(
        self, position: Position, number: int, ends: dict[int, int], seen: set[int]
    ) -> tuple[Move, Position, int | None]:
        """The move that keeps the value: for a winner the quickest, for a loser the slowest, else towards a drawn end."""
        graph, game = self._graph, self._game
        value = graph.values[number]
        choices: list[tuple[int, int, Move, Position, int | None]] = []
        for place, move in enumerate(game.moves(position)):
            after = game.after(position, move)
            result = game.result(after)
            child = None if result is not None else graph.numbers[game.key(after)]
            worth = result if child is None else graph.values[child]
            if worth != value:
                continue
            if value:
                cost = 0 if child is None else graph.distances[child]
                cost = cost if value == graph.seats_sign(number) else -cost
            else:
                cost = 0 if child is None else ends.get(child, len(graph.seats) + (child not in seen)) + 1
            choices.append((cost, place, move, after, child))
        _, _, move, after, child = min(choices, key=lambda choice: choice[:2])
        return move, after, child

    def _steps_to_drawn_ends(self) -> dict[int, int]:
        """For drawn positions from which drawn positions lead to a drawn end: how many moves that takes."""
        graph = self._graph
        drawn = [number for number, value in enumerate(graph.values) if not value]
        parents: dict[int, list[int]] = {number: [] for number in drawn}
        for number in drawn:
            for child in graph.children[number]:
                if child in parents:
                    parents[child].append(number)
        steps = {number: 1 for number in drawn if 0 in graph.results[number]}
        waiting = deque(steps)
        while waiting:
            child = waiting.popleft()
            for number in parents[child]:
                if number not in steps:
                    steps[number] = steps[child] + 1
                    waiting.append(number)
        return steps
