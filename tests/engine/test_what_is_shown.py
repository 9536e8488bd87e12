"""What a person sees besides the pieces: the present throw, true scores, and the last move only where one was made."""

from __future__ import annotations

import random
import re

import pytest

import apts
from apts.engine.play.game import Die, State
from tests.engine import small_games

ONE_DIE = """(game "Road" (players {players})
  (equipment {{ (board (rectangle 1 40) (track "Road" "0,E")) (dice {dice}) (piece "Runner" Each) }})
  (rules
    (start {{ {runners} }})
    (play (do (roll) next:(forEach Piece
      (move (from (from)) (to (trackSite Move from:(from) "Road" steps:(count Pips)) if:(is Empty (to)))))))
    (end (if (> (last To) 33) (result Mover Win)))))"""

TWO_DICE = """(game "Both Dice" (players 2)
  (equipment { (board (rectangle 1 60) {(track "Line" "0,E" P1) (track "Back" "59,W" P2)})
    (dice DICE num:2) (piece "Man" Each) })
  (rules
    (start {(place "Man1" 0) (place "Man2" 59)})
    (play (do (if (not (is Prev Mover)) (roll))
      next:(forEach Die if:(!= 0 (pips))
        (forEach Piece (move (from (from)) (to (trackSite Move steps:(pips)) if:(is Empty (to))))))
      (then (if (not (all DiceUsed)) (moveAgain)))))
    (end (if (> (count Moves) 24) (result Mover Win)))))"""

LATER = """(game "Later" (players 2)
  (equipment { (board (rectangle 1 6)) (dice d:6 num:2) (piece "Disc" Each) })
  (rules phases:{
      (phase "Placing" (play (move Add (to (sites Empty)))) (nextPhase (> (count Moves) 1) "Throwing"))
      (phase "Throwing" (play (do (roll) next:(move Add (to (sites Empty)))))) }
    (end (if (is Full) (result Mover Win)))))"""


def road(players: int, dice: str = "d:6 num:1") -> apts.Game:
    names = [f"Runner{seat}" if players > 1 else "Runner" for seat in range(1, players + 1)]
    runners = " ".join(f'(place "{name}" {site})' for site, name in enumerate(names))
    return apts.load(ONE_DIE.format(players=players, dice=dice, runners=runners))


def random_match(game: apts.Game, seed: int, most: int = 80) -> list[State]:
    choose = random.Random(seed)
    states = [game.start(seed)]
    while states[-1].outcome is None and len(states) < most:
        states.append(states[-1].play(choose.choice(states[-1].moves())))
    return states


def drawn_dice(state: State) -> list[str]:
    """The values of the dice in the picture."""
    return re.findall(r'class="die" data-value="([^"]*)"', state.svg())


@pytest.mark.parametrize("players", [1, 2, 3, 6])
def test_the_throw_shown_is_the_one_that_the_moves_are_made_with(players: int) -> None:
    game = road(players)
    told = []
    for seed in range(3):
        for state in random_match(game, seed):
            if state.outcome is None:
                (die,) = state.dice
                steps = {move.target - move.origin for move in state.moves() if move.kind != "pass"}  # type: ignore[operator]
                assert steps <= {die.value}
                assert f"\ndice: {die.value}" in state.board_text()
                assert drawn_dice(state) == [str(die.value)]
                assert f"dice {die.value}" in state.svg()
                told.append((die.value, bool(steps)))
            assert game.state(str(state)) == state
            assert game.state(str(state)).dice == state.dice
    assert {value for value, _ in told} == {1, 2, 3, 4, 5, 6}


def test_looking_at_a_throw_changes_nothing() -> None:
    state = road(3).start(4)
    before, moves = str(state), state.moves()
    assert state.dice == state.dice
    assert (str(state), state.moves()) == (before, moves)


@pytest.mark.long
@pytest.mark.parametrize(
    ("dice", "values"),
    [
        ("d:4", {1, 2, 3, 4}),
        ("d:3 from:0", {0, 1, 2}),
        ("faces:{2 3 7}", {2, 3, 7}),
        ("facesByDie:{{1 2} {5 6 12}}", {1, 2, 5, 6, 12}),
    ],
)
def test_dice_that_are_used_one_by_one(dice: str, values: set[int]) -> None:
    game = apts.load(TWO_DICE.replace("DICE", dice))
    seen, used = set(), 0
    for seed in range(6):
        for state in random_match(game, seed):
            if state.outcome is not None:
                break
            free = {die.value for die in state.dice if not die.used}
            steps = {abs(move.target - move.origin) for move in state.moves() if move.kind != "pass"}  # type: ignore[operator]
            assert steps <= free
            seen |= {die.value for die in state.dice}
            used += sum(die.used for die in state.dice)
            assert drawn_dice(state) == [str(die.value) for die in state.dice]
            assert state.board_text().count("(in brackets: used)") == any(die.used for die in state.dice)
    assert seen == values
    assert used


def test_dice_that_were_not_thrown_yet_say_so() -> None:
    state = apts.load(LATER).start(1)
    for _ in range(2):
        assert state.dice == (Die(1, thrown=False), Die(1, thrown=False))
        assert "dice: not thrown yet" in state.board_text()
        assert drawn_dice(state) == ["", ""]
        state = state.play(state.moves()[0])
    assert all(die.thrown for die in state.dice)
    assert "dice: not" not in state.board_text()


