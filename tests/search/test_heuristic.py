"""Heuristics: each term by hand-made positions, presets, what is derived from rules."""

from __future__ import annotations

import pytest

from apts.errors import AptsError
from apts.search.evaluation.given import derived_heuristic, preset, preset_names
from apts.search.evaluation.heuristic import Heuristic, Term
from apts.search.evaluation.rules_read import stack_height, winning_lines
from tests.search.small_games import NOUGHTS, TRIO, after, columns, drop, machine, rhombus

FLIPPED = """
(game "Flipped" (players 2)
    (equipment { (board (square 8)) (piece "Disc" Neutral (flips 1 2)) })
    (rules
        (start { (place "Disc0" {0 9} state:1) (place "Disc0" {7 1} state:2) })
        (play (move Add (piece "Disc0" state:(mover)) (to (sites Empty))))
        (end (if (no Moves Mover) (result Mover Loss)))
    )
)"""

STEPS = """
(game "Steps" (players { (player N) (player S) })
    (equipment {
        (board (square 4)) (piece "Pawn" Each (move Step Forward (to if:(is Empty (to)))))
        (regions P1 (sites Top)) (regions P2 (sites Bottom))
    })
    (rules
        (start { (place "Pawn1" {0 5}) (place "Pawn2" {15}) })
        (play (forEach Piece))
        (end (if (is In (last To) (sites Mover)) (result Mover Win)))
    )
)"""


def test_lines_of_the_upright_grid_are_the_69_known_ones() -> None:
    compiled = machine(columns(7, 6)).compiled
    assert stack_height(compiled) == 6
    assert len(winning_lines(compiled, 4)) == 69


def test_lines_of_a_flat_board_are_found_once() -> None:
    assert len(winning_lines(machine(NOUGHTS).compiled, 3)) == 8


def test_connect_four_preset_counts_centre_and_open_lines() -> None:
    game = machine(columns(7, 6))
    assert preset("connect-four").value(game, drop(game, "4"), 1) == 10.0
    assert preset("connect-four").value(game, drop(game, "4"), 2) == 0.0
    two = drop(game, "1727")
    assert preset("connect-four").value(game, two, 1) == 4.0, "a1 and b1 lie on one line that is open"
    threat = drop(game, "172737")
    own, other = (preset("connect-four").value(game, threat, player) for player in (1, 2))
    assert own == 10.0 + 4.0 - 10.0, "an open three, an open two (b1 c1 d1 e1), and the column of the opponent"
    assert other == 10.0 + 4.0 - 10.0, "an open three and an open two in the column, and the row of the opponent"


def test_pieces_owned_by_their_state_are_counted_for_the_side_that_is_up() -> None:
    game = machine(FLIPPED)
    state = game.start(0)
    table = preset("othello-table")
    assert table.value(game, state, 1) == (100 - 50) - (100 - 20)
    assert table.value(game, state, 2) == -table.value(game, state, 1)
    assert preset("othello-captured").value(game, after(game, 30), 1) == -30 - 2 + 1


def test_combined_preset_adds_mobility() -> None:
    game = machine(FLIPPED)
    combined, captured = preset("othello-combined"), preset("othello-captured")
    assert combined.value(game, game.start(0), 1) == captured.value(game, game.start(0), 1)


def test_material_counts_pieces_with_their_values() -> None:
    game = machine(STEPS)
    assert Heuristic((Term("material", 2.0),)).value(game, game.start(0), 1) == 2.0
    dear = Heuristic((Term("material", values={"Pawn2": 5}),))
    assert dear.value(game, game.start(0), 1) == 2 - 5
    with pytest.raises(AptsError, match=r"no piece 'King'.*Pawn"):
        Heuristic((Term("material", values={"King": 5}),)).value(game, game.start(0), 1)


def test_mobility_counts_moves_also_of_the_player_who_is_not_to_move() -> None:
    game = machine(STEPS)
    assert Heuristic((Term("mobility", others=0.0),)).value(game, game.start(0), 1) == 2.0
    assert Heuristic((Term("mobility", others=0.0),)).value(game, game.start(0), 2) == 1.0


