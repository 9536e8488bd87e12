"""Positions whose value is proven, in which a mistake is possible, and how often a player keeps the value there.

The positions are drawn by seed from matches of a player that moves now at random and now by a short search, and every move
in them is solved: those of Connect Four by the search of :mod:`bench.connect_four_truth`, all others by ``apts.solve``. They
are made once (``python -m bench.strength positions``) and kept in ``solved_positions.json``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import apts
from apts.agents.agent import derived_seed
from apts.engine.play.game import Game, State
from apts.errors import AptsError
from apts.statistics.estimate import Estimate, wilson
from bench.strength.contestant import Contestant, MatchStart
from bench.strength.named_games import NamedGame

FILE = Path(__file__).with_suffix(".json")
COLUMNS = "abcdefg"


@dataclass(frozen=True)
class SolvedPosition:
    """A position by the moves that lead there, its value for the mover (1, 0, -1), and the moves that keep it.

    The moves are those from the start of the game, or from the position ``start`` where it is given as a text.
    """

    moves: tuple[str, ...]
    value: int
    keeping: tuple[str, ...]
    start: str = ""

    @classmethod
    def of(cls, moves: Sequence[str], values: dict[str, int], start: str = "") -> SolvedPosition:
        """The position with the values of all of its moves."""
        best = max(values.values())
        return cls(tuple(moves), best, tuple(sorted(text for text, value in values.items() if value == best)), start)


@dataclass(frozen=True)
class PositionSet:
    """Where positions of a game are taken from: after how many moves of a match, and who plays it.

    ``seconds`` is what solving one move may take; a position with a move that takes longer is left out.
    """

    name: str
    game: str
    earliest: int
    latest: int
    randomness: float = 0.3
    seconds: float = 2.0


_BREAKTHROUGH_5X5 = "breakthrough@equipment.board.rectangle.columns=5,equipment.board.rectangle.rows=5"

SETS = (
    PositionSet("Connect Four", "connect-four", 12, 26),
    PositionSet("Othello endings", "othello", 47, 51),
    PositionSet("Hex 4x4", "hex@equipment.board.hex.dim=4,swap=off", 1, 6, 0.6),
    PositionSet("Hex 5x5", "hex@board=5x5,swap=off", 5, 10, 0.6),
    PositionSet("Breakthrough 5x5", _BREAKTHROUGH_5X5, 8, 22),
    PositionSet("Kalah, four pits of three", "kalah@pits=four,seeds=three", 2, 16),
    PositionSet("Tic-Tac-Toe 4x4", "tic-tac-toe@grid=4x4", 3, 9, 0.6),
    PositionSet("Tic-Tac-Toe 4x4, rows lose", "tic-tac-toe@aim=avoid,grid=4x4", 3, 10, 0.6),
    PositionSet("Tic-Tac-Toe, rows lose", "tic-tac-toe@aim=avoid", 1, 6, 0.6),
)

MORRIS = PositionSet("Nine Men's Morris, three men each", "nine-mens-morris", 0, 0)
"""Positions drawn by lot, not from matches, and solved by backward induction (:mod:`bench.strength.three_men`)."""

ALL = (*SETS, MORRIS)

Solver = Callable[[State, Sequence[str]], dict[str, int] | None]
"""The value of each move for the mover, or None where that is not found; the moves that led there are given too."""


def drawn_positions(chosen: PositionSet, count: int, seed: int) -> Iterator[SolvedPosition]:
    """So many positions in which some moves keep the value and others do not."""
    if chosen is MORRIS:
        from bench.strength.three_men import ThreeMen

        for text, known in ThreeMen().drawn(count, seed):
            yield SolvedPosition.of((), known, text)
        return
    game = NamedGame.of(chosen.game).load()
    solver = _columns if chosen.name == "Connect Four" else _solved_within(chosen.seconds)
    found, number = 0, 0
    while found < count:
        number += 1
        state, moves = _match_until(game, chosen, derived_seed(seed, chosen.name, number))
        if state is None:
            continue
        values = solver(state, moves)
        if values is None or len(set(values.values())) == 1:
            continue
        found += 1
        yield SolvedPosition.of(moves, values)


def _match_until(game: Game, chosen: PositionSet, seed: int) -> tuple[State | None, list[str]]:
    """A position of a match with a choice, and the moves that lead there; no position where the match was over before."""
    lot, player = Random(seed), apts.agent("alphabeta:depth=2")
    state, moves = game.start(0), list[str]()
    last = lot.randint(chosen.earliest, chosen.latest)
    while len(moves) < last or len(state.moves()) == 1:
        if state.outcome is not None:
            return None, moves
        legal = state.moves()
        by_lot = len(legal) == 1 or lot.random() < chosen.randomness
        move = lot.choice(legal) if by_lot else player.choose(state, seed=lot.getrandbits(60))
        state = state.after(move)
        moves.append(move.text)
    return (None if state.outcome is not None else state), moves


def _columns(state: State, moves: Sequence[str]) -> dict[str, int]:
    from bench.connect_four_truth import move_values

    values = move_values("".join(str(COLUMNS.index(text) + 1) for text in moves))
    del state
    return {COLUMNS[column]: value for column, value in enumerate(values) if value is not None}


def _solved_within(seconds: float) -> Solver:
    def solver(state: State, moves: Sequence[str]) -> dict[str, int] | None:
        del moves
        values = {}
        for move in state.moves():
            after = state.after(move)
            if after.outcome is not None:
                value: float | None = after.outcome.utilities[state.mover - 1]
            else:
                solved = apts.solve(after, seconds).value
                value = None if solved is None else solved if after.mover == state.mover else -solved
            if value is None:
                return None
            values[move.text] = round(value)
        return values

    return solver


def write_sets(wanted: Sequence[PositionSet], count: int, seed: int, tell: Callable[[str, int], None]) -> None:
    """Make sets anew, each of so many positions, and keep them beside those that are there."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for one in wanted:
        rows = []
        for position in drawn_positions(one, count, seed):
            rows.append([position.start or " ".join(position.moves), position.value, " ".join(position.keeping)])
            tell(one.name, len(rows))
        kept[one.name] = {"game": one.game, "seed": seed, "positions": rows}
        ordered = {other.name: kept[other.name] for other in ALL if other.name in kept}
        FILE.write_text(_written(ordered), encoding="utf-8")


