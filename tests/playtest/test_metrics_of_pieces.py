"""Minutes at the table, captures and pieces left."""

from __future__ import annotations

import pytest

import apts
from apts.errors import AptsError
from apts.playtest.evidence.evidence import Goals
from apts.playtest.metrics import Metrics
from apts.playtest.metrics.usage import NOTHING_LEAVES, NOTHING_TAKEN, UNKNOWN
from tests.playtest import rigged
from tests.playtest.handmade import evidence, match

SWAPPED = """(game "Swapped" (players 2)
  (equipment { (board (square 3)) (piece "Disc" Each) })
  (rules (meta (swap)) (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
"""


def test_minutes_are_turns_times_the_pace() -> None:
    matches = [match(number, turns=turns) for number, turns in enumerate((10, 20, 30), 1)]
    usual, slow = Metrics(evidence(*matches))["minutes"], Metrics(evidence(*matches, goals=Goals(pace=60.0)))["minutes"]
    assert usual.value == pytest.approx(20 * 20 / 60)
    assert slow.value == pytest.approx(20.0)
    assert slow.low == pytest.approx(Metrics(evidence(*matches))["length"].low)
    assert (slow.details["pace"], slow.n) == (60.0, 3)
    assert 10.0 <= slow.details["least"] < slow.details["most"] <= 30.0


@pytest.mark.parametrize("pace", [0.0, -1.0, float("inf"), float("nan")])
def test_pace_that_no_clock_has_is_refused(pace: float) -> None:
    with pytest.raises(AptsError, match="more than 0 seconds"):
        Goals(pace=pace)


def test_pieces_of_draughts_that_were_captured_are_those_that_are_missing() -> None:
    run = apts.playtest("english-draughts", "random", matches=12)
    for found in run.matches:
        facts = found.facts
        assert facts["set_out"] == [12, 12, 0]
        assert facts["captured"] == [12 - facts["left"][1], 12 - facts["left"][0]]
        assert facts["gone"] == sum(facts["captured"])
    captures, left = run.metrics["captures"], run.metrics["pieces-left"]
    assert captures.value is not None
    assert left.value == pytest.approx(24 - captures.value)
    assert sum(seat["value"] for seat in captures.details["seats"]) == pytest.approx(captures.value)
    assert [seat["set_out"] for seat in left.details["seats"]] == [12, 12]


def test_stones_that_a_placement_takes_are_counted_though_the_board_gets_no_emptier() -> None:
    state = apts.load("go").start()
    for move in ("a2", "a1", "b1"):
        state = state.play(move)
    assert state.game.pieces_in([state]) == [(2, 0, 0)]


def test_games_in_which_nothing_leaves_the_board_say_so() -> None:
    metrics = apts.playtest("tic-tac-toe", "random", matches=5).metrics
    assert metrics["captures"].details["missing"] == NOTHING_TAKEN
    assert metrics["pieces-left"].details["missing"] == NOTHING_LEAVES


def test_matches_without_notes_on_pieces_say_so() -> None:
    metrics = Metrics(evidence(match(1), match(2)))
    assert metrics["captures"].details["missing"] == metrics["pieces-left"].details["missing"] == UNKNOWN


def test_stacks_are_counted_piece_by_piece() -> None:
    game = apts.load("gobblet-gobblers")
    state, placed = game.start(), 0
    while state.outcome is None and placed < 6:
        move = next(move for move in state.moves() if move.kind == "move")
        state, placed = state.play(move), placed + 1
    on_board = sum(game.pieces_in([state])[0])
    assert 0 < on_board <= placed
    assert on_board >= len({site for site in state.standing if site < game.from_rules.board.count()})  # type: ignore[union-attr]


def test_after_a_swap_the_pieces_belong_to_the_seat_that_took_them() -> None:
    state = apts.load(SWAPPED).start()
    state = state.play(state.moves()[0])
    swap = next(move for move in state.moves() if "swap" in move.text)
    swapped = state.play(swap)
    assert state.game.pieces_in([state, swapped]) == [(1, 0, 0), (0, 1, 0)]


def test_pieces_of_a_class_are_counted_without_an_owner() -> None:
    game = apts.load("snowball-class")
    assert game.pieces_in([game.start()]) == [(0, 0, 0)]
    state = game.start().play(game.start().moves()[0])
    assert game.pieces_in([state]) == [(0, 0, 1)]


def test_workers_that_are_taken_back_at_the_end_of_a_round_are_not_captured() -> None:
    run = apts.playtest(rigged.ROUNDS, "random", matches=4)
    assert run.metrics["captures"].details["missing"] == NOTHING_TAKEN
    assert all(found.facts["gone"] > 0 for found in run.matches)


DUEL = """(game "Duel" (players 2)
    (equipment { (board (square 3))
        (piece "Man" Each (move Step Orthogonal
            (to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))
            (then (if (is In (last To) (sites Top)) EFFECT)))) })
    (rules (start {(place "Man1" {"a2" "c2"}) (place "Man2" {"a3" "c3"})}) (play (forEach Piece))
        (end (if (no Pieces Next) (result Mover Win)))))"""


@pytest.mark.parametrize("effect", ["(moveAgain)", "(remove (last To))", "(remove (sites Occupied by:All))"])
def test_piece_that_is_taken_where_the_move_goes_is_captured_whatever_else_goes(effect: str) -> None:
    state = apts.load(DUEL.replace("EFFECT", effect)).start()
    assert state.find_move("a2xa3").captures
    assert not state.find_move("a2b2").captures
