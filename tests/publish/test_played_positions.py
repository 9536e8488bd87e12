"""What people are told of positions is the same in Python and in a browser: moves, dice, scores, outcome."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import apts
from apts.engine.play.game import Game, State
from apts.engine.play.positions.deciding_sites import decided_by
from apts.engine.play.positions.position_contents import Position
from apts.engine.runtime.layout import LAST_FROM, LAST_TO, MOVES
from apts.engine.text.offered_moves import offered_moves
from apts.publish.description import describe
from tests.engine import small_games
from tests.playtest import rigged
from tests.publish.node_matches import SAMPLE, SHARED, compiled_games, in_node, needs_compiler, needs_node

pytestmark = [needs_node, needs_compiler]
QUICK = ("tic-tac-toe", "connect-four", "nine-mens-morris", "backgammon", "brazilian-draughts", "kalah")


SWAPPED = """(game "Swapped" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (meta (swap)) (start (set Score Each 2))
        (play (move Add (to (sites Empty)) (then (addScore Mover (count Moves)))))
        (end (if (is Line 3) (result Mover Win)))))"""


def told(state: State) -> dict[str, Any]:
    """A position as Python tells it."""
    rules = state.from_rules
    assert rules is not None
    compiled, words = rules.game.compiled, rules.position
    view, dice = Position(compiled, words), compiled.equipment.thrown_sites
    last = dict.fromkeys((int(words[LAST_FROM]), int(words[LAST_TO])) if words[MOVES] else ())
    return {
        "moves": [[move.text, move.kind, move.origin, move.target, move.captures] for move in state.moves()],
        "offered": [move.text for move in offered_moves(state)],
        "dice": [[die.value, die.used, die.thrown] for die in state.dice],
        "pieces": [
            [site, level, what, 1 if compiled.stacking else view.count(site), local]
            for site in range(compiled.equipment.all_sites)
            if site not in dice
            for level, (what, local, _, _) in enumerate(view.pieces(site))
        ],
        "scores": None if state.scores is None else list(state.scores),
        "numbers": [list(known) for known in state.numbers.items()],
        "mover": state.mover,
        "last": [site for site in last if 0 <= site < compiled.equipment.all_sites],
        "decided": [[found.kind, [list(spot) for spot in found.spots]] for found in decided_by(compiled, words)],
        "outcome": state.outcome
        and [
            list(state.outcome.ranks),
            state.outcome.reason,
            None if state.outcome.closing is None else state.outcome.closing.reason,
        ],
        "hash": str(state.position_hash),
    }


def match(game: Game, seed: int, most: int) -> tuple[list[str], list[dict[str, Any]]]:
    """A random match in which sides are swapped where they can be: its moves, and what Python tells of each position."""
    choose, state = Random(seed), game.start(seed)
    moves: list[str] = []
    tellings = [told(state)]
    while state.outcome is None and len(moves) < most:
        legal = state.moves()
        move = next((move for move in legal if move.kind == "swap"), choose.choice(legal))
        moves.append(move.text)
        state = state.after(move)
        tellings.append(told(state))
    return moves, tellings


def check(game: Game, folder: Path, seeds: range, most: int) -> None:
    """The same matches in both places."""
    (folder / "described.json").write_text(json.dumps(describe(game)), encoding="utf-8")
    played = [(seed, *match(game, seed, most)) for seed in seeds]
    wanted = {
        "description": str(folder / "described.json"),
        "matches": [{"seed": seed, "moves": moves} for seed, moves, _ in played],
    }
    lines = in_node(folder, game, "played_positions.mjs", wanted).splitlines()
    expected = [telling for _, _, tellings in played for telling in tellings]
    assert len(lines) == len(expected)
    for line, telling in zip(lines, expected, strict=True):
        assert json.loads(line) == telling


@pytest.mark.parametrize("name", QUICK)
def test_positions_are_told_as_in_python(name: str, tmp_path: Path) -> None:
    check(apts.load(name), tmp_path, range(1), 12)


def test_seats_that_swapped_sides_are_told_as_in_python(tmp_path: Path) -> None:
    game = apts.load(SWAPPED)
    moves, tellings = match(game, 1, 9)
    assert moves[1] == "swap"
    assert [telling["mover"] for telling in tellings[:4]] == [1, 2, 1, 2]
    check(game, tmp_path, range(4), 9)


def test_moves_without_sites_are_called_as_in_python(tmp_path: Path) -> None:
    game = apts.load(small_games.CALLED)
    assert "roll again" in match(game, 1, 1)[1][0]["offered"]
    check(game, tmp_path, range(2), 6)


def test_totals_of_turns_are_told_as_in_python(tmp_path: Path) -> None:
    game = apts.load(small_games.TOTALS)
    assert match(game, 1, 9)[1][-1]["numbers"]
    check(game, tmp_path, range(2), 9)


def test_pieces_that_are_swept_off_the_board_are_told_as_in_python(tmp_path: Path) -> None:
    check(apts.load(rigged.ROUNDS), tmp_path, range(1), 9)


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "hex", "breakthrough", "gobblet-gobblers", "yavalath"])
def test_pieces_that_decide_a_match_are_those_that_python_finds(name: str, tmp_path: Path) -> None:
    game = apts.load(name)
    assert match(game, 0, 300)[1][-1]["decided"]
    check(game, tmp_path, range(1), 300)


@pytest.mark.long
@pytest.mark.parametrize("name", compiled_games())
def test_whole_matches_are_told_as_in_python(name: str, tmp_path: Path) -> None:
    check(apts.load(name), tmp_path, range(2), 60)


@pytest.mark.long
@pytest.mark.skipif(not SHARED.is_dir(), reason="the games of others are not here")
@pytest.mark.parametrize("name", SAMPLE)
def test_positions_of_other_games_are_told_as_in_python(name: str, tmp_path: Path) -> None:
    check(apts.load(str(SHARED / f"{name}.lud")), tmp_path, range(1), 30)