def test_progress_counts_steps_towards_the_own_goal() -> None:
    game = machine(STEPS)
    assert Heuristic((Term("progress", others=0.0),)).value(game, game.start(0), 1) == 0 + 1
    assert Heuristic((Term("progress", others=0.0),)).value(game, after(game, 4), 1) == 1 + 1


def test_connection_counts_the_sites_that_are_missing() -> None:
    game = machine(rhombus(4))
    term = Heuristic((Term("connection", others=0.0),))
    assert term.value(game, game.start(0), 1) == -4
    assert term.value(game, game.start(0), 2) == -4
    middle = next(site for site in range(16) if term.value(game, after(game, site), 1) == -3)
    assert term.value(game, after(game, middle), 2) in (-4, -5)


def test_weights_of_several_opponents_are_averaged() -> None:
    game = machine(TRIO)
    state = after(game, 0, 1, 2)
    assert Heuristic((Term("material", 3.0),)).value(game, state, 1) == 0.0
    assert Heuristic((Term("material", 3.0),)).value(game, after(game, 0, 1), 3) == -3.0


def test_heuristic_is_data() -> None:
    heuristic = derived_heuristic(machine(NOUGHTS).compiled)
    assert Heuristic.from_data(heuristic.to_data()) == heuristic
    with pytest.raises(AptsError, match=r"no term 'luck'; there are material"):
        Heuristic.from_data({"terms": [{"kind": "luck"}]})
    with pytest.raises(AptsError, match="has no wieght"):
        Heuristic.from_data({"terms": [{"kind": "score", "wieght": 1}]})


def test_terms_are_derived_from_what_the_end_rules_speak_of() -> None:
    def kinds(text: str) -> set[str]:
        return {term.kind for term in derived_heuristic(machine(text).compiled).terms}

    assert kinds(NOUGHTS) == {"lines"}
    assert kinds(rhombus(4)) == {"connection", "material"}
    assert kinds(STEPS) == {"progress", "material"}
    assert kinds(FLIPPED) == {"material", "mobility"}


def test_unknown_preset_lists_the_known_ones() -> None:
    assert preset_names() == ["connect-four", "othello-captured", "othello-combined", "othello-table"]
    with pytest.raises(AptsError, match="connect-four, othello-captured"):
        preset("chess")


def test_late_terms_grow_and_early_terms_fall_as_the_board_fills_up() -> None:
    game = machine(NOUGHTS)
    state = after(game, 0, 1, 2)
    late = Heuristic((Term("material", 9.0, others=0.0, stage="late"),))
    early = Heuristic((Term("material", 9.0, others=0.0, stage="early"),))
    assert late.value(game, state, 1) == 2 * 9 * 3 / 9
    assert early.value(game, state, 1) == 2 * 9 * 6 / 9
    with pytest.raises(AptsError, match="always, late, early, turn, not 'soon'"):
        Heuristic((Term("material", stage="soon"),)).value(game, state, 1)


@pytest.mark.parametrize("length", [0, 5, 9, 31, 400, 100_000])
def test_line_of_any_length_gives_a_heuristic_that_can_be_worked_out(length: int) -> None:
    game = machine(NOUGHTS.replace("(is Line 3)", f"(is Line {length})"))
    heuristic = derived_heuristic(game.compiled)
    assert heuristic.value(game, after(game, 4), 1) >= 0.0


def test_line_whose_length_is_worked_out_while_playing_has_no_fixed_length() -> None:
    text = NOUGHTS.replace("(is Line 3)", "(is Line (+ 2 (count Moves)))")
    assert text != NOUGHTS
    game = machine(text)
    heuristic = derived_heuristic(game.compiled)
    assert not [term for term in heuristic.terms if term.kind == "lines"]
    assert heuristic.value(game, after(game), 1) == 0.0
