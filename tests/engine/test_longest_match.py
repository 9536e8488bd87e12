"""How long a match can be at most by the rules alone: boards that fill up, and limits of moves."""

from __future__ import annotations

import pytest

import apts
from apts.engine.longest_match import longest_match

TEXT = """(game "Filling" (players {players})
  (equipment {{ (board (square 3)) (piece "Stone" Each) (dice d:6 num:1) }})
  (rules {meta} (play {play}) (end {end})))"""
STONE = '(piece "Stone" Mover)'
ADD = f"(move Add {STONE} (to (sites Empty)))"
LINE = "(if (is Line 3) (result Mover Win))"


def bound(play: str = ADD, end: str = LINE, players: int = 2, meta: str = "") -> int | None:
    game = apts.load(TEXT.format(play=play, end=end, players=players, meta=meta))
    found = longest_match(game)
    assert found is None or game.playouts(200, seed=1).longest <= found
    return found


@pytest.mark.parametrize(
    "play",
    [
        ADD,
        f"(move Add {STONE} (to (difference (sites Empty) (sites Corners))))",
        f"(move Add {STONE} (to (intersection (sites Board) (sites Empty))))",
        f"(move Add {STONE} (to (sites Board) if:(is Empty (to))))",
        f"(if (is Mover P1) {ADD} (priority (move Add {STONE} (to (intersection (sites Empty) (sites Corners)))) {ADD}))",
        f"(do (roll) next:{ADD})",
        ADD[:-1]
        + " (then (if (is In (last To) (sites Centre)) (and (addScore Mover 2) (moveAgain)) (addScore Mover 1))))",
    ],
)
def test_a_board_that_every_turn_fills_bounds_the_match(play: str) -> None:
    assert bound(play) == 9


@pytest.mark.parametrize(
    "play",
    [
        f"(or {ADD} (move Pass))",
        f"(or {ADD} (move Remove (sites Occupied by:Enemy)))",
        f"(or {ADD} (forEach Piece (move Step (to if:(is Empty (to))))))",
        f"(move Add {STONE} (to (sites Board)))",
        f"(move Add {STONE} (to (union (sites Empty) (sites Corners))))",
        f"(move Add {STONE} (to (difference (sites Board) (sites Empty))))",
        f"(move Add {STONE} (to (sites Board) if:(is Empty (last To))))",
        ADD[:-1] + " (then (remove (last To))))",
        ADD[:-1] + " (then (if (is In (last To) (sites Centre)) (remove (sites Corners)))))",
    ],
)
def test_nothing_is_said_where_pieces_may_leave_or_turns_fill_nothing(play: str) -> None:
    assert bound(play) is None


def test_stacks_of_a_height_bound_the_match() -> None:
    assert longest_match(apts.load("connect-four")) == 42
    low = "(move Add {what} (to (forEach (sites Board) if:({sign} (size Stack at:(site)) 2))) stack:True)"
    assert bound(low.format(what=STONE, sign="<")) == 18
    assert bound(low.format(what=STONE, sign="!=")) is None


def test_a_change_of_sides_is_one_turn_more() -> None:
    assert bound(meta="(meta (swap))") == 10
    assert bound(meta="(meta (no Repeat))") is None


STEP = "(or (forEach Piece (move Step (to if:(is Empty (to))))) (move Add " + STONE + " (to (sites Corners))))"


@pytest.mark.parametrize(
    ("end", "players", "wanted"),
    [
        (f"{{ {LINE} (if (>= (count Moves) 30) (result Mover Draw)) }}", 2, 30),
        (f"{{ {LINE} (if (> (count Moves) 30) (byScore)) }}", 3, 31),
        ("(if (= (count Moves) 12) (result P1 Win))", 2, 12),
        ("(if (= (count Moves) 12) (result P1 Win))", 3, None),  # the others play on
        (f"{{ {LINE} (if (is Mover P1) {{ (if (>= (count Moves) 30) (result Mover Draw)) }}) }}", 2, None),
        (f"{{ {LINE} (if (and (is Mover P1) (>= (count Moves) 30)) (result Mover Draw)) }}", 2, None),
    ],
)
def test_an_end_after_so_many_moves_bounds_the_match_if_it_ends_it_for_everybody(
    end: str, players: int, wanted: int | None
) -> None:
    assert bound(STEP, end, players) == wanted


def test_games_of_the_library_stay_below_their_bounds() -> None:
    for name, wanted in (("tic-tac-toe", 9), ("yavalath", 62), ("breakthrough", None), ("othello", None)):
        game = apts.load(name)
        assert longest_match(game) == wanted
        assert wanted is None or game.playouts(100, seed=1).longest <= wanted
