"""Small games with chance, and their exact values by brute force over everything that can be thrown."""

from __future__ import annotations

from typing import Any

from apts.engine.play.chance import stream_giving
from apts.engine.play.machine import Machine
from apts.engine.play.outcome import utilities
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import CHANCE, MOVER, OVER
from apts.search.memory import key_plan
from apts.search.results import Record
from tests.search.small_games import records


def runners(players: int, faces: int = 2, goal: int = 2, moves: int = 12) -> str:
    """The throw decides which moves there are: two runners for each seat, who take prisoners."""
    pieces = " ".join(f'(place "Runner{seat}" {{ {seat - 1} {seat - 1 + players} }})' for seat in range(1, players + 1))
    far = 2 * players + goal
    return f"""
(game "Runners" (players {players})
    (equipment {{
        (board (rectangle 1 {far + faces}) (track "Road" "0,E" directed:True))
        (dice d:{faces} num:1) (piece "Runner" Each)
    }})
    (rules
        (start {{ {pieces} }})
        (play (do (roll) next:(forEach Piece (move
            (from (from))
            (to (trackSite Move from:(from) "Road" steps:(count Pips))
                if:(not (is Friend (who at:(to)))) (apply (remove (to))))
        ))))
        (end {{ (if (>= (last To) {far - 1}) (result Mover Win)) (if (= (count Moves) {moves}) (result Mover Draw)) }})
    ))"""


def harvest(players: int, cells: int) -> str:
    """The throw is known but leaves the list of moves as it is: pips times the number of the cell are the points."""
    return f"""
(game "Harvest" (players {players})
    (equipment {{ (board (rectangle 1 {cells})) (dice d:2 num:1) (piece "Mark" Each) }})
    (rules
        (play (do (roll) next:(move Add (to (sites Empty)) (then (addScore Mover (* (count Pips) (+ 1 (last To))))))))
        (end (if (= (count Moves) {cells}) (byScore)))
    ))"""


def gamble(players: int, cells: int) -> str:
    """The throw comes after the choice: nobody knows it when it matters."""
    return f"""
(game "Gamble" (players {players})
    (equipment {{ (board (rectangle 1 {cells})) (dice d:2 num:1) (piece "Mark" Each) }})
    (rules
        (play (move Add (to (sites Empty)) (then (and (roll) (addScore Mover (* (- (count Pips) 1) (+ 1 (last To))))))))
        (end (if (= (count Moves) {cells}) (byScore)))
    ))"""


class Expectimax:
    """Exact values of all seats, each playing for itself. ``known`` says that the throw comes before the choice."""

    def __init__(self, game: Machine, faces: int, *, known: bool):
        self.game, self.faces, self.known = game, faces, known
        self.players = game.compiled.equipment.players
        self._seen: dict[bytes, tuple[float, ...]] = {}
        self.open = False
        plan = key_plan(game.compiled, chance=False, dice=not known)
        count, spans = int(plan[0]), int(plan[1])
        self._singles = [int(plan[8 + index]) for index in range(count)]
        edges = [int(plan[8 + count + index]) for index in range(2 * spans)]
        self._spans = list(zip(edges[::2], edges[1::2], strict=True))

    def values(self, state: Any) -> tuple[float, ...]:
        """What a position is worth to each seat; the throw in it is known.

        ``open`` becomes true where a mover is free to choose between moves that differ for the others only.
        """
        mover = int(state[MOVER]) - 1
        results = list(self.moves(state).values())
        best = max(results, key=lambda values: values[mover])
        self.open = self.open or any(abs(values[mover] - best[mover]) < 1e-9 and values != best for values in results)
        return best

    def moves(self, state: Any) -> dict[Record, tuple[float, ...]]:
        """What each move is worth to each seat."""
        found = {}
        for record in records(self.game, state):
            throws = [int(state[CHANCE])] if self.known else self._throws()
            found[record] = _mean([self._after(state, record, throw) for throw in throws])
        return found

    def _after(self, state: Any, record: Record, throw: int) -> tuple[float, ...]:
        after = self.game.copy(state)
        after[CHANCE] = throw
        self.game.play(after, record)
        if after[OVER]:
            return utilities(Position(self.game.compiled, after).ranks())
        return self._expected(after)

    def _expected(self, state: Any) -> tuple[float, ...]:
        """The mean over the throws that the next mover will see, if there are any."""
        key = b"".join([bytes(state[place : place + 1]) for place in self._singles])
        key += b"".join(bytes(state[first:last]) for first, last in self._spans)
        if key not in self._seen:
            results = []
            for throw in self._throws() if self.known else [0]:
                position = self.game.copy(state)
                position[CHANCE] = throw
                results.append(self.values(position))
            self._seen[key] = _mean(results)
        return self._seen[key]

    def _throws(self) -> list[int]:
        return [stream_giving(number, self.faces) for number in range(self.faces)]


def _mean(results: list[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(values) / len(results) for values in zip(*results, strict=True))