def test_a_game_without_dice_shows_none() -> None:
    state = apts.load("tic-tac-toe").start()
    assert state.dice == ()
    assert "dice" not in state.board_text() + state.svg()


@pytest.mark.parametrize("name", ["kalah", "1d-chess", "bravalath", "othello", "al-qirq", "english-draughts"])
def test_a_last_move_is_marked_only_when_one_was_made(name: str) -> None:
    state = apts.load(name).start()
    assert 'class="last"' not in state.svg()
    assert state.game.state(str(state)).svg() == state.svg()
    move = next(move for move in state.moves() if move.target is not None)
    assert 'class="last"' in state.play(move).svg()
    assert 'class="last"' in state.svg(last=move)


def test_seeds_of_kalah_are_scored_as_its_end_rule_does() -> None:
    for seed in range(4):
        for state in random_match(apts.load("kalah", Pits="Four"), seed, 400):
            assert state.scores is not None
            assert sum(state.scores) == 32
            label = "score" if state.over else "score if it ended now"
            assert state.board_text().endswith(f"{label} {state.scores[0]} : {state.scores[1]}")
            if state.outcome is not None and not state.outcome.draw:
                assert state.outcome.winner == 1 + (state.scores[1] > state.scores[0])


def test_discs_of_othello_are_the_score_from_the_first_position_on() -> None:
    for state in random_match(apts.load("othello", Board="6x6"), 3):
        rows = str(state).split()[0]
        assert state.scores == (rows.count("X"), rows.count("O"))
        assert re.findall(r'data-seat="\d"[^>]*>(\d+)<', state.svg()) == [str(score) for score in state.scores]


COUNTED = """(game "Counted" (players {players})
  (equipment {{ (board (square 3)) (piece "Disc" Each) }})
  (rules {start} (play (move Add (to (sites Empty)) {then})) (end (if (is Full) {result}))))"""


def counted(result: str, *, then: str = "", start: str = "", players: int = 2) -> State:
    return apts.load(COUNTED.format(players=players, result=result, then=then, start=start)).start()


def test_scores_that_moves_work_out_are_unknown_before_the_first_move() -> None:
    state = counted("(byScore)", then="(then (set Score Mover (count Pieces Mover)))")
    several = "(then (if (> (count Moves) 2) (set Score P1 (count Pieces P1))))"
    assert counted("(byScore)", then=several).scores is None
    assert state.scores is None
    assert "score" not in state.board_text()
    assert state.play("a1").scores == (1, 0)


def test_scores_that_are_added_up_begin_with_nothing() -> None:
    state = counted("(byScore)", then="(then (addScore Mover 2))", players=3)
    assert state.scores == (0, 0, 0)
    assert state.play("a1").play("a2").scores == (2, 2, 0)
    assert "score 0 : 0 : 0" in state.board_text()
    again = counted("(byScore)", then="(then (set Score Mover (+ (score Mover) 1)))")
    assert again.scores == (0, 0)


def test_scores_that_no_rule_ever_sets_are_not_shown() -> None:
    assert counted("(byScore)").scores is None


def test_scores_that_two_rankings_work_out_differently_are_not_guessed() -> None:
    ranked = "(byScore {{(score P1 {0}) (score P2 0)}})"
    text = f"""(game "Two Counts" (players 2)
      (equipment {{ (board (square 3)) (piece "Disc" Each) }})
      (rules (play (move Add (to (sites Empty))))
        (end {{ (if (is Line 3) {ranked.format("(count Pieces P1)")}) (if (is Full) {ranked.format("1")}) }})))"""
    assert apts.load(text).start().scores is None


def test_scores_that_say_who_moved_last_are_shown_only_at_the_end() -> None:
    state = counted("(byScore {(score P1 (if (is Mover P1) 1 0)) (score P2 (if (is Mover P2) 1 0))})")
    while state.outcome is None:
        assert state.scores is None
        state = state.play(state.moves()[0])
    assert state.scores == (1, 0)
    assert state.outcome.winner == 1


def test_after_an_end_by_another_rule_the_score_is_that_of_the_position() -> None:
    ranked = "(byScore {(score P1 (count Pieces P1)) (score P2 (count Pieces P2))})"
    text = f"""(game "Line or Count" (players 2)
      (equipment {{ (board (square 3)) (piece "Disc" Each) }})
      (rules (play (move Add (to (sites Empty))))
        (end {{ (if (is Line 3) (result Mover Win)) (if (is Full) {ranked}) }})))"""
    state = apts.load(text).start()
    for move in ("a1", "a3", "b1", "b3", "c1"):
        state = state.play(move)
    assert state.over
    assert state.scores == (3, 2)
    assert state.board_text().endswith("score 3 : 2")


def test_total_of_a_turn_is_shown_and_places_and_idle_numbers_are_not() -> None:
    state = apts.load(small_games.TOTALS).start()
    assert state.numbers == {}
    state = state.play("roll").play("hold")
    assert state.numbers == {"Turn": 0}
    state = state.play("roll")
    assert state.numbers["Turn"] == state.dice[0].value
    assert state.board_text().endswith(f"\nTurn {state.dice[0].value}")
