"""Ranks and what they are worth."""

from __future__ import annotations

from typing import Any

import pytest

import apts
from apts.engine.play.outcome import Closing, Outcome, utilities


@pytest.mark.parametrize(
    ("ranks", "worth"),
    [
        ((1.0, 2.0), (1.0, -1.0)),
        ((1.5, 1.5), (0.0, 0.0)),
        ((1.0, 2.0, 3.0), (1.0, 0.0, -1.0)),
        ((1.0, 2.5, 2.5), (1.0, -0.5, -0.5)),
        ((1.0,), (1.0,)),
        ((0.0,), (-1.0,)),
    ],
)
def test_utilities_fall_evenly_from_first_to_last(ranks: tuple[float, ...], worth: tuple[float, ...]) -> None:
    assert utilities(ranks) == pytest.approx(worth)


@pytest.mark.parametrize("players", [2, 3, 4, 8])
def test_utilities_of_all_seats_add_up_to_nothing(players: int) -> None:
    assert sum(Outcome.won_by(2, players, "").utilities) == pytest.approx(0)
    assert sum(Outcome.drawn(players, "").utilities) == pytest.approx(0)


def test_winner_is_the_only_first() -> None:
    assert Outcome.ranked([2.0, 1.0], "").winner == 2
    assert Outcome.ranked([1.0, 1.0], "").winner is None
    assert Outcome.ranked([1.5, 1.5], "").winner is None


def test_outcome_reads_as_a_sentence() -> None:
    assert str(Outcome.won_by(1, 2, "a line of four")) == "player 1 wins: a line of four"
    assert str(Outcome.drawn(2, "all players passed")) == "no winner: all players passed"
    assert str(Outcome.drawn(3, "all players passed")) == "no winner: all players passed"
    assert str(Outcome.drawn(1, "turn limit")) == "no winner: turn limit"
    assert str(Outcome.ranked([3, 1.5, 1.5], "x")) == "players 2 and 3 share the first place: x"
    assert str(Outcome.ranked([2, 2, 2, 4], "x")) == "players 1, 2 and 3 share the first place: x"
    closed = Outcome.ranked([2.5, 1, 2.5], "a row", 4, Closing("all players passed"))
    assert str(closed) == "player 2 wins: a row; the others played on until: all players passed"


ROW = """(game "Row" (players {players})
  (equipment { (board (rectangle 1 9)) (piece "Stone" Each) })
  (rules (play {play})
    (end { {ends} })))"""
ADD = "(move Add (to (sites Empty)))"
LINE = "(if (is Line 2) (result Mover Win))"


def finished(players: int, moves: str, ends: str = LINE, play: str = f"(or {ADD} (move Pass))") -> Outcome:
    """The outcome of a small match."""
    text = ROW.replace("{players}", str(players)).replace("{play}", play).replace("{ends}", ends)
    state = apts.load(text).start()
    for move in moves.split():
        state = state.play(move)
    assert state.outcome is not None
    again = state.game.state(str(state))
    assert again.outcome == state.outcome
    return state.outcome


def test_reason_is_the_rule_by_which_the_winner_won() -> None:
    """Whatever ends the match of the others afterwards."""
    won = "a c e b"
    passed = finished(3, f"{won} pass pass pass")
    assert (passed.winner, passed.ranks) == (1, (1.0, 2.5, 2.5))
    assert "is Line 2" in passed.reason
    assert (passed.line, passed.closing) == (4, Closing("all players passed"))
    assert passed.lines == {4}
    ended = finished(3, f"{won} pass i", f"{LINE} (if (= (last To) 8) (result Mover Loss))")
    assert (ended.winner, ended.ranks) == (1, (1.0, 2.0, 3.0))
    assert "is Line 2" in ended.reason
    assert "last To" in ended.ended_by
    drawn = finished(6, "a c e pass pass pass b pass pass pass pass pass pass")
    assert (drawn.winner, drawn.ended_by) == (1, "all players passed")
    assert "is Line 2" in drawn.reason


def test_reason_is_what_ended_the_match_where_nobody_had_won_before() -> None:
    assert finished(2, "a c b").closing is None
    assert finished(3, "pass pass pass").reason == "all players passed"
    lost = finished(3, "a pass pass pass", "(if (= (last To) 0) (result Mover Loss))")
    assert (lost.reason, lost.closing, lost.firsts) == ("all players passed", None, (2, 3))
    last = finished(3, "a b", "(if (is Mover P1) (result P1 Loss)) (if (= (last To) 1) (result Mover Loss))")
    assert (last.winner, last.closing) == (3, None)
    assert "(= (last To) 1)" in last.reason


def test_scores_of_all_decide_over_an_early_win() -> None:
    """Ranks by score are those of everybody, so that the rule of the scores is the reason."""
    by_score = "(if (= (count Moves) 3) (byScore { (score P1 0) (score P2 5) (score P3 2) }))"
    scored = finished(3, "a b c", f"(if (= (last To) 0) (result Mover Win)) {by_score}")
    assert (scored.winner, scored.closing) == (2, None)
    assert "byScore" in scored.reason


@pytest.mark.parametrize("ranks", [(-1, 0), (3, 3), (2, 3, 3), (float("nan"), 1), ("a", 1), (), (2,), (1.5, 2)])
def test_ranks_that_cannot_be_are_refused(ranks: tuple[float, ...]) -> None:
    with pytest.raises(apts.AptsError, match="an outcome cannot have the ranks"):
        Outcome.ranked(ranks, "x")


@pytest.mark.parametrize(("seat", "players"), [(5, 2), (0, 2), (None, 2), ("1", 2), (1, 0), (2, 1)])
def test_winner_has_a_seat_of_the_game(seat: Any, players: Any) -> None:
    with pytest.raises(apts.AptsError, match="is a whole number"):
        Outcome.won_by(seat, players, "x")