def _written(sets: dict[str, Any]) -> str:
    """A position a line."""
    parts = []
    for name, data in sets.items():
        rows = ",\n".join(f"   {json.dumps(row)}" for row in data["positions"])
        head = f' {json.dumps(name)}: {{"game": {json.dumps(data["game"])}, "seed": {data["seed"]}, "positions": [\n'
        parts.append(f"{head}{rows}\n ]}}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def kept_sets() -> dict[str, tuple[str, list[SolvedPosition]]]:
    """The game and the positions of every set that is kept."""
    found = {}
    for name, one in json.loads(FILE.read_text(encoding="utf-8")).items():
        rows = []
        for words, value, best in one["positions"]:
            start = words if name == MORRIS.name else ""
            rows.append(SolvedPosition(() if start else tuple(words.split()), value, tuple(best.split()), start))
        found[name] = (one["game"], rows)
    return found


def published_connect_four(name: str, count: int) -> list[SolvedPosition]:
    """The first positions of a published test set of ``../shared/truth/connect4`` in which a mistake is possible."""
    from bench.connect_four_truth import TRUTH, move_values

    file = TRUTH / f"{name}.txt"
    if not file.exists():
        raise AptsError(f"there is no test set {file}")
    found: list[SolvedPosition] = []
    for line in file.read_text(encoding="utf-8").split("\n"):
        played = line.partition(" ")[0]
        if not played or len(found) == count:
            continue
        values = {COLUMNS[place]: value for place, value in enumerate(move_values(played)) if value is not None}
        if len(set(values.values())) > 1:
            found.append(SolvedPosition.of([COLUMNS[int(sign) - 1] for sign in played], values))
    return found


@dataclass(frozen=True)
class Kept:
    """How often a player kept the value, and the mean CPU time of its moves in milliseconds."""

    share: Estimate
    milliseconds: float


def kept_by(
    player: Contestant, game: Game, positions: Sequence[SolvedPosition], seconds: float | None, seed: int
) -> Kept:
    """Ask a player for a move in each position, as in a match that begins there."""
    good, spent = 0, 0.0
    for number, position in enumerate(positions):
        state = game.state(position.start) if position.start else game.start(0)
        player.begin(MatchStart(state, 0, range(1, game.players + 1), derived_seed(seed, number), seconds))
        for text in position.moves:
            before, move = state, state.find_move(text)
            state = state.after(move)
            player.observe(before, move, state)
        choice = player.choose(state, len(position.moves))
        good += choice.move.text in position.keeping
        spent += choice.seconds
    return Kept(wilson(good, len(positions)), 1000 * spent / len(positions))
