"""What docs/rules.md says of rules holds."""

from __future__ import annotations

import pytest

import apts

GAME = """(game "Notes" (players {players})
  (equipment { (board (square 3)) (piece "Stone" Each) })
  (rules {start} (play {play}) (end {end})))"""
ADD = "(move Add (to (sites Empty)) {then})"
NEVER = "(if (= (count Moves) 99) (result Mover Win))"


def game(play: str = ADD, *, then: str = "", end: str = NEVER, players: int = 2, start: str = "") -> apts.Game:
    text = GAME.replace("{play}", play).replace("{then}", then).replace("{end}", end).replace("{start}", start)
    return apts.load(text.replace("{players}", str(players)))


def board(state: apts.State) -> str:
    """What stands where."""
    return str(state).split()[0]


@pytest.mark.parametrize(
    ("then", "move", "expected"),
    [
        ("(then (remove (to)))", "a1", "3/3/X2"),
        ("(then (remove (from)))", "a1", "3/3/X2"),
        ("(then (remove (last To)))", "a1", "3/3/3"),
        ("(then (forEach Site (sites {1 2}) (add (to (site)))))", "a3", "X2/3/1XX"),
        ("(then (forEach Site (sites {1 2}) (add (to (to)))))", "a3", "X2/3/1XX"),
        ("(then (forEach Value min:1 max:2 (add (to (value)))))", "a3", "X2/3/1XX"),
        ("(then (forEach Player (add (to (player)))))", "a3", "X2/3/1XX"),
    ],
)
def test_loops_set_places_and_moves_that_were_played_do_not(then: str, move: str, expected: str) -> None:
    assert board(game(then=then).start().play(move)) == expected


@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_round_of_passes_draws(players: int) -> None:
    state = game("(or (move Add (to (sites Empty))) (move Pass))", players=players).start()
    for number in range(players):
        assert state.outcome is None, number
        state = state.play("pass")
    assert state.outcome is not None
    assert state.outcome.draw


def test_a_pass_after_another_move_of_the_turn_does_not_count() -> None:
    play = "(or (move Add (to (sites Empty)) (then (moveAgain))) (move Pass))"
    state = game(play).start().play("a1").play("pass").play("pass")
    assert state.outcome is None
    assert state.play("pass").outcome is not None


def test_games_that_ask_for_passes_are_not_drawn_by_them() -> None:
    play = "(or (move Add (to (sites Empty))) (move Pass))"
    asking = game(play, end="(if (and (all Passed) (= (count Moves) 99)) (result P1 Win))").start()
    for _ in range(5):
        asking = asking.play("pass")
    assert asking.outcome is None


def test_no_length_counts_forced_passes() -> None:
    full = game("(move Add (to (intersection (sites Empty) (sites {0 1}))))")
    assert full.playouts(5, seed=1).lengths == {2: 5}
    run = apts.playtest(full, "random", matches=3, seed=1, workers=1)
    assert {match.length for match in run.matches} == {2}


def test_line_through_an_empty_site_is_a_line_of_empty_sites() -> None:
    then = "(then (remove (last To)))"
    assert game(then=then, end="(if (is Line 3) (result Mover Win))").start().play("a1").outcome is not None
    guarded = "(if (and (is Occupied (last To)) (is Line 3)) (result Mover Win))"
    assert game(then=then, end=guarded).start().play("a1").outcome is None
